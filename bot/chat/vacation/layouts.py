"""Somebody's vacation as a private message."""

from bot.chat.common.custom_ids import VacationAction, VacationButton
from bot.chat.common.page import Accent, Button, Page, Row
from bot.chat.composer.played import all_matches
from bot.chat.vacation import text as words
from bot.services.timekeeping import VacationView

OFFERED = (3, 7, 14)
"""Days."""


def panel(view: VacationView, said: str, *back: Button) -> Page:
    """What is said, what can be done next, and below it ways ``back``."""
    rows = [Row(*ways) for ways in (_ways(view), back) if ways]
    return Page(said, *rows, accent=Accent.GOLD)


def back_again(view: VacationView) -> Page:
    """What somebody sees who has come back: the way to the matches that wait."""
    return Page(
        words.ended(view),
        Row(all_matches()),
        accent=Accent.GOLD,
    )


def _ways(view: VacationView) -> list[Button]:
    if view.until is not None:
        return [Button(words.END, VacationButton(VacationAction.END))]
    return [
        Button(words.days(days), VacationButton(VacationAction.START, days))
        for days in OFFERED
        if days <= view.left
    ]
