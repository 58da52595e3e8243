"""What the reader of ``/help`` can do next, and what there is to type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.chat.common.text import JUMP, all_of, board_link, match_title, mention
from bot.chat.interaction.refusals import missing_permission
from bot.chat.matches.inbox_text import requests
from bot.services.challenges import Challenge
from bot.services.matches import MatchSummary
from bot.services.people import ServerSettings
from bot.services.requests import Inbox
from data.ids import ChannelId
from rules import GAMES

SHOWN, FIRST = 3, 3
"""How many challenges are named, and how many things to do."""

EVERYTHING = "Everything you can type"

USUAL = (
    "learn",
    "practice",
    "challenge",
    "move",
    "matches",
    "board",
    "match",
    "resign",
    "rules",
    "replay",
    "settings",
)
"""The commands that people look for, in the order in which they come to need them."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the advice depends on. ``server`` is None in direct messages.

    ``channel_id`` is where the reader asks, ``missing`` the first permission that the bot lacks
    there.
    """

    inbox: Inbox
    challenges: tuple[Challenge, ...]
    server: ServerSettings | None
    channel_id: ChannelId
    missing: str | None = None


def welcome() -> str:
    """What the bot is."""
    names = [game.info.name for game in GAMES.values()]
    return (
        "### Quintet\nBoard games with your friends, over days or in one sitting: "
        f"{all_of(names)}. After every move I post the board."
    )


def next_steps(now: Situation) -> str:
    """What the reader can do next, the most pressing first."""
    return "\n".join(f"- {line}" for line in islice(_advice(now), FIRST))


def everything(commands: Sequence[tuple[str, Sequence[str], str]]) -> str:
    """What there is to type: each command's name, its parts and its description.

    What everybody needs comes first; otherwise the order is kept.
    """
    lines = [
        f"`/{name}`{''.join(f' {part},' for part in parts)[:-1] if parts else ''}: {about}"
        for name, parts, about in sorted(commands, key=_rank)
    ]
    return "\n".join([f"**{EVERYTHING}**", *lines])


def _rank(command: tuple[str, Sequence[str], str]) -> int:
    return USUAL.index(command[0]) if command[0] in USUAL else len(USUAL)


def _advice(now: Situation) -> Iterator[str]:
    waiting, others, recent = now.inbox.waiting, now.inbox.others, now.inbox.recent
    if waiting:
        yield _waiting(waiting)
    yield from requests(now.inbox)
    yield from (_challenged(each) for each in now.challenges[:SHOWN])
    if others:
        yield f"{_matches(others)} for others. You are mentioned when it is your turn."
    if not (waiting or others or recent):
        yield (
            "New here? Choose a game below to read how it is played, to learn it by a few small "
            "puzzles, or to play it against me at once. `/practice` has stronger levels."
        )
    yield " ".join(_challenging(now))
    if recent:
        yield f"Look back with `/replay`, or play {_named(recent[0])} again from its last board."


def _waiting(lines: Sequence[MatchSummary]) -> str:
    first = "It is" if len(lines) == 1 else "The longest is"
    return f"{_matches(lines)} for you. {first} {_named(lines[0])}: press **Move**."


def _matches(lines: Sequence[MatchSummary]) -> str:
    return "One match waits" if len(lines) == 1 else f"{len(lines)} matches wait"


def _named(line: MatchSummary) -> str:
    where = board_link(line)
    title = match_title(line)
    return title if where is None else f"[{title}]({where})"


def _challenged(challenge: Challenge) -> str:
    server = challenge.server_id or "@me"
    where = f"{JUMP}/{server}/{challenge.channel_id}/{challenge.message_id or ''}"
    who = mention(challenge.challenger_id)
    return f"{who} challenges you to {challenge.info.name}: [answer]({where})."


def _challenging(now: Situation) -> Iterator[str]:
    if now.server is None:
        yield "To begin a match, type `/challenge` in a server's channel."
        return
    elsewhere = now.server.channel_id not in (None, now.channel_id)
    if elsewhere:
        yield f"To begin a match, type `/challenge` in <#{now.server.channel_id}>."
    elif now.missing is not None:
        yield missing_permission(now.missing)
    else:
        yield (
            "To begin a match, type `/challenge` and pick a game and a friend. "
            "Leave the friend out, and anyone here may accept."
        )
    yield from _restrictions(now.server)


def _restrictions(server: ServerSettings) -> Iterator[str]:
    if server.starter_role_id is not None:
        yield f"Only <@&{server.starter_role_id}> may challenge here."
    if server.allowed_games is not None:
        known = [GAMES[game].info.name for game in server.allowed_games if game in GAMES]
        yield f"This server plays {all_of(known) if known else 'no game now'}."
