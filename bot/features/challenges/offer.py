"""What somebody offers, who may answer it, how many offers there may be, and who sits where."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random

from sqlalchemy import Connection

from bot.core.actor import Actor, Person
from bot.core.matches import game_of, variant_of
from bot.core.matches import storage as matches
from bot.features.challenges import errors, storage
from bot.features.ratings import MOST_RATED, RATED_WITHIN
from bot.features.ratings import results_storage as results
from data.ids import Engine, Holder, PlayerId
from data.states import SeatChoice, UnratedReason
from rules.game import GameInfo, Variant

BEFORE_RATED = 3
"""So many matches has everybody finished before one is rated without being asked for."""
MOST_OPEN = 30
MOST_A_DAY = 60
MOST_MATCHES = 300
"""Running matches of one person, everywhere."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ChallengeOffer:
    """A challenge before it is made. Without ``opponents`` anybody may accept.

    ``engines`` take part as well; where they fill all places the match begins at once. Without a
    ``variant`` it is the game's first one for that many players. ``clock`` is as somebody typed
    it; without one it is what the server begins with, and so is whether it is ``rated``.
    """

    game: str
    opponents: tuple[Person, ...] = ()
    variant: str | None = None
    seat_choice: SeatChoice = SeatChoice.RANDOM
    clock: str | None = None
    rated: bool | None = None
    engines: tuple[Engine, ...] = ()


def check_opponent(actor: Actor, person: Person) -> None:
    """Raise OpponentIsBot or OpponentIsYou for who can be nobody's opponent."""
    if person.is_bot:
        raise errors.OpponentIsBot
    if person.id == actor.id:
        raise errors.OpponentIsYou


def checked_variant(actor: Actor, offer: ChallengeOffer) -> Variant:
    """The variant that is offered.

    Raises UnknownGame, UnknownVariant, OpponentIsBot, OpponentIsYou, SameOpponentTwice or
    WrongOpponentCount.
    """
    info = game_of(offer.game).info
    if offer.variant is None:
        variant = _usual(info, len(offer.opponents) + len(offer.engines))
    else:
        variant = variant_of(info, offer.variant)
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


def _usual(info: GameInfo, opponents: int) -> Variant:
    """The game's first variant that as many can play; its first if there is none."""
    players = opponents + 1 if opponents else info.variants[0].seats
    fitting = (variant for variant in info.variants if variant.seats == players)
    return next(fitting, info.variants[0])


def why_unrated(
    connection: Connection,
    game: str,
    players: tuple[PlayerId, ...],
    now: datetime,
    *,
    rated: bool | None,
) -> UnratedReason | None:
    """Why a match of these players will not be rated; None if it will.

    Where nobody has said whether it is ``rated``, it is once all have finished a few matches;
    while nobody has accepted, there is only one player.
    """
    if rated is False:
        return UnratedReason.FRIENDLY
    finished = partial(results.of_player, connection, game=None, most=BEFORE_RATED)
    enough = len(players) > 1 and all(len(finished(each)) == BEFORE_RATED for each in players)
    if rated is None and not enough:
        return UnratedReason.NEWCOMER
    before = results.rated_since(connection, game, players, now - RATED_WITHIN)
    return UnratedReason.TOO_MANY if before >= MOST_RATED else None


def seated(
    players: tuple[Holder, ...], choice: SeatChoice, randomness: Random
) -> tuple[Holder, ...]:
    """The players by seat. The first one chose a seat; the others get theirs at random."""
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
