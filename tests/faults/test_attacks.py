"""What once went wrong when the bot was attacked, on a local Discord over real HTTP."""

from typing import Any

import pytest

from bot.core import timers
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from tests.kit import discord_rules
from tests.kit.loopback import Fault
from tests.kit.remote import Remote
from tests.kit.shown import Shown, look, posted
from tests.kit.waiting import until

pytestmark = pytest.mark.usefixtures("bot")
MESSAGES = "/messages"


def boards_in(remote: Remote, thread_id: int) -> list[Shown]:
    """What stands in the thread with buttons."""
    return [each for each in posted(remote.backend, thread_id) if each.alt]


async def test_an_expired_card_that_cannot_be_edited_ends_nothing(remote: Remote) -> None:
    cards = []
    for number in (1, 2):
        remote.ada.slash(remote.channel_id, "challenge", game="apart", first_move="first")
        await until(lambda n=number: len(posted(remote.backend, remote.channel_id)) == n)
        cards.append(posted(remote.backend, remote.channel_id)[-1].id)
    remote.discord.faults.append(Fault("PATCH", f"{MESSAGES}/{cards[0]}", None))
    for number, card in enumerate(cards, start=1):
        due = (CHALLENGE_EXPIRY_TIMER, number, remote.client.now())
        await remote.client.services.database.write(timers.set_timer, *due)
        shown = remote.backend.get_message(remote.channel_id, card)
        await until(lambda shown=shown: "Accept" not in look(shown).buttons)


async def test_somebody_who_cannot_be_added_costs_the_match_nothing(remote: Remote) -> None:
    remote.discord.faults += [
        Fault("PUT", f"/thread-members/{who.id}", 403, times=9) for who in (remote.ada, remote.ben)
    ]
    thread_id = await remote.begin()
    remote.move(remote.ada, thread_id, "b2-b4")
    assert len(await remote.boards(thread_id, 2)) == 2


async def test_a_board_is_found_behind_many_messages(remote: Remote) -> None:
    thread_id = await remote.begin()
    post = remote.discord._do

    def post_and_chatter(request: Any, path: str, *content: Any) -> Any:
        answer = post(request, path, *content)
        if request.method == "POST" and path == f"/channels/{thread_id}{MESSAGES}":
            remote.discord._do = post  # type: ignore[method-assign]
            for number in range(90):  # of more than 100, simcord gives the wrong ones first
                remote.backend.create_message(thread_id, remote.ben.id, f"chatter {number}")
            discord_rules.forget_nonces(remote.backend)
        return answer

    remote.discord.faults.append(Fault("POST", MESSAGES, None, done=True))
    remote.discord._do = post_and_chatter  # type: ignore[method-assign]
    remote.move(remote.ada, thread_id, "b2-b4")

    async def is_noted() -> bool:
        waiting = "SELECT count(*) FROM outbox WHERE NOT done"
        database = remote.client.services.database
        return not await database.read(lambda c: c.exec_driver_sql(waiting).scalar_one())

    await until(lambda: len(boards_in(remote, thread_id)) > 1)
    await until(is_noted)
    assert len(boards_in(remote, thread_id)) == 2


async def test_a_board_in_doubt_is_posted_where_nobody_may_look(remote: Remote) -> None:
    thread_id = await remote.begin()
    remote.discord.faults += [
        Fault("POST", f"{thread_id}{MESSAGES}", None),
        Fault("GET", MESSAGES, 403, times=99, code=50001),
    ]
    remote.move(remote.ada, thread_id, "b2-b4")
    assert len(await remote.boards(thread_id, 2)) == 2


async def test_nothing_is_acknowledged_into_a_file_that_is_gone(remote, tmp_path) -> None:
    thread_id = await remote.begin()
    (tmp_path / "quintet.db").unlink()
    said = await remote.told(remote.move(remote.ada, thread_id, "b2-b4"))
    assert said.startswith("Nothing was changed, because I could not write to my database")
    assert len(posted(remote.backend, thread_id)) == 1
