"""Numbers of what somebody may not see, sent in every kind of id: they show and change nothing."""

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy import text as sql

from bot.features.challenges.screen import Asking, KeptClock, Kind
from bot.features.clubs.pages import ClubButton
from bot.features.clubs.service import ClubService
from bot.features.ladders.acts import Act
from bot.features.ladders.pages import LadderButton
from bot.features.ladders.screen import LadderAct
from bot.features.profiles.screen import ProfileButton
from bot.features.settings.screen import BlockButton
from bot.features.tournaments.pages import TournamentButton
from bot.screen.ids import CustomId, Stage
from bot.screen.interaction.command_options import MatchList
from bot.screen.words import UNEXPECTED, UNKNOWN_BUTTON, UNKNOWN_FORM
from data.ids import (
    ChallengeId,
    ChannelId,
    ClubId,
    LadderId,
    MatchId,
    PlayerId,
    ReminderId,
    RequestId,
    TournamentId,
)
from data.states import SeatChoice
from data.tables import metadata
from tests.kit.by_day import at_night
from tests.kit.cups import open_cup
from tests.kit.forging import Forged, every_id, send_all
from tests.kit.ladders import open_ladder
from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import acting, hide_elsewhere, stranger
from tests.kit.play import SHORT_APART, begin, offer, prepare, resign
from tests.kit.reminding import reminders
from tests.kit.shown import look, posted
from tests.kit.two_servers import Duel
from tests.kit.world import World, press

pytestmark = pytest.mark.slow

OF_OTHERS = (
    *(MatchId, ChallengeId, RequestId, ReminderId, LadderId, TournamentId, ClubId),
    PlayerId,
)
"""Numbers of what belongs to somebody."""
OF_THE_SERVER = (Asking, LadderButton, TournamentButton, ClubButton, ProfileButton)
"""What everybody in a server may see or do, whichever channels they see."""
MADE = LadderAct(LadderId(1), Act.CREATE)
NO_ANSWER = {str(UNEXPECTED), str(UNKNOWN_BUTTON), str(UNKNOWN_FORM)}


async def stage(world: World) -> None:
    """Ladder, tournament, club match, challenges, matches with all that there can be."""
    await open_ladder(world, [world.ada, world.ben])
    cup = await open_cup(world, "round_robin")
    await cup.press(world.ada, "Join")
    await hide_elsewhere(world, world.ada)
    thread = await begin(world, world.ada, world.ben, SHORT_APART[0], clock="1d")
    await pass_time(world, DAY / 2 + 60)
    assert len(reminders(world, thread)) == 1
    await prepare(world.ada, thread, f"{SHORT_APART[1]}; {SHORT_APART[2]}")
    await press(world, world.ada, thread.last_message, "m:1:1:undo")
    other = await begin(world, world.ben, world.ada)
    await resign(world, world.ada, other)
    await offer(world, world.ada)
    await offer(world, world.ada, [world.ben])
    await Duel(world).agree()
    await world.client.services[ClubService].enter(acting(world, world.ada), ClubId(1))


def forgeries(world: World, room: Any, may: tuple[type[CustomId], ...]) -> list[Forged]:
    """Every id that names something of others, but for those that somebody ``may`` send."""
    numbers: dict[Any, Any] = {
        MatchId: (1, 2),
        ChallengeId: (1, 3, 4),
        RequestId: (1,),
        ReminderId: (1,),
        LadderId: (1,),
        TournamentId: (1,),
        ClubId: (1,),
        PlayerId: (world.ada.id,),
        ChannelId: (room.id,),
        int: (1,),  # the first match's ply among them
        Stage: ("00000000",),
        KeptClock: ("7d",),
        SeatChoice: (SeatChoice.FIRST,),
        Kind: (Kind.RATED,),
        "game": ("all", "apart"),
        "move": ("b2-b4",),
    }
    values = {MatchList: ("1", "2"), LadderButton: (str(world.ada.id), "")}
    every = every_id(OF_OTHERS, numbers, values)  # what is made is nobody's yet
    return [
        forged
        for forged in every
        if not (isinstance(forged.id, (*may, BlockButton)) or forged.id == MADE)
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


@pytest.mark.parametrize("is_member", [True, at_night(False)])
async def test_they_show_and_change_nothing(world: World, is_member: bool) -> None:
    """Sent by a member who does not see the channel, and by somebody who manages another server."""
    await stage(world)
    eve, room = world.dan, world.server.create_text_channel("lobby")
    if is_member:
        world.hide(world.channel, eve)
    else:
        eve, room = stranger(world, manage_guild=True)
    await eve.slash(room, "challenge", game="apart")  # a message to press
    before, there = await stored(world), seen(world)
    forged = forgeries(world, room, OF_THE_SERVER if is_member else ())
    answers = [told(each) for each in await send_all(world, eve, room, forged)]
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
