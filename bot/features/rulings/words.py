"""Sentences of ``/manage``."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from bot.core.matches import LONGEST_REASON, MatchState
from bot.features.rulings.service import Ruling
from bot.features.tournaments import Reliance
from bot.screen.messenger.words import holder_name, seat_name
from bot.screen.names import SOMEBODY
from bot.screen.words import FORGIVE, NAMED, mention, moment, people, quoted
from data.ids import Engine
from data.states import EntryKind
from rules.game import Seat
from rules.texts import Text, Words, lines, listed


class Act(StrEnum):
    DECIDE = "decide"
    ANNUL = "annul"
    FORGIVE = "forgive"
    RELOCATE = "relocate"


REASON = Text("Why? The players will read it")
LABELS: Mapping[Act, Text] = {
    Act.DECIDE: Text("Decide the result", "button"),
    Act.ANNUL: Text("Annul", "button"),
    Act.FORGIVE: FORGIVE,
    Act.RELOCATE: Text("Move to another channel", "button"),
}
RESULT = Text("How did it end?")
CHANNEL = Text("Where is it played from now on?")
NO_MATCH = Text("No match has been played in this server yet.")

Ranking = tuple[tuple[Seat, ...], ...]
"""Groups of seats that share a place, best first."""


def decided(match: MatchState, ranking: Ranking, names: Mapping[int, Words]) -> Text:
    """A result, as an option of the list."""
    if len(ranking) == 1:
        return Text("A draw", "choice")
    first, second, *_ = (_name(match, group[0], names) for group in ranking)
    if len(match.players) == 2 or len(ranking[1]) > 1:
        return Text("{player} won", "choice", player=first)
    return Text("{player} won, {other} came second", "choice", player=first, other=second)


def _name(match: MatchState, seat: Seat, names: Mapping[int, Words]) -> Text:
    who = match.players[seat]
    name = holder_name(who) if isinstance(who, Engine) else names.get(who, SOMEBODY)
    return NAMED.of(player=name, side=seat_name(match, seat))


def reliance(found: Reliance) -> Text:
    """What a ruling changes for games of the tournament that rely on the match's result."""
    if found.over:
        return _STAYS if found.met else _FOLLOWS
    if not found.players:
        return Text(
            "The next round is already paired and stays as it is. The result counts from the "
            "round after it."
        )
    who = people(found.players)
    if found.met:
        return Text(
            "{players} have already begun the next pairing. The result counts for ratings. The "
            "bracket stays as it is.",
            players=who,
        )
    return Text(
        "If this changes who advances, I cancel the games of {players} and put the right "
        "player in.",
        players=who,
    )


_STAYS = Text(
    "The tournament is over. Its bracket and places stay as they are; the result counts for "
    "ratings."
)
_FOLLOWS = Text("The tournament is over. Its table follows the result, so places can change.")

SHOWN = 10
"""The number of rulings of a match that are shown, the latest ones."""

_RULED = {
    EntryKind.DECIDE: Text("- {moment} {player} decided it as a draw: {reason}"),
    EntryKind.ANNUL: Text("- {moment} {player} annulled it: {reason}"),
    EntryKind.FORGIVE: Text(
        "- {moment} {player} let a player play on after running out of time: {reason}"
    ),
    EntryKind.PLACE: Text("- {moment} {player} moved it to {channel}: {reason}"),
}
_GIVEN = Text("- {moment} {player} gave it to {winners}: {reason}")


def log(rulings: Sequence[Ruling]) -> Text:
    if not rulings:
        return Text("-# No manager has done anything to this match.")
    return lines(Text("**What managers did**"), *map(_line, rulings[-SHOWN:]))


def _line(ruling: Ruling) -> Text:
    told = _RULED[ruling.kind]
    if ruling.winners:
        told = _GIVEN.of(winners=listed([*map(holder_name, ruling.winners)]))
    return told.of(
        moment=moment(ruling.created_at),
        player=mention(ruling.manager_id or 0),
        channel=f"<#{ruling.text}>",
        reason=quoted(ruling.reason, LONGEST_REASON),
    )


def done(match: MatchState) -> Text:
    players = people(match.people)
    return Text(
        "Done. {players} can read it in the match, with your name and your reason.", players=players
    )


DONE_FOR_ALL = Text(
    "Done. Everybody can read it in the tournament's channel, with your name and your reason."
)
