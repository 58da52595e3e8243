"""The clocks of a match as a private message, and news of them where it is played."""

from collections.abc import Mapping
from enum import StrEnum
from functools import partial

from bot.core.clocks import Gift, gifts
from bot.features.timekeeping import words
from bot.features.timekeeping.service import ClockNews, ClockService, ClockView
from bot.screen.buttons import move_button, turning
from bot.screen.ids import CustomId, MatchAction, MatchButton, VacationAction, VacationButton
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.messenger.faces import Face
from bot.screen.page import Accent, Button, Page, Part, Row
from bot.screen.words import ON_HOLD
from data.ids import MatchId, PlayerId
from rules.texts import lines


class ClockAction(StrEnum):
    LOOK = "look"
    PAGE = "page"
    GIVE_PERIOD = "period"
    GIVE_DAY = "day"


class ClockButton(CustomId, prefix="k"):
    """A button about the clocks of a match.

    ``number`` is the page of what has changed them, from 0; the ply at which time is given; or the
    line of the ledger that news are of.
    """

    match_id: MatchId
    action: ClockAction
    number: int = 0


class PauseButton(CustomId, prefix="kp"):
    """Asks the others for a pause of so many ``days``, in the match at ``ply``."""

    match_id: MatchId
    ply: int
    days: int


ON_PAGE = 10
PAUSES = (3, 7, 14)
"""Days."""


GIFTS: Mapping[ClockAction, Gift] = {
    ClockAction.GIVE_PERIOD: Gift.PERIOD,
    ClockAction.GIVE_DAY: Gift.DAY,
}


def panel(view: ClockView, reader: PlayerId, page: int = 0) -> Page:
    """What every seat has, what ``reader`` can do, and a page of the changes, the newest first."""
    last = max(len(view.ledger) - 1, 0) // ON_PAGE
    shown = min(page, last)
    changes = view.ledger[::-1][shown * ON_PAGE : (shown + 1) * ON_PAGE]
    banks = (words.bank(view, seat) for seat in sorted(view.seats))
    told = (words.line(view, change) for change in changes)
    held = ON_HOLD if view.match.match.timeouts_held else None
    items: list[Part] = [lines(words.heading(view), held, *banks), lines(words.LEDGER, *told)]
    items += [Row(*row) for row in _ways(view, reader) if row]
    if last:
        way = partial(ClockButton, view.match.id, ClockAction.PAGE)
        items.append(Row(*turning(shown, last + 1, words.NEWER, words.OLDER, way)))
    return Page(*items, accent=Accent.GOLD)


def face_of(news: ClockNews) -> Face:
    """What everybody sees of a change of time; it mentions nobody."""
    mark = ClockButton(news.match.id, ClockAction.LOOK, news.id)
    move = move_button(news.match) if news.match.match.deadline is not None else None
    page = Page(words.news(news), Row(move, Button(words.CLOCKS, mark)))
    return Face(page, (), str(mark))


def _ways(view: ClockView, reader: PlayerId) -> list[list[Button]]:
    """Rows of what the reader can do about the time now."""
    match = view.match
    seat, to_move = match.seat_of(reader), match.to_move
    if to_move is None or seat is None or seat in match.left or to_move not in view.seats:
        return []
    pausing = [Button(words.pause(days), PauseButton(match.id, match.ply, days)) for days in PAUSES]
    if match.match.paused_until is not None:
        pausing = [Button(words.RESUME, MatchButton(match.id, match.ply, MatchAction.RESUME))]
    offered = {} if to_move == seat else gifts(view.seats[to_move].clock)
    vacation = Button(words.VACATION, VacationButton(VacationAction.LOOK))
    stoppable = seat in view.seats and not view.seats[seat].clock.live
    return [
        [
            Button(words.give(offered[gift]), ClockButton(match.id, action, match.ply))
            for action, gift in GIFTS.items()
            if gift in offered and (gift is Gift.PERIOD or offered[gift] != offered[Gift.PERIOD])
        ],
        [*pausing, *([vacation] if stoppable else [])],
    ]


async def show_clocks(interaction: Interaction, match_id: MatchId, page: int = 0) -> None:
    view = await interaction.services[ClockService].look(interaction.actor, match_id)
    await interaction.show(panel(view, interaction.actor.id, page))


async def on_clock(click: Click[ClockButton]) -> None:
    if click.id.action in GIFTS:
        gift, clocks = GIFTS[click.id.action], click.services[ClockService]
        await click.check_match(click.id.match_id)
        view = await clocks.give(click.actor, click.id.match_id, gift, click.id.number)
        await click.show(panel(view, click.actor.id))
    else:
        page = click.id.number if click.id.action is ClockAction.PAGE else 0
        await show_clocks(click, click.id.match_id, page)


SCREEN = Screen(
    handlers=(Handler(ClockButton, on_clock),),
    faces={ClockNews: face_of},
)
