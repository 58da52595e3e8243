"""Kinds that features declare."""

import copy
import pickle

import pytest

from bot.core.outbox import BOARD_MESSAGE
from data.states import MessageKind, TimerKind


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(ValueError, match="board is declared twice"):
        MessageKind("board")
    assert MessageKind.read("board") is BOARD_MESSAGE


def test_timers_and_messages_have_kinds_of_their_own() -> None:
    assert "board" not in TimerKind.known


def test_a_kind_of_another_version_is_none() -> None:
    with pytest.raises(ValueError, match="hologram is no kind of this version"):
        MessageKind.read("hologram")


def test_a_copy_of_a_kind_is_the_kind() -> None:
    assert copy.copy(BOARD_MESSAGE) is BOARD_MESSAGE
    assert copy.deepcopy(BOARD_MESSAGE) is BOARD_MESSAGE
    assert pickle.loads(pickle.dumps(BOARD_MESSAGE)) is BOARD_MESSAGE


def test_no_word_is_too_long_for_its_column() -> None:
    words = (*MessageKind.known, *TimerKind.known)
    assert [word for word in words if len(word) > 16] == []
