"""What is said about vacations."""

from bot.chat.common.clocks import moment
from bot.chat.common.text import counted
from bot.services.clocks import DAYS_A_YEAR
from bot.services.timekeeping import VacationView

END = "End my vacation"


def days(number: int) -> str:
    """The button that begins a vacation of so many days."""
    return counted(number, "day")


def status(view: VacationView) -> str:
    """Whether the reader is on vacation, what that does, and what is left."""
    if view.until is None:
        how = (
            "You are not on vacation. A vacation begins at once and lasts whole days; meanwhile "
            "your time stands still in every match, except in those played in one sitting or on a "
            "ladder. Your opponents see until when."
        )
    else:
        how = (
            f"You are on vacation until {moment(view.until)}. Your time stands still in "
            f"{_matches(view)}. You can move all the same."
        )
    return f"### Vacation\n{how}\n{left(view)}"


def started(view: VacationView) -> str:
    """What somebody is told whose vacation begins."""
    until = "then" if view.until is None else moment(view.until)
    return (
        f"Have a good time! Until {until} your time stands still in {_matches(view)}, and in those "
        "that begin meanwhile; not in matches played in one sitting or on a ladder. You can move "
        f"all the same. `/vacation end` ends it before.\n{left(view)}"
    )


def ended(view: VacationView) -> str:
    """What somebody is told who has come back."""
    runs = f"Your time runs again in {_matches(view)}; `/matches` shows them."
    return f"Welcome back! {runs}\n{left(view)}"


def left(view: VacationView) -> str:
    """How many days are left of the year."""
    return f"-# {counted(view.left, 'day')} left of {DAYS_A_YEAR} in {view.year}."


def _matches(view: VacationView) -> str:
    if view.matches == 0:
        return "no match"
    return f"{view.matches} {'match' if view.matches == 1 else 'matches'}"
