"""What is said of an ending of a game, in whole sentences."""

from dataclasses import dataclass

from rules.texts import Text

_WON, _SHARED = Text("{winner} wins."), Text("{winner} share first place.")
_DRAWN = Text("It is a draw.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """That the ``{winner}`` has won, that several have, or nobody has.

    A sentence may name the ``{loser}``.
    """

    won: Text = _WON
    shared: Text = _SHARED
    drawn: Text = _DRAWN
