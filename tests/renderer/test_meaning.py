"""Pictures say what is so: marks where things happened.

How each mark, piece and panel looks is held by the golden pictures, in every theme.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from renderer import PictureRequest, Result, ShareCard, Sign
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.scene import Arrow, MarkKind, Presence
from renderer.scenes import build_scene
from renderer.strips import share_scene
from rules import GAMES
from rules.game import Split, Step, StepKind
from tests.renderer.boards import Picture, after, near, told
from tests.renderer.cases import ABANDE_PASS, APART, CHAIN, GLAISHER, boards


def test_stacks_that_do_not_count_keep_height_and_colour() -> None:
    before, request = GAMES["abande"].decode(ABANDE_PASS), after("abande", ABANDE_PASS, "pass")
    scene = build_scene(request)
    apart = before.pieces().keys() - request.position.pieces().keys()
    assert apart
    for cell in apart:
        piece, figure = before.pieces()[cell], scene.looks[cell].figure
        assert (figure.presence, figure.height) == (Presence.UNCOUNTED, piece.height)
        assert figure.top == piece.colour
    assert scene.footer.endswith(f"{len(apart)} touch no enemy and do not count")


@pytest.mark.parametrize("variant", ["2p-random", "3p-random"])
def test_a_choice_of_colour_is_told_beside_it_and_on_its_tiles(renderer, variant: str) -> None:
    """Also where three colours leave little room; tiles that changed hands have a sign besides."""
    before = GAMES["halves"].start(variant, seed=3)
    move = before.parse("dark")
    request = PictureRequest(before.play(move), before.events(move))
    chosen, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    assert [panel.did for panel in build_scene(request).panels].count("chosen") == 1
    rows = (np.abs(chosen.pixels - plain.pixels).max(2) > 90).sum(1)
    top, bottom = chosen.layout.table[1]
    assert rows[:top].sum() > 150
    assert rows[top:bottom].any()
    for word, exchanged in (("dark", True), ("light", False)):
        move = before.parse(word)
        scene = build_scene(PictureRequest(before.play(move), before.events(move)))
        kinds = {cell: [mark.kind for mark in look.marks] for cell, look in scene.looks.items()}
        chosen = [MarkKind.LANDED, *[MarkKind.SWAPPED] * exchanged]
        for cell, piece in before.pieces().items():
            assert kinds[cell] == (chosen if piece.colour == exchanged else []), cell


def test_an_arrow_leads_from_where_a_stack_was_split_to_each_part() -> None:
    """Also between neighbours, as where a piece makes one step."""
    request = after("glaisher", GLAISHER, "e2:3+2+1>E@c4")
    split = next(event for event in request.events if isinstance(event, Split))
    way = (split.origin, *(cell for cell, _ in split.parts))
    scene = build_scene(request)
    assert [(arrow.start, arrow.end) for arrow in scene.arrows] == list(pairwise(way))
    stones = after("detach", "hexhex6 ply:40 white:d4 black:g8", "d4>d5,e4")
    arrows = build_scene(stones).arrows
    assert {(arrow.start, arrow.end) for arrow in arrows} == {("d4", "d5"), ("d4", "e4")}
    assert build_scene(after("apart", APART, "a2-b2")).arrows == (Arrow("a2", "b2"),)


def test_a_winning_chain_shows_the_whole_move_that_joined_it() -> None:
    before = GAMES["glaisher"].decode(CHAIN.replace("h4=1,i5=3 yellow:", "i5=3 yellow:h5=1,"))
    move = before.parse("i5:2+1>SW@h6")
    scene = build_scene(PictureRequest(before.play(move), before.events(move)))
    marks = {
        cell: {mark.kind for mark in look.marks} - {MarkKind.SIDE}
        for cell, look in scene.looks.items()
    }
    assert marks["i5"] == {MarkKind.ORIGIN}
    assert marks["h5"] == {MarkKind.PART, MarkKind.FLIPPED, MarkKind.CHAIN}
    assert marks["g5"] == {MarkKind.LANDED, MarkKind.CHAIN}
    assert marks["h6"] == {MarkKind.LANDED, MarkKind.ADDED, MarkKind.CHAIN}
    assert [(arrow.start, arrow.end) for arrow in scene.arrows] == [("i5", "h5"), ("h5", "g5")]


def test_options_are_numbered_in_their_order_or_ringed(renderer: Renderer) -> None:
    position = GAMES["detach"].start()
    steps = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in ("c3", "f6", "b6"))
    looks = build_scene(PictureRequest(position, options=steps)).looks
    assert told(looks, MarkKind.OPTION) == {"c3": "1", "f6": "2", "b6": "3"}
    rings = Picture(renderer, PictureRequest(position, options=steps, numbered=False))
    assert not near(rings.patch("c3", 0.3), rings.theme.badge).any()
    assert near(rings.ring("c3", 0.34), rings.theme.legal, 60).mean() > 0.8


@pytest.mark.parametrize("moment", ["detach-split-tide", "detach-swap-slate", "detach-over-wood"])
def test_no_force_is_crossed_out(renderer: Renderer, moment: str) -> None:
    """Whatever the last move did, each is legible in the middle of its stone or just below it."""
    shown = next(case for case in boards() if case.name == moment).request
    played = Picture(renderer, replace(shown, strengths=True))
    quiet = Picture(renderer, replace(shown, strengths=True, events=(), result=Result("")))
    half, lower = (round(share * played.layout.pitch) for share in (0.16, 0.2))
    for cell, piece in shown.position.pieces().items():
        x, y = played.layout.centre(cell)
        columns, ink = slice(x - half, x + half + 1), quiet.materials[piece.colour].ink
        wanted, *found = (
            near(each.pixels[row - half : row + half + 1, columns], ink, 90)
            for each, row in ((quiet, y), *((played, row) for row in range(y, y + lower)))
        )
        assert max((each == wanted).mean() for each in found) > 0.93, cell


@pytest.mark.parametrize("names", [(), ("Ada", "Ben")], ids=["board", "card"])
def test_a_draw_is_told_beside_both_names(names: tuple[str, ...]) -> None:
    """One that was agreed on, and one by the rules; a match without a result is no draw."""

    def said(request: PictureRequest) -> list[str]:
        card = share_scene(ShareCard(request, names, ""), Lettering()) if names else None
        return [panel.did for panel in (card or build_scene(request)).panels]

    start = PictureRequest(GAMES["detach"].start())
    assert said(replace(start, result=Result("Draw: agreed.", (), Sign.DRAWN))) == ["drawn"] * 2
    assert said(replace(start, result=Result("It has no result."))) == ["", ""]
    by_rule = GAMES["glaisher"].decode("basic ply:400 red:a1=9 yellow:e5=9")
    assert all(panel.sign is Sign.DRAWN for panel in build_scene(PictureRequest(by_rule)).panels)
    assert said(PictureRequest(by_rule)) == ["drawn"] * 2


def test_the_ruler_counts_from_the_stack_also_once_a_direction_is_chosen() -> None:
    position = GAMES["glaisher"].start()
    piece = position.steps().options[0]
    direction = position.steps((piece.text,)).options[0]
    assert direction.kind is StepKind.DIRECTION
    draft = (piece.text, direction.text)
    options = position.steps(draft).options
    assert options[0].kind is StepKind.SPLIT
    looks = build_scene(PictureRequest(position, draft=draft, options=options)).looks
    found = told(looks, MarkKind.DISTANCE)
    board = position.variant.board
    rays = board.rays[board.index[piece.cells[0]]]
    away = {board.names[cell]: n for ray in rays for n, cell in enumerate(ray, 1)}
    assert found == {cell: str(away[cell]) for step in options for cell in step.cells}


@pytest.mark.parametrize("name", ["apart-over", "detach-over", "halves-over"])
def test_what_players_settled_is_no_reason_on_the_board(name: str) -> None:
    """Also where somebody has won by the rules: the other won by a ruling."""
    request = next(each for each in boards() if each.name == f"{name}-slate").request
    loser = next(s for s in (0, 1) if s not in request.position.outcome.winners)
    for result, marked in ((None, True), (Result("Settled.", (loser,)), False)):
        looks = build_scene(replace(request, result=result)).looks.values()
        found = {mark.kind for look in looks for mark in look.marks}
        assert bool(found & {MarkKind.WON, MarkKind.STUCK}) == marked
