"""Pictures say what is so: marks where things happened.

How each mark, piece and panel looks is held by the golden pictures, in every theme.
"""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Result, ShareCard, Sign
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.pieces import DrawContext, draw_pattern
from renderer.scene import Arrow, Mark, MarkKind, Presence
from renderer.scenes import build_scene
from renderer.shapes import Surface
from renderer.strips import share_scene
from rules import GAMES
from rules.game import Placed, Split, Step, StepKind, Swapped
from tests.renderer.boards import Picture, after, near, told
from tests.renderer.cases import ABANDE_PASS, APART, CHAIN, GLAISHER, cases, pixels


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


PASSING = ABANDE_PASS.replace("passes:1", "passes:0")


@pytest.mark.parametrize("before", [PASSING, ABANDE_PASS], ids=["it goes on", "it is over"])
def test_a_pass_is_told_beside_the_name_of_whoever_passed(before: str) -> None:
    """It leaves nothing on the board of its own."""
    scene, seat = (
        build_scene(after("abande", before, "pass")),
        GAMES["abande"].decode(before).to_move,
    )
    assert [panel.did for panel in scene.panels] == ["passed" if i == seat else "" for i in (0, 1)]
    assert {mark.kind for look in scene.looks.values() for mark in look.marks} <= {MarkKind.CUT_OFF}


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


def test_what_is_placed_has_a_plus_and_what_moved_has_none() -> None:
    text = "basic ply:31 red:b2=1,e2=2 yellow:f1=7,h1=1"
    before = GAMES["glaisher"].decode(text)
    move = next(m for m in before.moves() if str(m).startswith("f1") and "@" in str(m))
    events = before.events(move)
    looks = build_scene(PictureRequest(before.play(move), events)).looks
    added = {c for c, look in looks.items() if Mark(MarkKind.ADDED) in look.marks}
    landed = {c for c, look in looks.items() if Mark(MarkKind.LANDED) in look.marks}
    on_the_way = {c for c, look in looks.items() if Mark(MarkKind.PART) in look.marks}
    assert added == {event.cell for event in events if isinstance(event, Placed)}
    parts = [c for event in events if isinstance(event, Split) for c, _ in event.parts]
    assert on_the_way == set(parts[:-1]) - added
    assert landed == added | {*parts[-1:]}


ONE_STEP = next(case for case in cases() if case.name == "detach-swap-slate").request


def test_a_replay_shows_that_two_stones_changed_places(renderer: Renderer) -> None:
    swap = next(event for event in ONE_STEP.events if isinstance(event, Swapped))
    layout = Picture(renderer, replace(ONE_STEP, size=560)).layout
    reach = round(0.3 * layout.pitch)
    for cell in (swap.origin, swap.landing):
        x, y = layout.centre(cell)
        told, plain = (
            pixels(renderer.replay([replace(ONE_STEP, events=events)], 560))
            for events in (ONE_STEP.events, ONE_STEP.events[:1])
        )
        box = (slice(y - reach, y + reach), slice(x - reach, x + reach))
        assert (np.abs(told[box] - plain[box]).max(2) > 90).mean() > 0.1, cell


def test_what_was_taken_at_a_stop_without_a_number_marks_it_alone() -> None:
    line = "standard ply:10 white:d3,d4,d7,f4,h1 black:d6,b6,h7,h8"
    looks = build_scene(after("apart", line, "d4-d6-d8")).looks
    assert [mark.kind for mark in looks["d6"].marks] == [MarkKind.CAPTURED]


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


def test_a_move_does_not_cross_out_the_numbers_on_its_way(renderer: Renderer) -> None:
    text = "basic ply:31 red:b2=1,e2=2 yellow:f1=7,h1=1"
    before = GAMES["glaisher"].decode(text)
    move = next(m for m in before.moves() if str(m).startswith("f1") and "SE" in str(m))
    request = PictureRequest(before.play(move), before.events(move))
    moved, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    stacks = {cell for cell, piece in request.position.pieces().items() if piece.height > 1}
    way = [cell for cell in ("e2", "d2", "c2", "b2") if cell in stacks]
    landed = {cell for event in request.events for cell, _ in getattr(event, "parts", ())}
    passed = [cell for cell in way if cell not in landed]
    assert passed
    for cell in passed:
        assert (moved.patch(cell, 0.16) == plain.patch(cell, 0.16)).all()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("moment", ["detach-split", "detach-swap", "detach-over"])
def test_no_force_is_crossed_out(renderer: Renderer, moment: str, theme: str) -> None:
    """Whatever the last move did, each is legible in the middle of its stone or just below it."""
    shown = next(case for case in cases() if case.name == f"{moment}-{theme}").request
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


@pytest.mark.parametrize("theme", THEMES)
def test_grey_pieces_and_nobodys_have_patterns_of_their_own(theme: str) -> None:
    """Beside the lightest and the darkest they are told apart without colours too."""
    materials = THEMES[theme].materials(("light", "dark", "grey"))
    context = DrawContext(THEMES[theme], materials, Lettering(), 61, 1)
    outlines = []
    for colour in (1, 2, None):
        material = context.material(colour)
        surface = Surface(np.full((61, 61, 3), material.base, np.float32), (30.5, 30.5))
        draw_pattern(surface, material.ink, colour, 28)
        outlines.append(np.abs(surface.pixels - material.base).max(2) > 30)
    assert not outlines[0].any()
    for one, other in combinations(outlines, 2):
        assert (one ^ other).sum() > 60


def test_the_result_is_told_in_the_words_of_the_message() -> None:
    position = GAMES["apart"].start()
    won = Result("White wins on time.", (0,))
    scene = build_scene(PictureRequest(position, result=won, left=(1,)))
    assert scene.result == "White wins on time."
    assert [panel.winner for panel in scene.panels] == [True, False]
    assert [panel.left for panel in scene.panels] == [False, True]
    assert not any(panel.strong for panel in scene.panels)


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


def test_a_move_so_far_is_told() -> None:
    before = GAMES["apart"].decode(APART)
    scene = build_scene(PictureRequest(before, draft=("d8", "f6", "f4")))
    assert scene.footer == "So far Black d8 \u2192 f6 \u2192 f4, takes f4"


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


@pytest.mark.parametrize("theme", THEMES)
def test_a_hex_that_no_part_can_reach_keeps_its_name(renderer: Renderer, theme: str) -> None:
    """Choosing parts, as wide as on a phone: what is on the ruler's way looks as it always does."""
    position = GAMES["glaisher"].decode("basic ply:31 red:e4=3,d8=6 yellow:e2=6,i5=6")
    options = position.joined(("e2",)).options
    request = PictureRequest(position, draft=("e2",), options=options, theme=theme, size=360)
    landings = told(build_scene(request).looks, MarkKind.DISTANCE)
    assert {cell for cell in landings if cell[0] == "e"} == {"e3", "e7"}  # no 2 onto a taller stack
    choosing, plain = (
        Picture(renderer, each) for each in (request, replace(request, draft=(), options=()))
    )
    for cell in ("e4", "e5", "e6"):
        assert (choosing.patch(cell, 0.2) == plain.patch(cell, 0.2)).mean() > 0.9, cell
