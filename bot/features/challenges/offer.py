"""An offer: who may make it, whether its match will be rated, and who gets which seat."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random

from sqlalchemy import Connection

from bot.core.actor import Actor, Person
from bot.core.clocks import Clock, stored_clock
from bot.core.matches import game_of, variant_of
from bot.core.matches import storage as matches
from bot.core.people.settings import ServerSettings, server_settings
from bot.features.challenges import errors, storage
from bot.features.ratings import MOST_RATED, RATED_WITHIN
from bot.features.ratings import storage as results
from data.ids import Engine, Holder, PlayerId
from data.states import SeatChoice, UnratedReason
from rules import GAMES
from rules.game import GameInfo, Variant

BEFORE_RATED = 3
"""Matches are rated by default once each player has finished this many."""
MOST_OPEN = 30
MOST_A_DAY = 60
MOST_MATCHES = 300
"""The most running matches of one person, in all servers."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ChallengeOffer:
    """What somebody wants to offer. Without ``opponents`` anybody may accept.

    If ``engines`` fill all other seats, the match begins at once. ``variant`` defaults to the
    game's first one for that many players, ``clock``, as typed, and ``rated`` to the server's
    settings.
    """

    game: str
    opponents: tuple[Person, ...] = ()
    variant: str | None = None
    seat_choice: SeatChoice = SeatChoice.RANDOM
    clock: str | None = None
    rated: bool | None = None
    engines: tuple[Engine, ...] = ()


def check_opponent(actor: Actor, person: Person) -> None:
    """Raise OpponentIsBot or OpponentIsYou if the person cannot be the actor's opponent."""
    if person.is_bot:
        raise errors.OpponentIsBot
    if person.id == actor.id:
        raise errors.OpponentIsYou


def checked_variant(actor: Actor, offer: ChallengeOffer) -> Variant:
    """The offered variant, once its opponents have been checked.

    Raises UnknownGame, UnknownVariant, OpponentIsBot, OpponentIsYou, SameOpponentTwice or
    WrongOpponentCount.
    """
    info = game_of(offer.game).info
    if offer.variant is not None:
        variant = variant_of(info, offer.variant)
    else:
        players = 1 + len(offer.opponents) + len(offer.engines)
        fitting = (each for each in info.variants if each.seats == players)
        variant = next(fitting, info.variants[0])
    seen: set[PlayerId] = set()
    for person in offer.opponents:
        check_opponent(actor, person)
        if person.id in seen:
            raise errors.SameOpponentTwice(person.id)
        seen.add(person.id)
    needed = variant.seats - 1 - len(offer.engines)
    if needed < 0 or (offer.opponents and len(offer.opponents) != needed):
        raise errors.WrongOpponentCount(info, variant, variant.seats - 1)
    return variant


def why_unrated(
    connection: Connection,
    game: str,
    players: tuple[PlayerId, ...],
    now: datetime,
    *,
    rated: bool | None,
) -> UnratedReason | None:
    """Why a match of these players will not be rated; None if it will.

    If ``rated`` is None, it is rated once all have finished BEFORE_RATED matches. Before somebody
    has accepted an open challenge, ``players`` is the challenger alone.
    """
    if rated is False:
        return UnratedReason.FRIENDLY
    finished = partial(results.results_of, connection, game=None, most=BEFORE_RATED)
    enough = len(players) > 1 and all(len(finished(each)) == BEFORE_RATED for each in players)
    if rated is None and not enough:
        return UnratedReason.NEWCOMER
    before = results.rated_since(connection, game, players, now - RATED_WITHIN)
    return UnratedReason.TOO_MANY if before >= MOST_RATED else None


def seated(
    players: tuple[Holder, ...], choice: SeatChoice, randomness: Random
) -> tuple[Holder, ...]:
    """The players by seat: the first gets the chosen seat, the others random ones."""
    challenger, *others = players
    randomness.shuffle(others)
    places = {SeatChoice.FIRST: 0, SeatChoice.SECOND: 1}
    place = places.get(choice, randomness.randrange(len(players)))
    return (*others[:place], challenger, *others[place:])


def check_challenges(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Raise TooManyOpen or TooManyToday if the player may not make another challenge now."""
    if storage.count_open(connection, player_id) >= MOST_OPEN:
        raise errors.TooManyOpen(MOST_OPEN)
    oldest = storage.made_before(connection, player_id, MOST_A_DAY)
    if oldest is not None and oldest > now - DAY:
        raise errors.TooManyToday(MOST_A_DAY, oldest + DAY)


def check_matches(connection: Connection, players: Iterable[PlayerId]) -> None:
    """Raise TooManyMatches if one of the players cannot begin another match."""
    for player_id in players:
        if matches.count_running(connection, player_id) >= MOST_MATCHES:
            raise errors.TooManyMatches(player_id, MOST_MATCHES)


def check_offer(connection: Connection, actor: Actor, info: GameInfo, clock: Clock | None) -> None:
    """Raise GameNotAllowed, ClockNotAllowed, WrongChannel or NotAStarter if it is forbidden."""
    place, person = actor.place, actor.person
    if place.server_id is None:
        return
    settings = server_settings.get(connection, place.server_id)
    check_game(settings, info)
    if clock is not None:
        check_clock(settings, clock)
    if settings.channel_id not in (None, place.channel_id):
        raise errors.WrongChannel(settings.channel_id)
    role = settings.starter_role_id
    if role is not None and role not in person.roles and not person.manages_server:
        raise errors.NotAStarter(role)


def check_game(settings: ServerSettings, info: GameInfo) -> None:
    """Raise GameNotAllowed if the server does not allow the game."""
    allowed = settings.allowed_games
    if allowed is not None and info.id not in allowed:
        games = tuple(GAMES[game].info for game in allowed if game in GAMES)
        raise errors.GameNotAllowed(info, games)


def check_clock(settings: ServerSettings, clock: Clock) -> None:
    """Raise ClockNotAllowed if the server does not allow the clock."""
    allowed = settings.allowed_clocks
    if allowed is not None and str(clock) not in allowed:
        raise errors.ClockNotAllowed(clock, tuple(stored_clock(each) for each in allowed))
