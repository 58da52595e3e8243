"""Pictures look as they did: every kind, game, theme, way round and mark, beside kept files."""

import json
from collections.abc import Iterator
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
from tests.kit.by_day import mostly_at_night
from tests.renderer.cases import FOLDER, MOMENTS, Case, cases
from tests.renderer.gallery import write_gallery

CASES = tuple(cases())
DAY = {each.name for each in CASES if each.by_day}
SLATE = [each for each in CASES if each.request and each.name.endswith("-slate")]
TILE = 8  # pixels: about a digit's width where the picture is shown 360 wide
SLIGHT = 1.0  # of 255: how far a tile may differ, for a machine that rounds otherwise
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


def left_to_be_seen(path: Path, drawn: Image.Image, kept: Image.Image) -> Path:
    """Save what was drawn, what is kept, and where they differ, side by side."""
    path.parent.mkdir(parents=True, exist_ok=True)
    height = max(drawn.height, kept.height)
    beside = Image.new("RGB", (2 * drawn.width + kept.width, height))
    differs = ImageChops.difference(drawn, kept.resize(drawn.size))
    for number, picture in enumerate((kept, drawn, differs)):
        beside.paste(picture, (number * drawn.width, 0))
    beside.save(path)
    return path


@pytest.mark.parametrize("case", mostly_at_night(CASES, DAY, "name"))
def test_a_picture_looks_as_it_did(case: Case, renderer: Renderer) -> None:
    drawn, kept = case.as_kept(case.drawn(renderer)), case.kept()
    if unlike(drawn, kept):
        path = left_to_be_seen(FOUND / f"{case.name}.png", drawn, kept)
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


def mistaken() -> Iterator[object]:
    """Of each kind of mark, and of each number that is chosen by, one in the first picture."""
    kinds, found = set[MarkKind](), set[tuple[MarkKind, str]]()
    for case in SLATE:
        scene = build_scene(case.request)
        for cell, mark in marks_of(scene):
            if mark.kind is MarkKind.COVERED or (mark.kind, mark.text[:1]) in found:
                continue  # an arrow is seen instead of what it covers
            if otherwise(scene, cell, mark) is not None:
                found.add((mark.kind, mark.text[:1]))
                told = f"{mark.kind.name} {mark.text[:1]}".strip()
                yield pytest.param(
                    *(case, cell, mark),
                    id=f"{case.name}: {told}",
                    marks=pytest.mark.night if mark.kind in kinds or len(kinds) > 5 else (),
                )
                kinds.add(mark.kind)


def marks_of(scene: Scene) -> Iterator[tuple[Cell, Mark]]:
    return ((cell, mark) for cell, look in scene.looks.items() for mark in look.marks)


@pytest.mark.parametrize(("case", "cell", "mark"), [*mistaken()])
def test_a_moved_mark_or_a_wrong_number_is_noticed(case, cell, mark, renderer) -> None:
    scene = otherwise(build_scene(case.request), cell, mark)
    assert scene is not None
    drawn = case.shown(renderer.picture(scene, case.request.theme, case.request.size))
    assert unlike(case.as_kept(drawn), case.kept())


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == {case.name for case in CASES}


def test_the_kept_pictures_are_few_bytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_400_000


def test_every_game_theme_and_mark_is_kept() -> None:
    kept = json.loads(MOMENTS.read_text("utf-8"))
    assert {moment["game"] for moment in kept} == set(GAMES)
    assert {case.request.theme for case in CASES if case.request and case.by_day} == set(THEMES)
    shown = {mark.kind for case in SLATE for _, mark in marks_of(build_scene(case.request))}
    assert shown >= set(MarkKind) - {MarkKind.NOTE, MarkKind.COVERED}


ALIKE = 20  # of 256
MOST_BYTES, ALL_BYTES = 700 << 10, 3500 << 10
MANY = 500  # pixels of a line that nobody overlooks


def opened(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB"), dtype=int)


@pytest.mark.night
def test_the_gallery_is_written(tmp_path: Path, renderer: Renderer) -> None:
    write_gallery(tmp_path, renderer)
    page, sheets = (tmp_path / "README.md").read_text("utf-8"), list(tmp_path.glob("*.webp"))
    assert sum(sheet.stat().st_size for sheet in sheets) <= ALL_BYTES
    for sheet in sheets:
        assert sheet.name in page
        assert opened(sheet).shape[1] == 1440
        assert sheet.stat().st_size <= MOST_BYTES
    for theme in THEMES.values():
        beside = opened(tmp_path / f"{theme.id}-charts.webp")[-9, -9]
        assert abs(beside - theme.page).max() <= 1, "the page has another colour"
    pixels = opened(tmp_path / "illustrations.webp")
    of_the_chain = (np.abs(pixels - THEMES["slate"].win) < ALIKE).all(axis=2)
    assert of_the_chain.sum() > MANY, "the chain that wins has another colour than in a match"
