"""Pages of posted cards, private pages of a match, and parts that all pages of a match share."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.core.matches import MatchState, MatchSummary
from bot.core.people import PlayerSettings
from bot.core.pictures import PictureService
from bot.screen import words as text
from bot.screen.ids import MatchAction, MatchButton, ReplayAction, ReplayButton
from bot.screen.messenger import words
from bot.screen.names import Names, harmless
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from data.ids import Engine, Holder, PlayerId
from renderer import PictureRequest
from renderer.charts import Chart, chart_text
from rules.textboard import textboard
from rules.texts import Plain, Text, Wording, Words, lines

ON_A_PHONE = 3
"""A phone shows so many short buttons in a row, and wraps the next one."""

_AROUND = 5.4  # width of a button's padding, in letters
_ROOM = 39.0  # width of a row on a phone, in letters


Draw: TypeAlias = Callable[[PictureService, Wording], Awaitable[bytes]]
"""Draws a picture in a language; may raise PicturesBusy."""


@dataclass(frozen=True, slots=True)
class Face:
    """The page of a card, and whom it notifies (``mentioned``).

    - ``mark``: the ``custom_id`` of one of its buttons, or a paragraph; its message is found by it.
    - ``plain``: the page where no picture may be attached; None if it is not posted there.
    - ``picture`` draws the picture of a new message; if ``redrawn``, also of an edited one.
    - ``beside`` draws further pictures of a new message, by their names.
    """

    page: Page
    mentioned: tuple[PlayerId, ...]
    mark: Words
    plain: Callable[[], Page] | None = None
    picture: Draw | None = None
    redrawn: bool = False
    beside: Mapping[str, Draw] = field(default_factory=dict)


Faces: TypeAlias = Mapping[type[Any], Callable[[Any], Face]]
"""The function that makes the face of each type of card, without looking up names."""
WithNames: TypeAlias = Mapping[type[Any], Callable[[Any, Names], Awaitable[Any]]]
"""The function that looks up the names of each type of card that shows some."""


def in_words(told: Text) -> Face:
    """A card of one text, which is also its mark; it notifies nobody."""
    return Face(Page(told), (), told)


def charted(plain: Page, chart: Chart | None, mark: str) -> Face:
    """A card with a chart, if any, below its heading; it notifies nobody."""
    if chart is None:
        return Face(plain, (), mark)
    theme = PlayerSettings().theme
    heading, *others = plain.parts
    page = Page(heading, Picture(chart_text(chart)), *others, accent=plain.accent)
    return Face(
        page,
        (),
        mark,
        lambda: plain,
        lambda pictures, wording: pictures.chart(chart, theme, wording),
        redrawn=True,
    )


def still_of(shown: PictureRequest) -> Draw:
    """Draws a position in the language of the message."""
    return lambda pictures, wording: pictures.still(replace(shown, wording=wording))


async def with_players(card: Any, names: Names) -> Any:
    """A match's card with its field ``names`` filled with the players' names."""
    match: MatchState = card.match
    found = {each: harmless(await holder_in(match, each, names)) for each in match.players}
    return replace(card, names=found)


async def holder_in(match: MatchState, holder: Holder, names: Names) -> Words:
    """The name of a seat's holder."""
    if isinstance(holder, Engine):
        return words.holder_name(holder)
    return await names.of(holder, match.match.named_in)


def own_board(
    match: MatchState, alt: Words, viewer_id: PlayerId, remark: Words | None = None
) -> Page:
    """The board for one person, with a remark on why it is shown."""
    return Page(
        remark,
        Picture(alt),
        lines(words.own_title(match, match.seat_of(viewer_id)), words.last_line(match)),
        words.own_turn_line(match, viewer_id),
        *look_rows(match, viewer_id),
        accent=Accent.GOLD if match.is_running else Accent.GREY,
    )


def board_as_text(match: MatchState, viewer_id: PlayerId) -> Page:
    return Page(
        Plain("**{match}**", match=text.match_title(match)),
        as_text(match),
        lines(
            words.last_line(match),
            words.turn_line(match, match.match.deadline),
            text.on_hold(match.match),
        ),
        *look_rows(match, viewer_id, MatchAction.TEXT),
    )


def as_text(match: MatchState) -> Text:
    """The board in letters, with the facts that a picture shows beside it."""
    board = Plain("```\n{board}\n```", board=textboard(match.position))
    facts = [*words.beside_the_board(match), *words.ownerless_line(match)]
    return lines(board, Plain("-# {facts}", facts=text.row(facts)) if facts else None)


def look_rows(
    match: MatchState, viewer_id: PlayerId, shown: MatchAction = MatchAction.BOARD
) -> list[Row]:
    """The buttons of a private board: actions, and other views than ``shown``."""
    if match.seat_of(viewer_id) is None:
        ways = _spectators_buttons(match)
    else:
        more = match_button(match, Text("More", "button"), MatchAction.MORE)
        is_turn = match.to_move_player == viewer_id
        ways = (*((move_button(match), *hint_button(match)) if is_turn else ()), more)
    looks = {
        MatchAction.BOARD: text.BOARD,
        MatchAction.MOTION: text.LAST_MOVE if match.moves else None,
        MatchAction.LENS: match.info.lens if match.is_running else None,
        MatchAction.TEXT: Text("Text", "button"),
    }
    others = [
        match_button(match, label, way)
        for way, label in looks.items()
        if label and way is not shown
    ]
    return [Row(*row) for row in (*in_rows(ways), *in_rows(others))]


def move_button(line: MatchSummary | MatchState) -> Button:
    custom_id = MatchButton(line.id, line.ply, MatchAction.MOVE)
    return Button(text.MOVE, custom_id, Style.PRIMARY)


def match_button(
    match: MatchState, label: Words, action: MatchAction, style: Style = Style.SECONDARY
) -> Button:
    return Button(label, MatchButton(match.id, match.ply, action), style)


def hint_button(match: MatchState) -> tuple[Button, ...]:
    """The hint button, for a person to move who plays against engines only."""
    if match.people != (match.to_move_player,):
        return ()
    return (match_button(match, text.HINT, MatchAction.HINT),)


def _spectators_buttons(match: MatchState) -> tuple[Button, ...]:
    back = Button(text.REPLAY, ReplayButton(match.id, 0, ReplayAction.FIRST))
    if not match.is_running:
        return (back,)
    return (back, match_button(match, text.FOLLOW, MatchAction.FOLLOW))


def in_rows(buttons: Sequence[Button]) -> list[list[Button]]:
    """Buttons in rows that fit on a phone."""
    rows: list[list[Button]] = []
    for button in buttons:
        longer = [*(rows[-1] if rows else ()), button]
        width = sum(len(str(each.label)) + _AROUND for each in longer)
        if rows and len(longer) <= ON_A_PHONE and width <= _ROOM:
            rows[-1] = longer
        else:
            rows.append([button])
    if len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) == ON_A_PHONE:
        rows[-1].insert(0, rows[-2].pop())
    return rows
