"""What buttons and lists of 1.0.0 that nothing shows any more lead to. This goes with 3.0.0."""

import re
from collections.abc import Mapping

from rules.texts import Text

_MATCH = Text("This has moved: `/match` shows a match with everything that can be done in it.")
OLD: Mapping[str, str | Text] = {
    r"m:(\d+):(\d+):poster": r"m:\1:\2:share",
    r"m:\d+:\d+:pause": _MATCH,
    r"l:(export|menu|record|text)": _MATCH,
    r"o:\d+": "cq:start:any:0:ask:random:usual",
    r"g:\w+:\d+:game": Text("This list has moved: `/rules` asks which game."),
}
"""What each means now, or where to find what it did, by a regular expression of its id."""


def renewed(custom_id: str) -> str | Text:
    """What an old button means now, or what to say of it; what is not old stays as it is."""
    for old, new in OLD.items():
        found = re.fullmatch(old, custom_id)
        if found is not None:
            return new if isinstance(new, Text) else found.expand(new)
    return custom_id
