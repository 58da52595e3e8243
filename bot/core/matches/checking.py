"""Checking a stored match against its log."""

from sqlalchemy import Connection

from bot.core.matches.errors import CorruptLog, RulesVersionMissing, UnknownGame
from bot.core.matches.match_store import MatchStore
from bot.core.matches.values import MatchState
from data.ids import MatchId


def damage_of(connection: Connection, store: MatchStore, match_id: MatchId) -> str | None:
    """Replay the match and describe what is wrong with it, for operators; None if nothing is."""
    try:
        state = store.read(connection, match_id)
    except CorruptLog as error:
        return f"Match {match_id} cannot be replayed beyond entry {error.ply}: {error.reason}."
    except UnknownGame as error:
        return f"Match {match_id} is of the game {error.game}, which this bot does not know."
    except RulesVersionMissing as error:
        return (
            f"Match {match_id} began by the rules of {error.info.name} in version {error.version}, "
            "which this bot does not have."
        )
    wrong = _differences(state)
    return f"Match {match_id} is listed with a wrong {wrong}." if wrong else None


def _differences(state: MatchState) -> str:
    match = state.match
    left = tuple(seat in state.left for seat in range(len(match.players)))
    same = {
        "player to move": match.to_move == state.to_move,
        "result": match.result == state.result,
        "list of who left": match.has_left == left,
    }
    return " and ".join(name for name, agrees in same.items() if not agrees)
