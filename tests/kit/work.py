"""How much work something is, counted and not timed: nothing else on the machine changes it."""

import itertools
import sys
from collections.abc import Callable


def calls(action: Callable[[], object]) -> int:
    """How many calls of functions an action makes."""
    counter = itertools.count()
    sys.setprofile(lambda _frame, event, _value: event.endswith("call") and next(counter))
    try:
        action()
    finally:
        sys.setprofile(None)
    return next(counter)
