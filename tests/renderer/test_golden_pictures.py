"""Pictures look as they did: every game, theme, way round and mark, compared with kept files."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from renderer import THEMES, Renderer
from renderer.scene import MarkKind
from renderer.scenes import build_scene
from rules import GAMES
from tests.renderer.cases import FOLDER, MOMENTS, Case, cases, pixels

CASES = tuple(cases())
SEEN = 40  # of 255: a difference that may be seen
FEW = 0.0006  # the share of pixels that may differ so, for another version of a library
SLIGHT = 0.6  # how far all pixels may differ on average


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def unlike(drawn: np.ndarray, kept: np.ndarray) -> bool:
    differences = np.abs(drawn - kept)
    return bool((differences.max(2) > SEEN).mean() > FEW or differences.mean() > SLIGHT)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_picture_looks_as_it_did(case: Case, renderer: Renderer) -> None:
    drawn, kept = pixels(renderer.still(case.request)), pixels(case.file.read_bytes())
    assert not unlike(drawn, kept), f"look at it, then: python -m tests.renderer.regolden ({case})"


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.request.events], ids=lambda case: case.name
)
def test_a_picture_without_its_marks_is_noticed(case: Case, renderer: Renderer) -> None:
    drawn = pixels(renderer.still(replace(case.request, events=())))
    assert unlike(drawn, pixels(case.file.read_bytes())) or case.name.startswith("halves-elected")


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == {case.name for case in CASES}


def test_the_kept_pictures_are_few_bytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000


def test_every_game_theme_and_mark_is_kept() -> None:
    kept = json.loads(MOMENTS.read_text("utf-8"))
    assert {moment["game"] for moment in kept} == set(GAMES)
    assert {case.request.theme for case in CASES} == set(THEMES)
    counted = Counter(
        mark.kind
        for case in CASES
        for look in build_scene(case.request).looks.values()
        for mark in look.marks
    )
    assert set(counted) >= set(MarkKind) - {MarkKind.NOTE}
