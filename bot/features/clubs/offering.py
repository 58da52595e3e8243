"""How a club match comes about: an offer, its code, the acceptance, and a rematch."""

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.clocks import TimedClock
from bot.core.matches import game_of, two_player_variant
from bot.core.people import players
from bot.core.people.settings import managed, server_of, server_settings
from bot.features.challenges import check_clock, check_game
from bot.features.clubs import errors, rules, storage
from bot.features.clubs.service import Leading
from bot.features.clubs.values import Club, Contest, Offered
from bot.features.tournaments import TournamentForTwo, checked_clock, checked_name
from data.database import reads, writes
from data.ids import ChannelId, ClubId, Key, ServerId
from data.states import ClubEvent, ClubState
from rules.game import GameInfo

CODE_LIVES = BEGINS_AFTER = timedelta(days=7)
MOST_OPEN = 10
"""How many club matches of a server can be offered, open or running."""
MOST_TRIES, TRIES_WITHIN = 10, timedelta(hours=1)
_KEPT = ("number", "name", "captain_id", "server_id", "channel_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a manager offers: the game, how many boards, the clock, and the name of the team.

    ``weeks``: between the rounds of a season; None for a single match.
    """

    game: str
    boards: int
    clock: str
    name: str
    rated: bool = True
    variant: str | None = None
    weeks: int | None = None


class OfferService(Leading):
    """Offers and accepts club matches. Refusals are ServiceErrors."""

    @writes
    def offer(self, connection: Connection, actor: Actor, terms: Terms) -> str:
        """Offer a match in the actor's channel; returns the code. The same click makes a new one.

        Raises NotAManager, BadBoards, BadName, TooManyClubs, TournamentForTwo, UnknownGame,
        UnknownVariant, GameNotAllowed, ClockNotAllowed, and what ``checked_clock`` raises.
        """
        info, clock = game_of(terms.game).info, checked_clock(terms.clock)
        variant = two_player_variant(info, terms.variant)
        if variant is None:
            raise TournamentForTwo(info)
        if not rules.LEAST_BOARDS <= terms.boards <= rules.MOST_BOARDS:
            raise errors.BadBoards
        if terms.weeks is not None:
            _check_season(info, clock, terms.weeks)
        code = rules.new_code()
        made = storage.with_key(connection, actor.key)
        if made is not None:
            storage.change(connection, made.id, code=_hashed(code))
            return code
        name, now = checked_name(terms.name), self._now()
        contest = Contest(
            *(ClubId(0), info.id, variant.id, str(clock), terms.rated, terms.boards),
            *(ClubState.OFFERED, now + CODE_LIVES, None, now, None),
            weeks=terms.weeks,
        )
        server_id = self._host(connection, actor, contest)
        made_id = self._add(connection, contest, actor.key, code=_hashed(code))
        where = {"server_id": server_id, "channel_id": actor.place.channel_id}
        storage.add_side(connection, made_id, number=0, name=name, captain_id=actor.id, **where)
        return code

    @reads
    def offers(self, connection: Connection, actor: Actor) -> tuple[Club, ...]:
        """What the actor's server offers, and nobody has accepted."""
        found = storage.in_server(connection, server_of(actor), (ClubState.OFFERED,))
        clubs = (storage.read(connection, each) for each in found)
        return tuple(each for each in clubs if len(each.sides) == 1)

    @writes
    def withdraw(self, connection: Connection, actor: Actor, club_id: ClubId) -> None:
        """Withdraw what the actor's server offers; nothing if it is accepted or gone by now.

        Raises NotAManager.
        """
        server_id, club = managed(connection, actor), storage.of(connection, club_id, lock=True)
        is_own = [each.server_id for each in club.sides] == [server_id]
        if is_own and club.contest.state is ClubState.OFFERED:
            storage.end(connection, club_id, ClubState.CANCELLED, self._now())

    async def look_up(self, actor: Actor, code: str) -> Offered:
        """What is offered under a code; a wrong one counts as a try.

        Raises NotAManager, NoSuchOffer, TooManyTries, OwnOffer, TooManyClubs, GameNotAllowed or
        ClockNotAllowed.
        """

        def look(connection: Connection) -> Offered | None:
            found = self._offered(connection, actor, code)
            if found is None:
                return None
            self._host(connection, actor, found)
            side = storage.read(connection, found).sides[0]
            return Offered(found, side.name)

        offered = await self._database.write(look)
        if offered is None:
            raise errors.NoSuchOffer
        return offered

    async def accept(self, actor: Actor, code: str, name: str, channel_id: ChannelId) -> ClubId:
        """Accept an offer for the actor's server, with a team and a channel; raises as ``look_up``.

        Raises BadName and SameName too.
        """

        def accept(connection: Connection) -> ClubId | None:
            found = self._offered(connection, actor, code)
            if found is None:
                return None
            server_id, now = self._host(connection, actor, found), self._now()
            others = storage.read(connection, found).sides
            number, team = len(others), checked_name(name)
            if team.casefold() in {each.name.casefold() for each in others}:
                raise errors.SameName
            side = {"number": number, "name": team, "captain_id": actor.id}
            where = {"server_id": server_id, "channel_id": channel_id}
            storage.add_side(connection, found.id, **side, **where)
            open_now = {"state": ClubState.OPEN, "code": None, "until": now + BEGINS_AFTER}
            if found.weeks:  # until it begins, others can accept it too
                del open_now["until"]
                if number + 1 < rules.MOST_TEAMS:
                    del open_now["code"]
            storage.change(connection, found.id, **open_now)
            club = storage.of(connection, found.id)
            storage.write(connection, club, ClubEvent.ACCEPTED, now, actor.key, side=number)
            return found.id

        club_id = await self._database.write(accept)
        if club_id is None:
            raise errors.NoSuchOffer
        return club_id

    @writes
    def rematch(self, connection: Connection, actor: Actor, club_id: ClubId) -> ClubId:
        """Ask for a rematch with the same terms, or accept it for the other side; gives its id.

        Raises NotTheCaptain, NoRematch or TooManyClubs.
        """
        club, side = self._led(connection, actor, club_id, *ClubState)
        if club.contest.state is not ClubState.OVER or club.contest.weeks:
            raise errors.NoRematch
        now, following = self._now(), storage.after(connection, club_id)
        if following is None:
            self._check_room(connection, server_of(actor))
            terms = replace(
                club.contest,
                state=ClubState.OFFERED,
                until=now + CODE_LIVES,
                ended_at=None,
            )
            made = self._add(connection, terms, actor.key, previous_id=club_id)
            for each in club.sides:
                kept = {name: getattr(each, name) for name in _KEPT}
                ready = now if each.number == side.number else None
                storage.add_side(connection, made, ready_at=ready, **kept)
            its = {"side": side.number, "player_id": actor.id}
            storage.write(connection, club, ClubEvent.REMATCH, now, actor.key, **its)
            return made
        again = storage.of(connection, following.id, lock=True)
        if again.contest.state is ClubState.OFFERED and not again.sides[side.number].ready_at:
            self._check_room(connection, server_of(actor))
            begins = {"state": ClubState.OPEN, "until": now + BEGINS_AFTER}
            storage.change(connection, again.id, **begins)
            for each in again.sides:
                storage.change_side(connection, each, ready_at=None)
            storage.write(connection, again, ClubEvent.ACCEPTED, now, side=side.number)
        elif again.contest.state is not ClubState.OFFERED:
            raise errors.NoRematch
        return again.id

    def _add(self, connection: Connection, contest: Contest, key: Key, **columns: Any) -> ClubId:
        kept = ("game", "clock", "rated", "boards", "state", "until", "weeks")
        row = {name: getattr(contest, name) for name in kept} | columns
        made = storage.add(
            connection, variant=contest.variant_id, created_at=self._now(), key=key, **row
        )
        assert contest.until is not None
        storage.wake(connection, made, contest.until)
        return made

    def _host(self, connection: Connection, actor: Actor, contest: Contest) -> ServerId:
        """The actor's server, if it can play this match."""
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        players.ensure(connection, [actor.id], now)
        settings = server_settings.get(connection, server_id, lock=True)
        check_game(settings, contest.info)
        check_clock(settings, checked_clock(contest.clock))
        self._check_room(connection, server_id)
        return server_id

    def _check_room(self, connection: Connection, server_id: ServerId) -> None:
        if len(storage.in_server(connection, server_id)) >= MOST_OPEN:
            raise errors.TooManyClubs(MOST_OPEN)

    def _offered(self, connection: Connection, actor: Actor, code: str) -> Contest | None:
        """The open offer with a code, locked; None if there is none, which counts as a try."""
        server_id, now = managed(connection, actor), self._now()
        players.ensure(connection, [actor.id], now)
        players.lock(connection, actor.id)  # tries at once are counted one by one
        tried = storage.tries_since(connection, actor.id, now - TRIES_WITHIN)
        if tried >= MOST_TRIES:
            raise errors.TooManyTries
        found = storage.with_code(connection, _hashed(rules.typed_code(code)))
        if found is None or found.until is None or found.until <= now:
            storage.note_try(connection, actor.id, now)
            return None
        if storage.read(connection, found).side_in(server_id) is not None:
            raise errors.OwnOffer
        return found


def _check_season(info: GameInfo, clock: TimedClock, weeks: int) -> None:
    """Raise BadWeeks, or ClockTooSlow if a game can take longer than a round."""
    if not rules.LEAST_WEEKS <= weeks <= rules.MOST_WEEKS:
        raise errors.BadWeeks
    longest = 2 * (clock.start + clock.increment * (info.turns - 1))
    if longest > timedelta(weeks=weeks):
        raise errors.ClockTooSlow(weeks, ceil(longest / timedelta(days=1)))


def _hashed(code: str) -> str:
    return sha256(code.encode()).hexdigest()
