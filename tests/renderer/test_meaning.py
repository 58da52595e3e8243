"""Pictures say what is so: colours where pieces stand, marks where things happened."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Renderer, Result
from renderer.lettering import Lettering
from renderer.pieces import DrawContext, draw_pattern
from renderer.scene import Mark, MarkKind
from renderer.scenes import build_scene
from renderer.shapes import Surface
from rules import GAMES
from rules.game import Moved, Placed, Split, Step, StepKind
from tests.renderer.boards import Picture, near


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def after(game: str, text: str, move: str, **more: object) -> PictureRequest:
    before = GAMES[game].decode(text)
    played = before.parse(move)
    return PictureRequest(before.play(played), before.events(played), **more)


APART = (
    "standard ply:31 white:a1,b4,b6,c2,c7,e2,e6,e8,f4,h1,h5,h7"
    " black:a2,a5,a8,c5,d5,d8,e7,f3,f5,g1,g7,h3"
)
DETACH = "hexhex6 ply:40 white:d4,e5,i2 black:c3,f10,g8"
GLAISHER = "basic ply:31 red:e4=2,e6=5,e7=4 yellow:e2=6,e3=2"
HALVES = "2p waning ply:41 turn:0 light:0,0;1,-1;2,-2 dark:2,-1;3,-2 seats:light,dark"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_stones_have_their_colour_at_their_cell(
    renderer: Renderer, theme: str, viewer: int | None
) -> None:
    position = GAMES["detach"].start()
    picture = Picture(renderer, PictureRequest(position, theme=theme, viewer=viewer))
    for cell, piece in position.pieces().items():
        base = picture.materials[piece.colour].base
        assert near(picture.at(cell, 0.1, 0.26), base, 40), cell
    for cell in ("a1", "f6", "k6", "e4"):
        tint = picture.theme.cells[picture.layout.tint(cell)]
        assert near(picture.at(cell, -0.40, 0.0), tint, 12), cell


def test_the_second_seat_sees_the_board_turned(renderer: Renderer) -> None:
    position = GAMES["apart"].start()
    first, second = (
        Picture(renderer, PictureRequest(position, viewer=viewer)) for viewer in (0, 1)
    )
    assert first.layout.centre("a1")[1] > first.layout.centre("a8")[1]
    assert second.layout.centre("a1")[1] < second.layout.centre("a8")[1]
    assert first.layout.centre("a1") == second.layout.centre("h8")


def test_whose_turn_it_is_is_framed(renderer: Renderer) -> None:
    start = GAMES["detach"].start()
    reply = start.play(next(start.moves()))
    for position, left in ((start, True), (reply, False)):
        picture = Picture(renderer, PictureRequest(position))
        frame = near(picture.pixels[8:14], picture.theme.turn).sum(0)
        assert frame[:490].any() == left
        assert frame[510:].any() != left


def test_at_the_end_the_winner_is_marked_and_nobodys_turn_is(renderer: Renderer) -> None:
    picture = Picture(renderer, PictureRequest(GAMES["apart"].start().leave(0)))
    head = picture.pixels[:116]
    assert not near(head, picture.theme.turn).any()
    assert not near(head[:, :490], picture.theme.win, 6).any()
    assert near(head[:, 510:], picture.theme.win, 6).mean() > 0.5


def test_a_journey_is_shown_leg_by_leg(renderer: Renderer) -> None:
    picture = Picture(renderer, after("apart", APART, "d8-f6-f4-f1-d1"))
    last = picture.theme.last
    assert near(picture.ring("d8", 0.36), last, 40).mean() > 0.8  # where it began
    assert near(picture.patch("d1"), last, 40).mean() > 0.05  # where it ended
    assert near(picture.ring("f6", 0.25), last, 60).mean() > 0.6  # where it touched down
    assert near(picture.patch("f4", 0.2), last, 40).sum() > 60  # the cross on the capture
    between = picture.pixels[
        picture.layout.centre("f2")[1] - 10 : picture.layout.centre("f2")[1] + 10,
        picture.layout.centre("f2")[0] - 2 : picture.layout.centre("f2")[0] + 3,
    ]
    assert near(between, (220, 182, 58), 50).mean() > 0.5  # the way from f4 over f3 to f1


ABANDE = (
    "hex ply:56 reserve:0,0 passes:1 stacks:a3=WWB,b3=BW,c2=BBW,c3=BBW,c4=B,c5=WB,"
    "d2=BBW,d6=BW,d7=WB,e1=W,e4=WB,e5=WWB,f1=W,f3=BBW,g1=WWB,g3=W,g4=B"
)
TAKEN = (
    ("apart", APART, "d8-f6-f4-f1-d1"),
    ("abande", ABANDE, "pass"),
    ("halves", "2p waning ply:24 turn:0 light:0,0;0,1;2,0 dark:1,0;0,2 seats:light,dark", "0,0"),
)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("game", "text", "move"), TAKEN, ids=[each[0] for each in TAKEN])
def test_a_taken_piece_tells_whose_it_was_and_that_it_is_gone(
    renderer: Renderer, theme: str, game: str, text: str, move: str
) -> None:
    """As wide as on a phone: more of it is its owner's colour than anybody else's; with a cross."""
    position = GAMES[game].decode(text)
    picture = Picture(renderer, after(game, text, move, theme=theme, size=360))
    gone = position.pieces().keys() - picture.request.position.pieces().keys()
    gone -= {event.origin for event in picture.request.events if isinstance(event, Moved)}
    bases = [material.base for material in picture.materials]
    assert gone
    for cell in gone:
        patch = picture.patch(cell, 0.3)
        shares = [near(patch, base, 50).mean() for base in bases]
        assert shares.index(max(shares)) == position.pieces()[cell].colour, cell
        assert max(shares) > 0.15
        lines = near(patch, picture.theme.last, 40) | near(patch, picture.theme.edge, 40)
        assert lines.mean() > 0.08, cell


def test_what_is_placed_has_a_plus_and_what_moved_has_none() -> None:
    text = "basic ply:31 red:b2=1,e2=2 yellow:f1=7,h1=1"
    before = GAMES["glaisher"].decode(text)
    move = next(m for m in before.moves() if str(m).startswith("f1") and "@" in str(m))
    events = before.events(move)
    looks = build_scene(PictureRequest(before.play(move), events)).looks
    added = {c for c, look in looks.items() if Mark(MarkKind.ADDED) in look.marks}
    landed = {c for c, look in looks.items() if Mark(MarkKind.LANDED) in look.marks}
    assert added == {event.cell for event in events if isinstance(event, Placed)}
    parts = {c for event in events if isinstance(event, Split) for c, _ in event.parts}
    assert landed == added | parts


def test_an_arrow_runs_below_the_pieces_on_its_way(renderer: Renderer) -> None:
    request = after("apart", APART, "d8-f6-f4-f1-d1")
    moved, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    for cell in ("e7", "f5", "f3"):
        assert cell in request.position.pieces()
        assert (moved.patch(cell, 0.25) == plain.patch(cell, 0.25)).all(), cell
    assert not (moved.patch("f2", 0.25) == plain.patch("f2", 0.25)).all()


def test_a_swapped_stone_is_marked_and_the_arrow_has_two_heads(renderer: Renderer) -> None:
    picture = Picture(renderer, after("detach", DETACH, "e5>c3x,e7"))
    dashes = near(picture.ring("e5", 0.435), picture.theme.last, 60).mean()
    assert 0.25 < dashes < 0.9
    plain = Picture(renderer, PictureRequest(picture.request.position))
    assert not near(plain.ring("e5", 0.435), picture.theme.last, 60).any()


def test_stacks_that_flipped_show_both_colours(renderer: Renderer) -> None:
    request = after("glaisher", GLAISHER, "e2:3+2+1>E@c4")
    flipped, plain = Picture(renderer, request), Picture(renderer, replace(request, events=()))
    first, second = (material.base for material in flipped.materials)
    outline = near(flipped.patch("e4"), first, 12).sum() - near(plain.patch("e4"), first, 12).sum()
    assert outline > 200  # what it was
    assert near(flipped.patch("e4"), second, 40).mean() > 0.1  # what it is now


def test_tiles_that_went_are_crossed_out(renderer: Renderer) -> None:
    picture = Picture(renderer, after("halves", HALVES, "1,-1"))
    for cell in ("n51", "m50"):
        assert near(picture.patch(cell, 0.2), picture.theme.last, 40).sum() > 40, cell
    for cell in ("o52", "n52"):
        assert not near(picture.patch(cell, 0.2), picture.theme.last, 40).any(), cell


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_winning_chain_is_a_broad_line(renderer: Renderer, viewer: int) -> None:
    text = "basic ply:38 red:a1=1,b2=1,c3=1,d4=1,e5=1,f5=1,g5=1,h4=1,i5=3 yellow:e1=1"
    before = GAMES["glaisher"].decode(text)
    move = next(m for m in before.moves() if before.play(m).outcome)
    request = PictureRequest(before.play(move), before.events(move), viewer=viewer)
    picture = Picture(renderer, request)
    joined = next(e.cells for e in before.events(move) if type(e).__name__ == "Connected")
    for one, other in pairwise(joined):
        (ax, ay), (bx, by) = picture.layout.centre(one), picture.layout.centre(other)
        between = picture.pixels[(ay + by) // 2, (ax + bx) // 2]
        assert near(between, picture.theme.win, 12), (one, other)
    assert not near(picture.patch("e1", 0.6), picture.theme.win, 12).any()


def test_heights_are_written_and_seen(renderer: Renderer) -> None:
    heights = [
        Picture(
            renderer,
            PictureRequest(GAMES["glaisher"].decode(f"basic ply:30 red:e5={h} yellow:a1=1")),
        ).patch("e5")
        for h in (1, 2, 6, 7, 12, 99)
    ]
    for one, other in pairwise(heights):
        assert (np.abs(one - other).max(2) > 60).sum() > 40


def test_a_pile_shows_what_is_in_it(renderer: Renderer) -> None:
    text = "square ply:40 reserve:0,0 passes:0 stacks:c3=WBW,c4=BBW,d3=B,d4=W"
    picture = Picture(renderer, PictureRequest(GAMES["abande"].decode(text)))
    bottom_of = {cell: picture.at(cell, 0.0, 0.44).sum() for cell in ("c3", "c4")}
    assert bottom_of["c3"] > bottom_of["c4"] + 150  # a light disc below, and a dark one


def test_options_are_numbered_in_their_order(renderer: Renderer) -> None:
    position = GAMES["detach"].start()
    steps = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in ("c3", "f6", "b6"))
    picture = Picture(renderer, PictureRequest(position, options=steps))
    swapped = Picture(renderer, PictureRequest(position, options=steps[::-1]))
    rings = Picture(renderer, PictureRequest(position, options=steps, numbered=False))
    for cell in ("c3", "f6", "b6"):
        assert near(picture.patch(cell, 0.3), picture.theme.badge).mean() > 0.25, cell
        assert not near(rings.patch(cell, 0.3), picture.theme.badge).any(), cell
    assert not (picture.patch("c3") == swapped.patch("c3")).all()
    assert (picture.patch("f6") == swapped.patch("f6")).all()
    assert near(rings.ring("c3", 0.34), picture.theme.legal, 60).mean() > 0.8


def test_a_split_is_offered_as_a_ruler(renderer: Renderer) -> None:
    position = GAMES["glaisher"].start()
    taken = ("b1", "E")
    options = position.steps(taken).options
    cells = {cell for step in options for cell in step.cells}
    assert len(cells) > len(options)
    picture = Picture(renderer, PictureRequest(position, options=options, draft=taken, size=1000))
    badges = sum(
        near(picture.patch(cell, 0.3), picture.theme.badge).mean() > 0.05 for cell in cells
    )
    assert badges == len(cells)


def test_a_choice_of_colour_is_numbered_on_every_tile(renderer: Renderer) -> None:
    position = GAMES["halves"].start("2p-random", seed=5)
    options = position.steps().options
    picture = Picture(renderer, PictureRequest(position, options=options))
    alike: dict[int, list[np.ndarray]] = {}
    for cell, piece in position.pieces().items():
        badge = picture.patch(cell, 0.3)[: round(0.3 * picture.layout.pitch)]
        assert near(badge, picture.theme.badge).mean() > 0.15, cell
        alike.setdefault(piece.colour, []).append(badge[:, 5:-5])
    assert len(alike) == len(options) == 2
    for badges in alike.values():
        assert all(np.abs(badge - badges[0]).max(2).mean() < 12 for badge in badges)
    assert np.abs(alike[0][0] - alike[1][0]).max(2).mean() > 12


def test_a_move_does_not_cross_out_the_numbers_on_its_way(renderer: Renderer) -> None:
    text = "basic ply:31 red:b2=1,e2=2 yellow:f1=7,h1=1"
    before = GAMES["glaisher"].decode(text)
    move = next(m for m in before.moves() if str(m).startswith("f1") and "SE" in str(m))
    request = PictureRequest(before.play(move), before.events(move))
    moved, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    way = [cell for cell in ("e2", "d2", "c2", "b2") if cell in request.position.pieces()]
    landed = {cell for event in request.events for cell, _ in getattr(event, "parts", ())}
    passed = [cell for cell in way if cell not in landed]
    assert passed
    for cell in passed:
        assert (moved.patch(cell, 0.25) == plain.patch(cell, 0.25)).all()


@pytest.mark.parametrize("theme", THEMES)
def test_four_sorts_of_stones_have_patterns_of_their_own(theme: str) -> None:
    """Seen without colours they differ still."""
    materials = THEMES[theme].materials(("light", "dark", "grey"))
    context = DrawContext(THEMES[theme], materials, Lettering(), 61, 1)
    outlines = []
    for colour in (0, 1, 2, None):
        material = context.material(colour)
        surface = Surface(np.full((61, 61, 3), material.base, np.float32), (30.5, 30.5))
        draw_pattern(surface, material.ink, colour, 28)
        outlines.append(np.abs(surface.pixels - material.base).max(2) > 30)
    assert not outlines[0].any()
    for one, other in combinations(outlines, 2):
        assert (one ^ other).sum() > 60


def test_what_was_chosen_is_outlined(renderer: Renderer) -> None:
    position = GAMES["apart"].start()
    picture = Picture(renderer, PictureRequest(position, draft=("c2",)))
    assert near(picture.patch("c2"), picture.theme.badge, 60).mean() > 0.1
    assert not near(picture.patch("d2"), picture.theme.badge, 60).any()


def test_places_for_tiles_are_shown_while_they_are_laid(renderer: Renderer) -> None:
    position = GAMES["halves"].start()
    picture = Picture(renderer, PictureRequest(position))
    offered = [step.cells[0] for step in position.steps().options]
    for cell in offered:
        assert near(picture.ring(cell, 0.45), picture.theme.secondary, 90).mean() > 0.05, cell


def test_the_result_is_told_in_the_words_of_the_message() -> None:
    position = GAMES["apart"].start()
    told = Result("White wins on time.", (0,))
    scene = build_scene(PictureRequest(position, result=told, left=(1,)))
    assert scene.result == "White wins on time."
    assert [panel.winner for panel in scene.panels] == [True, False]
    assert [panel.left for panel in scene.panels] == [False, True]
    assert not any(panel.strong for panel in scene.panels)


def test_a_move_so_far_is_drawn_where_it_has_come_to(renderer: Renderer) -> None:
    before = GAMES["apart"].decode(APART)
    picture = Picture(renderer, PictureRequest(before, draft=("d8", "f6", "f4")))
    black = picture.materials[1].base
    assert near(picture.at("f4", -0.2, 0.2), black, 40)
    assert not near(picture.at("d8", 0.1, 0.26), black, 20)  # only a ghost is left there
    assert build_scene(picture.request).footer == "So far d8 \u2192 f6 \u2192 f4"


def test_the_ruler_counts_from_the_stack_also_once_a_direction_is_chosen() -> None:
    position = GAMES["glaisher"].start()
    piece = position.steps().options[0]
    direction = position.steps((piece.text,)).options[0]
    assert direction.kind is StepKind.DIRECTION
    draft = (piece.text, direction.text)
    options = position.steps(draft).options
    assert options[0].kind is StepKind.SPLIT
    looks = build_scene(PictureRequest(position, draft=draft, options=options)).looks
    kinds = (MarkKind.DISTANCE, MarkKind.BETWEEN)
    told = {
        cell: [mark.text for mark in look.marks if mark.kind in kinds]
        for cell, look in looks.items()
    }
    found = {cell: texts for cell, texts in told.items() if texts}
    board = position.variant.board
    rays = board.rays[board.index[piece.cells[0]]]
    away = {board.names[cell]: n for ray in rays for n, cell in enumerate(ray, 1)}
    assert found
    assert found == {cell: [str(away[cell])] for cell in found}
