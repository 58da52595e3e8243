"""Pictures say what is so: colours where pieces stand, marks where things happened."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Result, ShareCard, Sign
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.pieces import DrawContext, draw_pattern, top_of
from renderer.scene import Arrow, Mark, MarkKind, Presence
from renderer.scenes import build_scene
from renderer.shapes import Surface
from renderer.strips import share_scene
from rules import GAMES
from rules.game import Moved, Placed, Split, Step, StepKind, Swapped
from tests.renderer.boards import Picture, after, near, told
from tests.renderer.cases import ABANDE_PASS, APART, CHAIN, DETACH, GLAISHER, cases, pixels

HALVES = "2p waning ply:41 turn:0 light:0,0;1,-1;2,-2 dark:2,-1;3,-2 seats:light,dark"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_stones_have_their_colour_at_their_cell(renderer, theme: str, viewer) -> None:
    position = GAMES["detach"].start()
    picture = Picture(renderer, PictureRequest(position, theme=theme, viewer=viewer))
    for cell, piece in position.pieces().items():
        base = picture.materials[piece.colour].base
        assert near(picture.at(cell, 0.1, 0.12), base, 40), cell
    for cell in ("a1", "f6", "k6", "e4"):
        tint = picture.theme.shades[picture.layout.tint(cell)]
        assert near(picture.at(cell, -0.40, 0.0), tint, 12), cell


def test_the_second_seat_sees_the_board_turned(renderer: Renderer) -> None:
    position = GAMES["apart"].start()
    first, second = (Picture(renderer, PictureRequest(position, viewer=seat)) for seat in (0, 1))
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
    assert not near(head[8:14], picture.theme.turn).any()  # where a frame would be
    assert not near(head[:, :490], picture.theme.win, 6).any()
    assert near(head[:, 510:], picture.theme.win, 6).mean() > 0.5


def test_a_journey_is_shown_leg_by_leg(renderer: Renderer) -> None:
    picture = Picture(renderer, after("apart", APART, "d8-f6-f4-f1-d1"))
    last = picture.theme.last
    assert near(picture.ring("d8", 0.29), last, 40).mean() > 0.8  # where it began
    assert near(picture.patch("d1"), last, 40).mean() > 0.05  # where it ended
    assert near(picture.patch("f6", 0.2), last, 60).mean() > 0.5  # where it touched down
    assert near(picture.patch("f4", 0.2), last, 40).sum() > 60  # the cross on the capture
    x, y = picture.layout.centre("f2")
    between = picture.pixels[y - 10 : y + 10, x - 2 : x + 3]
    assert near(between, (220, 182, 58), 50).mean() > 0.5  # the way from f4 over f3 to f1


TAKEN = (
    ("apart", APART, "d8-f6-f4-f1-d1"),
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


@pytest.mark.parametrize("theme", THEMES)
def test_stacks_that_do_not_count_keep_height_and_colour(renderer: Renderer, theme: str) -> None:
    """As wide as on a phone: white ones are lighter than the bare cell, black ones darker."""
    before = GAMES["abande"].decode(ABANDE_PASS)
    request = after("abande", ABANDE_PASS, "pass", theme=theme, size=360)
    bare = Picture(renderer, PictureRequest(GAMES["abande"].start("hex"), theme=theme, size=360))
    picture, scene = Picture(renderer, request), build_scene(request)
    apart = before.pieces().keys() - request.position.pieces().keys()
    assert apart
    for cell in apart:
        piece, figure = before.pieces()[cell], scene.looks[cell].figure
        assert (figure.presence, figure.height) == (Presence.UNCOUNTED, piece.height)
        up = top_of(figure, picture.layout.pitch) / picture.layout.pitch
        # on the top disc, to the left of the cross and of the number
        shown, below = (each.at(cell, -0.27, -up).astype(int).sum() for each in (picture, bare))
        assert (shown > below) == (piece.colour == 0), cell
    assert scene.footer.endswith(f"{len(apart)} touch no enemy and do not count")


PASSING = ABANDE_PASS.replace("passes:1", "passes:0")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("before", [PASSING, ABANDE_PASS], ids=["it goes on", "it is over"])
def test_a_pass_is_told_beside_the_name_of_whoever_passed(
    renderer: Renderer, before: str, theme: str
) -> None:
    """It leaves nothing on the board of its own; the other side's panel says nothing new."""
    request = after("abande", before, "pass", theme=theme, size=360)
    passed, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    seat = GAMES["abande"].decode(before).to_move
    panels = build_scene(request).panels
    assert [panel.did for panel in panels] == ["passed" if i == seat else "" for i in (0, 1)]
    for number, half in enumerate((slice(0, 180), slice(180, 360))):
        names, facts = (slice(5, 27), half), (slice(28, 46), half)
        differs = np.abs(passed.pixels - plain.pixels).max(2) > 90
        assert (differs[names].sum() > 50) == (number == seat)
        assert not differs[facts].any()


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


