"""Ratings, and why a match moves none, in words."""

from collections.abc import Mapping

from bot.services.ratings import Rating, points, write_rating
from data.states import UnratedReason

RATED, FRIENDLY, PRACTICE = "Rated", "Friendly", "Practice"
WHY_UNRATED: Mapping[UnratedReason, str] = {
    UnratedReason.NO_RESULT: "it has no result",
    UnratedReason.ENGINE: "it is a match with the bot",
    UnratedReason.FRIENDLY: "it was a friendly match",
    UnratedReason.TOO_MANY: "the same players had five rated matches of it within a week",
    UnratedReason.TOO_SHORT: "not everybody had moved twice",
    UnratedReason.REPEATED_TIMEOUT: "the same player ran out of time elsewhere within two days",
}
"""Ends of a sentence."""


def agreed_line(unrated: UnratedReason | None) -> str:
    """Whether a match that is offered will be rated: ``**Rated.**``"""
    if unrated is None:
        return f"**{RATED}.** It moves the ratings of its players."
    if unrated is UnratedReason.FRIENDLY:
        return f"**{FRIENDLY}.** It moves no rating."
    return f"**{kind_of_match(unrated)}.** It moves no rating: {WHY_UNRATED[unrated]}."


def kind_of_match(unrated: UnratedReason | None) -> str:
    """The same in a word: ``Rated``."""
    if unrated is UnratedReason.ENGINE:
        return PRACTICE
    return RATED if unrated is None else FRIENDLY


def signed(change: int) -> str:
    """A change with its sign: ``+19``; no change is ``±0``."""
    return f"+{change}" if change > 0 else f"\u2212{-change}" if change else "\u00b10"


def moved(before: Rating, after: Rating) -> str:
    """How a rating was moved: ``1512 → 1531, +19``."""
    change = signed(points(after) - points(before))
    return f"{write_rating(before)} \u2192 **{write_rating(after)}**, {change}"
