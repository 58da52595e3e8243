"""The terminal program: ``python -m rules``."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.record import read

OVER = "standard ply:40 white:a1,c1 black:h7,h8"
REPEATED = "standard ply:18 white:a4,d1,d2 black:e7,e8,h4 quiet:" + ",".join(
    ["a4-a5,h4-h5,a5-a4,h5-h4"] * 2
)


Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """What the program shows to somebody who types these lines, and then no more."""

    def played(*arguments: str, typed: Sequence[str]) -> str:
        remaining = iter(typed)

        def answer(_: str) -> str:
            with suppress(StopIteration):
                return next(remaining)
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out

    return played


def test_a_position_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "apart"]) == 0
    shown = capsys.readouterr().out
    assert "8 . B B B B B B .\n" in shown
    assert "White: 12 still touching\n" in shown
    assert "White to move (ply 0)\nstandard ply:0 white:" in shown


@pytest.mark.parametrize(
    ("position", "told"), [(OVER, "White won (isolated)"), (REPEATED, "drawn (repetition)")]
)
def test_a_result_is_told(position: str, told: str, capsys) -> None:
    assert main(["show", "apart", "--position", position]) == 0
    assert told in capsys.readouterr().out.splitlines()


def test_sequences_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "apart", "--depth", "2"]) == 0
    assert capsys.readouterr().out == "9040\n"
    assert main(["perft", "apart", "--divide"]) == 0
    *divided, total = capsys.readouterr().out.splitlines()
    assert "b2-b4 1" in divided
    assert len(divided) == int(total) == 40
    assert main(["moves", "apart", "--most", "3"]) == 0
    assert len(capsys.readouterr().out.split()) == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "apart", "huge"], "Apart has no variant huge"),
        (["show", "apart", "--seed", "3"], "Apart starts without a seed"),
        (["moves", "apart", "--position", "?"], "not a position of Apart"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], told: str, capsys) -> None:
    assert main(arguments) == 2
    assert told in capsys.readouterr().err


def test_a_match_is_played_and_its_record_printed(play: Play) -> None:
    shown = play("apart", typed=("b2-b4", "c7 c5"))
    assert "White jumps b2 to b4." in shown
    assert "Black to move (ply 1)" in shown
    assert read(shown[shown.index("Game: apart") :]).entries == ("b2-b4", "c7-c5")


def test_a_refused_move_is_pointed_at(play: Play) -> None:
    shown = play("apart", typed=("b2-b5", "hello", ""))
    lines = shown.splitlines()
    pointer = lines.index("     ^^")
    assert lines[pointer + 1].startswith("The line of b2 towards b5 has 2 pieces")
    assert lines[pointer + 2] == "Possible: b2-a1, b2-b4, b2-c3"
    assert any(line.startswith("hello is not part of a move") for line in lines)


def test_a_player_can_leave_and_others_play_on(play: Play) -> None:
    shown = play("halves", "3p", typed=("1 1", "leaves 1", "leaves 1", "leaves 2"))
    lines = shown.splitlines()
    assert lines.count("leaves 1") == 1
    assert "seat 1 has no place in this match to give up" in lines
    assert "Grey to move (ply 1)" in lines
    assert "Light won (left)" in lines
    record = read(shown[shown.index("Game: halves") :])
    assert record.entries == ("1,1", "leaves 1", "leaves 2")


@pytest.mark.parametrize("arguments", [[], ["--second"]])
def test_an_engine_plays_the_other_side(arguments: list[str], play: Play) -> None:
    typed = "h7-h6?" if arguments else "b1-b3"
    shown = play("apart", "--against", "1", *arguments, typed=[typed])
    record = read("Game:" + shown.partition("Game:")[2])
    assert len(record.entries) == 1 + (not arguments)


def test_a_match_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(
        "Game: apart\nVariant: standard\nVersion: 1\nResult: 1 > 0 (left)\n\n"
        "1. b1-b3\n2. b8-b6\n3. leaves 0\n"
    )
    assert main(["analyse", str(file), "--nodes", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["1", "White"], ["2", "Black"]]
    assert lines[0].split()[4] == "b1-b3"
    assert main(["analyse", str(tmp_path / "no such file")]) == 2


@pytest.mark.parametrize("arguments", [["perft", "apart", "--depth", "0"]])
def test_numbers_begin_at_one(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert f"{arguments[-1]} is not a number from 1 on" in capsys.readouterr().err
