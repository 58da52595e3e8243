"""No query that a person waits for reads a whole table."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from bot.core import outbox, outbox_claims, timers
from bot.core.clocks import storage as clocks
from bot.core.clocks.storage import Clocks, MatchTime
from bot.core.matches import storage as matches
from bot.core.people import players
from bot.core.people.settings import reminder_settings
from bot.features.challenges import storage as challenges
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from bot.features.ladders import storage as ladders
from bot.features.leaderboards import storage as leaderboards
from bot.features.leaderboards.values import Board, Period
from bot.features.moves import storage as drafts
from bot.features.ratings import RatingRow
from bot.features.ratings import storage as ratings
from bot.features.ratings import storage as results
from bot.features.reminders import storage as reminders
from bot.features.reminders.storage import IDLE_TIMER, note_digest
from bot.features.requests import storage as requests
from bot.features.timekeeping import storage as timekeeping
from bot.features.timekeeping.storage import CLOCK_MESSAGE, DEADLINE_TIMER
from bot.features.tournaments import Tournament
from bot.features.tournaments import storage as tournaments
from bot.features.tournaments.values import Rules
from bot.features.watching import service as followers
from data.database import Database
from data.ids import (
    ChallengeId,
    ChannelId,
    Key,
    LadderId,
    MatchId,
    MessageId,
    PlayerId,
    ReminderId,
    ServerId,
    TournamentId,
)
from data.statements import has_key
from data.states import (
    RequestKind,
    TimerKind,
    TournamentEvent,
    TournamentKind,
    TournamentState,
)
from data.tables import metadata
from tests.kit.views import match_state

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LEASE = timedelta(minutes=5)
LADDER = LadderId(1)
A_CUP = Tournament(
    *(TournamentId(1), ServerId(70), TournamentKind.LEAGUE, "League", "apart", "x", "3d", True),
    *(Rules(least=4, most=60), PlayerId(1), TournamentState.OPEN, None, 1, None, None, None),
    *(ChannelId(7), None, None, None, NOW),
)
MATCH, CHALLENGE, PLAYER, KEY = MatchId(1), ChallengeId(1), PlayerId(1), Key("interaction:1")

PLACE = (ChannelId(7), MessageId(5))
SEEN = replace(match_state().match, time=MatchTime(Clocks(())))

RATING = ("apart", 0, PLAYER)
BOARD = Board("apart", 0, Period.ACTIVE, NOW)
A_RATING = RatingRow(*RATING, 25.0, 4.0, None, 1, 0, 0, NOW, 1500)

Query = Callable[[Connection], object]

QUERIES: dict[str, Query] = {
    "tournaments.get": lambda c: tournaments.get(c, A_CUP.id, lock=True),
    "tournaments.field_of": lambda c: tournaments.field_of(c, A_CUP),
    "tournaments.in_server": lambda c: tournaments.in_server(c, ServerId(70)),
    "tournaments.after": lambda c: tournaments.after(c, A_CUP.id),
    "tournaments.of_player": lambda c: tournaments.of_player(c, PLAYER, ServerId(70)),
    "tournaments.events": lambda c: tournaments.events(c, A_CUP.id, 5, 10),
    "tournaments.count_events": lambda c: tournaments.count_events(
        c, A_CUP.id, TournamentEvent.POSTPONED
    ),
    "tournaments.kept_apart": lambda c: tournaments.kept_apart(c, A_CUP.id),
    "tournaments.written_at": lambda c: tournaments.written_at(c, KEY),
    "tournaments.moved_between": lambda c: tournaments.moved_between(c, A_CUP.id, PLAYER, NOW, NOW),
    "tournaments.barred": lambda c: tournaments.barred(c, ServerId(70), NOW),
    "results.in_order": lambda c: results.in_order(c, [MATCH]),
    "results.timed_out_in": lambda c: results.timed_out_in(c, [MATCH]),
    "matches.get": lambda c: matches.get(c, MATCH),
    "matches.get locked": lambda c: matches.get(c, MATCH, lock=True),
    "matches.several": lambda c: matches.several(c, [MATCH, MatchId(2)]),
    "matches.running_of": lambda c: matches.running_of(c, PLAYER),
    "matches.finished_of": lambda c: matches.finished_of(c, PLAYER, 10),
    "matches.in_server": lambda c: matches.in_server(c, ServerId(70), 25),
    "matches.running_in": lambda c: matches.running_in(c, ServerId(70), 25),
    "followers.followers_of_match": lambda c: followers.followers_of_match(c, MATCH),
    "followers.followers_of_people": lambda c: followers.followers_of_people(
        c, [PLAYER], ServerId(70)
    ),
    "followers.followed_by": lambda c: followers.followed_by(c, PLAYER, ServerId(70)),
    "outbox_places.redirect": lambda c: outbox.redirect(c, [f"match:{MATCH}"], ChannelId(7), NOW),
    "outbox.add": lambda c: outbox.add(c, outbox.of_match(CLOCK_MESSAGE, MATCH, 5, 0), NOW),
    "matches.shown_in": lambda c: matches.shown_in(c, MessageId(5)),
    "matches.in_thread": lambda c: matches.in_thread(c, ChannelId(7)),
    "matches.in_thread locked": lambda c: matches.in_thread(c, ChannelId(7), lock=True),
    "matches.set_board": lambda c: matches.set_board(c, SEEN, PLACE, None, None, SEEN),
    "matches.change": lambda c: matches.change(c, MATCH, asked=True),
    "matches.count_waiting": lambda c: matches.count_waiting(c, PLAYER),
    "entries.between": lambda c: matches.entries_between(c, MATCH, after=3, up_to=9),
    "entries.with_key": lambda c: matches.entry_with_key(c, KEY),
    "challenges.get": lambda c: challenges.get(c, CHALLENGE),
    "challenges.get locked": lambda c: challenges.get(c, CHALLENGE, lock=True),
    "challenges.expiries": lambda c: challenges.expiries(c, [CHALLENGE]),
    "challenges.awaiting": lambda c: challenges.awaiting(c, PLAYER),
    "challenges.with_key": lambda c: challenges.with_key(c, KEY),
    "challenges.rematch_of": lambda c: challenges.rematch_of(c, MATCH),
    "requests.made_at": lambda c: requests.made_at(c, MATCH, RequestKind.UNDO, 3),
    "requests.awaiting": lambda c: requests.awaiting(c, PLAYER),
    "entries.moves_of": lambda c: matches.count_moves(c, PLAYER, "apart", most=3),
    "requests.with_key": lambda c: requests.with_key(c, KEY),
    "requests.lapse": lambda c: requests.lapse(c, MATCH),
    "reminders.get": lambda c: reminders.get(c, ReminderId(1)),
    "reminders.with_key": lambda c: reminders.with_key(c, KEY),
    "reminders.from_turn": lambda c: reminders.from_turn(c, MATCH, 3),
    "reminders.end_all": lambda c: reminders.end_all(c, MATCH),
    "reminder_settings.get": lambda c: reminder_settings.get(c, PLAYER),
    "clocks.put": lambda c: clocks.put(c, MATCH, Clocks(()), NOW),
    "clocks.credited_since": lambda c: clocks.credited_since(c, MATCH, 0, NOW),
    "clocks.lines_of": lambda c: clocks.lines_of(c, MATCH),
    "drafts.used_at": lambda c: drafts.used_at(c, MATCH, PLAYER, 3),
    "challenges.note_card": lambda c: challenges.note_card(c, CHALLENGE, NOW),
    "note_digest": lambda c: note_digest(c, PLAYER, 5, NOW),
    "outbox.claim": lambda c: outbox_claims.claim(c, "me", NOW, NOW, 16),
    "outbox.next_attempt": lambda c: outbox_claims.next_attempt(c, NOW),
    "outbox.next_attempt of all": outbox_claims.next_attempt,
    "results.get": lambda c: results.result_of(c, MATCH),
    "results.following": lambda c: results.following(c, 7, 100),
    "results.timeouts": lambda c: results.timeouts(c, PLAYER, NOW, LEASE, 9),
    "results.rated_since": lambda c: results.rated_since(c, "apart", [PLAYER, PlayerId(2)], NOW),
    "results.meetings": lambda c: results.meetings(c, PLAYER, PlayerId(2)),
    "results.of_player": lambda c: results.results_of(c, PLAYER, None, 100),
    "results.between_players": lambda c: results.between_players(c, PLAYER, PlayerId(2), 5),
    "ratings.load": lambda c: ratings.load(c, [RATING]),
    "ratings.of_player": lambda c: ratings.ratings_of(c, PLAYER),
    "ratings.changes_of": lambda c: ratings.changes_of(c, MATCH),
    "ratings.history": lambda c: ratings.history(c, RATING, 100),
    "ratings.last_before": lambda c: ratings.last_before(c, RATING, 9),
    "leaderboards.page": lambda c: leaderboards.page(c, BOARD, 20, 10),
    "leaderboards.place_of": lambda c: leaderboards.place_of(c, BOARD, 250),
    "leaderboards.recent_changes": lambda c: leaderboards.recent_changes(
        c, BOARD, [PLAYER, PlayerId(2)]
    ),
    "leaderboards.total": lambda c: leaderboards.total(c, BOARD),
    "leaderboards.sharing_before": lambda c: leaderboards.sharing_before(c, BOARD, A_RATING),
    "timers.set_timer": lambda c: timers.set_timer(c, CHALLENGE_EXPIRY_TIMER, 1, NOW),
    "ladders.STANDINGS.queue": lambda c: ladders.STANDINGS.queue(c, LADDER, NOW),
    "blocks.around": lambda c: players.parted_from(c, PLAYER),
    "ladders.get": lambda c: ladders.get(c, LADDER),
    "ladders.with_key": lambda c: ladders.with_key(c, KEY),
    "ladders.in_server": lambda c: ladders.in_server(c, ServerId(70)),
    "ladders.running": lambda c: ladders.running(c, LADDER),
    "ladders.of_player": lambda c: ladders.of_player(c, PLAYER),
    "ladders.is_invited": lambda c: ladders.is_invited(c, LADDER, PLAYER),
    "ladders.entries_from": lambda c: ladders.entries_from(c, LADDER, 17),
    "ladders.entries_before": lambda c: ladders.entries_before(c, LADDER, 9, 10),
    "ladders.entry": lambda c: ladders.entry(c, 5),
    "ladders.has_key": lambda c: has_key(c, ladders.ladder_entries, KEY),
    "ladders.entries_of_match": lambda c: ladders.entries_of_match(c, MATCH),
    "ladders.played": lambda c: ladders.played(c, LADDER, NOW),
    "timers.set_all": lambda c: timers.set_all(c, 1, {DEADLINE_TIMER: NOW, IDLE_TIMER: None}),
    "timers.due": lambda c: timers.due(c, NOW, 100, tuple(TimerKind.known.values())),
    "timers.next_due": lambda c: timers.next_due(c, tuple(TimerKind.known.values())),
    "timekeeping.lateness": lambda c: timekeeping.lateness(c, NOW, 6),
    "timekeeping.count_to_move": timekeeping.count_to_move,
}

SCANS = tuple(f"SCAN {name}" for name in (*metadata.tables, "earlier"))
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
    with caught() as statements:
        query(connection)
    assert statements
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


@pytest.mark.parametrize("state", ["empty", "filled"])
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
    return [step for step in steps if re.search(r"Seq Scan on \w", step)]
