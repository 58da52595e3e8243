"""Every reason has its sentence, and nothing that people type gets out of its frame."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.challenges.text import challenge_body, challenge_status
from bot.chat.common.text import quoted
from bot.chat.composer.text import choice
from bot.chat.interaction.refusals import NOT_STORED, REFUSALS, refusal
from bot.chat.messenger.text import last_line, own_title, result
from bot.services.matches import errors
from bot.services.matches.models import MatchView
from data.database import StorageError
from data.states import ChallengeState, EntryKind, SeatChoice
from rules.completion import Completion
from rules.errors import IllegalMove
from rules.game import Outcome, Reason
from tests.kit.views import challenge_view, match_view


def kinds(error: type) -> Iterator[type]:
    for each in error.__subclasses__():
        yield each
        yield from kinds(each)


def test_every_refusal_has_a_sentence() -> None:
    assert set(REFUSALS) == set(kinds(errors.ServiceError))


def test_a_database_that_does_not_answer_has_a_sentence() -> None:
    assert refusal(StorageError("locked")) == NOT_STORED


@pytest.mark.parametrize("reason", Reason)
def test_every_ending_has_words(reason: Reason) -> None:
    view = match_view(outcome=Outcome(((0,), (1,)), reason))
    assert result(view).startswith("White wins")


@pytest.mark.parametrize("kind", [kind for kind in EntryKind if kind is not EntryKind.MOVE])
def test_everything_that_is_logged_has_words(kind: EntryKind) -> None:
    assert last_line(match_view(last=kind)).endswith(".")


@pytest.mark.parametrize("state", ChallengeState)
def test_every_state_of_a_challenge_has_words(state: ChallengeState) -> None:
    assert challenge_status(challenge_view(state=state))


@pytest.mark.parametrize("choice", SeatChoice)
def test_every_choice_of_a_seat_has_words(choice: SeatChoice) -> None:
    assert challenge_body(challenge_view(seat_choice=choice)).endswith(".")


def test_a_rematch_of_two_swaps_sides() -> None:
    assert challenge_body(challenge_view(seat_choice=SeatChoice.ROTATED)).endswith(
        "Sides are swapped."
    )


def test_a_choice_to_type_says_what_it_is_once() -> None:
    assert choice(Completion("b2", "b2 (force 1)")) == "b2 (force 1)"
    assert choice(Completion("b2-b4", "capture on b4")) == "b2-b4 — capture on b4"


def test_the_reader_is_told_the_own_side() -> None:
    assert own_title(match_view(), 1) == "**Apart · match 1** · you play **Black**"
    assert own_title(match_view(), None) == "**Apart · match 1**"


def illegal(typed: str, **details: object) -> str:
    error = IllegalMove("code", "It cannot go there", text=typed, **details)  # type: ignore[arg-type]
    return refusal(errors.IllegalText(error, match_view()))


def test_an_illegal_move_says_what_and_where_and_what_else() -> None:
    assert illegal("b2-b9", span=(3, 5), hints=("b2-b4", "b2-b3")) == (
        "`b2-b9` at `b9`: It cannot go there. For example: `b2-b4`, `b2-b3`."
    )


@given(st.text(max_size=300))
def test_what_was_typed_stays_in_its_frame(typed: str) -> None:
    framed = quoted(typed)
    assert framed.startswith("`")
    assert framed.endswith("`")
    assert "`" not in framed[1:-1]
    assert "\n" not in framed
    assert len(framed) <= 63


def test_a_shared_win_and_a_draw() -> None:
    shared: MatchView = match_view(outcome=Outcome(((0, 1), (2,)), Reason.SCORE, (5, 5, 3)))
    drawn = match_view(outcome=Outcome(((0, 1),), Reason.AGREED))
    assert result(drawn) == "Draw: the players agreed."
    assert "(5 to 5 to 3)" in result(shared)
