"""Every way out, against every answer that Discord documents for it.

A message of every kind is due. While one call is refused in one way, all of them are delivered:
each is shown, is shown elsewhere, ends, or waits: for a pause, or where the bot is known to be
absent, which ends after 60 days. A final refusal is never met again.
Of the answers that the bot takes alike the first is tried; ``QUINTET_REFUSALS=1`` tries them all.
"""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.core.delivery import LONGEST_DELAY
from bot.screen.messenger.channels import SCOPES, Scope
from tests.faults.all_due import all_due
from tests.kit.strict.answering import refuse
from tests.kit.strict.documented import (
    CALLS,
    DELETE_MESSAGE,
    EDIT_MESSAGE,
    GIVE_ROLE,
    OPEN_DIRECT,
    OPEN_THREAD,
    OPEN_THREAD_AT,
    POST_MESSAGE,
    READ_CHANNEL,
    READ_HISTORY,
    READ_MEMBER,
    READ_USER,
    REFUSALS,
    About,
    Call,
    Refusal,
)
from tests.kit.wired import Wired

WAYS_OUT = (
    *(POST_MESSAGE, EDIT_MESSAGE, DELETE_MESSAGE, READ_HISTORY, READ_CHANNEL, OPEN_THREAD),
    *(OPEN_THREAD_AT, OPEN_DIRECT, READ_USER, READ_MEMBER, GIVE_ROLE),
)
"""The calls by which messages are delivered."""
VARIABLE = "QUINTET_REFUSALS"
"""Set, every refusal of every call is tried; else one of each kind, which is quick."""


def alike(refusal: Refusal) -> Scope:
    """For what the bot takes a refusal; without a code that is nothing final."""
    if refusal.status >= 500 or refusal.status == 429 or not refusal.code:
        return Scope.LATER
    return SCOPES.get(refusal.code, Scope.MESSAGE)


def chosen(call: Call) -> Iterator[str]:
    """The refusals to try: of those that the bot takes alike, the first."""
    known: set[Scope] = set()
    for name in CALLS[call]:
        scope = alike(REFUSALS[name])
        if VARIABLE in os.environ or scope not in known:
            known.add(scope)
            yield name


BY_DAY = (EDIT_MESSAGE, OPEN_THREAD, OPEN_DIRECT, READ_HISTORY)
CASES = [
    pytest.param(
        call,
        name,
        id=f"{' '.join(call)} {name}",
        marks=() if call == POST_MESSAGE or (call in BY_DAY and not place) else pytest.mark.night,
    )
    for call in WAYS_OUT
    for place, name in enumerate(chosen(call))
]
WAITING = "SELECT kind, server_id, channel_id FROM outbox WHERE NOT done"
ELSEWHERE = f"""{WAITING} AND NOT EXISTS (
    SELECT 1 FROM absences WHERE ended IS NULL
    AND absences.server_id = outbox.server_id AND absences.channel_id IN (0, outbox.channel_id)
)"""
"""What waits though it is not known that the bot cannot be where it goes."""
UNCERTAIN = "UPDATE outbox SET begun = 1, posted_after = created_at WHERE NOT done"
"""As if a bot that died had perhaps posted everything: it is looked for first."""


async def end_absences(opened: Wired) -> None:
    """Let the channels be gone where the bot cannot be, and so many days pass that this ends."""
    for (number,) in await opened.club.sql("SELECT channel_id FROM absences WHERE channel_id > 0"):
        opened.backend.delete_channel(number)
    await opened.club.look_around(days=61)


@pytest.mark.parametrize(("call", "name"), CASES)
async def test_each_message_is_shown_or_ends_or_waits(tmp_path, call: Call, name: str) -> None:
    kept, refusal = await all_due(tmp_path), REFUSALS[name]
    async with kept.again(tmp_path) as opened:
        club = opened.club
        if call == READ_HISTORY:
            await club.sql(UNCERTAIN)
        answering = refuse(opened.backend, call, name)
        await club.deliver(minutes=3)
        met, waiting = answering.met, await club.sql(WAITING)
        assert met > 0, "nothing goes this way any more"
        if refusal.about in (About.LATER, About.BOT):
            answering.lift()
            await club.deliver(LONGEST_DELAY)
            assert await club.sql(WAITING) == []
        else:
            assert await club.sql(ELSEWHERE) == []
            for days in (1, 6):
                await club.deliver(days=days)
            assert answering.met == met
            if waiting:
                await end_absences(opened)
                assert await club.sql(WAITING) == []


async def test_direct_messages_that_are_opened_too_fast_are_asked_for_once(tmp_path: Path) -> None:
    kept = await all_due(tmp_path)
    async with kept.again(tmp_path) as opened:
        answering = refuse(opened.backend, OPEN_DIRECT, "40003")
        await opened.club.deliver(minutes=3)
        await opened.deliver_for(timedelta(hours=1))
        assert answering.met <= 1 + 6
        answering.lift()
        await opened.club.deliver(LONGEST_DELAY)
        assert await opened.club.sql(WAITING) == []
