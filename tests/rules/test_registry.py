"""The one mapping in which games are looked up."""

from dataclasses import replace

import pytest

from rules import GAMES
from rules.games.apart import Apart
from rules.record import Record, start_of


def renamed(name: str) -> Apart:
    """Apart under another id."""

    class Renamed(Apart):
        info = replace(Apart.info, id=name)

    return Renamed()


def test_a_further_game_is_found_until_the_context_ends() -> None:
    before = dict(GAMES)
    with GAMES.registered(renamed("toy")) as toy:
        assert list(GAMES) == [*before, "toy"]
        assert GAMES["toy"] is toy
        assert start_of(Record("toy", "standard", 1)) == toy.start()
    assert dict(GAMES) == before


def test_contexts_may_end_in_any_order() -> None:
    first, second = (GAMES.registered(renamed(name)) for name in ("one", "two"))
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert "one" not in GAMES
    assert "two" in GAMES
    second.__exit__(None, None, None)
    assert "two" not in GAMES


def test_a_known_id_is_refused() -> None:
    with pytest.raises(ValueError, match="there is a game called apart"), GAMES.registered(Apart()):
        pass
    assert "apart" in GAMES
