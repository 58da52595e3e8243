"""The small game of the tests, which is also the example of docs/adding-a-game.md."""

import doctest
import re
from pathlib import Path

import pytest

from rules import IllegalMove, NotationError, Outcome, Reason
from rules.game import Connected, Placed
from rules.rulebook import examples
from tests.kit.toy_game import Hex

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "adding-a-game.md"
GAME = Hex()


def test_the_last_example_wins() -> None:
    won = examples(GAME)[-1]
    position = GAME.decode(won.position)
    move = position.parse(won.move or "")
    assert position.events(move) == (Placed(0, "c3"), Connected(0, ("a3", "b3", "c3", "d3")))
    assert position.play(move).outcome == Outcome(((0,), (1,)), Reason.GOAL)
    assert str(position.describe(move)) == "White places a stone on c3. White joins two sides."


def test_wrong_moves_are_explained() -> None:
    position = GAME.start().play("b2")
    with pytest.raises(IllegalMove, match="b2 holds a stone of White") as refusal:
        position.parse("B2")
    assert refusal.value.hints == ("a1", "a2", "a3")
    with pytest.raises(NotationError, match=r"e1 is not on the board. Its rows are a to d"):
        position.parse("e1")


def test_the_examples_of_the_guide_run() -> None:
    outcome = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_the_files_that_the_guide_names_are_there() -> None:
    text = GUIDE.read_text("utf-8")
    named = set(re.findall(r"`((?:rules|tests|docs|renderer)/[^`<]*)`", text))
    assert len(named) > 15
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_guide_names_every_file_of_the_example() -> None:
    folder = ROOT / "tests" / "kit" / "toy_game"
    files = {path.name for path in folder.iterdir() if path.is_file()}
    text = GUIDE.read_text("utf-8")
    assert {name for name in files if f"| `{name}` |" not in text} == set()
    for game in (ROOT / "rules" / "games").iterdir():
        if game.is_dir() and game.name != "__pycache__":
            assert files <= {path.name for path in game.iterdir()}, game.name
