"""What is said of moves that the engine suggests."""

from bot.features.practice.hints import Suggestion
from bot.features.practice.words import suggestions
from languages.pseudo import Pseudo
from rules import GAMES


def test_several_answers_are_listed_in_the_readers_way() -> None:
    position = GAMES["apart"].start()
    move = next(iter(position.moves()))
    told_as = position.describe(move)
    text = suggestions([Suggestion(move, 60, ("b7-b5", "c2-c4"), None, (), told_as)])
    assert str(told_as) in str(text), "notation never stands alone"
    assert str(text).endswith("I expect `b7-b5` and `c2-c4` in answer.")
    assert "`b7-b5` \u00e1\u00f1d `c2-c4`" in text.said(Pseudo())
