"""The reasons that managers give for what they do, which people read."""

from __future__ import annotations

import unicodedata

from bot.services.settings.errors import BadReason

LONGEST_REASON = 300


def checked_reason(reason: str) -> str:
    """The reason on one line, without characters that are not seen; raises BadReason.

    What turns the direction of a line, or means nothing, would show the players something else than
    the manager wrote.
    """
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in reason
        if letter.isspace() or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    flat = " ".join(seen.split())
    if not flat or len(flat) > LONGEST_REASON:
        raise BadReason(LONGEST_REASON)
    return flat
