"""The reasons that managers type for their rulings."""

import unicodedata

from bot.core.errors import ServiceError
from rules.texts import Text

LONGEST_REASON = 300
"""In characters."""


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    says = Text("Give a reason that the players can read, of at most {longest} characters.")

    longest: int


def checked_reason(reason: str) -> str:
    """The reason on one line, without invisible characters; raises BadReason.

    Characters such as direction marks could make players see another text than was typed.
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
