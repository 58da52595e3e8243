"""What leaderboards say."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.interaction.part import Refusals
from bot.chat.leaderboards.ids import ListPlace
from bot.services.leaderboards import (
    AlreadyLive,
    LeaderboardLine,
    LeaderboardPage,
    OwnStanding,
    Period,
)
from bot.services.ratings import write_rating
from data.ids import PlayerId

EARLIER, LATER, MINE, LIVE, END_LIVE = "Up", "Down", "My place", "Keep it here", "Take it down"
KINDS: Mapping[tuple[ListPlace, Period], str] = {
    (ListPlace.HERE, Period.ACTIVE): "This server: active players",
    (ListPlace.HERE, Period.MONTH): "This server: this month",
    (ListPlace.HERE, Period.ALL): "This server: all time",
    (ListPlace.EVERYWHERE, Period.ACTIVE): "Everywhere: active players",
    (ListPlace.EVERYWHERE, Period.MONTH): "Everywhere: this month",
    (ListPlace.EVERYWHERE, Period.ALL): "Everywhere: all time",
}
_WHO: Mapping[Period, str] = {
    Period.ACTIVE: "a rated match in the last 60 days",
    Period.MONTH: "a rated match this month, with this month's record",
    Period.ALL: "everybody who ever played a rated match",
}
ENDED = "The list stays as it is now and follows no more. You can delete its message."
NO_LIVE_HERE = "There is no such list in this channel any more."


def kept(channel_id: int) -> str:
    """What a manager is told who has put a list into a channel."""
    return (
        f"The list stands in <#{channel_id}> in a moment and follows by itself, every two minutes "
        "at most. Delete its message to end it."
    )


def updated(now: datetime) -> str:
    """Since when a list shows what it shows."""
    return f"-# As of <t:{int(now.timestamp())}:f>"


def heading(page: LeaderboardPage, *, live: bool = False) -> str:
    """Which list it is."""
    place = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    kind = "" if live else f"\n-# {KINDS[place, page.period]}"
    change = "this month" if page.period is Period.MONTH else "in 30 days"
    told = f"\n-# {_WHO[page.period]} \u00b7 won\u2013drawn\u2013lost \u00b7 change {change}"
    return f"### {page.info.name}: leaderboard{kind}{told}"


def nobody(page: LeaderboardPage) -> str:
    """What stands in place of the lines where there are none."""
    if page.period is Period.ALL:
        return f"Nobody has played a rated match of {page.info.name} yet. `/challenge` begins one."
    return f"Nobody is listed now: {_WHO[page.period]} is needed."


def lines(page: LeaderboardPage, names: Mapping[PlayerId, str], reader: PlayerId | None) -> str:
    """The lines of a page."""
    return "\n".join(_line(each, names[each.player_id], reader) for each in page.lines)


def _line(line: LeaderboardLine, name: str, reader: PlayerId | None) -> str:
    shown = f"__{name}__" if line.player_id == reader else name
    return f"**{line.place}.** {shown} \u00b7 {_facts(line)}"


def _facts(line: LeaderboardLine) -> str:
    record = f"{line.won}\u2013{line.drawn}\u2013{line.lost}"
    return f"**{write_rating(line.rating)}** \u00b7 {record} \u00b7 {trend(line.trend)}"


def trend(change: int) -> str:
    """By how much a rating rose or fell."""
    if change == 0:
        return "="
    return f"\u25b2{change}" if change > 0 else f"\u25bc{-change}"


def own(page: LeaderboardPage, standing: OwnStanding) -> str:
    """The reader's own line."""
    if standing.line is not None:
        of = f" of {page.total}" if page.total > 1 else ""
        return f"You: **{standing.line.place}.**{of} \u00b7 {_facts(standing.line)}"
    where = "anywhere" if page.server_id is None else "here"
    if standing.rating is None:
        return f"You have played no rated match of {page.info.name} {where} yet."
    when = "this month" if page.period is Period.MONTH else "in the last 60 days"
    return (
        f"You: **{write_rating(standing.rating)}**, not listed, since you have played no rated "
        f"match {where} {when}."
    )


def page_of(page: LeaderboardPage) -> str:
    """Which page it is."""
    return f"-# Page {page.number + 1} of {page.last + 1}, {page.total} players"


REFUSALS: Refusals = {
    AlreadyLive: lambda error: (
        f"<#{error.channel_id}> has this list already. Delete its message to end it."
    ),
}
