"""Which match somebody means: the one place that answers it, for every command."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import storage
from bot.services.matches.errors import NoMatchHere, NotYourMatch, SeveralMatches
from bot.services.matches.models import Scope
from bot.services.matches.storage import MatchSummary
from data.ids import MatchId

MOST = 100
"""How many matches of a server are looked through for one to offer."""


def meant(connection: Connection, actor: Actor, scope: Scope) -> MatchId:
    """The match that somebody means who names none.

    It is the thread's if they may mean that; else the only one waiting for them; else the only one
    that they play; and to look back, else the one that ended last. Raises SeveralMatches, or where
    there is none NoMatchHere, or NotYourMatch in the thread of other people's match.
    """
    return _meant(connection, actor, scope, storage.in_thread(connection, actor.place.here)).id


def meant_to_move(connection: Connection, actor: Actor) -> MatchId | MatchSummary:
    """The match in which somebody means to move who names none: the thread's as it is, locked.

    Raises NoMatchHere or SeveralMatches.
    """
    here = storage.in_thread(connection, actor.place.here, lock=True)
    found = _meant(connection, actor, Scope.TO_MOVE, here)
    return found if found is here else found.id


def _meant(
    connection: Connection, actor: Actor, scope: Scope, here: MatchSummary | None
) -> MatchSummary:
    if here is not None and (scope is Scope.SEEN or actor.id in here.players):
        return here
    running = storage.running_of(connection, actor.id)
    waiting = tuple(each for each in running if each.to_move_player == actor.id)
    possible = running if scope is Scope.SEEN else waiting or running
    if scope is Scope.SEEN and not possible:
        possible = storage.finished_of(connection, actor.id, 1)
    if not possible:
        raise NoMatchHere(scope) if here is None else NotYourMatch(here.id)
    if len(possible) > 1:
        raise SeveralMatches(possible)
    return possible[0]


def offered(
    connection: Connection, actor: Actor, scope: Scope, most: int
) -> tuple[MatchSummary, ...]:
    """The matches that may be meant, likeliest first, at most ``most``."""
    if scope is Scope.SERVER:
        server_id = actor.place.server_id
        return () if server_id is None else storage.in_server(connection, server_id, MOST)[:most]
    running = storage.running_of(connection, actor.id)
    waiting = tuple(each for each in running if each.to_move_player == actor.id)
    if scope is Scope.TO_MOVE:
        return waiting[:most]
    others = tuple(each for each in running if each not in waiting)
    ended = storage.finished_of(connection, actor.id, most) if scope is Scope.SEEN else ()
    return (*waiting, *others, *ended)[:most]
