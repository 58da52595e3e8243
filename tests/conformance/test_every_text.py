"""What holds for texts in every game: typed moves, completions and encoded positions."""

import itertools
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, MoveError, Position, PositionError
from rules.completion import CHOICES, complete
from rules.record import Record, RecordError, read, write
from tests.conformance.cases import every_game, every_variant, positions
from tests.kit.examples import examples
from tests.kit.rules import judged, random_move, sampled, start
from tests.kit.work import calls

CHARACTERS = "abcdefghijkABCD0123456789 -,>@:+/x.\u2212\u2192\u2013EWNSenws\n?"
typed = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=CHARACTERS, max_size=60),
    st.lists(st.sampled_from(["d4", "e5", "1,-1", "i2", "3+2+1", "E", "pass", "light", ">"])).map(
        " ".join
    ),
)


@st.composite
def almost(draw: st.DrawFn, position: Position) -> str:
    """A move with something left out, put in or put twice."""
    text = str(draw(st.sampled_from([*itertools.islice(position.moves(), 50)])))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        put = draw(st.sampled_from((*CHARACTERS, "light", "pass", "e5", "\u00d7")))
        text = text[:begin] + put + text[begin + draw(st.integers(0, 2)) :]
    return text


@every_variant
@examples(30)
@given(data=st.data(), which=st.integers(0, 15))
def test_any_text_is_a_move_or_a_move_error(game: str, variant: str, data, which: int) -> None:
    """It can be read and completed as well."""
    some = positions(game, variant)
    position = some[which % len(some)]
    text = data.draw(almost(position) | typed)
    meant = judged(position, text)
    taken, rest = position.read(text)
    assert text.endswith(rest)
    position.steps(taken)
    assert len(complete(position, text)) <= CHOICES
    if isinstance(meant, MoveError):
        begin, end = meant.span or (0, 0)
        assert meant.code
        assert meant.message
        assert meant.text == text
        assert meant.hints
        assert all(position.parse(hint).written == hint for hint in meant.hints)
        assert 0 <= begin <= end <= len(text)
    else:
        assert position.parse(str(meant)) == position.parse(meant.written) == meant


@every_variant
@pytest.mark.parametrize("text", ["d4" * 5000, "1" * 20000, "3+" * 9000])
def test_long_texts_are_refused_quickly(game: str, variant: str, text: str) -> None:
    position = sampled(game, variant)[0]
    begun = time.process_time()
    with pytest.raises(MoveError):
        position.parse(text)
    complete(position, text)
    assert time.process_time() - begun < 1


@every_variant
def test_reading_and_completing_take_little_work_wherever_a_move_stands(
    game: str, variant: str
) -> None:
    for position in sampled(game, variant)[:6]:
        move = random_move(position, random.Random(position.ply))
        steps, _ = position.read(str(move))
        assert calls(lambda position=position, move=move: position.parse(str(move))) < 3_000
        for number in range(len(steps) + 1):
            text = position.draft(steps[:number])
            taken = steps[:number]
            assert calls(lambda position=position, taken=taken: position.steps(taken)) < 4_000
            assert calls(lambda position=position, text=text: complete(position, text)) < 40_000


@every_variant
def test_liberal_typing_means_the_same_move(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        move = random_move(position, random.Random(position.ply))
        text = str(move)
        for told in (text.upper(), f"  {text} ", text.replace("-", "\u2212"), text.swapcase()):
            assert position.parse(told) == move


@every_variant
def test_a_move_can_be_typed_by_completing_it_part_by_part(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        move = random_move(position, random.Random(position.ply))
        steps, _ = position.read(str(move))
        text = ""
        for number in range(1, len(steps) + 1):
            offered = complete(position, text, limit=1000)
            text = position.draft(steps[:number])
            assert text in [completion.text for completion in offered]
            taken, rest = position.read(text)
            assert rest == ""
            assert position.steps(taken) == position.steps(steps[:number])
        finished = complete(position, text)[0]
        assert finished.move == move
        assert finished.text == move.written
        assert finished.label == position.describe(move)


@every_variant
def test_completions_can_be_completed_or_played(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        for completion in complete(position, ""):
            taken, rest = position.read(completion.text)
            assert rest == ""
            assert position.steps(taken).complete == completion.move
            assert completion.label


@every_variant
@examples(60)
@given(data=st.data())
def test_a_damaged_position_is_refused_or_still_one(game: str, variant: str, data) -> None:
    line = sampled(game, variant)[-1].encode()
    begin = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(begin, min(begin + 3, len(line))))
    damaged = line[:begin] + data.draw(st.text(CHARACTERS, max_size=3)) + line[end:]
    try:
        position = GAMES[game].decode(damaged)
    except PositionError:
        return
    assert GAMES[game].decode(position.encode()) == position
    assert position.outcome is not None or list(itertools.islice(position.moves(), 1))


def damaged_line(text: str) -> int | None:
    """Where a record is damaged; other exceptions pass through."""
    try:
        read(text)
    except RecordError as damage:
        return damage.line
    return None


@every_variant
@examples(30)
@given(data=st.data())
def test_a_damaged_record_is_refused_at_a_line_or_still_one(game: str, variant: str, data) -> None:
    position, entries = start(game, variant), []
    chance = random.Random(1)
    for _ in range(6):
        entries.append(str(random_move(position, chance)))
        position = position.play(entries[-1])
    seed = 5 if position.variant.seeded else None
    text = write(Record(game, variant, position.info.version, tuple(entries), seed=seed))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(begin + 9, len(text))))
    damaged = text[:begin] + data.draw(st.text(max_size=4) | st.text(CHARACTERS)) + text[end:]
    line = damaged_line(damaged)
    if line is None:
        assert read(write(read(damaged))) == read(damaged)
    else:
        assert 1 <= line <= len(damaged.splitlines())


@every_game
@examples(60)
@given(text=st.one_of(st.text(), st.text(alphabet=CHARACTERS)))
def test_any_text_is_a_position_or_a_position_error(game: str, text: str) -> None:
    with pytest.raises(PositionError):
        GAMES[game].decode(text)


@every_game
def test_what_is_no_position_is_told_how_one_reads(game: str) -> None:
    with pytest.raises(PositionError) as refusal:
        GAMES[game].decode("nonsense")
    told, _, example = str(refusal.value).partition(", such as ")
    assert told == f"not a position of {GAMES[game].info.name}"
    assert GAMES[game].decode(example).encode() == example
