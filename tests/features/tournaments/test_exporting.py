"""Tournaments as files."""

import csv
import io
import json
from collections.abc import Mapping
from datetime import timedelta

import pytest

from bot.features.replays.service import game_record
from bot.features.tournaments.exporting import files_of
from data.ids import PlayerId
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.pairing.test_files import read
from tests.kit.club import Club

NAMES: Mapping[PlayerId, str] = {PlayerId(number): f"Player {number}" for number in range(1, 13)}


async def files(cup: Cup) -> dict[str, str]:
    return files_of(await cup.field(), NAMES, cup.club.clock.now + timedelta(days=3))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("kind", "called"), [("swiss", "Swiss-System"), ("round_robin", "Round-")])
async def test_where_everybody_has_a_game_a_round_chess_programs_read_it(
    club: Club, kind: str, called: str
) -> None:
    chosen = {"rounds": 3} if kind == "swiss" else {"at_once": 0}  # one game each from seven on
    cup = await Cup.begun(club, 7, kind, **chosen)
    first = next(each for each in (await cup.field()).pairings if each.is_running)
    one, other = map(int, first.players)
    await club.play(await cup.match(one, other), 2)
    await cup.win(one, other)
    found = await files(cup)
    headers, players = read(found["tournament.trf"])
    assert called in headers["092"]
    assert headers["062"] == "7"
    assert {number: each[0] for number, each in players.items()} == {
        n: NAMES[n] for n in range(1, 8)
    }
    number = (await cup.field()).numbers[PlayerId(one)]
    assert players[number][2] == 1
    assert "w1" in players[number][-1]
    table = {row["name"]: row for row in rows(found["table.csv"])}
    assert (table[NAMES[one]]["points"], table[NAMES[one]]["wins"]) == ("1", "1")
    games = rows(found["games.csv"])
    assert len(games) == len((await cup.field()).pairings)
    (played,) = (row for row in games if row["outcome"] == "played")
    assert (played["first"], played["points of the first"]) == (NAMES[one], "1")


@pytest.mark.parametrize("kind", ["league", "knockout"])
async def test_others_have_tables_alone(club: Club, kind: str) -> None:
    cup = await Cup.begun(club, 6, kind)
    assert set(await files(cup)) == {"table.csv", "games.csv"}


async def test_a_record_has_event_and_round_and_one_beside_tournaments_neither(club: Club) -> None:
    cup = await Cup.begun(club, 3, "knockout", name="Autumn cup")
    await club.sql("UPDATE tournaments SET number = 2")
    match = await cup.match(2, 3)
    await cup.win(2, 3)
    beside = await club.start(PlayerId(2), PlayerId(3))
    await club.resign(await club.state(beside.id), beside.players[0])
    headers = []
    for match_id in (match.id, beside.id):
        replay = await club.replay.replay(cup.boss, match_id)
        told = json.loads(game_record(replay, ("Ann", "Bob"), club.clock()) or "")
        headers.append({each: told["header"].get(each) for each in ("event", "round")})
    assert headers == [{"event": "Autumn cup · 2", "round": "1"}, {"event": None, "round": None}]
