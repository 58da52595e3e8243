"""Pictures say what is so: marks where things happened, signs, names and numbers to be read.

How each mark, piece, panel and end looks is held by the golden pictures.
"""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Result, ShareCard, Sign
from renderer.alt import alt_text
from renderer.drawing import Renderer
from renderer.layout import lay_out
from renderer.lettering import Lettering
from renderer.scene import Arrow, Figure, MarkKind, Panel, Presence
from renderer.scenes import build_scene
from renderer.strips import share_scene
from rules import GAMES
from rules.game import CutOff, Moved, Shape, Split, StepKind, Swapped
from rules.geometry.board import DIRECTIONS
from tests.kit.by_day import at_night, mostly_at_night
from tests.renderer.boards import Picture, after, frames, near, strips, told
from tests.renderer.cases import (
    ABANDE,
    ABANDE_PASS,
    APART,
    CHAIN,
    DETACH,
    ENDS,
    GLAISHER,
    boards,
    pixels,
)


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


@pytest.mark.parametrize(
    "moment", ["detach-split-tide", at_night("detach-swap-slate"), at_night("detach-over-wood")]
)
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


SIZE = 550


def test_who_looks_at_a_move_before_it_is_made_keeps_the_frame() -> None:
    before = GAMES["apart"].decode(APART)
    move = before.parse("a2-b2")
    after = PictureRequest(before.play(move), before.events(move), if_played=1)
    scene = build_scene(after)
    assert scene.footer == "Preview: Black a2 \u2192 b2"
    assert [panel.strong for panel in scene.panels] == [False, True]


@pytest.mark.parametrize("asked", [False, True])
def test_choices_have_the_only_numbers(asked: bool) -> None:
    position = GAMES["apart"].decode(APART)
    events = (Moved(0, "a1", ("c1", "e1", "g1")),)
    options = position.steps().options if asked else ()
    looks = build_scene(PictureRequest(position, events, options)).looks
    told = [m.text for c in ("c1", "e1") for m in looks[c].marks if m.kind is MarkKind.VISITED]
    assert told == (["", ""] if asked else ["1", "2"])


def test_three_stand_in_the_order_of_their_seats() -> None:
    position = GAMES["halves"].start("3p-random", seed=3).play("grey")
    assert [position.colour_of(seat) for seat in range(3)] != [0, 1, 2]
    assert [panel.seat for panel in build_scene(PictureRequest(position)).panels] == [0, 1, 2]


def test_films_have_names_and_no_coordinates(renderer: Renderer) -> None:
    request = PictureRequest(GAMES["detach"].decode(DETACH))
    layout = lay_out(request.position.variant.board, SIZE, False)
    (bare,), (named,) = (
        frames(renderer.replay([PictureRequest(request.position, names=names)], SIZE))
        for names in ((), ("Ada", "Ben"))
    )
    assert (bare[:75] != named[:75]).any()
    assert (bare[75:] == named[75:]).all()
    x, y = layout.centre("f6")
    tint = THEMES["slate"].shades[layout.tint("f6")]
    assert near(bare[y - 6 : y + 7, x - 9 : x + 10], tint, 16).all()


def test_words_are_those_of_the_picture() -> None:
    pile = GAMES["abande"].decode(ABANDE)
    events = (CutOff((("c3", pile.pieces()["c3"]), ("d3", pile.pieces()["d3"]))),)
    request = PictureRequest(pile, events)
    assert build_scene(request).footer.endswith("2 touch no enemy and do not count")
    assert "Touch no enemy and do not count: c3 d3." in str(alt_text(request, None))
    swap = PictureRequest(GAMES["detach"].decode(DETACH), (Swapped(0, "d4", "e5"),))
    assert build_scene(swap).footer.endswith("White d4 \u2192 e5")
    choosing = PictureRequest(GAMES["halves"].start("2p-random", seed=3))
    assert build_scene(choosing).panels[0].facts == "picks colour"


@pytest.mark.parametrize(("chosen", "told"), [("light", "stays Light"), ("dark", "now plays Dark")])
def test_a_colour_that_is_kept_is_not_told_as_an_exchange(chosen: str, told: str) -> None:
    before = GAMES["halves"].start("2p-random", seed=3)
    move = before.parse(chosen)
    request = PictureRequest(before.play(move), before.events(move))
    assert build_scene(request).footer.endswith(f"player 1 {told}")


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_no_arrow_meets_what_tells_a_flip(renderer: Renderer, direction: str) -> None:
    """Nor does it hide the new height. Both are seen wherever the parts came from and went."""
    board = GAMES["glaisher"].start().variant.board
    ray = [board.names[cell] for cell in board.rays[board.index["e5"]][DIRECTIONS.index(direction)]]
    request = after(
        "glaisher", f"basic ply:31 red:{ray[1]}=1 yellow:e5=6", f"e5:4+2>{direction}@a2"
    )
    picture, scene = Picture(renderer, request), build_scene(request)
    flip = next(mark for mark in scene.looks[ray[1]].marks if mark.kind is MarkKind.FLIPPED)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    x, y = picture.layout.centre(ray[1])
    turn, pitch = math.radians(flip.aside), picture.layout.pitch
    right, down = 0.32 * math.cos(turn), 0.32 * math.sin(turn)
    assert near(picture.at(ray[1], right, down), picture.materials[0].base, 60)
    for left, top in ((x + right * pitch, y + down * pitch), (x, y)):
        box = tuple(slice(round(at - 0.12 * pitch), round(at + 0.12 * pitch)) for at in (top, left))
        assert (picture.pixels[box] == without[box]).all()


