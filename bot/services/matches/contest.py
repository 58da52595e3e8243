"""What a tournament is called: by what somebody typed, else by its format and game."""

from data.states import TournamentKind
from rules import GAMES
from rules.texts import Text, Words

_USUAL = {
    TournamentKind.LEAGUE: Text("{game} league"),
    TournamentKind.ROUND_ROBIN: Text("{game} round robin"),
    TournamentKind.KNOCKOUT: Text("{game} knockout"),
    TournamentKind.SWISS: Text("{game} Swiss"),
}


def called(typed: str, kind: TournamentKind, game: str) -> Words:
    """The name of a tournament; ``typed`` is empty where nobody has given it one."""
    return typed or _USUAL[kind].of(game=GAMES[game].info.name if game in GAMES else game)
