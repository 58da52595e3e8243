"""What is typed is read liberally, as far as it fits; a choice off the menu is refused.

``tests/data/reading.json`` has for some positions what is typed for a move, how texts are split
into steps and a rest, and choices that are refused, with a few that are offered instead. What is
said of typed moves that are refused is in other tables, see ``test_wrong_moves``.
"""

import json
from pathlib import Path

import pytest

from rules import GAMES, IllegalMove, Position

TABLES = json.loads((Path(__file__).parents[1] / "data" / "reading.json").read_text("utf-8"))


def rows(kind: str) -> list[tuple[Position, str, object]]:
    """Each position that has such rows, with the text and what is told of it."""
    return [
        (GAMES[table["game"]].decode(table["position"]), text, told)
        for table in TABLES
        for text, told in table.get(kind, {}).items()
    ]


@pytest.mark.parametrize(
    ("position", "move", "typed"),
    [(position, move, typed) for position, move, texts in rows("meant") for typed in texts],
)
def test_a_move_is_read_liberally(position: Position, move: str, typed: str) -> None:
    assert str(position.parse(typed)) == move


@pytest.mark.parametrize(("position", "typed", "told"), rows("read"))
def test_typed_text_is_split_into_steps_and_a_rest(position: Position, typed: str, told) -> None:
    steps, rest = told
    assert position.read(typed) == (tuple(steps.split()), rest)


@pytest.mark.parametrize(("position", "text", "hints"), rows("refused"))
def test_a_choice_off_the_menu_is_refused(position: Position, text: str, hints: str) -> None:
    taken = text.split()
    for choose in (position.steps, position.draft):
        with pytest.raises(IllegalMove) as refusal:
            choose(taken)
        assert refusal.value.code == "not_offered"
        assert str(refusal.value) == f"{taken[-1]} cannot be chosen here."
    with pytest.raises(IllegalMove) as refusal:
        position.steps(taken)
    assert refusal.value.hints == tuple(hints.split())


def test_people_are_told_the_names_that_pictures_show() -> None:
    assert GAMES["halves"].start().parse("2,-1").written == "n52"
