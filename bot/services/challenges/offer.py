"""What somebody offers, and whether it can be played."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor, Person
from bot.services.challenges.errors import (
    OpponentIsBot,
    OpponentIsYou,
    SameOpponentTwice,
    UnreadableClock,
    WrongOpponentCount,
)
from bot.services.clocks import Clock, InvalidClockError, parse_clock
from bot.services.matches import game_of, variant_of
from bot.services.people.settings import server_settings
from bot.services.results import RATED_WITHIN, unrated_from_the_start
from bot.services.results import storage as results
from data.ids import Engine, PlayerId
from data.states import SeatChoice, UnratedReason
from rules.game import GameInfo, Variant


@dataclass(frozen=True, slots=True)
class Offer:
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

    @property
    def opponent_ids(self) -> tuple[PlayerId, ...]:
        """Who is challenged, in the order in which they were named."""
        return tuple(person.id for person in self.opponents)


def check_opponent(actor: Actor, person: Person) -> None:
    """Raise OpponentIsBot or OpponentIsYou for who can be nobody's opponent."""
    if person.is_bot:
        raise OpponentIsBot(person.id)
    if person.id == actor.id:
        raise OpponentIsYou


def checked_variant(actor: Actor, offer: Offer) -> Variant:
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
            raise SameOpponentTwice(person.id)
        seen.add(person.id)
    needed = variant.seats - 1 - len(offer.engines)
    if needed < 0 or (offer.opponents and len(offer.opponents) != needed):
        raise WrongOpponentCount(info, variant, variant.seats - 1)
    return variant


def checked_clock(offer: Offer) -> Clock | None:
    """The clock that is offered, None for the usual one. Raises UnreadableClock."""
    if offer.clock is None:
        return None
    try:
        return parse_clock(offer.clock)
    except InvalidClockError as error:
        raise UnreadableClock(error) from error


def _usual(info: GameInfo, opponents: int) -> Variant:
    """The game's first variant that as many can play; its first if there is none."""
    players = opponents + 1 if opponents else info.variants[0].seats
    fitting = (variant for variant in info.variants if variant.seats == players)
    return next(fitting, info.variants[0])


def wants_rated(connection: Connection, actor: Actor, wish: bool | None) -> bool:
    """Whether a rated match is asked for; as usual in the server where nothing was said."""
    server_id = actor.place.server_id
    if wish is not None or server_id is None:
        return wish is not False
    return server_settings.get(connection, server_id).rated


def why_unrated(
    connection: Connection,
    game: str,
    players: tuple[PlayerId, ...],
    now: datetime,
    *,
    friendly: bool,
) -> UnratedReason | None:
    """Why a match of these players will not be rated; None if it will."""
    if friendly:
        return UnratedReason.FRIENDLY
    before = results.rated_since(connection, game, players, now - RATED_WITHIN)
    return unrated_from_the_start(before)
