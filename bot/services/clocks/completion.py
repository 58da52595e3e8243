"""What is offered while somebody types a clock."""

from datetime import timedelta

from bot.services.clocks.clock import Bank, Clock, NoClock, PerMove, say_clock
from bot.services.clocks.durations import plain
from bot.services.clocks.notation import EXAMPLES, InvalidClockError, parse_clock

MOST = 25
"""As many as Discord shows."""

OFFERED: tuple[Clock, ...] = (
    *(PerMove(timedelta(days=days)) for days in (1, 2, 3, 7, 14)),
    Bank(timedelta(days=3), timedelta(days=1), timedelta(days=5)),
    Bank(timedelta(minutes=15), timedelta(seconds=30), timedelta(minutes=15)),
    PerMove(timedelta(minutes=10)),
    PerMove(timedelta(hours=1)),
    NoClock(),
)
"""What a challenge offers before anything is typed."""


def complete_clock(typed: str, offered: tuple[Clock, ...] = OFFERED) -> tuple[Clock, ...]:
    """At most MOST clocks that ``typed`` can become, the likeliest first.

    What ``typed`` names comes first, though nobody offers it.
    """
    text = plain(typed)
    if not text:
        return offered[:MOST]
    named, guessed = _meant(typed)
    begun = [clock for clock in offered if str(clock).startswith(text.replace(" ", ""))]
    said = [clock for clock in offered if text in say_clock(clock).casefold()]
    return tuple(dict.fromkeys((*named, *begun, *guessed, *said)))[:MOST]


def _meant(typed: str) -> tuple[list[Clock], list[Clock]]:
    """The clock that is named, or else those that it falls a little short of."""
    try:
        return [parse_clock(typed)], []
    except InvalidClockError as error:
        # the examples are for a sentence, they complete nothing
        close = [text for text in error.instead if text not in EXAMPLES]
        return [], [parse_clock(text) for text in close]
