"""Words that every part of the bot uses."""

from collections.abc import Sequence

from bot.services.matches import MatchState, MatchSummary
from bot.services.people import is_stand_in
from data.ids import PlayerId

UNEXPECTED = (
    "Something went wrong on our side. `/matches` shows how things stand; please try again "
    "if it did not count."
)
UNREADABLE = (
    "Nothing was changed: something in the database is damaged and cannot be shown. "
    "Please tell whoever runs this bot."
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
LOOK_BACK = "Look back"
SHARE = "Share"
BOARD = "Board"
HINT = "Hint"
RULES = "Rules"
ANOTHER_GAME = "Another game"
FOLLOW, UNFOLLOW = "Tell me how it ends", "Do not tell me"
FOLLOWED = "I will tell you in a direct message how this match ends, if you let me write to you."
UNFOLLOWED = "You will not be told."
WHICH = "Which match? Choose it here, or name it with the option `match`."
CHOOSE = "Choose a match"
FORGIVE = "Let them play on"
NOT_KEPT = "That cannot be chosen. Nothing was changed."
NOT_A_CHANNEL = "Choose a text channel of this server in which I may post. Nothing was changed."

JUMP = "https://discord.com/channels"


def mention(player_id: int) -> str:
    """Somebody as Discord shows them. Whether it pings is decided where it is sent."""
    return DELETED_PLAYER if is_stand_in(player_id) else f"<@{player_id}>"


def capital(sentence: str) -> str:
    """``sentence`` with a capital, for those that may begin with ``deleted player``."""
    return sentence[:1].upper() + sentence[1:]


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
    stored = line if isinstance(line, MatchSummary) else line.match
    variant = "" if stored.variant_name is None else f" ({stored.variant_name})"
    return f"{stored.game_name}{variant} · match {stored.id}"


def board_link(line: MatchSummary) -> str | None:
    """Where the newest board of a match stands, None before there is one."""
    if line.board_message_id is None or line.board_channel_id is None:
        return None
    return f"{JUMP}/{line.server_id or '@me'}/{line.board_channel_id}/{line.board_message_id}"


def either(texts: Sequence[str]) -> str:
    """What can be typed: one of ``texts``."""
    named = [f"`{text}`" for text in texts]
    return " or ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))


def quoted(typed: str, longest: int = 60) -> str:
    """What somebody typed, in a frame that it cannot break."""
    flat = " ".join(typed.replace("`", "'").split())
    return f"`{flat if len(flat) <= longest else flat[:longest] + '…'}`"


def lines(*told: str | None) -> str:
    """Those of the lines that there are, each below the other."""
    return "\n".join(filter(None, told))
