"""Pictures look as they did: every game, theme, way round and mark, compared with kept files."""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops

from renderer import THEMES
from renderer.drawing import Renderer
from renderer.scene import Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import Cell
from tests.renderer.cases import FOLDER, MOMENTS, Case, cases

CASES = tuple(cases())
SEEN = 60  # of 255: a difference that may be seen
TILE = 8  # pixels: about a digit's width where the picture is shown 360 wide
SLIGHT = 9.0  # of 255: how far a tile may differ, for another version of a library
FOUND = Path(__file__).parents[2] / "build" / "pictures"
"""Where a picture that looks otherwise is left to be looked at."""


def unlike(drawn: Image.Image, kept: Image.Image) -> bool:
    return drawn.size != kept.size or most_unlike(drawn, kept) > SLIGHT


def most_unlike(drawn: Image.Image, kept: Image.Image) -> float:
    """How far the tile that differs most does so, on average; tiles overlap by half."""
    differences = np.abs(np.asarray(drawn, np.int16) - np.asarray(kept, np.int16)).mean(2)
    half = TILE // 2
    rows, columns = (side // half for side in differences.shape)
    cut = differences[: rows * half, : columns * half].reshape(rows, half, columns, half)
    halves = cut.sum((1, 3))
    tiles = halves[:-1, :-1] + halves[1:, :-1] + halves[:-1, 1:] + halves[1:, 1:]
    return float(tiles.max()) / TILE**2


def left_to_be_seen(case: Case, drawn: Image.Image, kept: Image.Image) -> Path:
    """Save what was drawn, what is kept, and where they differ, side by side."""
    FOUND.mkdir(parents=True, exist_ok=True)
    height = max(drawn.height, kept.height)
    beside = Image.new("RGB", (2 * drawn.width + kept.width, height))
    differs = ImageChops.difference(drawn, kept.resize(drawn.size))
    for number, picture in enumerate((kept, drawn, differs)):
        beside.paste(picture, (number * drawn.width, 0))
    path = FOUND / f"{case.name}.png"
    beside.save(path)
    return path


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_picture_looks_as_it_did(case: Case, renderer: Renderer) -> None:
    drawn, kept = case.as_kept(case.drawn(renderer)), case.kept()
    if unlike(drawn, kept):
        path = left_to_be_seen(case, drawn, kept)
        pytest.fail(
            f"{case.name} looks otherwise: kept, drawn and their difference are side by side in"
            f" {path}. Look at it; if it is as it should be: python -m tests.renderer.regolden"
        )


def otherwise(scene: Scene, cell: Cell, mark: Mark) -> Scene | None:
    """``scene`` with another number in a mark, or with the mark on another cell."""
    look = scene.looks[cell]
    others = tuple(each for each in look.marks if each is not mark)
    if mark.text.isdigit():
        wrong = replace(mark, text=str(int(mark.text) % 9 + 1))
        return replace(scene, looks={**scene.looks, cell: replace(look, marks=(*others, wrong))})
    for other, its in scene.looks.items():
        if all(each.kind is not mark.kind for each in its.marks) and other != cell:
            moved = {
                cell: replace(look, marks=others),
                other: replace(its, marks=(*its.marks, mark)),
            }
            return replace(scene, looks={**scene.looks, **moved})
    return None


def mistaken() -> list[tuple[Case, Cell, Mark]]:
    """Of each kind of mark, and of each number that is chosen by, one in the first picture."""
    found: dict[tuple[MarkKind, str], tuple[Case, Cell, Mark]] = {}
    for case in CASES:
        if case.name.endswith("-slate"):
            scene = build_scene(case.request)
            for cell, look in scene.looks.items():
                for mark in look.marks:
                    if mark.kind is MarkKind.COVERED:  # an arrow is seen instead
                        continue
                    if otherwise(scene, cell, mark) is not None:
                        found.setdefault((mark.kind, mark.text[:1]), (case, cell, mark))
    return list(found.values())


@pytest.mark.parametrize(
    ("case", "cell", "mark"),
    mistaken(),
    ids=lambda each: getattr(each, "name", "") or getattr(each, "text", each),
)
def test_a_moved_mark_or_a_wrong_number_is_noticed(case, cell, mark, renderer) -> None:
    scene = otherwise(build_scene(case.request), cell, mark)
    assert scene is not None
    drawn = case.shown(renderer.picture(scene, case.request.theme, case.request.size))
    assert unlike(case.as_kept(drawn), case.kept())


@pytest.mark.parametrize("theme", THEMES)
def test_a_wrong_height_is_noticed(theme: str, renderer: Renderer) -> None:
    case = next(each for each in CASES if each.name == f"glaisher-flipped-{theme}")
    scene = build_scene(case.request)
    heights = {
        look.figure.height: cell
        for cell, look in scene.looks.items()
        if look.figure is not None and look.figure.numbered
    }
    assert len(heights) > 2
    for cell in heights.values():
        look = scene.looks[cell]
        if look.figure is not None:
            wrong = replace(look.figure, height=look.figure.height % 9 + 1)
            looks = {**scene.looks, cell: replace(look, figure=wrong)}
            png = renderer.picture(replace(scene, looks=looks), case.request.theme)
            assert unlike(case.as_kept(case.shown(png)), case.kept()), cell


MARKED_SHARE = 0.0002
"""Of the pixels: a mark that is no more than that is not seen."""
MARKED = [case for case in CASES if case.request.events and case.name.endswith("-slate")]


@pytest.mark.parametrize("case", MARKED, ids=lambda case: case.name)
def test_a_picture_without_its_marks_is_noticed(case: Case, renderer: Renderer) -> None:
    bare = case.drawn(renderer, replace(case.request, events=()))
    differences = np.abs(np.asarray(bare, np.int16) - np.asarray(case.drawn(renderer), np.int16))
    assert (differences.max(2) > SEEN).mean() > MARKED_SHARE


def test_what_looks_otherwise_is_saved_where_it_is_found(tmp_path, monkeypatch, renderer) -> None:
    monkeypatch.setattr(sys.modules[__name__], "FOUND", tmp_path / "pictures")
    case, other = CASES[0], CASES[1]
    with pytest.raises(pytest.fail.Exception, match=f"{case.name}.png"):
        test_a_picture_looks_as_it_did(replace(case, request=other.request), renderer)
    with Image.open(tmp_path / "pictures" / f"{case.name}.png") as saved:
        assert saved.width == 3 * case.width


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == {case.name for case in CASES}


def test_the_kept_pictures_are_few_bytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_500_000


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
    assert set(counted) >= set(MarkKind) - {MarkKind.NOTE, MarkKind.COVERED}