CROSSING = "standard ply:13 white:a4,a7,b2,d2,d4,f2,f3,f5,g1,g2 black:a3,b8,c8,d5,d7,f8,g5,g7,g8"


def test_the_stops_of_a_long_way_are_numbered_over_its_lines(renderer: Renderer) -> None:
    """Its legs cross, and one runs through a later stop; a short way has none to number."""
    long = after("apart", CROSSING, "c8-e8-h8-f6-d8-d6-d3")
    looks = build_scene(long).looks
    numbers = {text: cell for cell, text in told(looks, MarkKind.VISITED).items()}
    assert numbers == {"1": "e8", "2": "h8", "3": "f6", "4": "d8", "5": "d6"}
    picture = Picture(renderer, long)
    legs = replace(build_scene(long), arrows=())
    without = pixels(renderer.picture(legs, long.theme, long.size))
    for cell in numbers.values():
        x, y = picture.layout.centre(cell)
        reach = round(0.17 * picture.layout.pitch)
        box = (slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1))
        assert (picture.pixels[box] == without[box]).all(), cell
    assert not (picture.pixels == without).all()
    short = build_scene(after("apart", APART, "d8-f6-f4")).looks
    assert all(not mark.text for look in short.values() for mark in look.marks)


def test_an_arrow_runs_over_the_pieces_on_its_way(renderer: Renderer) -> None:
    """It is one line from where the move began to where it ended, without a hole."""
    request = after("apart", APART, "d8-f6-f4-f1-d1")
    moved, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    for cell in ("e7", "f5", "f3"):
        assert cell in request.position.pieces()
        assert near(moved.at(cell), moved.theme.last, 40), cell
        assert not near(plain.at(cell), plain.theme.last, 40), cell
        assert near(moved.patch(cell, 0.3), moved.materials[1].base, 60).mean() > 0.4, cell


def test_an_arrow_leaves_the_names_on_its_way_legible(renderer: Renderer) -> None:
    """The name of the bare cell between stays as it was, and the arrow is seen on both sides."""
    request = after("detach", "hexhex6 ply:40 white:d4,e5 black:g8", "d4>b4,d6")
    moved, plain = (Picture(renderer, shown) for shown in (request, replace(request, events=())))
    for cell in ("d5", "c4"):
        assert (moved.patch(cell, 0.12) == plain.patch(cell, 0.12)).all(), cell
        assert near(moved.patch(cell, 0.45), moved.theme.last, 60).sum() > 100, cell


ONE_STEP = next(case for case in cases() if case.name == "detach-swap-slate").request
SWAPS = (after("detach", DETACH, "e5>c3x,e7"), ONE_STEP)


def passing(picture: Picture, cell: str) -> bool:
    """Whether a piece shows two arrows: one above, to the right, and one below, to the left."""
    look = build_scene(picture.request).looks[cell]
    assert look.figure is not None
    assert look.figure.top is not None
    ink = picture.materials[look.figure.top].ink
    heads = ((0.085, -0.125), (-0.085, 0.125))
    tails = ((-0.085, -0.125), (0.085, 0.125))
    seen = [near(picture.at(cell, *place), ink, 60) for place in (*heads, *tails)]
    return [bool(each) for each in seen] == [True, True, False, False]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shown", SWAPS, ids=["far", "one step"])
