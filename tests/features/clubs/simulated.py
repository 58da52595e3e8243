"""A whole club match by lot, beside a plain account of what people did and how long they took."""

import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeAlias

from bot.core.actor import Actor, Place
from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from bot.core.people import orders
from bot.features.clubs import errors
from bot.features.clubs.service import Asked
from bot.features.clubs.values import Club as ClubMatch
from bot.features.clubs.values import Game
from bot.features.places import AbsenceService
from bot.features.privacy.servers import ServerPrivacy
from bot.features.privacy.service import PrivacyService
from bot.features.timekeeping import Presence
from bot.features.timekeeping import storage as timekeeping
from data.ids import ChannelId, MatchId, PlayerId
from data.states import ClubState, EntryKind, OrderKind
from tests.features.clubs.duel import BOSSES, PLACES, Duel
from tests.features.clubs.plain_club import WEEK, Plain, Ratings
from tests.features.timekeeping.plain_account import GRACE
from tests.kit.club import DIRECT
from tests.kit.due import follow_absences
from tests.kit.times import SECOND

LINES = (("a1", "b1", "c1", "d1"), ("d1", "d2", "d3", "d4"))
"""What joins the sides of either seat."""
BOTH = (51, 52)
"""People who are in both servers."""
STEPS = 40
FAR = datetime.max.replace(tzinfo=UTC)
WISHES = {EntryKind.DECIDE: ("0>1", "1>0", "0=1"), EntryKind.ANNUL: ("",), EntryKind.FORGIVE: ("",)}
Act: TypeAlias = Callable[[ClubMatch], Awaitable[None]]


def ratings_of(now: ClubMatch) -> Ratings:
    return {who: (each.points, each.settled) for who, each in now.ratings.items()}


