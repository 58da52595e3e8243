"""Every reason has its sentence, and nothing that people type gets out of its frame."""

from collections.abc import Iterator
from dataclasses import fields, replace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import ServiceError
from bot.core.matches import WITHOUT_RESULT, IllegalText, Result, result_words
from bot.features.challenges import WrongOpponentCount
from bot.features.challenges.words import challenge_body, challenge_status
from bot.features.moves.words import choice
from bot.features.reminders.typed import FoundZone, UnreadableZone, ZoneProblem
from bot.screen.interaction.interaction import NOT_STORED, Interaction
from bot.screen.messenger.words import last_line, own_title, result
from bot.screen.words import SAID, quoted, sentence
from data.errors import StorageError
from data.states import ChallengeState, Ending, EntryKind, SeatChoice
from rules import GAMES
from rules.completion import Completion
from rules.errors import IllegalMove
from rules.game import Reason
from rules.texts import Plain, Text
from tests.kit.views import challenge, match_state


def kinds(error: type) -> Iterator[type]:
    for each in error.__subclasses__():
        if str(each.__module__).startswith("bot."):  # other tests have errors of their own
            yield each
        yield from kinds(each)


KINDS = sorted(set(kinds(ServiceError)), key=lambda each: each.__name__)
WRITTEN = [each for each in KINDS if sentence.dispatch(each) is sentence.dispatch(ServiceError)]
"""Those whose sentence their type says; for others a function makes it."""


def test_every_error_says_why() -> None:
    assert [each for each in WRITTEN if not each.__subclasses__() and not str(each.says)] == []


def test_a_sentence_is_filled_by_what_its_error_carries() -> None:
    for error in WRITTEN:
        carries = {each.name for each in fields(error)} if unfilled(error.says) else set()
        for place in unfilled(error.says):
            field, _ = SAID.get(place, (place, None))
            assert field in carries or isinstance(getattr(error, field, None), property), error


def unfilled(says: object) -> set[str]:
    """The places of a text and of its parts that are still to be filled."""
    if not isinstance(says, Text):
        return set()
    within = {place for _, each in says.filling for place in unfilled(each)}
    return within | (says.message.places - dict(says.filling).keys())


def test_a_database_that_does_not_answer_has_a_sentence() -> None:
    assert Interaction(Mock()).refusal(StorageError("locked")) == NOT_STORED


ENDS = [(game, reason) for game in GAMES for reason in GAMES[game].info.endings]
ENDS += [("abande", Reason.SCORE)]


@pytest.mark.parametrize(("game", "reason"), ENDS)
def test_every_end_by_the_rules_has_words(game: str, reason: Reason) -> None:
    scores = (16, 15) if reason is Reason.SCORE else None
    won = Result(((0,), (1,)), Ending.RULES, reason, scores)
    told = str(result_words(won, GAMES[game].info, ["Ada (White)", "Ben (Black)"]))
    assert str(told).startswith(
        "Ada (White) wins, 16 points to 15" if scores else "Ada (White) wins"
    )
    drawn = Result(((0, 1),), Ending.RULES, reason, (9, 9) if scores else None)
    level = str(result_words(drawn, GAMES[game].info, ["Ada", "Ben"]))
    assert str(level).startswith(("Draw: ", "It is a draw."))


def test_every_other_ending_has_words() -> None:
    for ending in set(Ending) - {Ending.RULES}:
        ranking = () if ending in WITHOUT_RESULT else ((0,), (1,))
        told = result(match_state(result=Result(ranking, ending)))
        assert str(told).startswith("<@11> (White)" if ranking else "It has no result."), ending


def test_everything_that_is_logged_has_words() -> None:
    for kind in set(EntryKind) - {EntryKind.MOVE}:
        assert str(last_line(match_state(last=kind))).endswith((".", "`as agreed`")), kind


def test_every_state_of_a_challenge_and_every_choice_of_a_seat_has_words() -> None:
    for state in ChallengeState:
        assert challenge_status(challenge(state=state)), state
    for seats in SeatChoice:
        told = str(challenge_body(challenge(seat_choice=seats)))
        assert told.endswith("."), seats
        swaps = "Sides are swapped: who moved second now moves first.\n" in told
        assert swaps == (seats is SeatChoice.ROTATED), "a rematch of two"


