"""``/vacation``: being away without losing on time."""

from discord import app_commands
from discord.ext import commands

from bot.features.moves.screen.played import all_matches
from bot.features.timekeeping.vacations import (
    DAYS_A_YEAR,
    RunningContest,
    VacationService,
    VacationView,
)
from bot.screen.ids import VacationAction, VacationButton
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.names import TITLE, harmless
from bot.screen.page import Accent, Button, Page, Row
from bot.screen.words import days as some_days
from bot.screen.words import moment
from rules.texts import Counted, Text, lines, sentences

END = Text("End my vacation")


def status(view: VacationView) -> Text:
    if view.until is None:
        how = Text(
            "You are not on vacation. A vacation begins at once and lasts whole days. Your "
            "clocks are paused, except in matches of a ladder or a tournament and in those "
            "played in one sitting. Your opponents see when it ends."
        )
        how = sentences(how, _goes_on_in(view))
    else:
        away = Text("You are on vacation until {until}.", until=moment(view.until))
        how = sentences(away, _stands_still(view), _goes_on_in(view), Text("You can still move."))
    return lines(Text("### Vacation"), how, left(view))


def started(view: VacationView) -> Text:
    lasts = Text("Your vacation lasts until {until}.")
    until = lasts.of(until=moment(view.until)) if view.until else None
    more = Text(
        "Matches that begin during it are paused too. Matches of a ladder or a tournament and "
        "those played in one sitting are not. You can still move. `/vacation` ends it early."
    )
    clocks = (_stands_still(view), _goes_on_in(view))
    return lines(sentences(Text("Have a good time!"), until, *clocks, more), left(view))


def ended(view: VacationView) -> Text:
    runs = Counted(
        "Welcome back! Your clock is running again in {number} match; `/matches` shows it.",
        "Welcome back! Your clock is running again in {number} matches; `/matches` shows them.",
        view.matches,
    )
    return lines(runs, left(view))


def left(view: VacationView) -> Text:
    return Counted(
        "-# {number} day left of {most} in {year}.",
        "-# {number} days left of {most} in {year}.",
        view.left,
        most=DAYS_A_YEAR,
        year=str(view.year),
    )


def _stands_still(view: VacationView) -> Text:
    return Counted(
        "Your clock is paused in {number} match.",
        "Your clock is paused in {number} matches.",
        view.matches,
    )


def _goes_on_in(view: VacationView) -> Text | None:
    """In how many matches a vacation stops no clock of the reader; None if there is none."""
    if not view.going_on:
        return None
    return Counted(
        "Your clock keeps running in {number} match.",
        "Your clock keeps running in {number} matches.",
        view.going_on,
    )


def _goes_on(contest: RunningContest) -> Text:
    """That a vacation stops no clock in a tournament."""
    name = harmless(contest.name, TITLE)
    if contest.by_rounds:
        return Text(
            "Your clocks in *{name}* keep running. You can sit out the next round with the "
            "button of the tournament.",
            name=name,
        )
    return Text("Your clocks in *{name}* keep running.", name=name)


OFFERED = (3, 7, 14)
"""Days."""


def panel(view: VacationView, said: Text, *back: Button) -> Page:
    """What is said, what can be done next, and below it ways ``back``."""
    rows = [Row(*ways) for ways in (_ways(view), back) if ways]
    return Page(said, *rows, accent=Accent.GOLD)


def _ways(view: VacationView) -> list[Button]:
    if view.until is not None:
        return [Button(END, VacationButton(VacationAction.END))]
    return [
        Button(some_days(days), VacationButton(VacationAction.START, days))
        for days in OFFERED
        if days <= view.left
    ]


async def show_vacation(interaction: Interaction, *back: Button) -> None:
    """Show whether the reader is on vacation, and ways ``back``; acknowledged before."""
    view = await interaction.services[VacationService].look(interaction.actor)
    await interaction.show(panel(view, status(view), *back))


async def start_vacation(interaction: Interaction, days: int) -> None:
    view = await interaction.services[VacationService].start(interaction.actor, days)
    told = map(_goes_on, view.contests)
    await interaction.show(panel(view, lines(started(view), *told)))


async def on_vacation(click: Click[VacationButton]) -> None:
    match click.id.action:
        case VacationAction.LOOK:
            await show_vacation(click)
        case VacationAction.START:
            await start_vacation(click, click.id.days)
        case VacationAction.END:
            view = await click.services[VacationService].end(click.actor)
            await click.show(Page(ended(view), Row(all_matches()), accent=Accent.GOLD))


class Vacations(commands.Cog):
    @command(
        "Pause your clocks while you are away",
        everywhere=True,
        days="For how many days, to begin one at once",
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


SCREEN = Screen(cogs=(Vacations,), handlers=(Handler(VacationButton, on_vacation),))
