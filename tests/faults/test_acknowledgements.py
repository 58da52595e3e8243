"""Acknowledgements that get lost: the work is done once, and nobody waits for an answer in vain."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.interaction import boundary
from tests.kit.loopback import Fault
from tests.kit.remote import Remote, open_remote, until
from tests.kit.shown import look, posted

CALLBACK = "/callback"
LOST = {
    "dropped before it was done": Fault("POST", CALLBACK, None),
    "dropped after it was done": Fault("POST", CALLBACK, None, done=True),
    "a broken gateway after it was done": Fault("POST", CALLBACK, 502, done=True),
    "a broken gateway before it was done": Fault("POST", CALLBACK, 502),
}


@pytest.fixture
async def remote(tmp_path: Path) -> AsyncIterator[Remote]:
    async with open_remote(tmp_path / "quintet.db") as opened:
        yield opened


def lose(remote: Remote, name: str) -> None:
    """Lose the next acknowledgement."""
    fault = LOST[name]
    remote.discord.faults.append(Fault(fault.method, fault.ending, fault.status, fault.done))


@pytest.mark.parametrize("name", LOST)
async def test_a_move_is_made_and_told(remote: Remote, name: str) -> None:
    thread_id = await remote.begin()
    lose(remote, name)
    record = remote.move(remote.ada, thread_id, "b2-b4")
    await remote.boards(thread_id, 2)
    await until(lambda: record.responded and not record.loading)
    assert look(remote.backend.get_message(thread_id, record.message_id)).text.startswith("Played.")


@pytest.mark.parametrize("name", LOST)
async def test_a_challenge_is_accepted_once_and_its_card_says_so(remote: Remote, name: str) -> None:
    remote.ada.slash(remote.channel_id, "challenge", game="apart", seat="first")
    card = await remote.card()
    lose(remote, name)
    remote.ben.press(remote.channel_id, card, "c:1:accept")
    await remote.boards(card, 1)
    shown = remote.backend.get_message(remote.channel_id, card)
    await until(lambda: "The match begins." in look(shown).text)


@pytest.mark.parametrize("name", LOST)
async def test_a_challenge_is_made_once_and_told(remote: Remote, name: str) -> None:
    lose(remote, name)
    asked = remote.ada.slash(remote.channel_id, "challenge", game="apart", seat="first")
    card = await remote.card()
    await until(lambda: asked.responded and not asked.loading)
    told = look(remote.backend.get_message(remote.channel_id, asked.message_id))
    assert told.text.startswith("Your challenge is posted")
    assert [shown.id for shown in posted(remote.backend, remote.channel_id)] == [card]


@pytest.mark.parametrize(
    ("mover", "times", "said"),
    [
        ("ada", 4, "The connection broke off"),
        ("ben", 3, "It is not your turn: "),  # a refusal is told as it was
    ],
)
async def test_nobody_waits_for_an_answer_that_gets_lost_again_and_again(
    remote: Remote, monkeypatch: pytest.MonkeyPatch, mover: str, times: int, said: str
) -> None:
    monkeypatch.setattr(boundary, "PAUSES", (0.01,) * 3)
    thread_id = await remote.begin()
    lost = Fault("PATCH", "/messages/@original", None, times=times)
    remote.discord.faults.append(lost)
    record = remote.move(getattr(remote, mover), thread_id, "b2-b4")
    await until(lambda: record.responded and not record.loading)
    told = look(remote.backend.get_message(thread_id, record.message_id)).text
    assert told.startswith(said)
    assert not lost.times
    await remote.boards(thread_id, 2 if mover == "ada" else 1)


async def test_a_click_that_comes_twice_is_done_once(remote: Remote) -> None:
    thread_id = await remote.begin()
    taken: list[tuple[str, object]] = []
    remote.backend.subscribers.append(lambda event, payload: taken.append((event, payload)))
    record = remote.move(remote.ada, thread_id, "b2-b4")
    remote.backend.subscribers.pop()
    (again,) = [each for each in taken if each[0] == "INTERACTION_CREATE"]
    remote.backend.emit(*again)
    assert len(await remote.boards(thread_id, 2)) == 2
    await until(lambda: record.responded and not record.loading)
    assert look(remote.backend.get_message(thread_id, record.message_id)).text.startswith("Played.")
