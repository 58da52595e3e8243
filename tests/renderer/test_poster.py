"""A card of the final board, and a poster of a match: what they say, each where there is one."""

import io
import string
from dataclasses import replace
from typing import Any
from unicodedata import combining

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import THEMES, PictureRequest, Result, ShareCard, Still
from renderer.charts.style import LABEL
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.palette import STILL, load_palette
from renderer.pieces import DrawContext, draw_figure
from renderer.poster_painter import FRAME
from renderer.scene import Figure, Panel, Presence
from renderer.shapes import Surface
from renderer.strips import PANELS, share_scene
from renderer.themes import BOLD, CROWN, REGULAR, mixed
from rules import GAMES
from rules.game import Piece, Shape
from tests.kit.examples import examples
from tests.kit.rules import CASES, moments
from tests.renderer.boards import near, strips, written
from tests.renderer.cases import pixels
from tests.renderer.colour_science import difference, linear
from tests.renderer.posters import AHEAD, poster

END = GAMES["apart"].start().leave(1)
RESULT = Result("White wins on time.", (0,))


def card(*names: str, theme: str = "slate") -> ShareCard:
    return ShareCard(PictureRequest(END, result=RESULT, theme=theme), names, "Apart \u00b7 Quintet")


def test_a_card_names_players_winner_result_and_game() -> None:
    scene = share_scene(card("Ada", "Ben"), Lettering())
    assert [panel.name for panel in scene.panels] == ["Ada", "Ben"]
    assert [panel.facts.split(" \u00b7 ")[0] for panel in scene.panels] == ["White", "Black"]
    assert [panel.winner for panel in scene.panels] == [True, False]
    assert scene.result == "White wins on time."
    assert scene.footer == "Apart \u00b7 Quintet"


def test_names_are_set_as_far_as_there_are_letters() -> None:
    names = "\U0001f984 Zo\u00eb \u0416\u0435\u043d\u044f", "\U0001f600"
    first, second = share_scene(card(*names), Lettering()).panels
    assert (first.name, second.name) == ("Zo\u00eb \u0416\u0435\u043d\u044f", "Black")


NAMES_OF_PEOPLE = st.text(
    st.sampled_from(string.ascii_letters + " _-\u00e9\u0301\u0323\u017d\u0416\u03a9\u1ec7\u0304."),
    min_size=1,
    max_size=40,
)


@given(NAMES_OF_PEOPLE, st.integers(4, 60), st.sampled_from((REGULAR, BOLD)), st.integers(0, 600))
def test_no_name_is_cut_inside_a_letter(name: str, height: int, weight: int, room: int) -> None:
    """What is set is the name, or its first letters with all their marks and an ellipsis."""
    lettering = Lettering()
    text = lettering.legible(name) or "a"
    fitted = lettering.fitted(text, height, weight, room)
    assert fitted.shape[1] <= room
    whole = lettering.word(text, height, weight)
    if whole.shape[1] <= room:
        assert np.array_equal(fitted, whole)
    elif fitted.shape[1]:
        begun = [text[:end].rstrip() for end in range(len(text)) if not combining(text[end])]
        shown = [lettering.word(f"{beginning}\u2026", height, weight) for beginning in begun]
        assert any(np.array_equal(fitted, word) for word in shown)


@given(NAMES_OF_PEOPLE, st.sampled_from((REGULAR, BOLD)), st.integers(0, 300))
def test_two_lines_say_all_of_a_name(name: str, weight: int, room: int) -> None:
    """The first within its room; of a word that is parted each has three letters at least."""
    lettering = Lettering()
    text = lettering.legible(name) or "a"
    first, *rest = lettering.in_two(text, 24, weight, room)
    whole, *parted = lettering.in_two(text, 24, weight, room, broken=False)
    assert parted or whole == text
    if [first, *rest] != [whole, *parted]:
        assert (first[-1], first[:-1] + rest[0]) == ("-", text)
        assert len(first) - 1 > len(whole) or not parted
        assert f"{first[-4:-1]}{rest[0][:3]}".isalpha()
        assert lettering.word(first, 24, weight).shape[1] <= room
        return
    assert first + "".join(rest) in {
        text,
        text.replace(" ", "", 1),
        text[: len(first)] + text[len(first) :].lstrip(),
    }
    for second in rest:
        assert first
        assert lettering.word(first, 24, weight).shape[1] <= room
        assert second
        assert not combining(second[0])
        assert second[0] == "_" or text[len(first)] == " " or first[-1] in "_-."


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Maximilianschwarz", ("Maximil-", "ianschwarz")),
        ("xX_Shadow_Assassin", ("xX_Sha-", "dow_Assassin")),
        ("xX_Shadow", ("xX_", "Shadow")),
        ("\u738b\u5c0f\u660e\u674e\u5927\u83ef", ("\u738b\u5c0f\u660e\u674e", "\u5927\u83ef")),
        ("99999999999", ("99999999999",)),
        ("Anna Wilhelmina", ("Anna", "Wilhelmina")),
    ],
)
def test_words_are_broken_where_a_line_would_be_bare(name: str, lines: tuple[str, ...]) -> None:
    assert Lettering().in_two(name, 24, REGULAR, 103) == lines


