"""Who may do what in a server, as its managers have set it."""

import unicodedata

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import Clock, NoClock, parse_clock
from bot.services.people import blocks
from bot.services.people.forgotten import is_stand_in
from bot.services.people.settings import ServerSettings, server_settings
from bot.services.settings.service import (
    BadReason,
    BlockedByYou,
    BlockedYou,
    ClockNotAllowed,
    GameNotAllowed,
    NoServerHere,
    NotAManager,
    NotAStarter,
    WrongChannel,
)
from data.ids import PlayerId, ServerId
from rules import GAMES
from rules.game import GameInfo


def check_offer(connection: Connection, actor: Actor, info: GameInfo, clock: Clock | None) -> None:
    """Raise an error if the server does not want this; None where a clock makes no sense.

    It is GameNotAllowed, ClockNotAllowed, WrongChannel or NotAStarter.
    """
    place, person = actor.place, actor.person
    if place.server_id is None:
        return
    settings = server_settings.get(connection, place.server_id)
    check_game(settings, info)
    if clock is not None:
        check_clock(settings, clock)
    if settings.channel_id not in (None, place.channel_id):
        raise WrongChannel(settings.channel_id)
    role = settings.starter_role_id
    if role is not None and role not in person.roles and not person.manages_server:
        raise NotAStarter(role)


def check_acceptance(connection: Connection, info: GameInfo, server: ServerId | None) -> None:
    """Raise GameNotAllowed if the server has stopped playing the game since it was offered."""
    if server is not None:
        check_game(server_settings.get(connection, server), info)


def check_game(settings: ServerSettings, info: GameInfo) -> None:
    """Raise GameNotAllowed if the server does not play the game."""
    allowed = settings.allowed_games
    if allowed is not None and info.id not in allowed:
        raise GameNotAllowed(info, tuple(GAMES[game].info for game in allowed if game in GAMES))


def check_clock(settings: ServerSettings, clock: Clock) -> None:
    """Raise ClockNotAllowed if nobody plays with this clock in the server."""
    allowed = settings.allowed_clocks
    if allowed is not None and str(clock) not in allowed:
        raise ClockNotAllowed(clock, tuple(parse_clock(each) for each in allowed))


def usual_clock(connection: Connection, actor: Actor) -> Clock:
    """The clock of a challenge that names none."""
    server_id = actor.place.server_id
    if server_id is None:
        return NoClock()
    return parse_clock(server_settings.get(connection, server_id).default_clock)


def check_blocks(connection: Connection, newcomer: PlayerId, others: tuple[PlayerId, ...]) -> None:
    """Raise BlockedByYou or BlockedYou if the newcomer and one of the others will not play.

    Nor can anybody play with a person who was deleted.
    """
    for player_id in filter(is_stand_in, others):
        raise BlockedYou(player_id)
    for player_id, blocked_id in blocks.among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)


def check_manager(connection: Connection, actor: Actor, server: ServerId | None) -> None:
    """Raise NoServerHere or NotAManager unless the actor manages ``server``, where they act."""
    here = actor.place.server_id
    if here is None:
        raise NoServerHere
    role = server_settings.get(connection, here).manager_role_id
    manages = actor.person.manages_server or (role is not None and role in actor.person.roles)
    if here != server or not manages:
        raise NotAManager(role)


LONGEST_REASON = 300


def checked_reason(reason: str) -> str:
    """The reason on one line, without characters that are not seen; raises BadReason.

    What turns the direction of a line, or means nothing, would show the players something else than
    the manager wrote.
    """
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in reason
        if letter.isspace() or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    flat = " ".join(seen.split())
    if not flat or len(flat) > LONGEST_REASON:
        raise BadReason(LONGEST_REASON)
    return flat
