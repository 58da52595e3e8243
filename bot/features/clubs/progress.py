"""Does all that is due in a club match; done again, it finds nothing to do."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random

from sqlalchemy import Connection

from bot.core import absences, matches, timers
from bot.core.matches import MatchStore, NewMatch, Now, SecondPlace
from bot.core.people import players
from bot.core.timers import Timer
from bot.features.clubs import storage
from bot.features.clubs.rules import paired
from bot.features.clubs.storage import CARD, CLUB_TIMER
from bot.features.clubs.values import MOST_POINTS, Club, ClubCard, Game, Member, Side
from bot.features.ratings import storage as ratings
from bot.features.tournaments import berger, lapsed_twice
from data import tables
from data.club_tables import clubs
from data.ids import ClubId, Key
from data.statements import try_lock
from data.states import ClubEvent, ClubState, UnratedReason

BATCH = 20
"""How many matches begin in one transaction."""
SEEDS = 2**63
BUSY = timedelta(seconds=1)
"""Retry delay while another transaction holds the club match or one of its games."""
FORFEITS_AFTER = timedelta(days=7)
CHECK_EVERY = timedelta(days=1)
"""How often it is checked whether a server has removed the bot for too long."""


class _MatchBusy(Exception):
    """Another transaction holds a match that is to be ended."""


class Progress:
    """Begins club matches and their games, withdraws people and servers, and ends it all."""

    def __init__(self, store: MatchStore, now: Now, randomness: Random) -> None:
        self._store = store
        self._now = now
        self._randomness = randomness
        self._of_season = (
            self._expire,
            self._begin_season,
            self._forfeit,
            self._open_round,
            self._finish_season,
        )
        self._of_match = (
            self._expire,
            self._begin,
            self._forfeit,
            self._withdraw_late,
            self.end_games,
            self._settle_games,
            self._finish,
        )

    def apply(self, connection: Connection, timer: Timer, _: datetime) -> None:
        """Do what is due, step by step until nothing is, and set the timer for what comes next."""
        club_id = ClubId(timer.subject_id)
        if not try_lock(connection, clubs, club_id):
            if storage.get(connection, club_id) is not None:
                storage.wake(connection, club_id, self._now() + BUSY)
            return
        read = partial(storage.of, connection, club_id)
        club = read()
        steps = self._of_match if club.contest.weeks is None else self._of_season
        try:
            while any(step(connection, club) for step in steps):
                club = read()
        except _MatchBusy:
            storage.wake(connection, club_id, self._now() + BUSY)
            return
        begun = self._begin_matches(connection, club)
        club = read() if begun else club
        self._show(connection, club)
        next_at = self._now() if begun == BATCH else self._next_due(connection, club)
        timers.set_all(connection, club_id, {CLUB_TIMER: next_at})

    def _show(self, connection: Connection, club: Club) -> None:
        """Queue the cards that show something else by now."""
        if club.contest.state is ClubState.OFFERED or len(club.sides) == 1:
            return
        for side in club.sides:
            if side.server_id and side.shown != ClubCard(club, side).digest:
                CARD.queue(connection, side.id, self._now(), side.shown_at)

    def _next_due(self, connection: Connection, club: Club) -> datetime | None:
        if club.contest.state is not ClubState.RUNNING:
            return None if club.contest.is_over else club.contest.until
        gone = [self._gone_since(connection, club, each.number) for each in club.sides]
        left = [at + FORFEITS_AFTER for at in gone if at is not None]
        if club.contest.until is not None and club.contest.until > self._now():
            left.append(club.contest.until)
        return min([*left, self._now() + CHECK_EVERY])

    def _expire(self, connection: Connection, club: Club) -> bool:
        until = club.contest.until
        due = club.contest.state is ClubState.OFFERED and until and until <= self._now()
        if due:
            self._close(connection, club, ClubState.CANCELLED)
        return bool(due)

    def _close(self, connection: Connection, club: Club, state: ClubState) -> None:
        storage.end(connection, club.id, state, self._now())
        if club.contest.season_id is not None:
            storage.wake(connection, club.contest.season_id, self._now())

    def _begin_season(self, connection: Connection, club: Club) -> bool:
        """Begin when the host's captain says so, or when the code expires."""
        until, now = club.contest.until, self._now()
        if club.contest.state is not ClubState.OPEN or until is None:
            return False
        if club.sides[0].ready_at is None and until > now:
            return False
        begun = {"state": ClubState.RUNNING, "code": None, "until": now}
        storage.change(connection, club.id, **begun)
        storage.write(connection, club, ClubEvent.BEGAN, now)
        return True

    def _open_round(self, connection: Connection, club: Club) -> bool:
        """Open the matches of the next round when it is time."""
        contest, now = club.contest, self._now()
        rounds = berger(len(club.sides))
        due = contest.state is ClubState.RUNNING and contest.until and contest.until <= now
        if not due or contest.round >= len(rounds) or contest.until is None:
            return False
        for pair in rounds[contest.round]:
            sides = [club.sides[number - 1] for number in pair]
            if all(each.gone_at is None and each.server_id for each in sides):
                self._open_match(connection, club, sides)
        following = contest.until + timedelta(weeks=contest.weeks or 0)
        storage.change(connection, club.id, round=contest.round + 1, until=following)
        number = str(contest.round + 1)
        storage.write(connection, club, ClubEvent.ROUND, now, text=number)
        return True

    def _open_match(self, connection: Connection, season: Club, sides: Sequence[Side]) -> None:
        contest, now = season.contest, self._now()
        kept = ("game", "clock", "rated", "boards")
        made = storage.add(
            connection,
            **{name: getattr(contest, name) for name in kept},
            variant=contest.variant_id,
            state=ClubState.OPEN,
            until=now + FORFEITS_AFTER,
            created_at=now,
            season_id=contest.id,
            round=contest.round + 1,
            key=Key(f"season:{contest.id}:{contest.round + 1}:{sides[0].number}"),
        )
        for number, side in enumerate(sides):
            kept_of_side = ("name", "captain_id", "server_id", "channel_id")
            its = {name: getattr(side, name) for name in kept_of_side}
            storage.add_side(connection, made, number=number, team=side.number, **its)
        storage.wake(connection, made, now)

    def _finish_season(self, connection: Connection, club: Club) -> bool:
        contest = club.contest
        played_all = contest.round >= len(berger(len(club.sides)))
        if contest.state is not ClubState.RUNNING or not played_all:
            return False
        if not all(each.contest.is_over for each in club.matches):
            return False
        self._close(connection, club, ClubState.OVER)
        storage.write(connection, club, ClubEvent.OVER, self._now())
        return True

    def _begin(self, connection: Connection, club: Club) -> bool:
        """Pair the boards when both captains are ready, or after a week."""
        if club.contest.state is not ClubState.OPEN or club.contest.until is None:
            return False
        ready = all(each.ready_at for each in club.sides)
        if not ready and club.contest.until > self._now():
            return False
        one, other = club.playing(0), club.playing(1)
        blocks = players.blocks_among(connection, {*one, *other})
        boards = paired(one, other, [*map(frozenset, blocks)], club.contest.boards)
        gone = any(each.gone_at for each in club.sides)
        if club.contest.season_id and not gone and bool(one) is not bool(other):
            side = club.sides[1 if one else 0]
            storage.change_side(connection, side, gone_at=self._now())
            self._close(connection, club, ClubState.OVER)
            storage.write(connection, club, ClubEvent.NOBODY, self._now(), side=side.number)
            return True
        if not boards or gone:
            self._close(connection, club, ClubState.CANCELLED)
            storage.write(connection, club, ClubEvent.CANCELLED, self._now())
            return True
        games = [Game(0, at, n, *pair) for at, pair in enumerate(boards, 1) for n in (0, 1)]
        storage.add_games(connection, club.id, games)
        storage.change(connection, club.id, state=ClubState.RUNNING)
        storage.write(connection, club, ClubEvent.BEGAN, self._now())
        return True

    def _forfeit(self, connection: Connection, club: Club) -> bool:
        """Let servers forfeit what is left that have removed the bot for a week."""
        if club.contest.state is not ClubState.RUNNING:
            return False
        found = False
        for side in club.sides:
            since = self._gone_since(connection, club, side.number)
            if since is not None and since + FORFEITS_AFTER <= self._now():
                found = True
                storage.change_side(connection, side, gone_at=self._now())
                storage.write(connection, club, ClubEvent.GONE, self._now(), side=side.number)
        return found

    def _gone_since(self, connection: Connection, club: Club, number: int) -> datetime | None:
        """Since when the bot is not in the server of a side that has not forfeited."""
        side = club.sides[number]
        if side.gone_at is not None:
            return None
        if side.server_id is None:  # it was forgotten
            return club.contest.created_at - FORFEITS_AFTER
        found = absences.at(connection, side.server_id)
        return min((each.began for each in found if each.ended is None), default=None)

    def _withdraw_late(self, connection: Connection, club: Club) -> bool:
        """Withdraw players who have two lapses without a move between them."""
        if club.contest.state is not ClubState.RUNNING:
            return False
        played = [each.match_id for each in club.games if each.match_id is not None]
        found = False
        for player_id, late in ratings.timed_out_in(connection, played).items():
            member = club.by_id.get(player_id)
            if member is None or not member.is_in:
                continue
            its = tables.matches.c.club_id == club.id
            if lapsed_twice(connection, its, player_id, late):
                found = True
                self._remove(connection, club, member)
        return found

    def _remove(self, connection: Connection, club: Club, member: Member) -> None:
        out = replace(member, withdrawn_at=self._now(), removed=True)
        storage.put_member(connection, club.id, out)
        who = member.player_id
        storage.write(
            connection, club, ClubEvent.LATE, self._now(), side=member.side, player_id=who
        )

    def _out(self, club: Club, game: Game) -> list[int]:
        """The sides whose player is out of a game."""
        return [
            number
            for number, player_id in enumerate(game.players)
            if club.sides[number].gone_at or not club.by_id[player_id].is_in
        ]

    def end_games(self, connection: Connection, club: Club, *, wait: bool = False) -> bool:
        """End the running games of people and servers that are out; whether there were any.

        ``wait``: wait for matches that other transactions hold; else raises _MatchBusy.
        """
        running = [each for each in club.games if each.is_running and self._out(club, each)]
        running.sort(key=lambda each: each.match_id or 0)
        ended = list[bool]()
        for game in running:
            assert game.match_id is not None
            if not wait and not try_lock(connection, tables.matches, game.match_id):
                raise _MatchBusy
            ended.append(self._end_game(connection, club, game))
        return any(ended)

    def _end_game(self, connection: Connection, club: Club, game: Game) -> bool:
        side = self._out(club, game)[0]
        player_id = game.players[side]
        member, is_gone = club.by_id[player_id], club.sides[side].gone_at is not None
        own_will = not member.is_in and not member.removed and not is_gone
        seat, match_id = game.seated.index(player_id), game.match_id
        assert match_id is not None
        return self._store.leave(connection, match_id, seat, player_id, own_will=own_will)

    def _settle_games(self, connection: Connection, club: Club) -> bool:
        """Decide open games of who is out, and have annulled ones played again."""
        found = False
        for game in club.games if club.contest.state is ClubState.RUNNING else ():
            if game.points is not None or game.is_running:
                continue
            out = self._out(club, game)
            if out:
                points = 1 if len(out) > 1 else MOST_POINTS * out[0]
                storage.change_game(connection, game, decided=points)
            elif game.match_id is not None:
                storage.change_game(connection, game, match_id=None)
            found = found or bool(out) or game.match_id is not None
        return found

    def _finish(self, connection: Connection, club: Club) -> bool:
        """End it with its last game, or let it go on if that goes on."""
        state = club.contest.state
        if state is ClubState.RUNNING and club.games and not club.left:
            self._close(connection, club, ClubState.OVER)
            storage.write(connection, club, ClubEvent.OVER, self._now())
            return True
        if state is ClubState.OVER and club.left:
            # a season that is over stays so; its table follows
            reopened = {"state": ClubState.RUNNING, "ended_at": None}
            storage.change(connection, club.id, **reopened)
            return True
        return False

    def _begin_matches(self, connection: Connection, club: Club) -> int:
        """Begin up to a batch of the games that have no match; how many these were."""
        if club.contest.state is not ClubState.RUNNING:
            return 0
        open_games = (e for e in club.games if e.match_id is None and e.points is None)
        waiting = [*open_games][:BATCH]
        for game in waiting:
            begun = self._store.begin(connection, self._new_match(club, game))
            storage.change_game(connection, game, match_id=begun.id)
        return len(waiting)

    def _new_match(self, club: Club, game: Game) -> NewMatch:
        """The match of a game, in the server of the player who moves first, and beside it."""
        contest = club.contest
        known, variant = matches.game_of(contest.game), contest.variant
        seed = self._randomness.randrange(SEEDS) if variant.seeded else None
        to_move = known.start(variant.id, seed=seed).to_move or 0
        here = club.sides[(to_move + game.game) % 2]
        there = club.sides[1 - here.number]
        return NewMatch(
            challenge_id=None,
            game=contest.game,
            variant=variant.id,
            rules_version=known.info.version,
            seed=seed,
            server_id=here.server_id,
            channel_id=here.channel_id,
            to_move=to_move,
            players=game.seated,
            clock=contest.clock,
            unrated=None if contest.rated else UnratedReason.FRIENDLY,
            club_id=club.id,
            beside=SecondPlace(1 - to_move, there.server_id, there.channel_id, club.contest_name),
        )
