"""What was chosen in the panel comes back from its buttons."""

from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.screen.creating import (
    ROOM,
    Choices,
    Control,
    SetupPanel,
    packed,
    unpacked,
)
from bot.screen.ids import MAX_LENGTH
from data.states import TournamentKind
from rules import GAMES

CHOICES = st.builds(Choices, **{name: st.integers(0, room - 1) for name, room in ROOM.items()})
HIGHEST = Choices(**{name: room - 1 for name, room in ROOM.items()})


@given(CHOICES)
def test_choices_come_back(chosen: Choices) -> None:
    assert unpacked(packed(chosen)) == chosen


def test_what_is_too_large_is_cut_down_and_spoils_nothing_else() -> None:
    assert unpacked(packed(Choices(most=5000, matches=7))) == Choices(most=1000, matches=7)


def test_the_longest_choices_fit_into_a_button() -> None:
    game = max(GAMES, key=len)
    for kind in TournamentKind:
        for control in Control:
            assert len(str(SetupPanel(control, kind, game, packed(HIGHEST)))) <= MAX_LENGTH
        form = SetupPanel(Control.LIMITS, kind, game, packed(HIGHEST))
        assert SetupPanel.parse(str(form)) == form
