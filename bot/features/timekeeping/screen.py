"""The clocks of a match as a private message, news of clocks, and ``/vacation``."""

from collections.abc import Mapping
from enum import StrEnum
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.core.clocks import Gift, gifts
from bot.features.moves.screen.composer import all_matches
from bot.features.timekeeping import words
from bot.features.timekeeping.service import (
    DAYS_A_YEAR,
    ClockNews,
    ClockService,
    ClockView,
    VacationService,
    VacationView,
)
from bot.screen.buttons import page_buttons
from bot.screen.ids import CustomId, MatchAction, MatchButton
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.messenger.pages import Face, move_button
from bot.screen.page import Accent, Button, Page, Part, Row
from bot.screen.words import ON_HOLD
from bot.screen.words import days as some_days
from data.ids import MatchId, PlayerId
from rules.texts import Text, lines


class VacationAction(StrEnum):
    LOOK = "look"
    START = "start"
    END = "end"


class VacationButton(CustomId, prefix="j"):
    """A button about the presser's own vacation, of so many ``days``."""

    action: VacationAction
    days: int = 0


class ClockAction(StrEnum):
    LOOK = "look"
    PAGE = "page"
    GIVE_PERIOD = "period"
    GIVE_DAY = "day"


class ClockButton(CustomId, prefix="k"):
    """A button about the clocks of a match.

    ``number`` is a page of changes, from 0; the ply at which time is given; or the id of the
    ledger's line in a message about it.
    """

    match_id: MatchId
    action: ClockAction
    number: int = 0


class PauseButton(CustomId, prefix="kp"):
    """Asks the other players for a pause of ``days`` days, in the match at ``ply``."""

    match_id: MatchId
    ply: int
    days: int


CHANGES_ON_PAGE = 10
PAUSES = (3, 7, 14)
"""The lengths that are offered, in days."""


GIFTS: Mapping[ClockAction, Gift] = {
    ClockAction.GIVE_PERIOD: Gift.PERIOD,
    ClockAction.GIVE_DAY: Gift.DAY,
}


def clocks_page(view: ClockView, reader: PlayerId, page: int = 0) -> Page:
    """The clock of every seat, the reader's actions, and a page of changes, the newest first."""
    last = max(len(view.ledger) - 1, 0) // CHANGES_ON_PAGE
    shown = min(page, last)
    changes = view.ledger[::-1][shown * CHANGES_ON_PAGE : (shown + 1) * CHANGES_ON_PAGE]
    banks = (words.bank(view, seat) for seat in sorted(view.seats))
    told = (words.line(view, change) for change in changes)
    held = ON_HOLD if view.match.match.timeouts_held else None
    items: list[Part] = [lines(words.heading(view), held, *banks), lines(words.LEDGER, *told)]
    items += [Row(*row) for row in _clock_buttons(view, reader) if row]
    if last:
        way = partial(ClockButton, view.match.id, ClockAction.PAGE)
        items.append(Row(*page_buttons(shown, last + 1, words.NEWER, words.OLDER, way)))
    return Page(*items, accent=Accent.GOLD)


def face_of(news: ClockNews) -> Face:
    """The message about a change of clocks; it mentions nobody."""
    mark = ClockButton(news.match.id, ClockAction.LOOK, news.id)
    move = move_button(news.match) if news.match.match.deadline is not None else None
    page = Page(words.news(news), Row(move, Button(words.CLOCKS, mark)))
    return Face(page, (), str(mark))


def _clock_buttons(view: ClockView, reader: PlayerId) -> list[list[Button]]:
    """Rows of buttons for the reader's actions."""
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


async def on_clock(click: Click[ClockButton]) -> None:
    clocks, match_id, page = click.services[ClockService], click.id.match_id, 0
    if click.id.action in GIFTS:
        gift, ply = GIFTS[click.id.action], click.id.number
        await click.check_match(match_id)
        view = await clocks.give(click.actor, match_id, gift, ply)
    else:
        view = await clocks.look(click.actor, match_id)
        page = click.id.number if click.id.action is ClockAction.PAGE else 0
    await click.show(clocks_page(view, click.actor.id, page))


VACATIONS = (3, 7, 14)
"""The lengths that are offered, in days."""


def vacation_page(view: VacationView, said: Text, *back: Button) -> Page:
    """A text, the buttons for a vacation, and the buttons ``back``."""
    start, fitting = VacationAction.START, [days for days in VACATIONS if days <= view.left]
    buttons = [Button(some_days(days), VacationButton(start, days)) for days in fitting]
    if view.until is not None:
        buttons = [Button(words.END_VACATION, VacationButton(VacationAction.END))]
    return Page(said, *(Row(*each) for each in (buttons, back) if each), accent=Accent.GOLD)


async def show_vacation(interaction: Interaction, *back: Button) -> None:
    """Show the reader's vacation, and the ways ``back``; the interaction is acknowledged."""
    view = await interaction.services[VacationService].look(interaction.actor)
    await interaction.show(vacation_page(view, words.vacation_status(view), *back))


async def start_vacation(interaction: Interaction, days: int) -> None:
    view = await interaction.services[VacationService].start(interaction.actor, days)
    told = map(words.contest_goes_on, view.contests)
    await interaction.show(vacation_page(view, lines(words.vacation_begun(view), *told)))


async def on_vacation(click: Click[VacationButton]) -> None:
    match click.id.action:
        case VacationAction.LOOK:
            await show_vacation(click)
        case VacationAction.START:
            await start_vacation(click, click.id.days)
        case VacationAction.END:
            view = await click.services[VacationService].end(click.actor)
            await click.show(
                Page(words.vacation_ended(view), Row(all_matches()), accent=Accent.GOLD)
            )


class Vacations(commands.Cog):
    @command(
        "Pause your clocks while you are away",
        everywhere=True,
        days="For how many days; this begins a vacation at once",
    )
    async def vacation(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None,
    ) -> None:
        if days is None:
            await show_vacation(interaction)
        else:
            await start_vacation(interaction, days)


SCREEN = Screen(
    cogs=(Vacations,),
    handlers=(Handler(ClockButton, on_clock), Handler(VacationButton, on_vacation)),
    faces={ClockNews: face_of},
)
