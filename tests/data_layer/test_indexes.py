"""No query that a person waits for reads a whole table."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import partial
from inspect import Parameter, getfullargspec, getmembers, isclass, isfunction, signature
from itertools import product
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import IntegrityError

from bot.core import outbox, outbox_claims, timers
from bot.core.clocks import storage as clocks
from bot.core.clocks.storage import Clocks, MatchTime
from bot.core.errors import ServiceError
from bot.core.matches import storage as matches
from bot.core.people import orders, players
from bot.core.people.settings import reminder_settings
from bot.features.challenges import storage as challenges
from bot.features.clubs import storage as clubs
from bot.features.daily import storage as daily
from bot.features.ladders import storage as ladders
from bot.features.leaderboards import storage as leaderboards
from bot.features.moves import storage as drafts
from bot.features.practice import storage as practices
from bot.features.ratings import storage as ratings
from bot.features.ratings.values import RatingKey
from bot.features.reminders import storage as reminders
from bot.features.reminders.storage import IDLE_TIMER
from bot.features.requests import storage as requests
from bot.features.timekeeping import storage as timekeeping
from bot.features.timekeeping.storage import CLOCK_MESSAGE, DEADLINE_TIMER
from bot.features.tournaments import storage as tournaments
from bot.features.watching import service as followers
from data.database import Database
from data.ids import ChannelId, Key, LadderId, MatchId, MessageId, PlayerId
from data.statements import has_key
from data.tables import matches as all_matches
from data.tables import metadata
from rules.texts import Text
from tests.kit.by_day import at_night
from tests.kit.views import match_state

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH, KEY = MatchId(1), Key("interaction:1")
PLACE = (ChannelId(7), MessageId(5))
RATING = RatingKey("apart", 0, PlayerId(1))
ITS = all_matches.c.tournament_id == 1
SEEN = replace(match_state().match, time=MatchTime(Clocks(())))

Query = Callable[[Connection], object]

STORED = (
    *(challenges, clocks, clubs, drafts, followers, ladders, leaderboards, matches, outbox),
    *(outbox_claims, players, practices, ratings, reminders, requests, timekeeping, timers),
    *(daily, orders, tournaments),
)
"""Their functions read and write the tables, by the ``connection`` that each is given first."""
WHOLE: set[Any] = {
    *(clocks.running_clocks, ratings.clear, ratings.ended_matches, ratings.running_again),
    *(ladders.going_on, tournaments.going_on, tournaments.failing, outbox.backlog),
    *(outbox.count_failing, drafts.prune, reminders.prune, requests.prune),
    orders.all_orders,
    *(clubs.prune_tries, clubs.waiting_in, ladders.drop_standings),
    *(leaderboards.rated_by_game, tournaments.withdrawn_before),
    daily.choose,
    challenges.add,  # SQLite names what refers to one, though a new one has nothing to look for
}
"""What reads a whole table, which is small or for which nobody waits."""
ONES = (NOW, timedelta(minutes=5), CLOCK_MESSAGE, IDLE_TIMER, SEEN, RATING, Clocks(()))
SAMPLES: dict[Any, Any] = {**{type(each): each for each in ONES}, Text | str: "League"}


def value(hint: Any, *, optional: bool) -> Any:
    """What is given for a parameter; raises KeyError where nothing is known for its type."""
    parts = get_args(hint)
    plain: Any = getattr(hint, "__supertype__", hint)
    if type(None) in parts:
        return value(parts[0], optional=optional) if optional else None
    if get_origin(hint) in (Collection, Iterable, Sequence):
        return [value(parts[0], optional=optional)]
    if plain in (int, str, float, bool):
        return plain(1)
    if isclass(plain) and issubclass(plain, Enum):
        return next(iter(plain))
    made = hasattr(plain, "__dataclass_fields__") and plain not in SAMPLES
    return plain(**given(plain, optional=optional)) if made else SAMPLES[plain]


def given(made: Any, *, optional: bool) -> dict[str, Any]:
    """Values for the parameters of a function or class, or for those that it needs."""
    hints, parameters = get_type_hints(made), signature(made).parameters.values()
    return {
        each.name: value(hints[each.name], optional=optional)
        for each in parameters
        if each.name != "connection" and (optional or each.default is Parameter.empty)
    }


def is_query(found: Any) -> bool:
    """Whether it is a function that is given a connection, and cannot be given more and more."""
    if not isfunction(found) or found in WHOLE:
        return False
    told = getfullargspec(found)
    return told.args[:1] == ["connection"] and told.varargs is told.varkw is None


def all_queries() -> dict[str, Query]:
    found: dict[str, Query] = {
        "set_board": lambda c: matches.set_board(c, SEEN, PLACE, None, None, SEEN),
        "change": lambda c: matches.change(c, MATCH, asked=True),
        "outbox.add": lambda c: outbox.add(c, outbox.of_match(CLOCK_MESSAGE, MATCH, 5, 0), NOW),
        "STANDINGS.queue": lambda c: ladders.STANDINGS.queue(c, LadderId(1), NOW),
        "has_key": lambda c: has_key(c, ladders.ladder_entries, KEY),
        "settings": lambda c: reminder_settings.get(c, PlayerId(1)),
        "moved_between": lambda c: tournaments.moved_between(c, ITS, PlayerId(1), NOW, NOW),
        "set_all": lambda c: timers.set_all(c, 1, {DEADLINE_TIMER: NOW, IDLE_TIMER: None}),
    }
    for module, optional in product(STORED, (False, True)):
        for name, query in getmembers(module, is_query):
            if query.__module__ == module.__name__:
                with suppress(KeyError):
                    values = given(query, optional=optional)
                    found[f"{module.__name__}.{name} {optional}"] = partial(query, **values)
    return found


QUERIES = all_queries()
SMALL = {"shard_presence", "timeout_stops"}
"""Tables that have a row for each process, or one."""
SCANS = tuple(f"SCAN {name}" for name in ({*metadata.tables, "earlier"} - SMALL))
UNDONE = "ix_outbox_undone"
"""Holds only what is still to be told, so that reading all of it is what is wanted."""


@contextmanager
def caught() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are run, with what they are given."""
    found: list[tuple[str, Any]] = []

    def catch(*told: Any) -> None:
        found.append((told[2], told[3]))

    event.listen(Engine, "before_cursor_execute", catch)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", catch)


