"""The sentences of ladders: standings, whom one may challenge, and answers."""

from collections.abc import Iterator, Mapping

from bot.core.clocks import say_clock, stored_clock
from bot.features.challenges import Challenge
from bot.features.ladders.places import Standings
from bot.features.ladders.rules import CannotChallenge, Target, WhyNot
from bot.features.ladders.values import Ladder, LadderCard, LadderLine, LadderState, LadderView
from bot.screen.names import SOMEBODY
from bot.screen.words import day, deadline, filled, game_name, mention, people, row
from data.ids import PlayerId
from data.states import ChallengeState
from renderer.charts import short_day_of
from rules.texts import NOTHING, Counted, Plain, Text, Words, lines, listed, sentences

CHALLENGE, JOIN = Text("Challenge", "button"), Text("Join", "button")
SHOW, HISTORY = Text("Standings", "button"), Text("History", "button")
HIGHER, LOWER = Text("Higher", "button"), Text("Lower", "button")
OLDER, NEWEST = Text("Older", "button"), Text("Newest", "button")
WHOM = Text("Whom do you challenge?")
WHICH = Text("### Ladders\nWhich one?")
NO_LADDER = Text("### Ladders\nThis server has no ladder of that kind yet.")
NO_MATCHES = Text("No match of this ladder can be corrected.")
CORRECT = Text("Which match? You can decide or annul it, and the places follow.")
EVERYBODY, INVITED = "all", "invited"
WHO_JOINS = {EVERYBODY: Text("Everybody", "choice"), INVITED: Text("Invited people", "choice")}
EMPTY = Text("Nobody has joined yet. The first to join gets first place.")
NO_PLACE = "\u2013"
REASONS_SHOWN = 10
"""For how many places the reason why they cannot be challenged is given one by one."""
FAR = (WhyNot.OUT_OF_REACH, WhyNot.IN_UPPER_HALF)
"""Reasons that are given once for all places together."""


def ladder_name(ladder: Ladder) -> Words:
    """A ladder's name: its game, with the variant if it is not the usual one."""
    return game_name(ladder.info, ladder.variant)


def heading(ladder: Ladder, people_on_it: int) -> Text:
    facts: list[Words] = [
        Counted("{number} player", "{number} players", people_on_it),
        say_clock(stored_clock(ladder.clock)),
    ]
    if ladder.by_invitation:
        facts.append(Text("by invitation"))
    return lines(
        Text("### {ladder} ladder", ladder=ladder_name(ladder)),
        Plain("-# {facts}", facts=row(facts)),
    )


def title(ladder: Ladder) -> Text:
    return Text("{ladder} ladder", ladder=ladder_name(ladder))


def state_of(now: Standings) -> Text | None:
    """That the ladder is closed or frozen; None if it is neither."""
    if now.closed_at is not None:
        return Text("**Closed** since {day}. These are the final places.", day=day(now.closed_at))
    if now.frozen_since is not None:
        return Text(
            "**Frozen** since {day}: nobody can challenge or accept, the clocks of "
            "ladder matches are paused, and no place changes until the ladder "
            "resumes.",
            day=day(now.frozen_since),
        )
    return None


def standings(found: tuple[LadderLine, ...]) -> Text:
    return lines(*map(line, found)) if found else EMPTY


def line(found: LadderLine) -> Text:
    """A place: its holder, how they came there and since when, opponents and challengers."""
    since = Text("**{place}.** {player} since {day}")
    if found.up:
        since = Text("**{place}.** {player} {climbed} since {day}", climbed=climbed(found.up))
    told = [since.of(place=found.place, player=mention(found.player_id), day=day(found.since))]
    if found.plays:
        told.append(PLAYS.of(players=people(found.plays)))
    if found.asked_by:
        told.append(ASKED.of(players=people(found.asked_by)))
    return row(told)


PLAYS, ASKED = Text("plays {players}"), Text("challenged by {players}")


def climbed(up: int) -> str:
    """By how many places a player came to their place; empty for none."""
    return f"{'▲' if up > 0 else '▼'} {abs(up)}" if up else ""


def record(found: LadderLine, names: Mapping[PlayerId, Words]) -> Text:
    """The line below a name in the picture; its days are those of UTC."""
    told: list[Text] = []
    for text, those in ((PLAYS, found.plays), (ASKED, found.asked_by)):
        if those:
            told.append(text.of(players=listed([names.get(who, SOMEBODY) for who in those])))
    return row([*told, Text("since {day}", day=short_day_of(found.since))])


def below(card: LadderCard) -> Text | None:
    """How many players are not shown; None if all are."""
    more = len(card.state.standings.order) - len(card.lines)
    if more <= 0:
        return None
    return Counted(
        "-# and {number} more player: `/ladder show`",
        "-# and {number} more players: `/ladder show`",
        more,
    )