@pytest.mark.parametrize("theme", THEMES)
@given(st.tuples(NAMES_OF_PEOPLE, NAMES_OF_PEOPLE, NAMES_OF_PEOPLE))
@examples(6)
def test_three_names_stand_apart_in_one_size(theme: str, names: tuple[str, str, str]) -> None:
    """Each within its own third, whatever the names are."""
    ended = GAMES["halves"].start("3p").leave(1).leave(2)
    request = PictureRequest(ended, result=Result("Light wins.", (0,)), theme=theme)
    scene = share_scene(ShareCard(request, names, "Halves"), Lettering())
    assert [panel.seat for panel in scene.panels] == [0, 1, 2]
    header = pixels(Renderer().picture(scene, theme))[:136]
    for border in (330, 658):  # between the panels is nothing
        assert near(header[:, border : border + 10], THEMES[theme].page, 2).all()


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_is_drawn(theme: str) -> None:
    renderer = Renderer()
    drawn = pixels(renderer.share_card(card("Ada", "Ben", theme=theme)))
    assert near(drawn[:136, :490], THEMES[theme].win, 6).mean() > 0.5
    plain = pixels(renderer.still(card("Ada", "Ben", theme=theme).picture))
    assert (np.abs(drawn[:136] - plain[:136]).max(2) > 60).mean() > 0.005
    assert drawn.shape[1] == 1000


SIZE = (1200, 1500)
MOST_BYTES = 450 << 10
LETTERING = Lettering()


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_whole_one_is_drawn_within_its_bounds(renderer, game: str, variant: str) -> None:
    for theme in THEMES:
        file = renderer.poster(poster(game, variant, theme))
        assert Image.open(io.BytesIO(file)).size == SIZE
        assert len(file) <= MOST_BYTES


def test_each_part_has_its_place(renderer: Renderer) -> None:
    whole = poster("apart", "standard")
    drawn = pixels(renderer.poster(whole))
    assert (~near(drawn[1230:1470, 60:1140], THEMES["slate"].page, 12)).mean() > 0.8
    plate = near(drawn[300:600], THEMES["slate"].plate, 3).any(0)
    assert np.ptp(np.flatnonzero(plate)) > 0.52 * SIZE[0]
    assert near(drawn[960:1060, 200:650], THEMES["slate"].cells[0], 3).mean() > 0.3
    more = replace(whole, film=(*whole.film, *whole.film))
    assert (pixels(renderer.poster(more)) == drawn).all()


