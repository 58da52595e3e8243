"""How many examples a property is tried on."""

from hypothesis import settings

DAY, QUICK, NIGHT = "day", "quick", "night"
TIMES = {DAY: 0.6, QUICK: 0.25, NIGHT: 5.0}
"""Of the number that a test asks for, by the profile that pytest was started with."""


def examples(number: int) -> settings:
    """This many examples, times what ``TIMES`` has for the profile."""
    return settings(max_examples=max(1, round(number * TIMES[settings.get_current_profile_name()])))
