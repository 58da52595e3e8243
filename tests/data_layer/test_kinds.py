"""Kinds that features declare."""

import pytest

from bot.core.outbox import BOARD_MESSAGE
from data.states import MessageKind, TimerKind


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(ValueError, match="board is declared twice"):
        MessageKind("board")
    assert MessageKind.read("board") is BOARD_MESSAGE


def test_no_word_is_too_long_for_its_column() -> None:
    words = (*MessageKind.known, *TimerKind.known)
    assert [word for word in words if len(word) > 16] == []
