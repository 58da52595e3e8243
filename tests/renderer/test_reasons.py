"""Why a match was won is marked on the board; how the marks look is in the golden pictures."""

from dataclasses import replace

import pytest

from renderer import PictureRequest, Result
from renderer.scene import Mark, MarkKind
from renderer.scenes import build_scene
from tests.renderer.cases import cases

REASONS = {MarkKind.WON, MarkKind.STUCK}


def case(name: str) -> PictureRequest:
    return next(each for each in cases() if each.name == f"{name}-slate").request


@pytest.mark.parametrize(
    ("name", "kind", "of_the_winner"),
    [("apart-over", MarkKind.WON, True), ("detach-over", MarkKind.STUCK, False)],
)
def test_the_pieces_that_decided_it_are_marked(
    name: str, kind: MarkKind, of_the_winner: bool
) -> None:
    """Those that stand alone have won, or those that cannot move have lost."""
    request = case(name)
    position, looks = request.position, build_scene(request).looks
    winner = position.colour_of(position.outcome.winners[0])
    for cell, piece in position.pieces().items():
        kinds = REASONS & {mark.kind for mark in looks[cell].marks}
        assert kinds == ({kind} if (piece.colour == winner) == of_the_winner else set()), cell


def test_the_place_of_the_winners_last_tile_is_the_winners() -> None:
    """It is crossed out as all are that left, and its border tells why the match is won."""
    looks = build_scene(case("halves-over")).looks
    assert {cell: look.marks for cell, look in looks.items() if look.marks} == {
        "m51": (Mark(MarkKind.REMOVED), Mark(MarkKind.WON)),
        "l51": (Mark(MarkKind.CUT_OFF),),
    }


@pytest.mark.parametrize("name", ["apart-over", "detach-over", "halves-over"])
def test_what_players_settled_is_no_reason_on_the_board(name: str) -> None:
    """Also where somebody has won by the rules: the other won by a ruling."""
    request = case(name)
    loser = next(s for s in (0, 1) if s not in request.position.outcome.winners)
    for result, marked in ((None, True), (Result("Settled.", (loser,)), False)):
        looks = build_scene(replace(request, result=result)).looks.values()
        found = {mark.kind for look in looks for mark in look.marks}
        assert bool(found & REASONS) == marked
