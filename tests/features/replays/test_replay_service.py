"""A match as a whole: its steps, its record, its animation."""

import json
from itertools import chain
from typing import Any

import pytest

from bot.core.matches import MatchState, by_the_rules
from bot.features.replays.service import MatchReplay, game_record
from bot.features.replays.words import animation_alt
from data.ids import Engine
from rules import GAMES, record
from rules.game import Outcome
from rules.record import SettledBy, Settlement, write
from tests.features.rulings.test_rulings import MANAGER, TIE
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.game_records import VALID
from tests.kit.rules import CASES


async def replay(club: Club, match: MatchState) -> MatchReplay:
    return await club.replay.replay(club.actor(ADA), match.id)


async def test_what_was_taken_back_is_not_shown(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    match = (await club.agree(club.undo, match)).match
    after = await club.move(match, "g2-g4")
    steps = (await replay(club, after)).steps
    assert [step.position.ply for step in steps] == [0, 1, 2, 3]
    assert steps[-1].position == after.position
    assert steps[-1].entry == "g2-g4"


async def test_a_match_that_ended_by_the_rules_says_so(club: Club) -> None:
    match = await club.start(game="abande", variant="hex")
    while match.is_running:
        match = await club.play(match)
    scores = [player["score"] for player in (await written(club, match))["header"]["players"]]
    assert tuple(scores) == match.result.scores
    read = record.read(record.write((await replay(club, match)).record))
    assert isinstance(read.outcome, Outcome)
    assert by_the_rules(read.outcome) == match.result


async def test_who_settled_a_match_is_in_the_record(club: Club) -> None:
    agreed = await club.start()
    agreed = (await club.agree(club.draws, agreed)).match
    decided = await club.start()
    decided = await club.rulings.decide(club.actor(MANAGER), decided.id, TIE, "outage")
    for match, by in ((agreed, SettledBy.AGREED), (decided, SettledBy.DECIDED)):
        read = record.read(record.write((await replay(club, match)).record))
        assert read.outcome == Settlement(TIE, by)


NAMES = ("Ada", "Ben", "Chloe 🎲")


async def text_of(club: Club, match: MatchState) -> str | None:
    return game_record(await club.replay.replay(club.actor(ADA), match.id), NAMES, club.clock())


async def written(club: Club, match: MatchState) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(await text_of(club, match) or "")
    assert [error.message for error in VALID.iter_errors(record)] == []
    return record


def results(record: dict[str, Any]) -> list[int]:
    return [player["result"] for player in record["header"]["players"]]


@pytest.mark.parametrize(
    ("game", "variant"),
    mostly_at_night(CASES, day={("apart", "standard"), ("abande", "hex"), ("halves", "3p-random")}),
)
async def test_every_variant_can_be_written(club: Club, game: str, variant: str) -> None:
    seats = next(each.seats for each in GAMES[game].info.variants if each.id == variant)
    match = await club.start(*(ADA, BEN, CHLOE)[:seats], game=game, variant=variant)
    match = await club.play(match, 4)
    for leaver in (BEN, CHLOE)[: seats - 1]:
        match = await club.resign(match, leaver)
    record = await written(club, match)
    header = record["header"]
    assert header["game"] == {"name": match.info.name, "variants": [str(match.variant.name)]}
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
    drawn = await club.play(await club.start(), 2)
    await club.agree(club.draws, drawn)
    assert results(await written(club, drawn)) == [0, 0]
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


@pytest.mark.parametrize(
    ("terms", "moves", "unrated"),
    [
        ({"rated": True}, 4, False),
        ({"rated": True}, 2, True),
        ({"rated": False}, 4, True),
        ({"engines": (Engine(2),)}, 1, True),
    ],
    ids=["rated", "too-short", "friendly", "engine"],
)
async def test_the_header_tells_what_is_not_rated_and_who_is_a_program(
    club: Club, terms: dict[str, Any], moves: int, unrated: bool
) -> None:
    engines = terms.get("engines", ())
    offered = await club.offer(ADA, () if engines else (BEN,), **terms)
    if not engines:
        offered = await club.challenges.accept(club.actor(BEN), offered.id)
    match = await club.play(await club.begun(offered), moves)
    header = (await written(club, await club.resign(match, ADA)))["header"]
    assert header["unrated"] is unrated
    assert [each["is_ai"] for each in header["players"]] == [False, bool(engines)]


async def test_three_players_are_ranked_and_the_one_who_left_moves_no_more(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p-random")
    match = await club.play(match, 3)
    match = await club.play(await club.resign(match, match.people[1]), 2)
    match = await club.resign(match, ADA)
    replayed = await replay(club, match)
    assert (replayed.moves, len(replayed.steps)) == (5, 8)
    assert [at for at, step in enumerate(replayed.steps) if step.is_leaving] == [4, 7]
    assert "5 moves" in str(animation_alt(replayed, ""))
    read = record.read(record.write(replayed.record))
    assert record.leaving(1) in read.entries
    assert read.seed == match.match.seed
    assert list(record.replay(read))[-1] == match.position == replayed.steps[-1].position
    told = await written(club, match)
    assert results(told) == [1, 0, 2]
    assert [[move is not None for move in turn] for turn in told["moves"]] == [
        [True, True, True],
        [True, False, True],
    ]


async def test_what_is_not_over_or_does_not_count_is_no_record(club: Club) -> None:
    running = await club.play(await club.start(), 1)
    assert await text_of(club, running) is None
    assert (await replay(club, running)).record.outcome is None
    aborted = await club.matches.abort(club.actor(BEN), running.id)
    assert await text_of(club, aborted) is None
    assert (await replay(club, aborted)).record.outcome is None
    assert aborted.match.finished_at == club.clock.now
    match = await club.play(await club.start(), 3)
    await club.resign(match, BEN)
    await club.rulings.annul(club.actor(MANAGER), match.id, "played twice")
    assert await text_of(club, match) is None
    assert "Result: 0 > 1 (left)" in write((await replay(club, match)).record)