GOAL = Text(
    "-# Challenge somebody above you. If you win, you take their place, and everybody "
    "in between moves down one. If you lose, nothing changes."
)


def own_place(view: LadderView) -> Text:
    if view.place is None:
        return Text("You are not on this ladder. If you join, you begin at the bottom.")
    total = len(view.state.standings.order)
    return Text("You are in place **{place}** of {total}.", place=view.place, total=total)


def may_challenge(view: LadderView, targets: tuple[Target, ...]) -> Text:
    """The line above the menu of targets, or that there are none."""
    if view.place is None:
        return Text("You have no place on this ladder yet. If you join, you begin at the bottom.")
    if not targets:
        return sentences(own_place(view), Text("There is nobody you can challenge now."))
    return sentences(
        own_place(view), Text("If you win, you take the place of the player you beat.")
    )


def others(view: LadderView) -> Text:
    """Why each other place cannot be challenged for."""
    told = [] if view.place is None else list(_others(view, view.place))
    return lines(Text("**Not now**"), *told) if told else NOTHING


def _others(view: LadderView, place: int) -> Iterator[Text]:
    refused = [(each, each.refusal) for each in view.targets if each.refusal and each.place < place]
    far = [pair for pair in refused if pair[1].why in FAR]
    near = [pair for pair in reversed(refused) if pair not in far]
    for target, refusal in near[:REASONS_SHOWN]:
        yield _refused(target, refusal)
    if len(near) > REASONS_SHOWN:
        more = len(near) - REASONS_SHOWN
        yield Counted("- {number} more like this", "- {number} more like these", more)
    if far:
        (first, refusal), (last, _) = far[0], far[-1]
        span = Text("- Places {first} to {last}: {why}", first=first.place, last=last.place)
        why = filled(refusal.because, refusal)
        yield _refused(first, refusal) if first == last else span.of(why=why)
    if place < len(view.targets):
        yield Text("- Everybody below: you are above them already.")


def _refused(target: Target, refusal: CannotChallenge) -> Text:
    place = Text("- Place {place}, {player}: {why}", place=target.place)
    return place.of(player=mention(target.player_id), why=filled(refusal.because, refusal))


def option(target: Target, name: Words | None) -> Text:
    if name:
        return Text("Place {place}: {name}", place=target.place, name=name)
    return Text("Place {place}", place=target.place)


def challenged(made: Challenge) -> Text:
    if made.state is ChallengeState.DECLINED:
        return Text("{players} declined your challenge.", players=people(made.invited))
    return Text(
        "You challenge {players}. The challenge is posted in {channel}, and open {deadline}.",
        players=people(made.invited),
        channel=f"<#{made.channel_id}>",
        deadline=deadline(made.expires_at),
    )


def joined(state: LadderState, player_id: PlayerId) -> Text:
    place = state.standings.place_of(player_id) or 1
    then = Text("Your first challenge may go to anybody in the lower half.")
    if place == 1:
        then = Text("Players who join after you can challenge you.")
    you = Text("You are in place {place} of the {ladder} ladder.")
    return sentences(you.of(place=place, ladder=ladder_name(state.ladder)), then)


LEAVING, LEAVE, STAY = Text("Leave", "button"), Text("Leave the ladder"), Text("Stay", "button")
STAYED = Text("You keep your place.")
GO_ON = Text(
    "Your ladder matches in progress continue and stay rated, but no longer change any place."
)


def left(ladder: Ladder) -> Text:
    return sentences(Text("You have left the {ladder} ladder.", ladder=ladder_name(ladder)), GO_ON)


def created(ladder: Ladder) -> Text:
    who = Text("People join with its button, or with `/ladder join`.")
    if ladder.by_invitation:
        who = Text(
            "Invite people with the button below. They join with its button, or with "
            "`/ladder join`."
        )
    opened = Text("The {ladder} ladder is open, and its standings are posted in {channel}.")
    where = f"<#{ladder.channel_id}>"
    return sentences(opened.of(ladder=ladder_name(ladder), channel=where), who)


def done(ladder: Ladder, *, reason: bool) -> Text:
    """That an act is done, and who reads of it; ``reason``: whether the act asked for one."""
    told = Text("Done. The history of the {ladder} ladder shows it.")
    if reason:
        told = Text("Done. The history of the {ladder} ladder shows it, with your reason.")
    where = None
    if ladder.channel_id is not None:
        where = Text("It is announced in {channel}, too.", channel=f"<#{ladder.channel_id}>")
    return sentences(told.of(ladder=ladder_name(ladder)), where)


def nowhere(ladder: Ladder) -> Text | None:
    """That the standings are posted nowhere; None if they are."""
    if ladder.channel_id is not None:
        return None
    return Text("-# I cannot post in its channel. Managers choose another with `/ladder manage`.")
