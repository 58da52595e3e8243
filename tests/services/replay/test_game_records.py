"""Matches written for other game sites."""

import json
from itertools import chain
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator

from bot.services.actor import Person
from bot.services.matches import MatchRunning, MatchState
from bot.services.replay import NoResult, game_record
from rules import GAMES
from rules.record import write
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club
from tests.kit.game_records import GAME_RECORD
from tests.kit.rules import CASES

NAMES = ("Ada", "Ben", "Chloe 🎲")
VALID = Draft7Validator(GAME_RECORD)


async def written(club: Club, match: MatchState) -> dict[str, Any]:
    """The match's record, which keeps to the schema."""
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    record: dict[str, Any] = json.loads(game_record(replayed, NAMES, club.clock()))
    assert [error.message for error in VALID.iter_errors(record)] == []
    return record


def results(record: dict[str, Any]) -> list[int]:
    return [player["result"] for player in record["header"]["players"]]


def test_the_schema_would_notice() -> None:
    assert not VALID.is_valid({"header": {}, "moves": []})
    assert not VALID.is_valid({"moves": [["b2-b4", 3]]})


@pytest.mark.parametrize(("game", "variant"), CASES)
async def test_every_variant_can_be_written(club: Club, game: str, variant: str) -> None:
    seats = next(each.seats for each in GAMES[game].info.variants if each.id == variant)
    match = await club.start(*(ADA, BEN, CHLOE)[:seats], game=game, variant=variant)
    match = await club.play(match, 4)
    for leaver in (BEN, CHLOE)[: seats - 1]:
        match = await club.resign(match, leaver)
    record = await written(club, match)
    header = record["header"]
    assert header["game"] == {"name": match.info.name, "variants": [match.variant.name]}
    assert header["site"] == {"name": "Quintet", "gameid": "1"}
    assert [player["userid"] for player in header["players"]] == ["1", "2", "3"][:seats]
    assert ("startingPosition" in header) == match.variant.seeded
    assert all(len(turn) == seats for turn in record["moves"])
    steps = (await club.replay.replay(club.actor(ADA), match.id)).steps
    moves = [step.entry for step in steps if step.sentence is not None]
    assert [move for move in chain(*record["moves"]) if move is not None] == moves
    if match.variant.seeded:
        start = GAMES[game].decode(header["startingPosition"])
        assert start == steps[0].position


async def test_the_header_tells_who_won_and_when(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    begun = club.clock()
    club.clock.now = begun.replace(year=begun.year + 1)
    match = await club.resign(match, ADA)
    record = await written(club, match)
    assert results(record) == [0, 1]
    assert [player["left"] for player in record["header"]["players"]] == [True, False]
    assert record["header"]["date-start"] == begun.isoformat()
    assert record["header"]["date-end"] == club.clock().isoformat()
    assert len(record["moves"]) == 2
    assert record["moves"][1][1] is None


async def test_three_players_are_ranked_and_the_one_who_left_moves_no_more(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 3)
    match = await club.play(await club.resign(match, BEN), 2)
    match = await club.resign(match, ADA)
    record = await written(club, match)
    assert results(record) == [1, 0, 2]
    assert [[move is not None for move in turn] for turn in record["moves"]] == [
        [True, True, True],
        [True, False, True],
    ]


async def test_a_draw_is_worth_the_same_to_both(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    asked = await club.draws.ask(club.actor(ADA), match.id)
    await club.draws.grant(club.actor(BEN), asked.id)
    assert results(await written(club, match)) == [0, 0]


async def test_points_are_told(club: Club) -> None:
    match = await club.start(game="abande")
    while match.to_move_player is not None:
        moves = [str(move) for move in match.position.moves()]
        text = "pass" if "pass" in moves else next(move for move in moves if "-" not in move)
        match = await club.move(match, text)
    record = await written(club, match)
    scores = tuple(player["score"] for player in record["header"]["players"])
    assert match.result is not None
    assert scores == match.result.scores


async def test_what_is_not_over_or_does_not_count_is_no_record(club: Club) -> None:
    running = await club.play(await club.start(), 1)
    with pytest.raises(MatchRunning):
        await written(club, running)
    await club.matches.abort(club.actor(BEN), running.id)
    with pytest.raises(NoResult):
        await written(club, running)


async def test_an_annulled_match_is_none_either(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    await club.resign(match, BEN)
    manager = Person(DAN, manages_server=True)
    await club.rulings.annul(club.actor(manager), match.id, "played twice")
    with pytest.raises(NoResult):
        await written(club, match)
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    assert "Result: 0 > 1 (left)" in write(replayed.record)
