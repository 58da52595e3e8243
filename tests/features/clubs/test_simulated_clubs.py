"""Whole club matches by lot: after each step everything is as a plain account says."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.core import matches
from bot.core.matches import MatchState
from bot.features.clubs.values import Club as ClubMatch
from data.ids import MatchId
from data.states import ClubState, Ending
from rules import GAMES
from tests.features.clubs.duel import Duel
from tests.features.clubs.plain_club import CLOCK, TERMS, Played, most_boards
from tests.features.clubs.simulated import FAR, Simulated, ratings_of
from tests.features.timekeeping.plain_account import GRACE, Account
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.toy_game import Hex

WITHDRAWALS = (matches.WITHDREW, matches.WITHDRAWN)


class Compared(Simulated):
    """The same, compared with the account whenever the bot has done what was due."""

    async def settle(self) -> ClubMatch:
        now, at = await super().settle(), self.club.clock.now
        self.check_state(now)
        for game in now.games:
            if game.match_id is not None and game.match_id not in self.plain.matches:
                played = Played(game.board, game.game, Account(TERMS, 2, at))
                self.plain.matches[game.match_id] = played
                self.unseen.add(game.match_id)
                for side in self.plain.away:
                    played.clocks.leave(played.seat(side), at, FAR)
        running = [MatchId(each) for each in {*self.plain.matches} - self.over]
        found = {each: await self.club.state(each) for each in running}
        self.check_clocks(found)
        self.plain.look(at)
        for match in found.values():
            if not match.is_running:
                self.check_end(match)
        self.check_games(now)
        return now

    def check_state(self, now: ClubMatch) -> None:
        """It has begun if it is to, with the right boards."""
        at, is_open = self.club.clock.now, now.contest.state is ClubState.OPEN
        assert is_open == (len(self.ready_sides) < 2 and at < self.until)
        if now.games and not self.plain.boards:
            self.plain.begin([[*each.players] for each in now.games[::2]], ratings_of(now))
        if not is_open and not now.games:
            one, other = ([*{*each} - self.plain.left_out] for each in self.plain.entered)
            assert not most_boards(one, other, self.plain.apart, self.plain.limit)

    def check_clocks(self, found: dict[MatchId, MatchState]) -> None:
        """Time runs from the posting in the server of whoever is to move, and is up for nobody."""
        at = self.club.clock.now
        for match_id, match in found.items():
            clocks = self.plain.matches[match_id].clocks
            if match_id in self.unseen and clocks.since is not None:
                clocks.since = at
                self.unseen.discard(match_id)
            deadline = clocks.deadline
            if match.is_running:
                assert match.match.deadline == deadline
                assert deadline is None or at < deadline + GRACE
            elif match.result and match.result.ending is Ending.TIMED_OUT:
                assert deadline is not None
                assert deadline + GRACE <= at
                who = self.player(match_id, clocks.mover)
                assert match.result.ranking[-1] == (clocks.mover,)
                self.late[match_id] = who
                self.plain.late.setdefault(who, {})[match_id] = at

    def player(self, match_id: int, seat: int) -> int:
        played = self.plain.matches[match_id]
        return self.plain.boards[played.board - 1][seat ^ played.game]

    def check_end(self, match: MatchState) -> None:
        """Who withdrew or was taken out has lost; what the bot ended changes no rating."""
        self.over.add(match.id)
        if match.last is None or match.last.text not in WITHDRAWALS:
            return
        played, loser = self.plain.matches[match.id], match.last.seat
        assert loser is not None
        assert match.result is not None
        assert match.result.ranking[-1] == (loser,)
        side, who = loser ^ played.game, self.player(match.id, loser)
        is_gone = side in self.plain.gone
        assert is_gone or who in self.plain.out
        if is_gone or who not in self.plain.left:
            assert match.last.text == matches.WITHDRAWN
            played.rated = False

    def check_games(self, now: ClubMatch) -> None:
        """Everybody sits where they are to, and the score is that of the results."""
        expected = [
            (board, game, *players)
            for board, players in enumerate(self.plain.boards, 1)
            for game in (0, 1)
        ]
        hidden = [
            (each.board, each.game, *(who if who > 0 else None for who in each.players))
            for each in now.games
        ]
        known = [
            (board, game, *(None if who in self.deleted else who for who in two))
            for board, game, *two in expected
        ]
        assert hidden == known
        points = [
            self.plain.points(e.board - 1, e.game, e.result.ranking if e.result else ())
            for e in now.games
        ]
        assert [each.points for each in now.games] == points
        scored = [each for each in points if each is not None]
        assert now.score == (sum(scored), 2 * len(scored) - sum(scored))
        if now.games:
            over = ClubState.OVER if len(scored) == len(points) else ClubState.RUNNING
            assert now.contest.state is over
        used = [each.match_id for each in now.games if each.match_id]
        assert len(used) == len(set(used))

    async def finish(self) -> None:
        """Everything was posted once, where the bot could be, and ratings are those it says."""
        for side in [*self.plain.away]:
            await self.return_to(side)
        await self.duel.go_on(minutes=3)
        now = await self.duel.now()
        await self.check_posts(now)
        await self.check_ratings(now)

    async def check_posts(self, now: ClubMatch) -> None:
        posted = Counter(
            (each.match_id, each.channel_id // 1_000_000 - 1, each.ply)
            for each in self.club.discord.messages
            if each.match_id in self.plain.matches
        )
        assert not posted or max(posted.values()) == 1
        for match_id, played in self.plain.matches.items():
            plies = range((await self.club.state(MatchId(match_id))).ply + 1)
            for side in {0, 1} - self.was_away:
                there = {
                    ply
                    for found, seat, ply in posted
                    if (found, seat) == (match_id, played.seat(side))
                }
                assert there == {*plies}, (match_id, side)
        names = Counter(each.name for each in self.club.discord.cards)
        entries = [
            row[0]
            for row in await self.club.sql(f"SELECT id FROM club_log WHERE club_id = {now.id}")
        ]
        for side in {0, 1} - self.was_away:
            assert all(names[f"club news {each} on side {side}"] == 1 for each in entries)
            cards = [
                e for e in self.club.discord.cards if e.name == f"club {now.id} on side {side}"
            ]
            assert len(cards) <= 1 + self.moved_house[side]
            assert cards[-1].shown[-1] == f"{now.contest.state} {now.score}"
        assert all(count == 1 for name, count in names.items() if name.startswith("club news"))

    async def check_ratings(self, now: ClubMatch) -> None:
        found = await self.club.sql("SELECT match_id, scope FROM rating_changes")
        assert {scope for _, scope in found} <= {0}
        rated = {match_id for match_id, _ in found}
        for match_id, played in self.plain.matches.items():
            if played.rated is not None:
                assert (match_id in rated) == (played.rated and now.contest.rated)


@pytest.fixture(autouse=True)
def hex_is_played() -> Iterator[None]:
    with GAMES.registered(Hex()):
        yield


@pytest.mark.parametrize(
    ("seed", "count"), [(0, 3), *(at_night(each, 40) for each in range(1, 26))]
)
async def test_club_matches_are_as_a_plain_account_says(club: Club, seed: int, count: int) -> None:
    lot, blocks = random.Random(seed), set[tuple[int, int]]()
    one: Compared | None = None
    for number in range(count if not club.database.is_shared else count // 4 + 1):
        boards, terms = 2 + number % 3, {"game": "hex", "clock": CLOCK, "rated": lot.random() < 0.8}
        duel = None if one is None else await one.rematch()
        if one is None or duel is None:
            duel = await Duel.agreed(club, **terms, boards=boards)
            one = Compared(duel, lot, boards, blocks)
        else:
            one = Compared(duel, lot, one.plain.limit, blocks, one.captains)
        await one.play()
        await one.finish()