BOTH_WAYS = (
    (
        "standard ply:3 white:b1,b2,b6,c1,c2,d2,e1,e2,f1,f2,g1,h1"
        " black:b7,b8,c6,c7,c8,d7,d8,e7,f7,f8,g7,g8",
        "b8-b6-b8-e8-e6-e4",
        {"1": "b6", "2": "b8", "3": "e8", "4": "e6"},
    ),
    (
        "standard ply:13 white:a4,a7,b2,d2,d4,f2,f3,f5,g1,g2 black:a3,b8,c8,d5,d7,f8,g5,g7,g8",
        "c8-e8-h8-f6-d8-d6-d3",
        {"1": "e8", "2": "h8", "3": "f6", "4": "d8", "5": "d6"},
    ),
)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize(("text", "move", "numbers"), BOTH_WAYS, ids=["begun there", "crossed"])
def test_no_arrow_meets_the_number_of_a_stop(renderer, viewer, text, move, numbers) -> None:
    """Also where something was taken, whose number lies aside, and where the move began."""
    request = after("apart", text, move, viewer=viewer)
    picture, scene = Picture(renderer, request), build_scene(request)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    assert {text: cell for cell, text in told(scene.looks, MarkKind.VISITED).items()} == numbers
    for cell in numbers.values():
        marks = {mark.kind: mark for mark in scene.looks[cell].marks}
        turn = math.radians(marks[MarkKind.VISITED].aside)
        away = 0.37 * picture.layout.pitch if MarkKind.CAPTURED in marks else 0
        x, y = picture.layout.centre(cell)
        left, top = round(x + away * math.cos(turn)), round(y + away * math.sin(turn))
        box = (slice(top - 14, top + 15), slice(left - 14, left + 15))
        assert (picture.pixels[box] == without[box]).all(), cell


CONCERNED = {
    Sign.DRAWN: [True, True],
    Sign.RESIGNED: [False, True],
    Sign.TIMED_OUT: [False, True],
    Sign.DECIDED: [True, False],
    Sign.WITHOUT: [True, True],
    None: [False, False],
}


@pytest.mark.parametrize("result", ENDS, ids=lambda result: str(result.sign))
def test_a_sign_is_with_those_whom_it_concerns(result: Result) -> None:
    left = (1,) if result.sign in (Sign.RESIGNED, Sign.TIMED_OUT) else ()
    request = PictureRequest(GAMES["glaisher"].start(), result=result, left=left)
    panels = build_scene(request).panels
    assert [panel.sign is not None for panel in panels] == CONCERNED[result.sign]
    assert [bool(panel.did) for panel in panels] == CONCERNED[result.sign]


def test_of_several_who_left_the_last_one_has_the_sign() -> None:
    result = Result("Light wins on time.", (0,), Sign.TIMED_OUT)
    three = GAMES["halves"].start("3p")
    panels = build_scene(PictureRequest(three, result=result, left=(2, 1))).panels
    assert {panel.seat for panel in panels if panel.sign} == {1}
    assert {panel.seat for panel in panels if panel.left} == {1, 2}


@pytest.mark.parametrize("sign", mostly_at_night(Sign, [Sign.WITHOUT]))
def test_a_sign_is_drawn_also_where_nothing_has_room_beside_a_name(sign: Sign) -> None:
    """Without its words, other than every other; in narrow panels it stands below the name."""
    panel = Panel(Figure(Shape.STACK, (0,)), "Maximiliane von Weizenfeld", "Red")
    bare, signed = (strips().header((each, panel)) for each in (panel, replace(panel, sign=sign)))
    changed = np.flatnonzero((bare != signed).any(0))
    assert changed[-1] - changed[0] > 40
    for other in set(Sign) - {sign}:
        another = strips().header((replace(panel, sign=other), panel))
        assert (another != signed).sum() > 60, other
    panel = Panel(Figure(Shape.TILE, (0,)), "Maximilian", "Dark")
    bare, signed = (
        strips().header((each, panel, panel)) for each in (panel, replace(panel, sign=sign))
    )
    rows = np.flatnonzero((bare != signed)[20:114, 20:300].any(1)) + 20
    assert len(rows)
    assert sign is Sign.WITHOUT or rows[0] > 68  # its names are paler


@pytest.mark.parametrize("size", [360, 1000])
def test_what_stands_below_a_name_cuts_nothing_off(size: int) -> None:
    """Neither the feet of its letters nor the frame around the panel."""
    panel = Panel(Figure(Shape.STACK, (0,)), "ggjjqq", " ", strong=True)
    drawn = strips(size=size)
    alone, above = (
        drawn.header((replace(panel, facts=facts), panel)) for facts in (" ", "24 pieces high")
    )
    ground = drawn.header((replace(panel, name=" "), panel))
    written = alone != ground
    assert written.any()
    assert (above[written] != ground[written]).mean() > 0.99
