"""Numbers of what somebody may not see, sent in every kind of id: they show and change nothing."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import Connection
from sqlalchemy import text as sql

from bot.chat.challenges.invitation import Invitation
from bot.chat.common.custom_id import CustomId, Stage
from bot.chat.common.text import UNEXPECTED, UNKNOWN_BUTTON, UNKNOWN_FORM
from bot.chat.interaction.match_option import MatchList
from bot.chat.ladders.layouts import LadderButton
from bot.chat.profiles.layouts import ProfileButton
from bot.chat.rulings.form import DecideFormId
from data.ids import (
    ChallengeId,
    ChannelId,
    LadderId,
    MatchId,
    PlayerId,
    ReminderId,
    RequestId,
)
from data.tables import metadata
from tests.kit.forging import Forged, every_id, send
from tests.kit.ladders import open_ladder
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import pick
from tests.kit.play import SHORT_APART, begin, offer, play
from tests.kit.reminding import reminders
from tests.kit.shown import look, posted
from tests.kit.world import World, press

pytestmark = pytest.mark.slow

OF_OTHERS = (MatchId, ChallengeId, RequestId, ReminderId, LadderId, PlayerId)
"""Numbers of what belongs to somebody."""
OF_THE_SERVER = (LadderButton, ProfileButton, Invitation)
"""What everybody in a server may see or do, whichever channels they see."""
NO_ANSWER = {UNEXPECTED, UNKNOWN_BUTTON, UNKNOWN_FORM}


@dataclass
class Stranger:
    """Somebody who may not see what there is, the room where they are, and what they may."""

    who: Any
    room: Any
    may: tuple[type[CustomId], ...] = ()


async def prepare(world: World) -> None:
    """A ladder, a match with all that can hang on one, one that is over, and open challenges."""
    await open_ladder(world, [world.ada, world.ben])
    panel = (await world.ada.slash(world.channel, "settings")).response
    await world.ada.click(panel, label="My name")
    await pick(world.ada, panel, "u:hidden_elsewhere", ["True"])  # hidden there
    thread = await begin(world, world.ada, world.ben, clock="1d")
    await play(world, world.ada, thread, SHORT_APART[0])
    await pass_time(world, DAY / 2 + 60)
    assert len(reminders(world, thread)) == 1
    await world.ada.slash(thread, "if", line=f"{SHORT_APART[1]}; {SHORT_APART[2]}")
    await press(world, world.ada, thread.last_message, "m:1:1:undo")
    other = await begin(world, world.ben, world.ada)
    question = (await world.ada.slash(other, "resign")).response
    await world.ada.click(question, label="Resign")
    await offer(world, world.ada)
    await offer(world, world.ada, [world.ben])
    await world.settle()


async def from_elsewhere(world: World) -> Stranger:
    """Somebody who manages another server."""
    server = world.env.create_guild("Elsewhere", owner=world.env.create_user("other"))
    managers = server.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    eve = server.add_member(world.env.create_user("Eve"), roles=[managers])
    return Stranger(eve, server.create_text_channel("room"))


async def from_beside(world: World) -> Stranger:
    """A member of the server who does not see the channel in which it all stands."""
    hidden = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(world.dan.id, OverwriteType.MEMBER, allow=0, deny=hidden)
    )
    return Stranger(world.dan, world.server.create_text_channel("lobby"), may=OF_THE_SERVER)


def forgeries(world: World, stranger: Stranger) -> list[Forged]:
    """Every id that names something of others."""
    numbers: dict[Any, Any] = {
        MatchId: (1, 2),
        ChallengeId: (1, 3, 4),
        RequestId: (1,),
        ReminderId: (1,),
        LadderId: (1,),
        PlayerId: (world.ada.id,),
        ChannelId: (stranger.room.id,),
        int: (1,),  # the first match's ply among them
        Stage: ("00000000",),
        "game": ("all", "apart"),
        "move": ("b2-b4",),
        get_type_hints(DecideFormId, include_extras=True)["ranking"]: ("0>1",),
    }
    values = {
        MatchList: ("1", "2"),
        LadderButton: (str(world.ada.id), ""),
        Invitation: ("apart standard",),
    }
    return [
        forged
        for forged in every_id(OF_OTHERS, numbers, values)
        if not isinstance(forged.id, stranger.may)
    ]


def told(result: Any) -> str:
    """Everything that somebody was shown in return."""
    shown = [look(each) for each in (result.response, *result.followups) if each is not None]
    return "\n".join(f"{each.text} {each.alt} {each.custom_ids}" for each in shown)


async def stored(world: World) -> Counter[str]:
    """Everything in the database, row by row."""

    def read(connection: Connection) -> Counter[str]:
        return Counter(
            f"{table} {tuple(row)}"
            for table in metadata.sorted_tables
            for row in connection.execute(sql(f"SELECT * FROM {table}"))
        )

    return await world.client.services.database.read(read)


def seen(world: World) -> list[Any]:
    """Everything that everybody sees, anywhere."""
    return [posted(world.env.backend, there) for there in sorted(world.env.backend.messages)]


@pytest.mark.parametrize("coming", [from_elsewhere, from_beside])
async def test_they_show_and_change_nothing(
    world: World, coming: Callable[[World], Awaitable[Stranger]]
) -> None:
    await prepare(world)
    stranger = await coming(world)
    await stranger.who.slash(stranger.room, "challenge", game="apart")  # a message to press
    await world.settle()
    before, there = await stored(world), seen(world)
    forged = forgeries(world, stranger)
    answers = [told(each) for each in await send(world, stranger.who, stranger.room, forged)]
    secrets = ("ladder is", "jumps", "f2", "Ada", "Ben", str(world.ada.id), str(world.ben.id))
    wrong = {
        str(sent): answer
        for sent, answer in zip(forged, answers, strict=True)
        if not answer
        or any(secret in answer for secret in secrets)
        or NO_ANSWER & set(answer.splitlines())
    }
    assert wrong == {}
    assert await stored(world) == before
    assert seen(world) == there
