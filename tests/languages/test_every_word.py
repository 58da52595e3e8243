"""What games and their pictures say, in a language for trials: nothing is plain English.

And whatever fills the places of a template, of any language: nothing breaks, pings, or is read of
it but itself.
"""

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.matches import IllegalText
from bot.core.matches.result import WITHOUT_RESULT, Result, result_words
from bot.screen.components import layout
from bot.screen.ids import MatchAction, MatchButton
from bot.screen.page import Button, Page, Row
from bot.screen.words import sentence
from data.ids import MatchId
from data.states import Ending
from languages import CATALOGS
from languages.known import CATALOG, TEMPLATE, read_language
from languages.pseudo import Pseudo
from languages.reading import read_template
from languages.upkeep import folders
from renderer import PictureRequest, alt_text
from renderer.alt import lens_text
from renderer.scenes.captions import footer, panel_facts
from rules import GAMES
from rules.engine.hints import hints
from rules.engine.review import why_lost
from rules.game import Position, Reason
from rules.outcomes import Ranking
from rules.puzzles import lessons
from rules.rulebook import units
from rules.texts import ENGLISH, OF, Counted, Plain, Text, Wording, Words, filled, said
from tests.kit import wrong_moves
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.examples import examples
from tests.kit.limits import components
from tests.kit.overhearing import NAMES
from tests.kit.plain_english import plain, words_of
from tests.kit.rules import CASES, moments, start
from tests.kit.views import match_state

PSEUDO = Pseudo()


def choices(position: Position, taken: tuple[str, ...] = ()) -> Iterator[Words]:
    """What asks for a move, what can be chosen, and the same of a step further."""
    menu = position.steps(taken)
    yield menu.prompt
    yield from (each.label for each in menu.options)
    if menu.options and len(taken) < 3:
        yield from choices(position, (*taken, menu.options[-1].text))


def told(position: Position, request: PictureRequest) -> Iterator[Words]:
    """Everything that is said of a position."""
    yield alt_text(request, None)
    yield footer(request)
    yield from (panel_facts(position.facts(), colour) for colour in range(position.variant.seats))
    lens = position.lens()
    if lens is not None:
        yield lens_text(request, lens)
    if position.to_move is not None:
        yield from choices(position)
        move = next(iter(position.moves()))
        yield position.describe(move)
        yield from (each.reason.said(position) for each in hints(position, 20))
    for seat in range(position.variant.seats):
        defeat = why_lost(position, seat)
        if defeat is not None:
            yield from (defeat.why, defeat.advice)


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_a_whole_game_is_told_without_plain_english(game: str, variant: str) -> None:
    played = list(moments(game, variant, 3))
    for position, events in [*played[:: max(len(played) // 6, 1)], played[-1]]:
        for turned in (False, True):
            request = PictureRequest(position, events, viewer=int(turned), wording=PSEUDO)
            for text in told(position, request):
                assert list(plain(said(text, PSEUDO))) == []


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_ending_is_told_without_plain_english(game: str, variant: str) -> None:
    info = GAMES[game].info
    seats = range(start(game, variant).variant.seats)
    ranked: tuple[Ranking, ...] = (
        ((0,), (*seats[1:],)),
        ((*seats,),),
        ((*seats[:2],), (*seats[2:],)),
    )
    reasons = (*info.endings, Reason.SCORE)
    ends = [(each, None) for each in {*Ending} - {Ending.RULES}]
    for ending, reason in (*ends, *((Ending.RULES, each) for each in reasons)):
        for ranking in ((),) if ending in WITHOUT_RESULT else filter(all, ranked):
            scores = tuple(range(9, 9 - len(seats), -1)) if reason is Reason.SCORE else None
            text = result_words(Result(ranking, ending, reason, scores), info, info.sides)
            assert list(plain(said(text, PSEUDO))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_move_is_refused_without_plain_english(game: str) -> None:
    for row in wrong_moves.rows(game):
        position = GAMES[game].decode(row.position)
        refused = IllegalText(wrong_moves.refused(position, row.typed), match_state(position))
        typed = NAMES | words_of(row.typed, row.typed.capitalize())
        assert list(plain(said(sentence(refused), PSEUDO), typed)) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_about_a_game_is_told_without_plain_english(game: str) -> None:
    texts = [*units(GAMES[game])]
    for puzzle in lessons(game):
        texts += [each for each in (puzzle.title, puzzle.task, puzzle.why) if each is not None]
    for text in texts:
        assert list(plain(said(text, PSEUDO))) == []


HOSTILE = st.text(alphabet="{}`<>@&#!*_|\\[]()0a.\n\u202e", max_size=40)
SOME = mostly_at_night(
    ("en", "pseudo", *(each.name for each in folders(CATALOGS))), ("en", "pseudo")
)
MESSAGES = tuple(read_template((CATALOGS / TEMPLATE).read_text("utf-8")))


def wording_of(code: str) -> Wording:
    known = {"en": ENGLISH, "pseudo": PSEUDO}
    return known.get(code) or read_language(CATALOGS / code / CATALOG)[0]


@pytest.mark.parametrize("code", SOME)
@example("{cell}{number}{side.__class__}")
@example("`<@&1> @everyone [a](http://b)")
@example("{" * 2000)
@examples(4)
@given(value=HOSTILE)
def test_what_fills_a_place_stands_there_and_does_nothing(code: str, value: str) -> None:
    """Whatever a place is filled with; the template around it stays as its language has it."""
    wording = wording_of(code)
    for message in MESSAGES:
        filling = dict.fromkeys(message.places - {"number"}, value)
        text: Text = Counted(message.english, message.plural, 2, **filling)
        if not message.plural:
            text = Text(message.english, message.context, number=2, **filling)
        parts = re.split(r"\{([a-z_]+)\}", wording.template(message, 2))
        told = filling | {"number": "2"}
        parts[1::2] = [told.get(name.removeprefix(OF), name) for name in parts[1::2]]
        assert text.said(wording) == "".join(parts)


@pytest.mark.parametrize("way", ["{cell.real}", "{cell!r}", "{cell:>9}", "{cell[0]}", "{0}", "{}"])
def test_a_template_reads_nothing_of_what_fills_it(way: str) -> None:
    assert filled(f"{way} {{cell}}", {"cell": "d4"}) == f"{way} d4"


@pytest.mark.parametrize("code", SOME)
def test_the_longest_names_fit_into_any_message(code: str) -> None:
    wording = wording_of(code)
    for message in MESSAGES:
        long = Text(message.english, message.context, **dict.fromkeys(message.places, "{`@" * 700))
        page = Page(long, Row(Button(long, MatchButton(MatchId(1), 0, MatchAction.MOVE))))
        shown = list(components(layout(page, wording).to_components()))  # type: ignore[no-untyped-call]
        assert all(len(each.get("content", "")) <= 4000 for each in shown)
        assert all(len(each.get("label") or "") <= 80 for each in shown)


def test_a_text_in_an_f_string_is_an_error() -> None:
    text = Text("Left.")
    with pytest.raises(TypeError, match="by a place"):
        f"{text}"
    assert str(text) == str(Plain("{text}", text=text)) == "Left."
