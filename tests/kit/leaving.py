"""A bot of a club that cannot be somewhere any more, and is back."""

from datetime import timedelta

from bot.core.absences import Why
from data.ids import ChannelId
from data.states import AbsenceReason
from tests.kit.club import PLACE, Club
from tests.kit.times import DAY, HOUR

SERVER, CHANNEL = PLACE.server_id, PLACE.channel_id
GONE = Why(AbsenceReason.GONE)
SHUT = Why(AbsenceReason.FORBIDDEN, "view_channel")


async def leave(club: Club, how: str = "server", *channels: ChannelId) -> None:
    """Let the bot be removed from the server, or a channel be deleted or closed to it."""
    if how == "server":
        assert SERVER is not None
        club.discord.left.add(SERVER)
    for channel in channels or (CHANNEL, *club.discord.threads.values()):
        if how != "server":
            club.discord.shut[channel] = GONE if how == "deleted" else SHUT
            club.discord.gone.add(channel)
    await club.notice_places()


async def come_back(club: Club) -> None:
    club.discord.left.clear()
    club.discord.shut.clear()
    club.discord.gone.clear()
    await club.notice_places()
    await club.look_around()


async def pass_days(club: Club, days: float, step: timedelta = 6 * HOUR) -> None:
    until = club.clock.now + days * DAY
    while club.clock.now < until:
        club.clock.now = min(club.clock.now + step, until)
        await club.look_around()