def test_words_are_legible_on_a_phone(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine pixels at a width of 302, at which the demo shows a picture in a window of 390."""
    sizes, set_words = set[int](), Lettering.fitted

    def noted(self: Lettering, text: str, size: int, weight: int, room: float) -> np.ndarray:
        sizes.update({size} if room < SIZE[1] else ())
        return set_words(self, text, size, weight, room)

    monkeypatch.setattr(Lettering, "fitted", noted)
    for told in (poster("halves", "3p"), poster("apart", "standard")):
        names = tuple("Maximiliane von Weizenfeld" for _ in told.card.names)
        renderer.poster(replace(told, card=replace(told.card, names=names)))
    sizes.remove(LABEL)  # a chart measures in it, and is set larger here
    assert min(sizes) * 302 / SIZE[0] >= 9


@pytest.mark.parametrize(
    ("game", "variant"), [("abande", "hex"), ("abande", "square"), ("glaisher", "basic")]
)
def test_numbers_on_pieces_are_legible_on_a_phone(
    monkeypatch: pytest.MonkeyPatch, game: str, variant: str
) -> None:
    """Nine pixels at that width on the board, and none on those of the film."""
    sizes, set_word = list[int](), Lettering.word

    def noted(self: Lettering, text: str, size: int, *rest: Any) -> np.ndarray:
        # a chart measures in LABEL, and is set larger here
        sizes.extend([size] if text.isdigit() and size != LABEL else ())
        return set_word(self, text, size, *rest)

    monkeypatch.setattr(Lettering, "word", noted)
    Renderer().poster(poster(game, variant))
    assert sizes
    assert min(sizes) * 302 / SIZE[0] >= 9


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("stills", [1, 5])
def test_all_parts_begin_and_end_below_each_other(
    renderer: Renderer, theme: str, stills: int
) -> None:
    told = poster("halves", "2p", theme)
    drawn = pixels(renderer.poster(replace(told, film=told.film[:stills])))
    inked = ~near(drawn, THEMES[theme].page, 12)
    edges = [
        np.flatnonzero(inked[top:bottom].any(0))[[0, -1]]
        for top, bottom in ((40, 100), (110, 210), (300, 800), (940, 1140), (1200, 1450))
    ]
    assert {left for left, _ in edges} <= {55, 56}
    assert {edges[part][1] for part in (1, 2, 4)} <= {1143, 1144}


@pytest.mark.parametrize("theme", THEMES)
def test_where_it_turned_a_dot_stands_beside_the_words(renderer: Renderer, theme: str) -> None:
    told = poster("apart", "standard", theme)
    film = tuple(replace(still, turned=number % 2 > 0) for number, still in enumerate(told.film))
    below = pixels(renderer.poster(replace(told, film=film)))[1418:1448, 65:1145]
    dots = near(below, THEMES[theme].last, 12)
    for number in range(len(film)):
        dot = dots[:, 216 * number : 216 * number + 206].sum()
        assert (dot > 200) == (number % 2 > 0)


@pytest.mark.parametrize(
    "names",
    [
        ("", "\U0001f600"),
        ("\u0301\u0301", "\u200d"),
        ("{0}", "{seat!r}"),
        ("W" * 100, "\u4e2d\u6587" * 40),
    ],
)
def test_any_names_are_drawn(renderer: Renderer, names: tuple[str, str]) -> None:
    whole = poster("apart", "standard")
    card = replace(whole.card, names=names)
    file = renderer.poster(replace(whole, card=card, subtitle=names[0], swing=AHEAD))
    assert Image.open(io.BytesIO(file)).size == SIZE


def test_marks_alone_are_no_letters() -> None:
    assert LETTERING.legible("\u0301\u0323") == ""
    assert LETTERING.legible("\ud55c\u0301ab") == "\u25a1ab"
    assert LETTERING.legible("Zo\u0308e") == "Z\u00f6e"


def test_facts_that_have_no_room_are_left_out_whole() -> None:
    panels = [Panel(Figure(Shape.STACK, (0,)), "Ada", facts) for facts in FACTS]
    drawn = [strips().header((panel, panels[0])) for panel in panels]
    assert (drawn[1] == drawn[0]).all()
    assert (drawn[2] != drawn[0]).any()


NAME_ENDS = 74  # pixels from the top
FACTS = (
    "Red \u00b7 4",
    "Red \u00b7 4 \u00b7 more than there is room for, it seems",
    "Red \u00b7 4 \u00b7 5",
)


@pytest.mark.parametrize("theme", THEMES)
def test_traces_of_every_colour_show_on_the_table(theme: str) -> None:
    shown, colours = THEMES[theme], ("Light", "Dark", "Grey")
    context = DrawContext(shown, shown.materials(colours), LETTERING, 100, 1)
    for colour in range(3):
        surface = Surface.plain(100, 100, shown.table)
        middle = Surface(surface.pixels, (50, 50))
        draw_figure(middle, Figure(Shape.TILE, (colour,), 1, Presence.DEPARTED), context)
        below = surface.pixels[75:, 50].round().astype(int).tolist()
        within, *beyond = (difference(linear((r, g, b)), linear(shown.table)) for r, g, b in below)
        assert max(beyond) > 11
        assert 4 < within < 0.75 * max(beyond)


def test_a_low_table_after_a_high_one_has_all_its_edges() -> None:
    """The ground of one is cut or stretched for the next."""
    low = PictureRequest(GAMES["halves"].start("3p"), result=Result("Draw.", ()))
    high = replace(low, stood=tuple((f"{row}50", Piece(0)) for row in "hijklmn"))
    one, other = Renderer(), Renderer()
    one.still(high)
    assert one.still(low) == other.still(low)


def test_tables_of_tiles_are_as_large_whatever_lies_on_them(renderer: Renderer) -> None:
    """The first moment has one tile, the last many; the tables of a film form a row."""
    tale = list(moments("halves", seed=2))
    card = ShareCard(PictureRequest(*tale[-1]), ("Ada", "Ben"), "Halves")
    film = tuple(Still(PictureRequest(*tale[turn]), "") for turn in (1, len(tale) // 2))
    told = replace(poster("halves", "2p"), card=card, subtitle="", film=film, swing=())
    drawn = pixels(renderer.poster(told))
    table = near(drawn[1220:1480], THEMES["slate"].table, 3)
    left, right = table[:, 390:598].any(1).sum(), table[:, 602:810].any(1).sum()
    assert left == right
    assert table.any(0).sum() > 2 * 0.9 * FRAME


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Zo\u00eb " * 9, "Ben"), ("W" * 40, "i" * 40)])
def test_both_sides_tell_as_many_facts(names: tuple[str, str]) -> None:
    figure = Figure(Shape.STACK, (0,))
    pairs = [
        (Panel(figure, names[0], few), Panel(figure, names[1], many, seat=1))
        for few, many in ((FACTS[2], FACTS[1]), (FACTS[0], FACTS[1]))
    ]
    long, short = (strips().header(pair) for pair in pairs)
    assert (long == short).all()


def test_a_long_name_takes_the_line_of_its_colour_and_a_short_one_leaves_it() -> None:
    figure = Figure(Shape.STACK, (0,))
    for name, leaves in (("Maximiliane", True), ("Maximiliane Magdalene von Weizenfeld", False)):
        panels = [Panel(figure, name, facts) for facts in ("Red", "Yellow")]
        drawn = [strips().header((panel, panel, panel)) for panel in panels]
        rows = np.flatnonzero((drawn[0] != drawn[1]).any(1))
        assert (len(rows) > 0 and rows[0] > NAME_ENDS) if leaves else len(rows) == 0
        lone = strips().header((replace(panels[0], facts=" "),) * 3)
        assert written(lone[NAME_ENDS : PANELS[1] - 20, 90:300]).any() is np.bool_(not leaves)


@pytest.mark.parametrize("theme", THEMES)
def test_a_crown_is_clear_of_the_name_and_of_the_edge(theme: str) -> None:
    for shape in (Shape.STACK, Shape.TILE):
        ink, drawn = load_palette(theme, shape, STILL), strips(theme, shape=shape)
        panel = Panel(Figure(shape, (0,)), "Mmmm", "Red", winner=True)
        crowned, named = (drawn.header((each,) * 3) for each in (panel, replace(panel, name=" ")))
        letters = np.flatnonzero((crowned != named)[:, :300].any(0))
        gold = near(ink.look_up(named[:, :300]), CROWN, 24)
        assert letters[0] - np.flatnonzero(gold.any(0))[-1] > 12
        assert np.flatnonzero(gold.any(1))[0] - PANELS[0] > 5


def test_players_stand_at_one_height_whatever_the_board(renderer: Renderer) -> None:
    tops = set()
    for game in ("halves", "apart", "detach"):
        drawn = pixels(renderer.poster(poster(game, GAMES[game].info.variants[0].id)))
        box = near(drawn[:, 80:200], mixed(THEMES["slate"].page, THEMES["slate"].text, 0.13), 6)
        won = near(drawn[:, 80:200], THEMES["slate"].win, 6)
        tops.add(int(np.flatnonzero((box | won).mean(1) > 0.8)[0]))
    assert len(tops) == 1


def test_a_name_that_has_no_room_is_set_smaller_and_so_are_the_others() -> None:
    figure = Figure(Shape.STACK, (0,))
    ada = Panel(figure, "Ada", "")
    alone = strips().header((ada, ada))
    beside = strips().header((ada, Panel(figure, "Maximiliane M. Berg", "")))
    tall = [np.flatnonzero(written(each[:, 90:480].T)) for each in (alone, beside)]
    assert np.ptp(tall[0]) > np.ptp(tall[1])
