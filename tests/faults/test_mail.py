"""What the chaos finds wrong, of messages and of answers: each fault, and nothing else."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.outbox import BOARD_MESSAGE
from bot.features.reminders.storage import REMINDER_MESSAGE
from bot.features.requests.storage import REQUEST_MESSAGE
from bot.features.watching.service import FOLLOWED_MESSAGE
from data.states import EntryKind, MessageKind
from tests.chaos.failing_discord import Post, Witness
from tests.chaos.mail import Mail
from tests.chaos.reading import Stored

ADA, BEN, EVE = 11, 12, 13
SERVER, THREAD, DIRECT = 5, 700, 800
FAULTS = ("untold", "doubled", "unordered", "misdirected")


class Channels:
    """A thread of the server, and Ada's direct messages."""

    @property
    def channels(self) -> Any:
        return SimpleNamespace(get=self.get_channel)

    def get_channel(self, number: int) -> Any:
        if number == DIRECT:
            return SimpleNamespace(guild_id=None, recipient_ids=[ADA])
        return SimpleNamespace(guild_id=SERVER)


def noted(number: int, kind: MessageKind, subject: int, version: int = 0, **rest: Any) -> Any:
    """A row of the outbox that was done by the message of the same number."""
    about = {"destination": "match:1", "server_id": SERVER, "done": True, "error": None}
    about["channel_id"] = THREAD
    about |= {"id": number, "kind": kind, "subject_id": subject, "version": version}
    about |= {"key": f"{kind}:{subject}:{version}", "nonce": f"n{number}", "message_id": number}
    return SimpleNamespace(**about | rest)


def posted(number: int, *pinged: int, channel: int = THREAD, nonce: str | None = None) -> Post:
    return Post(number, channel, nonce or f"n{number}", "m:1:0:move", frozenset(pinged))


ROWS = (
    noted(1, BOARD_MESSAGE, 1),
    noted(2, BOARD_MESSAGE, 1, 1),
    noted(3, REQUEST_MESSAGE, 4),
    noted(4, FOLLOWED_MESSAGE, ADA, 9, destination="followed:11"),
    noted(5, REMINDER_MESSAGE, 6, destination="reminder:1"),
)
NOTED_LATER = noted(8, BOARD_MESSAGE, 1, nonce="n1", message_id=1)
POSTS = (posted(1, ADA), posted(2, BEN), posted(3, BEN), posted(4, channel=DIRECT), posted(5, BEN))


def found(rows: tuple[Any, ...] = ROWS, posts: tuple[Post, ...] = POSTS) -> dict[str, list[str]]:
    tables = {
        "outbox": list(rows),
        "absences": [],
        "players": [SimpleNamespace(id=each) for each in (ADA, BEN, EVE)],
        "seats": [SimpleNamespace(match_id=1, player_id=each) for each in (ADA, BEN)],
        "entries": [SimpleNamespace(match_id=1, ply=1, author_id=ADA, kind=EntryKind.MOVE)],
        "requests": [SimpleNamespace(id=4, match_id=1, player_id=ADA)],
        "reminders": [SimpleNamespace(id=6, player_id=BEN)],
    }
    discord: Any = SimpleNamespace(
        witness=Witness(posts=list(posts)), backend=Channels(), gone=set(), shut_out=set()
    )
    mail = Mail(discord, Stored(tables), ())
    told = {name: list(getattr(mail, name)()) for name in FAULTS}
    return {name: each for name, each in told.items() if each}


def test_nothing_is_wrong_where_everything_is_told_once_to_the_right_people() -> None:
    assert found() == {}


@pytest.mark.parametrize(
    ("fault", "rows", "posts"),
    [
        ("untold", (noted(1, BOARD_MESSAGE, 1, done=False), *ROWS[1:]), POSTS),
        ("untold", (noted(1, BOARD_MESSAGE, 1, error="ChannelGone: x"), *ROWS[1:]), POSTS),
        ("untold", ROWS, POSTS[:-1]),
        ("doubled", ROWS, (*POSTS[:2], posted(2, BEN), *POSTS[2:])),
        ("doubled", (*ROWS, noted(6, REQUEST_MESSAGE, 4, 1)), (*POSTS, posted(6, BEN))),
        ("unordered", (NOTED_LATER, *ROWS[1:]), POSTS),
        ("misdirected", ROWS, (*POSTS, posted(9))),
        ("misdirected", ROWS, (posted(1, BEN), *POSTS[1:])),
        ("misdirected", ROWS, (posted(1, ADA, BEN), *POSTS[1:])),
        ("misdirected", ROWS, (*POSTS[:2], posted(3, EVE), *POSTS[3:])),
        ("misdirected", ROWS, (*POSTS[:3], posted(4), POSTS[4])),
        ("misdirected", ROWS, (*POSTS[:4], posted(5, ADA))),
        ("misdirected", ROWS, (*POSTS[:4], replace(posted(5), channel_id=DIRECT))),
    ],
)
def test_each_fault_is_found(fault: str, rows: tuple[Any, ...], posts: tuple[Post, ...]) -> None:
    assert list(found(rows, posts)) == [fault]
