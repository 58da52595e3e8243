"""The reasons that managers give for what they do."""

import unicodedata

from bot.core.errors import ServiceError

LONGEST_REASON = 300
"""So many characters a manager's reason may have."""


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    longest: int


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
