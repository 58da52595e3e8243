"""Words that every part of the bot uses."""

from __future__ import annotations

from bot.services.values import MatchLine

UNEXPECTED = "Something went wrong on our side, and nothing was changed. Please try again."
UNKNOWN_BUTTON = "This button is not in use any more. `/matches` shows where you can play."
NO_PICTURE = "I may not attach pictures here (**Attach Files** is missing), so this is the board:"
UNKNOWN_FORM = "This form is not in use any more. Nothing was changed."
KEPT = "You play on."
ONLY_SERVERS = "Challenges are made in a server's channel, so that there is a place to play."


def mention(player_id: int) -> str:
    """Somebody as Discord shows them. Whether it pings is decided where it is sent."""
    return f"<@{player_id}>"


def match_title(line: MatchLine) -> str:
    """A match in a few words: its game and its number."""
    variant = "" if line.variant == line.info.variants[0] else f" ({line.variant.name})"
    return f"{line.info.name}{variant} · match {line.id}"


def quoted(typed: str, longest: int = 60) -> str:
    """What somebody typed, in a frame that it cannot break."""
    flat = " ".join(typed.replace("`", "'").split())
    return f"`{flat if len(flat) <= longest else flat[:longest] + '…'}`"
