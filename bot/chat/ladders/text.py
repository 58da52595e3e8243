"""What ladders say: standings, whom one may challenge, and answers."""

from collections.abc import Iterator

from bot.chat.common.clocks import deadline
from bot.chat.common.ladders import (
    already_on_ladder,
    cannot_challenge,
    day,
    ladder_name,
    not_on_ladder,
    ordinal,
    several_ladders,
    why_not,
)
from bot.chat.common.text import counted, mention, people
from bot.chat.interaction.part import Refusals
from bot.services.challenges import Challenge
from bot.services.clocks import parse_clock, say_clock
from bot.services.ladders import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    Ladder,
    LadderCard,
    LadderClosed,
    LadderExists,
    LadderFrozen,
    LadderNeedsClock,
    LadderNotFrozen,
    LadderState,
    LadderView,
    Line,
    NoLadderHere,
    NotForTwo,
    NotOnLadder,
    SeveralLadders,
    Target,
    UnknownLadder,
    WhyNot,
)
from data.ids import ChannelId, PlayerId

CHALLENGE, JOIN, SHOW, HISTORY = "Challenge", "Join", "Standings", "History"
HIGHER, LOWER, OLDER, NEWEST = "Higher", "Lower", "Older", "Newest"
WHICH = "Which ladder, where there are several"
WHOM = "Whose place do you want?"
NOT_A_PLAYER = "Name one of the two who play that match. Nothing was changed."
NOT_OF_A_LADDER = (
    "That match is not about a place. `/manage decide` decides every other one. "
    "Nothing was changed."
)
REASON = "Why? Everybody will read it"
EMPTY = "Nobody has joined yet. The first to join is the first."
REASONS_SHOWN = 10
"""Of how many places it is told one by one why they cannot be asked for."""


def heading(ladder: Ladder, people_on_it: int) -> str:
    """Which ladder it is, and how it is played."""
    clock = say_clock(parse_clock(ladder.clock))
    joining = " · by invitation" if ladder.by_invitation else ""
    return (
        f"### {ladder_name(ladder)} ladder\n-# {counted(people_on_it, 'player')} · {clock}{joining}"
    )


def state_of(card: LadderCard) -> str | None:
    """That the ladder is over or stands still; None if it goes on."""
    if card.closed_at is not None:
        return f"**Closed** since {day(card.closed_at)}. These are the final places."
    if card.frozen_since is not None:
        return (
            f"**Standing still** since {day(card.frozen_since)}: "
            "no challenge is made or answered, and no time passes."
        )
    return None


def lines(found: tuple[Line, ...]) -> str:
    """Places, a line each."""
    return "\n".join(map(line, found)) or EMPTY


def line(found: Line) -> str:
    """A place: who holds it, how they came there and since when, and who is after it."""
    parts = [f"**{found.place}.** {mention(found.player_id)} {_arrow(found.up)}{day(found.since)}"]
    if found.plays:
        parts.append(f"plays {people(found.plays)}")
    if found.asked_by:
        parts.append(f"challenged by {people(found.asked_by)}")
    return " · ".join(parts)


def _arrow(up: int) -> str:
    if up == 0:
        return "since "
    return f"{'▲' if up > 0 else '▼'} {abs(up)} since "


def below(card: LadderCard) -> str | None:
    """That there are more than are shown; None if not."""
    more = card.people - len(card.lines)
    return f"-# and {counted(more, 'more player')}: `/ladder show`" if more > 0 else None


GOAL = (
    "-# Challenge somebody above you. Win, and their place is yours; lose, and nothing changes. "
    "Everybody below them moves down one."
)


def own_place(view: LadderView) -> str:
    """Where the reader is."""
    if view.place is None:
        return "You are not on this ladder. Join it, and you begin at the bottom."
    return f"You are **{ordinal(view.place)}** of {len(view.state.standings.order)}."


def pages(view: LadderView) -> str:
    """Which page it is."""
    return f"-# Page {view.page + 1} of {view.pages}"


def may_challenge(view: LadderView, targets: tuple[Target, ...]) -> str:
    """The question whom, or that there is nobody."""
    if view.place is None:
        return "You have no place on this ladder yet. Join it, and you begin at the bottom."
    if not targets:
        return f"{own_place(view)} There is nobody whose place you could ask for now."
    return f"{own_place(view)} Win, and the place of whoever you beat is yours."


def others(view: LadderView) -> str:
    """Why each other place cannot be asked for."""
    place = view.place
    if place is None:
        return ""
    told = list(_others(view, place))
    return "\n".join(["**Not now**", *told]) if told else ""


def _others(view: LadderView, place: int) -> Iterator[str]:
    refused = [each for each in view.targets if each.refusal and each.place < place]
    far = [each for each in refused if each.refusal and each.refusal.why is WhyNot.OUT_OF_REACH]
    near = [each for each in reversed(refused) if each not in far]
    for each in near[:REASONS_SHOWN]:
        if each.refusal is not None:
            why = why_not(each.refusal, place)
            yield f"- {ordinal(each.place)}, {mention(each.player_id)}: {why}"
    if len(near) > REASONS_SHOWN:
        yield f"- and {counted(len(near) - REASONS_SHOWN, 'more place')} like these"
    if far and far[0].refusal is not None:
        yield f"- {_span(far)}: {why_not(far[0].refusal, place)}"
    if place < len(view.targets):
        yield "- everybody below: you are above them already"