def test_two_stones_that_changed_places_have_arrows_that_pass(renderer, shown, theme) -> None:
    """Both, and no other stone; the place that the mover came from has its ring besides."""
    shown = replace(shown, theme=theme)
    swap = next(event for event in shown.events if isinstance(event, Swapped))
    picture = Picture(renderer, shown)
    stones = shown.position.pieces()
    assert {cell for cell in stones if passing(picture, cell)} == {swap.origin, swap.landing}
    assert near(picture.ring(swap.landing, 0.435), picture.theme.last, 60).mean() > 0.6
    plain = Picture(renderer, replace(shown, events=()))
    assert not near(plain.ring(swap.landing, 0.435), picture.theme.last, 60).any()


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


def test_where_a_move_began_has_its_ring_also_below_a_piece(renderer: Renderer) -> None:
    """A stack was split, and a new piece came onto the place that it left."""
    before = GAMES["glaisher"].decode(GLAISHER)
    move = next(m for m in before.moves() if "@" in str(m) and str(m).endswith(f"@{str(m)[:2]}"))
    request = PictureRequest(before.play(move), before.events(move))
    picture, plain = Picture(renderer, request), Picture(renderer, replace(request, events=()))
    origin = next(event.origin for event in request.events if isinstance(event, Split))
    assert origin in request.position.pieces()
    assert near(picture.ring(origin, 0.435), picture.theme.last, 60).mean() > 0.6
    assert not near(plain.ring(origin, 0.435), picture.theme.last, 60).any()


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
    before = GAMES["glaisher"].decode(CHAIN)
    move = next(m for m in before.moves() if before.play(m).outcome)
    request = PictureRequest(before.play(move), before.events(move), viewer=viewer)
    picture = Picture(renderer, request)
    joined = next(e.cells for e in before.events(move) if type(e).__name__ == "Connected")
    for one, other in pairwise(joined):
        (ax, ay), (bx, by) = picture.layout.centre(one), picture.layout.centre(other)
        between = picture.pixels[(ay + by) // 2, (ax + bx) // 2]
        assert near(between, picture.theme.win, 12), (one, other)
    assert not near(picture.patch("e1", 0.6), picture.theme.win, 12).any()


def test_a_winning_chain_shows_where_the_move_ended_and_what_it_turned_over() -> None:
    before = GAMES["glaisher"].decode(CHAIN.replace("h4=1,i5=3 yellow:", "i5=3 yellow:h5=1,"))
    move = before.parse("i5:2+1>SW@h6")
    scene = build_scene(PictureRequest(before.play(move), before.events(move)))
    marks = {cell: {mark.kind for mark in look.marks} for cell, look in scene.looks.items()}
    assert marks["i5"] == {MarkKind.ORIGIN}
    assert marks["h5"] == {MarkKind.FLIPPED, MarkKind.CHAIN}
    assert marks["g5"] == marks["h6"] == {MarkKind.LANDED, MarkKind.CHAIN}
    assert not scene.arrows


def test_heights_are_written_and_seen(renderer: Renderer) -> None:
    lines = (f"basic ply:30 red:e5={high} yellow:a1=1" for high in (1, 2, 6, 7, 12, 99))
    requests = (PictureRequest(GAMES["glaisher"].decode(line)) for line in lines)
    heights = [Picture(renderer, request).patch("e5") for request in requests]
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
    for cell in cells:
        assert near(picture.patch(cell, 0.3), picture.theme.badge).mean() > 0.05, cell


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
    stacks = {cell for cell, piece in request.position.pieces().items() if piece.height > 1}
    way = [cell for cell in ("e2", "d2", "c2", "b2") if cell in stacks]
    landed = {cell for event in request.events for cell, _ in getattr(event, "parts", ())}
    passed = [cell for cell in way if cell not in landed]
    assert passed
    for cell in passed:
        assert (moved.patch(cell, 0.16) == plain.patch(cell, 0.16)).all()


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


def test_a_move_so_far_is_drawn_where_it_has_come_to(renderer: Renderer) -> None:
    before = GAMES["apart"].decode(APART)
    picture = Picture(renderer, PictureRequest(before, draft=("d8", "f6", "f4")))
    black = picture.materials[1].base
    assert near(picture.at("f4", -0.2, 0.2), black, 40)
    assert not near(picture.at("d8", 0.1, 0.26), black, 20)  # only a ghost is left there
    assert build_scene(picture.request).footer == "So far Black d8 \u2192 f6 \u2192 f4, takes f4"


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
