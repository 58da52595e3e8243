"""What holds for every game while a move is put together."""

from tests.conformance.cases import every_variant
from tests.kit.rules import sampled


@every_variant
def test_a_whole_move_leaves_the_board_as_it_does_when_played(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        if position.to_move is None:
            continue
        assert position.drafted(()).pieces == position.pieces()
        taken: tuple[str, ...] = ()
        while (menu := position.steps(taken)).complete is None:
            taken = (*taken, menu.options[-1].text)
        drafted = position.drafted(taken)
        assert drafted.pieces == position.play(menu.complete).pieces()
        assert set(drafted.events) <= {*position.events(menu.complete)}
