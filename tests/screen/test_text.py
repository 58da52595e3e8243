"""What people are told in words: of clocks, titles, goals, turns, puzzles, and what help says."""

import random
from dataclasses import replace

import pytest

from bot.core.clocks import OFFERED, UnreadableClock, parse_clock
from bot.core.matches import Result
from bot.core.people.settings import ServerSettings
from bot.features.challenges.words import challenge_body, challenge_heading
from bot.features.help import screen as advice
from bot.features.moves import compose
from bot.features.moves.words import hint
from bot.features.practice.words import task, why
from bot.features.requests import Inbox
from bot.screen.messenger.words import last_line, own_turn_line, turn_line
from bot.screen.words import clock_label, match_title, unreadable_clock
from data.ids import PlayerId
from data.states import Ending
from rules import GAMES
from rules.games import Games
from rules.games.abande import Abande
from rules.puzzles import Goal, GoalKind, daily_puzzles
from tests.kit.views import challenge, match_state, summary


def refused(typed: str) -> str:
    with pytest.raises(UnreadableClock) as error:
        parse_clock(typed)
    return unreadable_clock(error.value)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "That is not a valid clock. Type `3d`, `3d+1d/5d`, `15m+30s` or `none`."),
        ("90", "`90` needs a unit: `d` for days, `h` for hours, `m` for minutes. Type `3d18h`, "),
        ("-1d", "`-1d` is negative. A clock needs more than zero. Type `1d`, "),
        ("99999d", "`99999d` is too long: at most 30 days. Type `30d`."),
        ("1s", "`1s` is too short: at least 5 seconds. Type `5s`."),
        (
            "3d+5d/1d",
            "The starting time `3d` is more than the maximum of the bank. Type `3d+5d/5d`.",
        ),
        ("🕰️", "I cannot read `🕰️` as a clock. Type `3d`, "),
        ("3 moons", "`moons` is not a unit of time that I know. Type `3d`, "),
    ],
)
def test_what_is_no_clock_is_answered_with_one(typed: str, told: str) -> None:
    sentence = refused(typed)
    assert str(sentence).startswith(told)
    for instead in str(sentence).partition(" Type ")[2].split("`")[1::2]:
        assert str(parse_clock(instead)) == instead


def test_an_offered_clock_fits_into_a_list() -> None:
    assert [each for each in OFFERED if len(str(clock_label(each))) > 100] == []


def test_the_card_says_the_clock_in_words() -> None:
    told = challenge_body(challenge(clock="3d+1d/5d"))
    assert "\n**Clock:** Bank: 3 days, +1 day a move, at most 5 days.\n" in str(told)
    assert "\n**Clock:** No time limit.\n" in str(challenge_body(challenge()))


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


def test_only_the_mover_is_told_that_it_is_their_turn() -> None:
    match = match_state()
    assert own_turn_line(match, FIRST) == turn_line(match)
    assert str(turn_line(match)).startswith(f"<@{FIRST}>, it is your turn")
    assert str(own_turn_line(match, SECOND)) == f"Waiting for <@{FIRST}>: **White** to move."


def test_everybody_is_told_the_same_end() -> None:
    over = match_state(result=Result(((1,), (0,)), Ending.RESIGNED))
    assert own_turn_line(over, FIRST) == own_turn_line(over, SECOND) == turn_line(over)


@pytest.mark.parametrize(
    ("moves", "asked", "because"),
    [
        (1, "Win at once, with one move.", "It wins at once. Nothing else does."),
        (
            2,
            "Win in 2 moves, whatever the answers.",
            "It wins in 2 moves, whatever the answers. Nothing else does.",
        ),
    ],
)
def test_a_single_move_that_wins_has_no_answers(moves: int, asked: str, because: str) -> None:
    puzzle = replace(daily_puzzles()[0], goal=Goal(GoalKind.WIN, moves), task="", why="")
    assert (str(task(puzzle)), str(why(puzzle))) == (asked, because)


def situation(**changes: object) -> advice.Situation:
    made_up: dict[str, object] = {
        "inbox": Inbox((), (), ()),
        "challenges": (),
        "server": ServerSettings(),
        "channel_id": 700,
    }
    return advice.Situation(**{**made_up, **changes})  # type: ignore[arg-type]


def test_in_direct_messages_one_is_sent_to_a_server() -> None:
    told = advice.next_steps(situation(server=None))
    assert "type `/challenge` in a server's channel" in str(told)
    assert "friend" not in str(told)


def test_a_match_without_a_board_yet_has_no_link() -> None:
    told = advice.next_steps(situation(inbox=Inbox((summary(),), (), ())))
    assert "It is Apart · match 1: press **Move**." in str(told)


def test_a_challenge_without_a_server_or_a_card() -> None:
    told = advice.next_steps(situation(challenges=(challenge(),) * 5))
    assert str(told).count("challenges you to Apart") == advice.MOST_CHALLENGES
