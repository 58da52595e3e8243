"""Words that every part of the bot uses."""

from __future__ import annotations

from collections.abc import Sequence

from bot.services.matches import MatchState, MatchSummary, SeatState
from data.ids import PlayerId
from data.privacy import is_stand_in

UNEXPECTED = (
    "Something went wrong on our side. `/matches` shows how things stand; please try again "
    "if it did not count."
)
ANSWER_LOST = (
    "The connection broke off before you got your answer. `/matches` shows how things stand."
)
UNKNOWN_BUTTON = "This button is not in use any more. `/matches` shows where you can play."
NO_PICTURE = "I may not attach pictures here (**Attach Files** is missing), so this is the board:"
UNKNOWN_FORM = "This form is not in use any more. Nothing was changed."
DELETED_PLAYER = "deleted player"
KEPT = "You play on."
RESTARTING = "I am being restarted. Please try again in a minute."
REPLAY = "Replay"
ONLY_SERVERS = "Challenges are made in a server's channel, so that there is a place to play."


def mention(player_id: int) -> str:
    """Somebody as Discord shows them. Whether it pings is decided where it is sent."""
    return DELETED_PLAYER if is_stand_in(player_id) else f"<@{player_id}>"


def all_of(names: Sequence[str]) -> str:
    """Names in a sentence: ``Ada, Ben and Chloe``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def people(players: Sequence[PlayerId]) -> str:
    """Somebody, or several, as Discord shows them."""
    return all_of([mention(player) for player in players])


def counted(number: int, thing: str) -> str:
    """A number of things: ``1 move``, ``2 moves``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def match_title(line: MatchSummary | MatchState) -> str:
    """A match in a few words: its game and its number."""
    variant = "" if line.variant == line.info.variants[0] else f" ({line.variant.name})"
    return f"{line.info.name}{variant} · match {line.id}"


def side(seat: SeatState) -> str:
    """A colour, and what its pieces look like where the name does not tell: ``Red (light)``."""
    return with_look(seat.colour_name, seat.seen_as)


def with_look(colour_name: str, seen_as: str) -> str:
    """The same of a colour by its name; ``seen_as`` is empty where the name tells."""
    return f"{colour_name} ({seen_as})" if seen_as else colour_name


def quoted(typed: str, longest: int = 60) -> str:
    """What somebody typed, in a frame that it cannot break."""
    flat = " ".join(typed.replace("`", "'").split())
    return f"`{flat if len(flat) <= longest else flat[:longest] + '…'}`"
