"""Legal moves for a player who typed something else."""

import pytest

from rules import GAMES, IllegalMove
from rules.completion import suggestions


@pytest.mark.parametrize(
    ("game", "taken", "moves"),
    [
        ("apart", (), ("b1-a2", "b2-a1", "c1-a3")),
        ("apart", ("b2",), ("b2-a1", "b2-b4", "b2-c3")),
        ("apart", ("b2", "b4"), ("b2-b4",)),
        ("detach", ("b6", "b5"), ("b6>a5,b5", "b6>a6,b5", "b6>b5,b7")),
        ("halves", (), ("l50", "n51", "l51")),
    ],
)
def test_what_was_begun_is_kept(game: str, taken: tuple[str, ...], moves: tuple[str, ...]) -> None:
    assert suggestions(GAMES[game].start(), taken) == moves


def test_moves_of_every_kind_are_suggested() -> None:
    text = "square ply:40 reserve:1,3 passes:0 stacks:c2=B,c3=W,c4=B,d2=W"
    assert suggestions(GAMES["abande"].decode(text)) == ("b1", "d2-c2", "b2")
    text = text.replace("reserve:1", "reserve:0")
    assert suggestions(GAMES["abande"].decode(text)) == ("d2-c2", "pass")


def test_the_same_move_is_not_suggested_twice() -> None:
    moves = suggestions(GAMES["detach"].start(), ("b6",))
    assert len(set(moves)) == len(moves) == 3


def test_errors_suggest_what_goes_on_from_what_was_right() -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAMES["apart"].start().play("b2-b5")
    assert refusal.value.hints == ("b2-a1", "b2-b4", "b2-c3")


def test_when_the_game_is_over_there_is_nothing_to_suggest() -> None:
    with pytest.raises(IllegalMove, match="the game is over") as refusal:
        GAMES["apart"].start().leave(0).play("b2-b4")
    assert refusal.value.hints == ()