def plan(connection: Connection, query: Query, explain: str) -> list[str]:
    """The steps by which the database means to run the statements of a query."""
    trial = connection.begin_nested()
    with caught() as statements, suppress(IntegrityError, ServiceError):
        query(connection)
    trial.rollback()
    steps: list[str] = []
    for statement, values in statements:
        told = connection.exec_driver_sql(f"{explain} {statement}", values)
        steps += [str(row[-1]) for row in told]
    return steps


def _fill(connection: Connection) -> None:
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    for statement in (
        "INSERT INTO servers (id, created_at, settings) VALUES (70, '2026-01-01 00:00:00', '{{}}')",
        "INSERT INTO players (id, created_at, settings, reminders)"
        " {n} SELECT i, '2026-01-01 00:00:00', '{{}}', '{{}}' FROM n",
        "INSERT INTO challenges (game, variant, challenger_id, seat_choice, state, channel_id,"
        " created_at, expires_at, key, rematch_of) {n} SELECT 'apart', 'standard', i, 'first',"
        " 'accepted', 7, '2026-01-01 00:00:00', '2026-01-15 00:00:00', 'c' || i, i FROM n",
        "INSERT INTO challenge_players (challenge_id, player_id, invited)"
        " {n} SELECT i, 2001 - i, true FROM n",
        "INSERT INTO matches (challenge_id, game, variant, rules_version, channel_id, thread_id,"
        " server_id, ply, to_move, created_at, updated_at) {n} SELECT i, 'apart',"
        " 'standard', 1, 7, i, 70, 1, 0,"
        " '2026-01-01 00:00:00', '2026-01-01 00:00:00' FROM n",
        "UPDATE matches SET finished_at = '2026-01-01 00:00:00' WHERE id % 2 = 1",
        "INSERT INTO seats (match_id, seat, player_id) {n} SELECT i, 0, i FROM n",
        "INSERT INTO seats (match_id, seat, player_id) {n} SELECT i, 1, 2001 - i FROM n",
        "INSERT INTO entries (match_id, ply, seat, author_id, kind, text, key, created_at)"
        " {n} SELECT i, 1, 0, i, 'move', 'b2-b4', 'e' || i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO requests (match_id, kind, ply, player_id, state, text, key, created_at)"
        " {n} SELECT i, 'undo', 1, i, 'lapsed', '0', 'r' || i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO outbox (destination, kind, key, subject_id, version, nonce, done,"
        " next_attempt_at, message_id, created_at)"
        " {n} SELECT 'match:' || i, 'board', 'o' || i, i, 0,"
        " 'n' || i, i <= 1990, '2026-01-01 00:00:00', i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO timers (kind, subject_id, due_at)"
        " {n} SELECT 'challenge_expiry', i, '2027-01-01 00:00:00' FROM n",
        "INSERT INTO results (match_id, number, game, variant, ended_at, ending)"
        " {n} SELECT i, i, 'apart', 'standard', '2026-01-01 00:00:00', 'rules' FROM n",
        "INSERT INTO seat_results (match_id, seat, player_id, number, game, place, moves)"
        " {n} SELECT i, 0, i, i, 'apart', 0, 9 FROM n",
        "INSERT INTO seat_results (match_id, seat, player_id, number, game, place, moves)"
        " {n} SELECT i, 1, 2001 - i, i, 'apart', 1, 9 FROM n",
        "INSERT INTO rating_changes (match_id, player_id, scope, game, number, outcome, mu_before,"
        " sigma_before, mu, sigma, points_before, points, at)"
        " {n} SELECT i, i, 0, 'apart', i, 1, 25, 8, 26, 7, 1500, 1529, '2026-01-01 00:00:00'"
        " FROM n",
        "INSERT INTO ratings (game, scope, player_id, mu, sigma, won, drawn, lost, played_at,"
        " height, day) {n} SELECT 'apart', 0, i, 26, 7, 1, 0, 0, '2026-01-01 00:00:00', i * 900,"
        " 9 FROM n",
        "INSERT INTO ladders (server_id, game, variant, clock, created_at, key, closed) {n}"
        " SELECT 70, 'g' || i, 'standard', '3d', '2026-01-01 00:00:00', 'l' || i, i > 10 FROM n",
        "INSERT INTO ladder_entries (ladder_id, kind, at, player_id, opponent_id, match_id, key)"
        " {n} SELECT i % 3 + 1, 'ended', '2026-01-01 00:00:00', i, 2001 - i, i, 'le' || i FROM n",
        "ANALYZE",
    ):
        connection.execute(text(statement.format(n=many)))


@pytest.mark.parametrize("state", [at_night("empty"), "filled"])
@pytest.mark.both_databases
async def test_no_whole_table_is_read(database: Database, state: str) -> None:
    if state == "filled":
        await database.write(_fill)
    scanned = _scanned_by_postgresql if database.is_shared else _scanned_by_sqlite
    found = {name: await database.write(scanned, query) for name, query in QUERIES.items()}
    assert {name: scans for name, scans in found.items() if scans} == {}


def _scanned_by_sqlite(connection: Connection, query: Query) -> list[str]:
    steps = plan(connection, query, "EXPLAIN QUERY PLAN")
    scans = [step for step in steps if step.startswith(SCANS)]
    return [step for step in scans if not step.endswith(UNDONE)]


def _scanned_by_postgresql(connection: Connection, query: Query) -> list[str]:
    # without this, it reads small tables whole although it has an index that it could use
    connection.execute(text("SET LOCAL enable_seqscan = off"))
    steps = plan(connection, query, "EXPLAIN")
    return [step for step in steps if re.search(rf"Seq Scan on (?!{'|'.join(SMALL)})\w", step)]