class Simulated:
    """One club match, in which people do what the lot says."""

    def __init__(
        self,
        duel: Duel,
        lot: random.Random,
        boards: int,
        blocks: set[tuple[int, int]],
        captains: Sequence[int] = tuple(each.id for each in BOSSES),
    ) -> None:
        """``blocks`` are those of earlier matches, to which more are added."""
        self.duel, self.club, self.lot = duel, duel.club, lot
        self.plain = Plain(boards, ({}, {}), blocks=blocks)
        self.captains = [*captains]
        self.unseen = set[int]()
        """Matches whose newest board is not posted yet in the server of the player to move."""
        self.over = set[int]()
        self.late: dict[int, int] = {}
        """Who lost which match on time."""
        self.was_away, self.ready_sides, self.deleted = set[int](), set[int](), set[int]()
        self.moved_house = [0, 0]
        self.until = self.club.clock.now + WEEK
        self.before: list[Act] = [
            *([self.join] * 8),
            *(self.leave, self.leave_out, self.leave_out, self.ready, self.ready, self.block),
            *(self.wait_a_week, self.name_captain, self.move_house, self.delete, self.lose_server),
        ]
        self.acts: list[Act] = [
            *([self.move] * 12 + [self.play_out] * 4 + [self.resign] * 3 + [self.time_out] * 2),
            *([self.ask] * 3 + [self.answer] * 3 + [self.substitute] * 3),
            *(self.lose_server, self.come_back, self.come_back, self.let_play_on),
            *(self.join, self.leave, self.delete, self.name_captain, self.move_house),
            self.wait_a_week,
        ]

    async def play(self) -> None:
        """Act until it is over, whatever that takes in the end."""
        for _ in range(self.lot.randrange(14)):
            await self.attempt(self.join)
        for step in range(2 * STEPS):
            now = await self.duel.now()
            if now.contest.is_over:
                break
            acts = self.before if now.contest.state is ClubState.OPEN else self.acts
            if step > STEPS:
                acts = [self.wait_a_week, self.resign]
            self.club.clock.advance(minutes=self.lot.randrange(1, self.lot.choice((20, 600))))
            await self.attempt(self.lot.choice(acts))
        for _ in range(2):
            await self.attempt(self.let_play_on)
        while (await self.duel.now()).contest.state is ClubState.RUNNING:
            await self.attempt(self.resign)

    async def attempt(self, act: Act) -> None:
        """Do something unless it is refused, and let the bot do what follows."""
        now = await self.settle()
        with suppress(ServiceError, IndexError):  # refused, or there is nothing of the kind
            await act(now)
        await self.settle()

    async def settle(self) -> ClubMatch:
        """Let the bot do what is due within the next seconds."""
        await self.duel.go_on(seconds=self.lot.randrange(40))
        if await self.club.database.read(timekeeping.current_stop):  # too many are late at once
            await self.club.database.write(timekeeping.allow_timeouts)
            await self.duel.go_on()
        return await self.duel.now()

    def actor(self, who: int) -> Actor:
        """A player; by direct message where the bot has left."""
        side = self.plain.side[who]
        return self.club.actor(PlayerId(who), DIRECT if side in self.plain.away else PLACES[side])

    def captain(self, side: int) -> Actor:
        boss = BOSSES[side]
        who = boss if self.captains[side] == boss.id else PlayerId(self.captains[side])
        return self.club.actor(who, PLACES[side])

    def member(self) -> int:
        return self.lot.choice([who for each in self.plain.entered for who in each])

    async def running(self, now: ClubMatch) -> tuple[Game, MatchState]:
        game = self.lot.choice([each for each in now.games if each.is_running])
        return game, await self.club.state(MatchId(game.match_id or 0))

    async def join(self, now: ClubMatch) -> None:
        side = self.lot.randrange(2)
        who = self.lot.choice((*range(100 * side + 1, 100 * side + 9), *BOTH))
        may = self.plain.may_join(who, side, over=now.contest.is_over)
        may &= who not in self.captains or who == self.captains[side]
        if who in self.deleted:
            return
        try:
            await self.duel.service.enter(self.duel.actor(who, PLACES[side]), self.duel.id)
        except (errors.OtherSide, errors.OutForGood):
            assert not may
            raise
        assert may
        self.plain.join(who, side, self.club.clock.now)

    async def leave(self, _: ClubMatch) -> None:
        who = self.member()
        place = PLACES[self.plain.side[who]]
        await self.duel.service.leave(self.club.actor(PlayerId(who), place), self.duel.id)
        self.plain.leave(who, own_will=True)

    async def leave_out(self, _: ClubMatch) -> None:
        side, who = self.lot.randrange(2), self.member()
        await self.duel.service.leave_out(self.captain(side), self.duel.id, PlayerId(who))
        assert self.plain.side[who] == side
        self.plain.left_out ^= {who}

    async def ready(self, _: ClubMatch) -> None:
        side = self.lot.randrange(2)
        await self.duel.service.ready(self.captain(side), self.duel.id)
        self.ready_sides.add(side)

    async def block(self, _: ClubMatch) -> None:
        one, other = self.member(), self.member()
        await self.club.blocks.block(self.actor(one), PlayerId(other))
        self.plain.blocks.add((one, other))

    async def wait_a_week(self, _: ClubMatch) -> None:
        if not self.plain.boards or self.lot.random() < 0.1:
            self.club.clock.now += WEEK

    async def name_captain(self, _: ClubMatch) -> None:
        side = self.lot.randrange(2)
        who = self.lot.choice([BOSSES[side].id, *self.plain.entered[side]])
        await self.duel.service.name_captain(self.duel.boss(side), self.duel.id, PlayerId(who))
        self.captains[side] = who

    async def move_house(self, _: ClubMatch) -> None:
        """Cards and games of a side go on in another channel."""
        side = self.lot.randrange(2)
        there = Place(PLACES[side].server_id, ChannelId(self.lot.randrange(720, 723)))
        await self.duel.service.move_here(self.club.actor(BOSSES[side], there), self.duel.id)
        self.moved_house[side] += 1

    async def delete(self, _: ClubMatch) -> None:
        who = self.member()
        await self.club.services[PrivacyService].delete(self.actor(who))
        self.deleted.add(who)
        self.plain.blocks -= {each for each in self.plain.blocks if who in each}
        self.plain.leave(who, own_will=True)

    async def move_once(self, match: MatchState, move: str) -> MatchState:
        who, at = match.to_move_player, self.club.clock.now
        assert isinstance(who, int)
        after = (await self.club.matches.submit(self.actor(who), move, match.id)).state
        self.plain.moved.setdefault(who, []).append(at)
        played = self.plain.matches[match.id]
        if after.to_move is None:
            played.rated = True
        else:
            played.clocks.move(at, at, after.to_move)
            self.unseen.add(match.id)
        return after

    async def move(self, now: ClubMatch) -> None:
        _, match = await self.running(now)
        await self.move_once(match, str(self.lot.choice([*match.position.moves()])))

    async def play_out(self, now: ClubMatch) -> None:
        """One of the two builds a line, and the other does not stop it."""
        _, match = await self.running(now)
        winner = self.lot.randrange(2)
        while match.to_move is not None:
            free = [str(each) for each in match.position.moves()]
            line = [each for each in LINES[winner] if each in free]
            others = [each for each in free if each not in LINES[winner]]
            wanted = line if match.to_move == winner else others
            match = await self.move_once(match, (wanted or free)[0])

    async def resign(self, now: ClubMatch) -> None:
        game, match = await self.running(now)
        await self.club.matches.resign(self.actor(self.lot.choice(game.players)), match.id)
        self.plain.matches[match.id].rated = len(match.moves) >= 4  # two each

    async def time_out(self, now: ClubMatch) -> None:
        """Nobody moves until the next deadline is over."""
        games = [each for each in now.games if each.is_running]
        found = [self.plain.matches[each.match_id or 0].clocks.deadline for each in games]
        deadline = min([each for each in found if each] or [self.club.clock.now])
        self.club.clock.now = max(self.club.clock.now, deadline + GRACE + SECOND)
        await self.club.services[Presence].beat()

    async def let_play_on(self, now: ClubMatch) -> None:
        game = self.lot.choice([each for each in now.games if each.match_id in self.late])
        late = self.late[game.match_id or 0]
        other = max({*game.players} - {late})
        if other in self.deleted or other < 0:
            return
        await self.club.forgiveness.ask(self.actor(other), MatchId(game.match_id or 0))
        self.forgive(game.match_id or 0)

    def forgive(self, match_id: int) -> None:
        del self.plain.late[self.late.pop(match_id)][match_id]
        self.plain.matches[match_id].clocks.play_on(self.club.clock.now)
        self.over.discard(match_id)
        self.unseen.add(match_id)

    async def ask(self, now: ClubMatch) -> None:
        kind = self.lot.choice([*WISHES])
        match_id = MatchId(self.lot.choice([e.match_id for e in now.games if e.match_id]))
        wish = Asked(kind, self.lot.choice(WISHES[kind]), "because")
        await self.duel.service.ask(
            self.captain(self.lot.randrange(2)), self.duel.id, match_id, wish
        )

    async def answer(self, _: ClubMatch) -> None:
        captain, agrees = self.captain(self.lot.randrange(2)), self.lot.random() < 0.8
        entry = (await self.duel.service.look(captain, self.duel.id)).asked[0]
        await self.duel.service.answer(captain, self.duel.id, entry.id, agrees=agrees)
        asked, match_id = Asked.read(entry), entry.match_id or 0
        assert entry.at + WEEK > self.club.clock.now
        assert PLACES[1 - (entry.side or 0)] == captain.place
        if agrees and asked.kind is EntryKind.FORGIVE:
            self.forgive(match_id)
        elif agrees:
            self.plain.matches[match_id].rated = None if asked.kind is EntryKind.DECIDE else False
            self.over.add(match_id)
            if match_id in self.late:
                del self.plain.late[self.late.pop(match_id)][match_id]

    async def substitute(self, now: ClubMatch) -> None:
        side, board = self.lot.randrange(2), self.lot.randrange(len(self.plain.boards))
        put_in = self.lot.choice([*self.plain.entered[side]])
        out_id, moved = self.plain.boards[board][side], False
        its = [each for each in now.games if each.board == board + 1]
        for each in its:
            match = await self.club.state(MatchId(each.match_id or 0))
            seat = self.plain.matches[match.id].seat(side)
            moved |= not match.is_running or any(made.seat == seat for made in match.moves)
        may = self.plain.may_replace(side, board, put_in, ratings_of(now), moved=moved)
        who = (PlayerId(out_id), PlayerId(put_in))
        try:
            await self.duel.service.substitute(self.captain(side), self.duel.id, *who)
        except ServiceError:
            assert not may
            raise
        assert may
        for each in its:
            self.plain.matches[each.match_id or 0].rated = False
            self.over.add(each.match_id or 0)
        self.plain.replace(side, board, put_in)

    async def lose_server(self, _: ClubMatch) -> None:
        """The bot is removed, or is told by the operator to leave or to forget the server."""
        side, how = self.lot.randrange(2), self.lot.random()
        server_id = PLACES[side].server_id
        if side in self.plain.away or server_id is None:
            return
        if how < 0.1 and self.plain.boards:
            await self.club.services[ServerPrivacy].forget(server_id)
            self.plain.gone.add(side)
        elif how < 0.3:
            given = (OrderKind.BLOCKED, server_id, self.club.clock.now)
            await self.club.database.write(orders.give, *given)
        self.club.discord.left.add(server_id)
        self.plain.away[side] = self.club.clock.now
        self.was_away.add(side)
        await self.look_where()
        for played in self.plain.matches.values():
            played.clocks.leave(played.seat(side), self.club.clock.now, FAR)

    async def come_back(self, _: ClubMatch) -> None:
        await self.return_to(self.lot.choice([*self.plain.away]))

    async def return_to(self, side: int) -> None:
        server_id = PLACES[side].server_id
        assert server_id is not None
        await self.club.database.write(orders.withdraw, OrderKind.BLOCKED, server_id)
        self.club.discord.left.discard(server_id)
        del self.plain.away[side]
        await self.look_where()
        for played in self.plain.matches.values():
            clocks, seat = played.clocks, played.seat(side)
            if clocks.mover == seat:
                clocks.left[seat] = max(clocks.left[seat], clocks.least_of_days)
            clocks.come_back(seat, self.club.clock.now)

    async def rematch(self) -> Duel | None:
        """Another match with the same terms, for which the captains ask by lot; else None."""
        lost = self.plain.gone or self.deleted & {*self.captains}
        if lost or (await self.duel.now()).contest.state is not ClubState.OVER:
            return None
        if self.lot.random() < 0.6:
            return None
        first, second = map(self.captain, self.lot.sample((0, 1), 2))
        number = await self.duel.offers.rematch(first, self.duel.id)
        assert number == await self.duel.offers.rematch(second, self.duel.id)
        return Duel(self.club, number)

    async def look_where(self) -> None:
        """Let the bot notice where it can be."""
        self.club.services[AbsenceService].changed()
        await self.club.services[AbsenceService].look()
        await follow_absences(self.club.scheduler)
