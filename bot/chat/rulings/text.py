"""What managers read when they decide, annul or move a match."""

from collections.abc import Sequence

from bot.chat.common.names import plain
from bot.chat.common.text import mention, moment, people, quoted
from bot.chat.interaction import Refusals
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchState
from bot.services.rulings import BadRanking, Ruling
from bot.services.settings import LONGEST_REASON, BadReason
from bot.services.tournaments import Reliance
from data.ids import MatchId
from data.states import EntryKind
from rules.game import Seat
from rules.texts import Text, lines, listed

REASON = Text("Why? The players will read it")
ANNUL, MOVE = Text("Annul {match}", "button"), Text("Move {match}", "button")
FORGIVE = Text("Play on in {match}")
NOT_A_PLAYER = Text("Name people who play in that match. Nothing was changed.")
WINNER_FIRST = Text("Name the winner too, or nobody at all for a draw. Nothing was changed.")
NOT_DONE = Text("That cannot be done. Nothing was changed.")


TITLE_NAME = 20
"""How many letters of a name fit into the title of a form."""

Ranking = tuple[tuple[Seat, ...], ...]
"""Seats in groups that share a place, best first."""


def decide_title(match_id: MatchId, winner: str | None) -> Text:
    """What is decided, as the title of a form; a draw without a winner."""
    if winner is None:
        return Text("Match {id}: a draw", id=match_id)
    return Text("Match {id}: {winner} won", id=match_id, winner=plain(winner, TITLE_NAME))


def reliance(found: Reliance) -> Text:
    """Who plays on in a tournament because of how the match ended, and what becomes of that."""
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
"""How many rulings of a match are told, the latest ones."""

_RULED = {
    EntryKind.DECIDE: Text("- {moment} {player} decided it as a draw: {reason}"),
    EntryKind.ANNUL: Text("- {moment} {player} annulled it: {reason}"),
    EntryKind.FORGIVE: Text(
        "- {moment} {player} let a player play on after running out of time: {reason}"
    ),
    EntryKind.PLACE: Text("- {moment} {player} moved it to {channel}: {reason}"),
}
_GIVEN = Text("- {moment} {player} gave it to {winners}: {reason}")


def log(match_id: MatchId, rulings: Sequence[Ruling]) -> Text:
    if not rulings:
        return Text("No manager has done anything to match {match}.", match=match_id)
    title = Text("**What managers did to match {match}**", match=match_id)
    return lines(title, *map(_line, rulings[-SHOWN:]))


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


REFUSALS: Refusals = {
    BadRanking: Text("Name every player once, the winner first."),
    BadReason: Text("Give a reason that the players can read, of at most {longest} characters."),
}