def _span(targets: list[Target]) -> str:
    first, last = targets[0], targets[-1]
    if len(targets) == 1:
        return f"{ordinal(first.place)}, {mention(first.player_id)}"
    return f"{ordinal(first.place)} to {ordinal(last.place)}"


def option(target: Target, name: str | None) -> str:
    """A place in the list of those that can be asked for."""
    return f"{ordinal(target.place)}: {name}" if name else f"{ordinal(target.place)} place"


def challenged(made: Challenge) -> str:
    """What the challenger is told."""
    return (
        f"You ask for the place of {people(made.invited)}. The challenge is posted in "
        f"<#{made.channel_id}>, to be answered {deadline(made.expires_at)}."
    )


def joined(state: LadderState, player_id: PlayerId) -> str:
    """What somebody is told who has joined."""
    place = state.standings.place_of(player_id) or 1
    then = "Your first challenge may go to anybody in the lower half."
    if place == 1:
        then = "Whoever joins after you may ask for your place."
    return f"You are on the {ladder_name(state.ladder)} ladder, in {ordinal(place)} place. {then}"


LEAVE, STAY = "Leave the ladder", "Stay"
STAYED = "You keep your place."


def ask_to_leave(ladder: Ladder, place: int) -> str:
    """The question before somebody gives up their place."""
    return (
        f"Do you want to leave the {ladder_name(ladder)} ladder? You are in {ordinal(place)} "
        "place; whoever joins again begins at the bottom. Ladder matches that you are playing go "
        "on as friendly ones."
    )


def left(ladder: Ladder) -> str:
    """What somebody is told who has left."""
    return (
        f"You have left the {ladder_name(ladder)} ladder. "
        "Ladder matches that you are playing go on as friendly ones."
    )


def created(ladder: Ladder) -> str:
    """What the manager is told who has made a ladder."""
    who = "Invite people with `/ladder invite`; they" if ladder.by_invitation else "People"
    return (
        f"The {ladder_name(ladder)} ladder is open, and its standings are posted in "
        f"<#{ladder.channel_id}>. {who} join with its button, or with `/ladder join`."
    )


def invited(ladder: Ladder, player_id: PlayerId) -> str:
    """What the manager is told who has invited somebody."""
    return (
        f"{mention(player_id)} may join the {ladder_name(ladder)} ladder now, with `/ladder join`. "
        "Tell them so."
    )


def posted(ladder: Ladder, channel_id: ChannelId) -> str:
    """What the manager is told who has chosen a channel."""
    return f"The standings of the {ladder_name(ladder)} ladder are posted in <#{channel_id}>."


def done(ladder: Ladder) -> str:
    """What the manager is told who has done something to a ladder."""
    where = "" if ladder.channel_id is None else f" It is told in <#{ladder.channel_id}>, too."
    return f"Done. `/ladder history` of {ladder_name(ladder)} has it with your reason.{where}"


def close_title(ladder: Ladder) -> str:
    """The heading of the form: what will be closed, for good."""
    return f"Close the {ladder_name(ladder)} ladder for good"[:45]


def nowhere(ladder: Ladder) -> str | None:
    """That nobody sees the standings without asking; None if they do."""
    if ladder.channel_id is not None:
        return None
    return "-# Its channel is gone. People who manage this server choose one with `/ladder post`."


REFUSALS: Refusals = {
    UnknownLadder: lambda _: "There is no such ladder here.",
    NoLadderHere: lambda _: (
        "There is no such ladder in this server yet. People who manage it make one with "
        "`/ladder create`."
    ),
    SeveralLadders: several_ladders,
    LadderExists: lambda error: (
        f"This server has a ladder of {ladder_name(error.ladder)} already. Close that one first, "
        "with `/ladder close`."
    ),
    LadderNeedsClock: lambda _: (
        "A ladder needs a clock, or one match could hold a place for ever. "
        "For example `3d`: three days for every move."
    ),
    NotForTwo: lambda error: f"Ladders are played by two; choose a {error.info.name} for two.",
    LadderClosed: lambda error: f"The {ladder_name(error.ladder)} ladder is closed.",
    LadderFrozen: lambda error: (
        f"The {ladder_name(error.ladder)} ladder stands still now: "
        "no challenge is made or answered."
    ),
    LadderNotFrozen: lambda error: f"The {ladder_name(error.ladder)} ladder does not stand still.",
    ByInvitation: lambda error: (
        f"The {ladder_name(error.ladder)} ladder is joined by invitation. "
        "Ask the people who manage this server."
    ),
    AlreadyOnLadder: already_on_ladder,
    NotOnLadder: not_on_ladder,
    CannotChallenge: cannot_challenge,
}
