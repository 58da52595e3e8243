"""What ladders say: standings, whom one may challenge, and answers."""

from collections.abc import Iterator, Mapping

from bot.chat.common.ladders import day, ladder_name, ordinal, why_not
from bot.chat.common.text import all_of, counted, deadline, mention, people
from bot.chat.interaction import Refusals
from bot.services import ladders
from bot.services.challenges import Challenge
from bot.services.clocks import say_clock, stored_clock
from data.ids import ChannelId, PlayerId
from renderer.charts import day_of
from rules.texts import Words

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


def heading(ladder: ladders.Ladder, people_on_it: int) -> str:
    """Which ladder it is, and how it is played."""
    clock = say_clock(stored_clock(ladder.clock))
    joining = " · by invitation" if ladder.by_invitation else ""
    return (
        f"### {ladder_name(ladder)} ladder\n-# {counted(people_on_it, 'player')} · {clock}{joining}"
    )


def state_of(card: ladders.LadderCard) -> str | None:
    """That the ladder is over or stands still; None if it goes on."""
    if card.closed_at is not None:
        return f"**Closed** since {day(card.closed_at)}. These are the final places."
    if card.frozen_since is not None:
        return (
            f"**Frozen** since {day(card.frozen_since)}: "
            "no challenge is made or answered, and no time passes."
        )
    return None


def lines(found: tuple[ladders.LadderLine, ...]) -> str:
    """Places, a line each."""
    return "\n".join(map(line, found)) or EMPTY


def line(found: ladders.LadderLine) -> str:
    """A place: who holds it, how they came there and since when, and who is after it."""
    parts = [f"**{found.place}.** {mention(found.player_id)} {_arrow(found.up)}{day(found.since)}"]
    if found.plays:
        parts.append(f"plays {people(found.plays)}")
    if found.asked_by:
        parts.append(f"challenged by {people(found.asked_by)}")
    return " · ".join(parts)


def _arrow(up: int) -> str:
    return f"{climbed(up)} since ".lstrip()


def climbed(up: int) -> str:
    """By how many places somebody came there; empty for none."""
    return f"{'▲' if up > 0 else '▼'} {abs(up)}" if up else ""


def record(found: ladders.LadderLine, names: Mapping[PlayerId, Words]) -> str:
    """What a picture tells below a name; its days are those of UTC."""
    parts = [f"since {day_of(found.since)}"]
    for told, people_told in (("plays", found.plays), ("challenged by", found.asked_by)):
        if people_told:
            parts.append(f"{told} {all_of([names.get(who, 'somebody') for who in people_told])}")
    return " \u00b7 ".join(parts)


def below(card: ladders.LadderCard) -> str | None:
    """That there are more than are shown; None if not."""
    more = card.people - len(card.lines)
    return f"-# and {counted(more, 'more player')}: `/ladder show`" if more > 0 else None


GOAL = (
    "-# Challenge somebody above you. Win, and their place is yours; lose, and nothing changes. "
    "Everybody below them moves down one."
)


def own_place(view: ladders.LadderView) -> str:
    if view.place is None:
        return "You are not on this ladder. Join it, and you begin at the bottom."
    return f"You are **{ordinal(view.place)}** of {len(view.state.standings.order)}."


def pages(view: ladders.LadderView) -> str:
    return f"-# Page {view.page + 1} of {view.pages}"


def may_challenge(view: ladders.LadderView, targets: tuple[ladders.Target, ...]) -> str:
    """The question whom, or that there is nobody."""
    if view.place is None:
        return "You have no place on this ladder yet. Join it, and you begin at the bottom."
    if not targets:
        return f"{own_place(view)} There is nobody whose place you could ask for now."
    return f"{own_place(view)} Win, and you take the place of the player you beat."


def others(view: ladders.LadderView) -> str:
    """Why each other place cannot be asked for."""
    place = view.place
    if place is None:
        return ""
    told = list(_others(view, place))
    return "\n".join(["**Not now**", *told]) if told else ""


def _others(view: ladders.LadderView, place: int) -> Iterator[str]:
    refused = [each for each in view.targets if each.refusal and each.place < place]
    far = [
        each for each in refused if each.refusal and each.refusal.why is ladders.WhyNot.OUT_OF_REACH
    ]
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


def _span(targets: list[ladders.Target]) -> str:
    first, last = targets[0], targets[-1]
    if len(targets) == 1:
        return f"{ordinal(first.place)}, {mention(first.player_id)}"
    return f"{ordinal(first.place)} to {ordinal(last.place)}"


def option(target: ladders.Target, name: str | None) -> str:
    """A place in the list of those that can be asked for."""
    return f"{ordinal(target.place)}: {name}" if name else f"{ordinal(target.place)} place"


def challenged(made: Challenge) -> str:
    return (
        f"You ask for the place of {people(made.invited)}. The challenge is posted in "
        f"<#{made.channel_id}>, to be answered {deadline(made.expires_at)}."
    )


