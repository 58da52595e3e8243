"""What people are told in words; nothing that they type gets out of its frame."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.clocks import OFFERED, UnreadableClock, parse_clock
from bot.core.errors import ServiceError
from bot.core.matches import IDLE, WITHOUT_RESULT, IllegalText, Result, result_words
from bot.core.people.settings import ServerSettings
from bot.features.challenges import WrongOpponentCount
from bot.features.challenges.errors import RematchElsewhere
from bot.features.challenges.words import (
    challenge_body,
    challenge_heading,
    challenge_status,
    joined,
)
from bot.features.help import screen as advice
from bot.features.moves import compose
from bot.features.moves.words import choice, hint
from bot.features.reminders.typed import FoundZone, UnreadableZone, ZoneProblem
from bot.features.requests import Inbox
from bot.screen.interaction.interaction import NOT_STORED, Interaction
from bot.screen.messenger.words import last_line, own_title, own_turn_line, result, turn_line
from bot.screen.words import SAID, clock_label, match_title, quoted, sentence, unreadable_clock
from data.errors import StorageError
from data.ids import PlayerId
from data.states import ChallengeState, Ending, EntryKind, SeatChoice
from rules import GAMES
from rules.completion import Completion
from rules.errors import IllegalMove
from rules.game import Reason
from rules.games import Games
from rules.games.abande import Abande
from rules.puzzles import Goal, GoalKind, daily_puzzles, explained, task_of
from rules.texts import ENGLISH, Plain, Text, said
from tests.kit.views import challenge, match_state, summary


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "That is not a valid time control. Type `3d`, `3d+1d/5d`, `15m+30s` or `none`."),
        ("90", "`90` needs a unit: `d` for days, `h` for hours, `m` for minutes. Type `3d18h`, "),
        ("-1d", "`-1d` is negative. A time control needs more than zero. Type `1d`, "),
        ("99999d", "`99999d` is too long: at most 30 days. Type `30d`."),
        ("1s", "`1s` is too short: at least 5 seconds. Type `5s`."),
        (
            "3d+5d/1d",
            "The starting time `3d` is more than the maximum of the bank. Type `3d+5d/5d`.",
        ),
        ("🕰️", "I cannot read `🕰️` as a time control. Type `3d`, "),
        ("3 moons", "`moons` is not a unit of time that I know. Type `3d`, "),
    ],
)
def test_what_is_no_clock_is_answered_with_one(typed: str, told: str) -> None:
    with pytest.raises(UnreadableClock) as error:
        parse_clock(typed)
    answer = str(unreadable_clock(error.value))
    assert answer.startswith(told)
    for instead in answer.partition(" Type ")[2].split("`")[1::2]:
        assert str(parse_clock(instead)) == instead


def test_an_offered_clock_fits_into_a_list() -> None:
    assert [each for each in OFFERED if len(str(clock_label(each))) > 100] == []


def test_the_card_says_the_clock_in_words() -> None:
    told = challenge_body(challenge(clock="3d+1d/5d"))
    assert "\n**Time control:** Bank: 3 days, +1 day a move, at most 5 days.\n" in str(told)
    assert "\n**Time control:** No time limit.\n" in str(challenge_body(challenge()))


class MendedAbande(Abande):
    """Abande as it might be after a rule fix: nobody plays it on hexagons any more."""

    info = replace(Abande.info, version=2, variants=Abande.info.variants[:1])


def test_a_variant_that_is_gone_does_not_hide_its_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = (GAMES["abande"].start(name) for name in ("square", "hex"))
    assert str(match_title(summary(usual))) == "Abande \N{MIDDLE DOT} match 1"
    before = str(match_title(summary(other)))
    assert (
        before == str(match_title(match_state(other))) == "Abande (Hexagon) \N{MIDDLE DOT} match 1"
    )
    monkeypatch.setattr(GAMES, "_games", Games([MendedAbande()])._games)
    not_kept = (
        "Abande (hex, under older rules that this version no longer has) \N{MIDDLE DOT} match 1"
    )
    assert str(match_title(summary(other))) == not_kept
    monkeypatch.setattr(GAMES, "_earlier", (Abande(),))
    assert str(match_title(summary(other))) == before


def test_a_game_that_is_gone_does_not_hide_its_matches() -> None:
    match = replace(summary(), game="chess", variant_id="bullet")
    assert str(match.game_name) == "chess"
    assert str(match_title(match)).startswith("chess (bullet, under older rules")


PLIES = 30


@pytest.mark.parametrize("game", GAMES)
def test_the_card_and_the_first_board_tell_what_wins(game: str) -> None:
    usual = GAMES[game].info.variants[0].id
    assert str(GAMES[game].info.goal) in str(
        challenge_heading(challenge(game=game, variant_id=usual))
    )
    first = str(last_line(match_state(GAMES[game].start())))
    assert str(GAMES[game].info.goal) in first
    assert f"`/rules {game}`" in str(first)


def test_where_the_shape_is_given_nobody_is_told_to_build_it() -> None:
    start = GAMES["halves"].start("2p-random", seed=1)
    card = challenge_heading(challenge(game="halves", variant_id="2p-random"))
    for told in (card, last_line(match_state(start))):
        assert "Choose a colour, then take the shape apart" in str(told)
        assert "Build" not in str(told)


@pytest.mark.parametrize("game", GAMES)
def test_each_step_of_a_match_says_what_to_know_for_it(game: str) -> None:
    position, choose = GAMES[game].start(), random.Random(game)
    told = set()
    for _ in range(PLIES):
        composition = compose(position)
        while composition.menu.options:
            known = hint(composition)
            assert known is not None, composition.menu.prompt
            told.add(known)
            composition = composition.take(choose.randrange(len(composition.menu.options)))
        assert composition.menu.complete is not None
        position = position.play(composition.menu.complete)
        if position.to_move is None:
            break
    assert len(told) > 1


FIRST, SECOND = PlayerId(11), PlayerId(12)


def test_only_the_mover_is_told_that_it_is_their_turn_and_everybody_the_same_end() -> None:
    match = match_state()
    assert own_turn_line(match, FIRST) == turn_line(match)
    assert str(turn_line(match)).startswith(f"<@{FIRST}>, it is your turn")
    assert str(own_turn_line(match, SECOND)) == f"Waiting for <@{FIRST}>: **White** to move."
    over = match_state(result=Result(((1,), (0,)), Ending.RESIGNED))
    assert own_turn_line(over, FIRST) == own_turn_line(over, SECOND) == turn_line(over)


@pytest.mark.parametrize(
    ("moves", "asked", "because"),
    [
        (1, "Win at once, with one move.", "It wins at once. Nothing else does."),
        (
            2,
            "Win in 2 moves, whatever the answers.",
            "It wins, whatever the answers. Nothing else does.",
        ),
    ],
)
def test_a_single_move_that_wins_has_no_answers(moves: int, asked: str, because: str) -> None:
    puzzle = replace(daily_puzzles()[0], goal=Goal(GoalKind.WIN, moves), main=())
    assert (str(task_of(puzzle)), str(explained(puzzle).said)) == (asked, because)


def situation(**changes: object) -> advice.Situation:
    made_up: dict[str, object] = {
        "inbox": Inbox((), (), ()),
        "challenges": (),
        "server": ServerSettings(),
        "channel_id": 700,
    }
    return advice.Situation(**{**made_up, **changes})  # type: ignore[arg-type]


def test_help_says_what_to_do_where_there_is_no_server_board_or_card() -> None:
    told = str(advice.next_steps(situation(server=None)))
    assert "type `/challenge` in a server's channel" in told
    assert "friend" not in told
    told = str(advice.next_steps(situation(inbox=Inbox((summary(),), (), ()))))
    assert "It is Apart · match 1: press **Move**." in told
    told = str(advice.next_steps(situation(challenges=(challenge(),) * 5)))
    assert told.count("challenges you to Apart") == advice.MOST_CHALLENGES


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
    raw = Mock(id=1576558176164118532)
    refused = said(Interaction(raw).refusal(StorageError("locked")), ENGLISH)
    assert refused.splitlines()[0] == str(NOT_STORED)
    assert refused.endswith("`64118532`")


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
    idle = match_state(last=EntryKind.ABORT)
    idle = replace(idle, last=replace(idle.last, text=IDLE))
    assert str(last_line(idle)) == "<@11> cancelled the match because nobody was moving."
    of_three = match_state(GAMES["halves"].start("3p"), last=EntryKind.FORGIVE)
    assert "The opponents let <@11> play on." in str(last_line(of_three))


def test_every_state_of_a_challenge_and_every_choice_of_a_seat_has_words() -> None:
    for state in ChallengeState:
        assert challenge_status(challenge(state=state)), state
    for seats in SeatChoice:
        told = str(challenge_body(challenge(seat_choice=seats)))
        assert told.endswith("."), seats
        swaps = "Sides are swapped: who moved second now moves first.\n" in told
        assert swaps == (seats is SeatChoice.ROTATED), "a rematch of two"


def test_a_challenge_tells_who_has_accepted_also_when_it_ran_out() -> None:
    def told(**changes: object) -> str:
        return challenge_status(challenge(state=ChallengeState.EXPIRED, **changes))

    waiting = challenge_status(challenge(invited=(12, 13), accepted=(13,)))
    assert str(waiting).startswith("-# Accepted: <@13>. Waiting for <@12>.")
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
    assert str(joined(challenge(invited=(12, 13), accepted=(13,)))).endswith("waiting for <@12>.")
    assert str(two).startswith("<@11> is looking for an opponent: anyone here can accept.")
    assert str(three).startswith("<@11> is looking for 2 opponents: anyone here can accept.")


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


def test_a_rematch_is_asked_for_where_the_match_was_played() -> None:
    told = str(sentence(RematchElsewhere(match_state())))
    assert told.startswith("Ask for the rematch in <#")


def test_how_many_play_is_told_by_the_game() -> None:
    detach, halves = GAMES["detach"].info, GAMES["halves"].info
    three = next(each for each in halves.variants if each.seats == 3)
    ending = " so that anyone can accept."
    assert str(sentence(WrongOpponentCount(detach, detach.variants[0], 1))) == (
        f"{detach.name} is for 2 players. Choose an opponent, or leave it empty{ending}"
    )
    assert str(sentence(WrongOpponentCount(halves, three, 2))) == (
        f"{halves.name} ({three.name!s}) is for 3 players. Choose 2 opponents, or leave them "
        f"empty{ending}"
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
