"""Why a match was won is seen on the board, in every theme."""

from dataclasses import replace

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Result
from renderer.drawing import Renderer
from renderer.scene import Mark, MarkKind
from renderer.scenes import build_scene
from tests.renderer.boards import Picture, near
from tests.renderer.cases import cases


def case(name: str, theme: str) -> PictureRequest:
    return next(each for each in cases() if each.name == f"{name}-{theme}").request


def green(picture: Picture, cell: str) -> float:
    """How much of a cell's border is in the colour of winning."""
    y, x = np.ogrid[-1:1:97j, -1:1:97j]
    rim = np.maximum(abs(x), abs(y)) > 0.8
    patch = picture.patch(cell, 0.46)
    rows = np.linspace(0, len(patch) - 1, 97).round().astype(int)
    return float(near(patch[rows][:, rows], picture.theme.win, 16)[rim].mean())


@pytest.mark.parametrize("theme", THEMES)
def test_the_pieces_that_stand_alone_have_won(renderer: Renderer, theme: str) -> None:
    picture = Picture(renderer, case("apart-over", theme))
    position = picture.request.position
    winner = position.colour_of(position.outcome.winners[0])
    for cell, piece in position.pieces().items():
        if cell != picture.request.events[0].path[-1]:  # the last move's frame is there
            assert (green(picture, cell) > 0.4) == (piece.colour == winner), cell


@pytest.mark.parametrize("theme", THEMES)
def test_the_stones_that_cannot_move_have_a_bar(renderer: Renderer, theme: str) -> None:
    """As wide as on a phone; what they are is still to be seen."""
    request = replace(case("detach-over", theme), size=360)
    picture, plain = (
        Picture(renderer, request),
        Picture(renderer, replace(request, result=Result("They agreed on it."))),
    )
    position = request.position
    winner = position.colour_of(position.outcome.winners[0])
    for cell, piece in position.pieces().items():
        material = picture.materials[piece.colour]
        bar = near(picture.patch(cell, 0.12), material.ink, 60).sum()
        before = near(plain.patch(cell, 0.12), material.ink, 60).sum()
        assert (bar > before + 8) == (piece.colour != winner), cell
        if piece.colour != winner:
            assert near(picture.patch(cell, 0.3), material.base, 50).mean() > 0.4, cell


@pytest.mark.parametrize("theme", THEMES)
def test_the_place_of_the_winners_last_tile_is_the_winners(renderer: Renderer, theme: str) -> None:
    """It is crossed out as all are that left, and its border tells why the match is won."""
    picture = Picture(renderer, case("halves-over", theme))
    last, other = "m51", "l51"
    looks = build_scene(picture.request).looks
    assert {cell: look.marks for cell, look in looks.items() if look.marks} == {
        last: (Mark(MarkKind.REMOVED), Mark(MarkKind.WON)),
        other: (Mark(MarkKind.CUT_OFF),),
    }
    for cell, won in ((last, True), (other, False)):
        upper = near(picture.patch(cell, 0.35), picture.theme.last, 40)[: picture.layout.pitch // 3]
        assert upper[:, 10:-10].mean() > 0.03, cell  # the cross or the stroke
        assert (near(picture.ring(cell, 0.43), picture.theme.win, 16).mean() > 0.15) == won


@pytest.mark.parametrize("name", ["apart-over", "detach-over", "halves-over"])
def test_what_players_settled_is_no_reason_on_the_board(name: str) -> None:
    """Also where somebody has won by the rules: the other won by a ruling."""
    request = case(name, "slate")
    loser = next(s for s in (0, 1) if s not in request.position.outcome.winners)
    kinds = {MarkKind.WON, MarkKind.STUCK}
    for result, marked in ((None, True), (Result("Settled.", (loser,)), False)):
        looks = build_scene(replace(request, result=result)).looks.values()
        found = {mark.kind for look in looks for mark in look.marks}
        assert bool(found & kinds) == marked