def joined(state: ladders.LadderState, player_id: PlayerId) -> str:
    place = state.standings.place_of(player_id) or 1
    then = "Your first challenge may go to anybody in the lower half."
    if place == 1:
        then = "Players who join after you can ask for your place."
    return f"You are on the {ladder_name(state.ladder)} ladder, in {ordinal(place)} place. {then}"


LEAVE, STAY = "Leave the ladder", "Stay"
STAYED = "You keep your place."


def ask_to_leave(ladder: ladders.Ladder, place: int) -> str:
    """The question before somebody gives up their place."""
    return (
        f"Do you want to leave the {ladder_name(ladder)} ladder? You are in {ordinal(place)} "
        "place; if you join again, you begin at the bottom. Ladder matches that you are playing go "
        "on as friendly ones."
    )


def left(ladder: ladders.Ladder) -> str:
    return (
        f"You have left the {ladder_name(ladder)} ladder. "
        "Ladder matches that you are playing go on as friendly ones."
    )


def created(ladder: ladders.Ladder) -> str:
    who = "Invite people with `/ladder invite`; they" if ladder.by_invitation else "People"
    return (
        f"The {ladder_name(ladder)} ladder is open, and its standings are posted in "
        f"<#{ladder.channel_id}>. {who} join with its button, or with `/ladder join`."
    )


def invited(ladder: ladders.Ladder, player_id: PlayerId) -> str:
    return (
        f"{mention(player_id)} may join the {ladder_name(ladder)} ladder now, with `/ladder join`. "
        "Tell them so."
    )


def posted(ladder: ladders.Ladder, channel_id: ChannelId) -> str:
    return f"The standings of the {ladder_name(ladder)} ladder are posted in <#{channel_id}>."


def done(ladder: ladders.Ladder) -> str:
    where = "" if ladder.channel_id is None else f" It is announced in <#{ladder.channel_id}>, too."
    return f"Done. `/ladder history` of {ladder_name(ladder)} has it with your reason.{where}"


def close_title(ladder: ladders.Ladder) -> str:
    """The heading of the form: what will be closed, for good."""
    return f"Close the {ladder_name(ladder)} ladder for good"[:45]


def nowhere(ladder: ladders.Ladder) -> str | None:
    """That nobody sees the standings without asking; None if they do."""
    if ladder.channel_id is not None:
        return None
    return "-# Its channel is gone. People who manage this server choose one with `/ladder post`."


def _cannot_challenge(error: ladders.CannotChallenge) -> str:
    if error.refusal.why in _WHOLE:
        return _WHOLE[error.refusal.why]
    reason = why_not(error.refusal, error.place)
    return f"You cannot challenge {mention(error.opponent_id)} on this ladder now: {reason}."


def _several(error: ladders.SeveralLadders) -> str:
    names = all_of([f"**{ladder_name(each)}**" for each in error.ladders])
    return f"Which ladder? This server has {names}. Name one with the `game` option."


_WHOLE = {
    ladders.WhyNot.CLOSED: "This ladder is closed.",
    ladders.WhyNot.FROZEN: "This ladder is frozen: no challenge is made or answered.",
    ladders.WhyNot.NOT_ON_LADDER: (
        "You have no place on this ladder yet. Join it with `/ladder join`."
    ),
}

REFUSALS: Refusals = {
    ladders.UnknownLadder: lambda _: "There is no such ladder here.",
    ladders.NoLadderHere: lambda _: (
        "There is no such ladder in this server yet. People who manage it make one with "
        "`/ladder create`."
    ),
    ladders.SeveralLadders: _several,
    ladders.LadderExists: lambda error: (
        f"This server has a ladder of {ladder_name(error.ladder)} already. Close that one first, "
        "with `/ladder close`."
    ),
    ladders.LadderNeedsClock: lambda _: (
        "A ladder needs a clock, or one match could hold a place for ever. "
        "For example `3d`: three days for every move."
    ),
    ladders.NotForTwo: lambda error: (
        f"Ladders are played by two; choose a {error.info.name} for two."
    ),
    ladders.LadderClosed: lambda error: f"The {ladder_name(error.ladder)} ladder is closed.",
    ladders.LadderFrozen: lambda error: (
        f"The {ladder_name(error.ladder)} ladder is frozen: no challenge is made or answered."
    ),
    ladders.LadderNotFrozen: lambda error: f"The {ladder_name(error.ladder)} ladder is not frozen.",
    ladders.ByInvitation: lambda error: (
        f"The {ladder_name(error.ladder)} ladder is joined by invitation. "
        "Ask the people who manage this server."
    ),
    ladders.AlreadyOnLadder: lambda error: (
        f"On the {ladder_name(error.ladder)} ladder already, in {ordinal(error.place)} place."
    ),
    ladders.NotOnLadder: lambda error: (
        f"{mention(error.player_id)} has no place on the {ladder_name(error.ladder)} ladder."
    ),
    ladders.CannotChallenge: _cannot_challenge,
}