def test_a_challenge_that_ran_out_tells_who_had_accepted() -> None:
    def told(**changes: object) -> str:
        return challenge_status(challenge(state=ChallengeState.EXPIRED, **changes))

    assert str(told()) == "Nobody answered in time."
    assert str(told(invited=(12, 13), accepted=(13,))) == (
        "<@13> accepted, but <@12> did not answer in time."
    )
    assert str(told(invited=(), accepted=(13,))) == "Only <@13> accepted in time."


def test_an_open_challenge_says_how_many_are_looked_for() -> None:
    two, three = (
        challenge_body(challenge(invited=(), game="halves", variant_id=variant.id))
        for variant in GAMES["halves"].info.variants[:2]
    )
    assert str(two).startswith("<@11> looks for an opponent: anyone here may accept.")
    assert str(three).startswith("<@11> looks for 2 opponents: anyone here may accept.")


def test_a_choice_to_type_says_what_it_is_once() -> None:
    assert str(choice(Completion("b2", "b2 (force 1)"))) == "b2 (force 1)"
    assert str(choice(Completion("b2-b4", "captures b4"))) == "b2-b4 — captures b4"


def test_the_reader_is_told_the_own_side() -> None:
    assert str(own_title(match_state(), 1)) == "**Apart · match 1** · you play **Black**"
    assert str(own_title(match_state(), None)) == "**Apart · match 1**"
    gone = replace(match_state(GAMES["halves"].start("3p").leave(1)), left=(1,))
    assert str(own_title(gone, 1)).endswith(" · you gave up **Dark**")
    assert str(own_title(gone, 2)).endswith(" · you play **Grey**")


def illegal(typed: str, message: str = "It cannot go there.", **details: object) -> str:
    error = IllegalMove("code", Plain(message), text=typed, **details)  # type: ignore[arg-type]
    return sentence(IllegalText(error, match_state()))


def test_an_illegal_move_says_what_and_where_and_what_else_and_names_a_command() -> None:
    assert str(illegal("b2-b9", span=(3, 5), hints=("b2-b4", "b2-b3"))) == (
        "`b2-b9`: It cannot go there. For example: `b2-b4`, `b2-b3`."
    )
    assert str(illegal(" Resign ", hints=("b2-b4",))) == (
        "`Resign`: It cannot go there. For example: `b2-b4`. Use `/resign` for that."
    )


def test_what_names_no_city_leads_to_one() -> None:
    told = sentence(UnreadableZone(ZoneProblem.UNKNOWN, "no such", ()))
    assert "Type a large city near you by its English name" in str(told)
    berlin = FoundZone("Europe/Berlin", "Berlin")
    told = sentence(UnreadableZone(ZoneProblem.UNKNOWN, "Berlim", (berlin,)))
    assert str(told).endswith("Type a large city near you, such as `Berlin`.")


def test_how_many_play_is_told_by_the_game() -> None:
    detach, halves = GAMES["detach"].info, GAMES["halves"].info
    three = next(each for each in halves.variants if each.seats == 3)
    ending = ", or nobody for an open challenge."
    assert str(sentence(WrongOpponentCount(detach, detach.variants[0], 1))) == (
        f"{detach.name} is for 2 players. Name an opponent{ending}"
    )
    assert str(sentence(WrongOpponentCount(halves, three, 2))) == (
        f"{halves.name} ({three.name!s}) is for 3 players. Name 2 opponents{ending}"
    )


@given(st.text(max_size=300))
def test_what_was_typed_stays_in_its_frame(typed: str) -> None:
    framed = quoted(typed)
    assert str(framed).startswith("`")
    assert str(framed).endswith("`")
    assert "`" not in framed[1:-1]
    assert "\n" not in str(framed)
    assert len(framed) <= 63


def test_points_are_told_with_the_result() -> None:
    won = Result(((1,), (0,)), Ending.RULES, Reason.SCORE, (15, 16))
    assert str(result(match_state(result=won))) == "<@12> (Black) wins, 16 points to 15."
    drawn = Result(((0, 1),), Ending.RULES, Reason.SCORE, (9, 9))
    assert str(result(match_state(result=drawn))) == "Draw: 9 points each."
