"""The sentences of leaderboards, and the ids of their buttons."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from bot.features.leaderboards.values import (
    AlreadyLive,
    LeaderboardLine,
    LeaderboardPage,
    ListPlace,
    OwnStanding,
    Period,
)
from bot.features.ratings import is_provisional, write_rating
from bot.screen import words
from bot.screen.ids import CustomId, Name
from bot.screen.words import row
from data.ids import PlayerId
from rules.texts import Plain, Text, Words
from rules.texts import lines as lines_of


class ListAction(StrEnum):
    PAGE = "page"
    OWN = "own"
    KIND = "kind"
    LIVE = "live"
    END = "end"


class LeaderboardButton(CustomId, prefix="lb"):
    """A button or list below a leaderboard; pages count from 0."""

    game: Name
    place: ListPlace
    period: Period
    page: int
    action: ListAction


EARLIER, LATER = Text("Up", "button"), Text("Down", "button")
MINE = Text("My place", "button")
LIVE, END_LIVE = Text("Keep it here"), Text("Take it down")
KINDS: Mapping[tuple[ListPlace, Period], Text] = {
    (ListPlace.HERE, Period.ACTIVE): Text("This server: active players"),
    (ListPlace.HERE, Period.MONTH): Text("This server: this month"),
    (ListPlace.HERE, Period.ALL): Text("This server: all time"),
    (ListPlace.EVERYWHERE, Period.ACTIVE): Text("Everywhere: active players"),
    (ListPlace.EVERYWHERE, Period.MONTH): Text("Everywhere: this month"),
    (ListPlace.EVERYWHERE, Period.ALL): Text("Everywhere: all time"),
}
_CONDITIONS: Mapping[Period, Text] = {
    Period.ACTIVE: Text("a rated match in the last 60 days"),
    Period.MONTH: Text("a rated match this month, with this month's record"),
    Period.ALL: Text("a rated match at any time"),
}
ENDED = Text("The leaderboard no longer updates. You can delete its message.")
NO_LIVE_HERE = Text("That leaderboard is no longer in this channel.")


def kept(channel_id: int) -> Text:
    return Text(
        "The leaderboard appears in <#{channel}> in a moment. It updates every two minutes "
        "at most. Delete its message to end it.",
        channel=channel_id,
    )


def updated(now: datetime) -> Text:
    """The time as of which a list is shown."""
    return Text("-# As of <t:{timestamp}:f>", timestamp=int(now.timestamp()))


def heading(page: LeaderboardPage, *, live: bool = False) -> Text:
    kind = None if live else Plain("-# {kind}", kind=KINDS[page.place, page.period])
    month = page.period is Period.MONTH
    change = Text("change this month") if month else Text("change in 30 days")
    told = Text("-# {conditions} · won\u2013drawn\u2013lost · {change}", change=change)
    shown = (*page.lines, page.own.line or page.own)
    marked = any(each.rating is not None and is_provisional(each.rating) for each in shown)
    mark = UNCERTAIN_BELOW if marked else None
    title = Text("### {game}: leaderboard", game=page.info.name)
    return lines_of(title, kind, told.of(conditions=_CONDITIONS[page.period]), mark)


UNCERTAIN_BELOW = Text(
    "-# ? marks a rating that is still uncertain, usually for about 11 rated matches. It comes "
    "below the others."
)


def title(page: LeaderboardPage) -> Text:
    return row([page.info.name, KINDS[page.place, page.period]])


def nobody(page: LeaderboardPage) -> Text:
    if page.period is Period.ALL:
        return Text(
            "Nobody has played a rated match of {name} yet. To begin one, use `/challenge`.",
            name=page.info.name,
        )
    told = Text("Nobody is listed yet. To be listed you need: {conditions}.")
    return told.of(conditions=_CONDITIONS[page.period])


def lines(page: LeaderboardPage, names: Mapping[PlayerId, Words], reader: PlayerId | None) -> Text:
    return lines_of(*(_line(each, names[each.player_id], reader) for each in page.lines))


def _line(line: LeaderboardLine, name: Words, reader: PlayerId | None) -> Text:
    own = Plain("__{name}__", name=name)
    shown = own if line.player_id == reader else name
    told = Plain("**{place}.** {name} \u00b7 {facts}")
    return told.of(place=line.place, name=shown, facts=_facts(line))


def _facts(line: LeaderboardLine) -> str:
    """The rating, the record, and the trend."""
    change = line.trend
    trend = f"\u25b2{change}" if change > 0 else f"\u25bc{-change}" if change else "="
    return f"**{write_rating(line.rating)}** \u00b7 {played(line)} \u00b7 {trend}"


def played(line: LeaderboardLine) -> str:
    return f"{line.won}\u2013{line.drawn}\u2013{line.lost}"


def own(page: LeaderboardPage, standing: OwnStanding) -> Text:
    if standing.line is not None:
        you = Text("You: place **{place}** \u00b7 {facts}")
        if page.total > 1:
            you = Text("You: place **{place}** of {total} \u00b7 {facts}", total=page.total)
        return you.of(place=standing.line.place, facts=_facts(standing.line))
    here = page.server_id is not None
    if standing.rating is None:
        none = (
            Text("You have played no rated match of {game} here yet.")
            if here
            else Text("You have played no rated match of {game} anywhere yet.")
        )
        return none.of(game=page.info.name)
    why = _NOT_LISTED[here, page.period is Period.MONTH]
    return why.of(rating=write_rating(standing.rating))


_NOT_LISTED = {
    (True, True): Text(
        "You: **{rating}**, not listed, since you have played no rated match here this month."
    ),
    (True, False): Text(
        "You: **{rating}**, not listed, since you have played no rated match here in the last "
        "60 days."
    ),
    (False, True): Text(
        "You: **{rating}**, not listed, since you have played no rated match anywhere this month."
    ),
    (False, False): Text(
        "You: **{rating}**, not listed, since you have played no rated match anywhere in the last "
        "60 days."
    ),
}


def page_of(page: LeaderboardPage) -> Text:
    return Text(
        "-# Page {number} of {last}, {total} players",
        number=page.number + 1,
        last=page.last + 1,
        total=page.total,
    )


@words.sentence.register
def _(error: AlreadyLive) -> Words:
    return Text(
        "{channel} has this list already. Delete its message to end it.",
        channel=f"<#{error.channel_id}>",
    )
