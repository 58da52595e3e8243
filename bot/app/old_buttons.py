"""Replacements for removed buttons and lists of 1.0.0. To be deleted with 3.0.0."""

import re
from collections.abc import Mapping

from rules.texts import Text

_MATCH = Text("This has moved: `/match` shows a match with everything that can be done in it.")
OLD: Mapping[str, str | Text] = {
    r"m:(\d+):(\d+):poster": r"m:\1:\2:share",
    r"m:\d+:\d+:pause": _MATCH,
    r"l:(export|menu|record|text)": _MATCH,
    r"o:\d+": "cq:start:any:0:ask:random:usual",
    r"ca:\d+:replace:\d+:\d+": Text(
        "Nobody is replaced in a knockout any more. A player can be withdrawn, and readmitted."
    ),
    r"g:\w+:\d+:game": Text("This list has moved: `/rules` asks which game."),
}
"""The new id, or a sentence to answer, by a regular expression of the old id."""


def renewed(custom_id: str) -> str | Text:
    """The id that replaces an old one, or a sentence to answer; other ids are unchanged."""
    for old, new in OLD.items():
        found = re.fullmatch(old, custom_id)
        if found is not None:
            return new if isinstance(new, Text) else found.expand(new)
    return custom_id
