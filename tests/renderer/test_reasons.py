"""Why a match was won is marked on the board; how the marks look is in the golden pictures."""

from dataclasses import replace

import numpy as np
import pytest

from renderer import PictureRequest, Result
from renderer.lettering import Lettering
from renderer.pieces import DrawContext, draw_figure
from renderer.scene import Figure, Mark, MarkKind, Presence
from renderer.scenes import build_scene
from renderer.shapes import Surface
from renderer.themes import THEMES, Theme
from rules.game import Connected, Shape
from rules.geometry.cellset import cells_in
from tests.renderer.cases import cases

SIDE = 90  # pixels of a tile
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


@pytest.mark.parametrize("viewer", [None, 1])
def test_the_sides_that_a_chain_connects_are_marked(viewer: int | None) -> None:
    request = replace(case("glaisher-joined"), viewer=viewer)
    board = request.position.variant.board
    chain = {
        cell for event in request.events if isinstance(event, Connected) for cell in event.cells
    }
    sides = [set(board.named(cells_in(side))) for side in board.sides]
    opposite = zip(sides[:3], sides[3:], strict=True)
    connected = [one | other for one, other in opposite if one & chain and other & chain]
    assert connected
    looks = build_scene(request).looks
    marked = {cell for cell, look in looks.items() if look.has(MarkKind.SIDE)}
    assert marked == set().union(*connected)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
@pytest.mark.parametrize("colour", [0, 1, 2])
def test_a_tile_that_left_is_nearer_to_the_table_than_to_a_tile(theme: Theme, colour: int) -> None:
    def middle(presence: Presence) -> np.ndarray:
        pixels = np.full((SIDE, SIDE, 3), theme.table, np.float32)
        surface = Surface(pixels, (SIDE / 2, SIDE / 2))
        materials = theme.materials(("Light", "Dark", "Grey"))
        context = DrawContext(theme, materials, Lettering(), SIDE, 9)
        draw_figure(surface, Figure(Shape.TILE, (colour,), presence=presence), context)
        third = SIDE // 3
        return pixels[third:-third, third:-third].mean((0, 1))

    left, stands = middle(Presence.TAKEN), middle(Presence.STANDS)
    table = np.array(theme.table, np.float32)
    assert np.abs(left - table).sum() < 0.6 * np.abs(left - stands).sum()
