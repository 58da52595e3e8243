"""How many examples a property is tried on."""

from hypothesis import settings

DAY, QUICK, NIGHT = "day", "quick", "night"
TIMES = {DAY: 1.0, QUICK: 0.25, NIGHT: 5.0}
"""Of the number that a test asks for, by the profile that pytest was started with."""


def examples(number: int) -> settings:
    """So many examples in ``make test``, fewer in ``make quick``, five times as many at night."""
    return settings(max_examples=max(1, round(number * TIMES[settings.get_current_profile_name()])))
