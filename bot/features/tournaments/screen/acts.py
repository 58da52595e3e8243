"""The acts of organisers: their buttons, and the sentences about what follows from each."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.values import Field
from bot.features.tournaments.words import WITHDRAW, named
from bot.screen.ids import CustomId
from bot.screen.words import mention, people
from data.ids import PlayerId, TournamentId
from rules.texts import NOTHING, Plain, Text, Words, labelled, lines, sentences


class Act(StrEnum):
    SHOW = "show"
    PICK = "pick"
    BEGIN = "begin"
    START = "start"
    STOP = "stop"
    RESUME = "resume"
    RENAME = "rename"
    HERE = "here"
    CANCEL = "cancel"
    PUT_IN = "put_in"
    EXPEL = "expel"
    READMIT = "readmit"
    WON = "won"
    BOTH_LOSE = "both_lose"
    CLOSE = "close"
    KEEP_APART = "keep_apart"
    EXPORT = "export"
    SETTINGS = "settings"


class ManageButton(CustomId, prefix="ca"):
    """A button or list of the panel, or the form that asks for a reason; player ids can be 0.

    ``SHOW`` and ``PICK`` are also lists, from which the next player is chosen.
    """

    tournament_id: TournamentId
    act: Act
    player_id: PlayerId
    opponent_id: PlayerId


AT_ONCE = frozenset(
    {Act.SHOW, Act.PICK, Act.BEGIN, Act.START, Act.HERE, Act.PUT_IN, Act.EXPORT, Act.SETTINGS}
)
"""Acts that need no reason."""


@dataclass(frozen=True, slots=True)
class ActWords:
    """``label`` is on the button, ``done`` is said afterwards, and ``follows`` before and after.

    ``title`` is over the form that asks for a reason, if the label does not say enough.
    """

    label: Text
    done: Text = NOTHING
    follows: tuple[Text, ...] = ()
    title: Text | None = None


NEXT_ROUND = Text("They play from the next round on.")
NEXT_SEASON = Text("They play from the next season on.")
WORDS = {
    Act.BEGIN: ActWords(Text("Begin now", "button")),
    Act.START: ActWords(
        Text("Begin now", "button"),
        Text("It begins now."),
        (Text("The games are posted in {channel}, one after the other."),),
    ),
    Act.STOP: ActWords(
        Text("Pause", "button"),
        Text("It is paused."),
        (
            Text("Running games go on, and so do their clocks."),
            Text("No new games begin until you resume it."),
        ),
        Text("Pause the tournament"),
    ),
    Act.RESUME: ActWords(
        Text("Resume", "button"), Text("It goes on."), (Text("Games that had to wait begin now."),)
    ),
    Act.RENAME: ActWords(Text("Rename", "button"), Text("It is called {name} now.")),
    Act.HERE: ActWords(
        Text("Show it here", "button"),
        Text("Its card is posted in {channel}."),
        (
            Text("New games are played there too."),
            Text("Running ones stay where they are, if I can post there."),
        ),
    ),
    Act.CANCEL: ActWords(
        Text("Cancel the tournament", "button"),
        Text("It is cancelled."),
        (
            Text("Nobody wins, and it cannot be resumed."),
            Text("Running games go on as friendly ones."),
        ),
        Text("End it without a winner"),
    ),
    Act.PUT_IN: ActWords(Text("Add", "button"), Text("{player} is in.")),
    Act.EXPEL: ActWords(
        WITHDRAW, Text("{player} is out, and is told why."), title=Text("Withdraw a player")
    ),
    Act.READMIT: ActWords(
        Text("Readmit", "button"),
        Text("{player} is in again."),
        (
            Text("Games that have ended stay as they are."),
            Text("Games lost on time until now no longer lead to a withdrawal."),
        ),
    ),
    Act.WON: ActWords(
        Text("Give them the win", "button"),
        follows=(Text("{player} wins the games against {other} that have not begun."),),
    ),
    Act.BOTH_LOSE: ActWords(
        Text("Both lose", "button"),
        follows=(Text("{player} and {other} both lose their games that have not begun."),),
    ),
    Act.CLOSE: ActWords(
        Text("Pair the next round", "button"),
        Text("The next round is paired now."),
        (
            Text("A game that still runs counts as half a point for the pairing."),
            Text("Its result counts when it ends."),
        ),
    ),
    Act.EXPORT: ActWords(Text("Export", "button")),
    Act.SETTINGS: ActWords(Text("Settings", "button")),
    Act.KEEP_APART: ActWords(
        Text("Keep apart", "button"),
        follows=(Text("{player} and {other} are not paired from the next round on."),),
    ),
}


def follows(act: Act, field: Field, player_id: PlayerId) -> tuple[Text, ...]:
    tournament, entrant = field.tournament, field.by_id.get(player_id)
    if act is Act.EXPEL:
        if entrant is None or entrant.number is None:
            return (Text("They can join again."),)
        ends = Text("Their running games end at once: lost, and not rated.")
        return ends, words_of(tournament).leaving(field, player_id)
    if act is Act.PUT_IN and tournament.has_begun:
        by_rounds = words_of(tournament).by_rounds
        return (NEXT_ROUND if by_rounds else NEXT_SEASON,)
    return WORDS[act].follows


def before(act: Act, field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    about = [each for each in (player_id, opponent_id) if each]
    told = follows(act, field, player_id)
    return lines(people(about), _filled(told, field, player_id, opponent_id))


def explained(act: Act, field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    told = _filled(follows(act, field, player_id), field, player_id, opponent_id)
    return Plain("-# {told}", told=labelled(Plain("**{name}**", name=WORDS[act].label), told))


def done(act: Act, field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    told = [WORDS[act].done, *follows(act, field, player_id)]
    if act not in AT_ONCE:
        told.append(Text("Everybody can read it, with your reason, in {channel}."))
    return _filled(told, field, player_id, opponent_id)


def _filled(told: Sequence[Text], field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    tournament = field.tournament
    filling: dict[str, Words] = {
        "name": named(tournament),
        "channel": f"<#{tournament.channel_id}>",
        "player": mention(player_id),
        "other": mention(opponent_id),
    }
    return sentences(*(each.of(**filling) for each in told if each != NOTHING))
