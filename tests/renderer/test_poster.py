"""A card of the final board, and a poster of a match: what they say, each where there is one."""

import io
import string
from dataclasses import replace
from unicodedata import combining

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import THEMES, PictureRequest, Result, ShareCard
from renderer.charts.style import LABEL
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from renderer.strips import share_scene
from renderer.themes import BOLD, REGULAR
from rules import GAMES
from rules.game import Piece
from tests.kit.by_day import ONE_OF_EACH, at_night, mostly_at_night
from tests.kit.examples import examples
from tests.kit.rules import CASES
from tests.renderer.boards import near
from tests.renderer.cases import pixels
from tests.renderer.measuring import measured
from tests.renderer.posters import AHEAD, poster


def card(*names: str) -> ShareCard:
    ended = GAMES["apart"].start().leave(1)
    request = PictureRequest(ended, result=Result("White wins on time.", (0,)))
    return ShareCard(request, names, "Apart \u00b7 Quintet")


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


@examples(30)
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


@examples(30)
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


@given(st.tuples(NAMES_OF_PEOPLE, NAMES_OF_PEOPLE, NAMES_OF_PEOPLE))
@examples(3)
def test_three_names_stand_apart_in_one_size(names: tuple[str, str, str]) -> None:
    """Each within its own third, whatever the names are."""
    ended = GAMES["halves"].start("3p").leave(1).leave(2)
    request = PictureRequest(ended, result=Result("Light wins.", (0,)))
    scene = share_scene(ShareCard(request, names, "Halves"), Lettering())
    assert [panel.seat for panel in scene.panels] == [0, 1, 2]
    header = pixels(Renderer().picture(scene, "slate"))[:136]
    for border in (330, 658):  # between the panels is nothing
        assert near(header[:, border : border + 10], THEMES["slate"].page, 2).all()


SIZE = (1200, 1500)
MOST_BYTES = 450 << 10


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH[::2]))
def test_a_whole_one_is_drawn_within_its_bounds_and_legible_on_a_phone(
    game: str, variant: str
) -> None:
    """Nine pixels at a width of 302, at which the demo shows a picture in a window of 390."""
    theme = list(THEMES)[CASES.index((game, variant)) % len(THEMES)]
    renderer, lettering = measured()
    told = poster(game, variant, theme)
    names = tuple("Maximiliane von Weizenfeld" for _ in told.card.names)
    file = renderer.poster(replace(told, card=replace(told.card, names=names)))
    assert Image.open(io.BytesIO(file)).size == SIZE
    assert len(file) <= MOST_BYTES
    # a chart measures in LABEL, and is set larger here
    assert min(lettering.heights - {LABEL}) * 302 / SIZE[0] >= 9


@pytest.mark.parametrize(
    "names",
    [
        at_night(("", "\U0001f600")),
        at_night(("\u0301\u0301", "\u200d")),
        at_night(("{0}", "{seat!r}")),
        ("W" * 100, "\u4e2d\u6587" * 40),
    ],
)
def test_any_names_are_drawn(renderer: Renderer, names: tuple[str, str]) -> None:
    whole = poster("apart", "standard")
    card = replace(whole.card, names=names)
    file = renderer.poster(replace(whole, card=card, subtitle=names[0], swing=AHEAD))
    assert Image.open(io.BytesIO(file)).size == SIZE


def test_a_low_table_after_a_high_one_has_all_its_edges() -> None:
    """The ground of one is cut or stretched for the next."""
    low = PictureRequest(GAMES["halves"].start("3p"), result=Result("Draw.", ()))
    high = replace(low, stood=tuple((f"{row}50", Piece(0)) for row in "hijklmn"))
    one, other = Renderer(), Renderer()
    one.still(high)
    assert one.still(low) == other.still(low)
