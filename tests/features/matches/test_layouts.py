"""However much there is to show, a message stays within what Discord takes."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.matches import Result
from bot.features.challenges.screen import card
from bot.features.matches.boards import PostedBoard
from bot.features.matches.pages import board
from bot.features.matches.words import thread_fallback
from bot.screen.components import THREAD_TITLE, layout
from bot.screen.messenger.pages import board_as_text, own_board
from bot.screen.messenger.words import room_in_title, thread_title
from bot.screen.names import harmless
from bot.screen.page import Page, Row
from data.ids import Engine, MatchId
from data.states import ChallengeState, Ending, FallbackReason, ThreadFallback
from rules import GAMES
from rules.texts import ENGLISH, Text
from tests.kit.limits import beyond_limits
from tests.kit.overhearing import LONGEST
from tests.kit.rules import CASES, sampled, start
from tests.kit.views import LARGEST_ID, challenge, match_state

CHANNEL = "/channels/{channel_id}/messages"
LONG_NAME = harmless("*" * 100)
NO_THREAD = ThreadFallback(FallbackReason.FORBIDDEN, "create_public_threads")


def faults(page: Page) -> list[str]:
    body: dict[str, Any] = {"components": layout(page, ENGLISH).to_components(), "flags": 1 << 15}
    return beyond_limits(CHANNEL, body)


def test_the_limits_would_be_noticed() -> None:
    long = [{"type": 10, "content": "x" * 200} for _ in range(39)]
    assert beyond_limits(CHANNEL, {"components": long}) == ["more than 4000 characters of text"]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_boards_of_every_game_fit(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        view = match_state(position, id=LARGEST_ID)
        names = dict.fromkeys(view.players, LONG_NAME)
        for alt in (None, "x" * 1024):
            assert faults(board(PostedBoard(view, names=names, fallback=NO_THREAD), alt)) == []
        assert faults(own_board(view, "x" * 1024, view.players[0], "why " * 100)) == []
        assert faults(board_as_text(view, 11)) == []


@pytest.mark.parametrize("state", ChallengeState)
@pytest.mark.parametrize("game", GAMES)
def test_cards_fit(game: str, state: ChallengeState) -> None:
    people = (LARGEST_ID, LARGEST_ID - 1)
    usual = GAMES[game].info.variants[0].id
    made = challenge(game=game, variant_id=usual, state=state, invited=people, accepted=people)
    assert faults(card(made)) == []


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_running_board_has_three_buttons(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        against_the_bot = (11, *[Engine(1)] * (position.variant.seats - 1))
        for players in ((11, 12, 13)[: position.variant.seats], against_the_bot):
            match = match_state(position, players=players)
            rows = button_rows(
                board(PostedBoard(match, names=dict.fromkeys(players, "Ada")), "alt")
            )
            is_turn = not isinstance(match.to_move_player, Engine)
            if len(match.people) == 1 and is_turn:
                assert rows == [["Move", "Hint"], ["View", "More"]]
            else:
                assert rows == [[*(["Move"] if is_turn else []), "View", "More"]]


def test_a_result_has_three_buttons() -> None:
    over = match_state(result=Result(((0,), (1,)), Ending.RESIGNED))
    below = button_rows(board(PostedBoard(over, names={11: "Ada", 12: "Ben"}), "alt"))
    assert below == [["Rematch", "Replay", "Share"]]


def button_rows(page: Page) -> list[list[str]]:
    return [[str(each.label) for each in row.buttons] for row in page.parts if isinstance(row, Row)]


def test_without_a_known_reason_it_is_said_that_there_is_no_thread() -> None:
    assert str(thread_fallback(ThreadFallback(FallbackReason.FORBIDDEN))).endswith("here.")


def texts(page: Page) -> str:
    return "\n".join(str(each) for each in page.parts if isinstance(each, str | Text))


def test_a_board_in_text_has_the_numbers_of_the_picture() -> None:
    abande = match_state(GAMES["abande"].start().play("d4"))
    told = "-# White: 0 points, 17 in reserve · Black: 0 points, 18 in reserve"
    assert told in str(texts(board_as_text(abande, 11)))
    assert told in str(texts(board(PostedBoard(abande, names={11: "Ada", 12: "Ben"}), None)))
    halves = match_state(GAMES["halves"].start("3p"))
    assert "-# Light: 11 to place · Dark: 11 to place" in str(texts(board_as_text(halves, 11)))


def test_a_board_in_text_says_why_tiles_are_nobodys() -> None:
    position = GAMES["halves"].start("3p").leave(1)
    gone = replace(match_state(position), left=(1,))
    shown = texts(board_as_text(gone, 11))
    assert "L # " in str(shown)
    assert "· #: tiles of Dark, who left" in str(shown)
    assert "who left" not in str(texts(board_as_text(match_state(GAMES["halves"].start("3p")), 11)))


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_threads_title_has_room_for_long_names_in_every_language(game: str, variant: str) -> None:
    match = match_state(start(game, variant), id=MatchId(1_000_000))
    seats = match.position.variant.seats
    title = thread_title(match, ["W" * room_in_title(seats)] * seats)
    assert all(len(title.said(each)) <= THREAD_TITLE for each in (ENGLISH, *LONGEST.others))
