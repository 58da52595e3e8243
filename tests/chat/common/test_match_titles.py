"""Matches are named in lists, also those whose variant is not played any more."""

from dataclasses import replace

import pytest

from bot.chat.common.text import match_title
from rules import GAMES
from rules.games.abande import Abande
from rules.registry import Games
from tests.kit.views import match_state, summary


class MendedAbande(Abande):
    """Abande as it might be after a rule fix: nobody plays it on hexagons any more."""

    info = replace(Abande.info, version=2, variants=Abande.info.variants[:1])


def test_a_variant_that_is_gone_does_not_hide_its_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = (GAMES["abande"].start(name) for name in ("square", "hex"))
    assert match_title(summary(usual)) == "Abande \N{MIDDLE DOT} match 1"
    before = match_title(summary(other))
    assert before == match_title(match_state(other)) == "Abande (Hexagon) \N{MIDDLE DOT} match 1"
    monkeypatch.setattr(GAMES, "_games", Games([MendedAbande()])._games)
    not_kept = "Abande (hex, by earlier rules that are not kept) \N{MIDDLE DOT} match 1"
    assert match_title(summary(other)) == not_kept
    monkeypatch.setattr(GAMES, "_earlier", (Abande(),))
    assert match_title(summary(other)) == before


def test_a_game_that_is_gone_does_not_hide_its_matches() -> None:
    match = replace(summary(), game="chess", variant_id="bullet")
    assert match.game_name == "chess"
    assert match_title(match).startswith("chess (bullet, by earlier rules")
