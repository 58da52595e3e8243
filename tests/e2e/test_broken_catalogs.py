"""A catalog that cannot be read costs its language, and nothing else."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.app.doctor import Finding, spoken_languages
from languages import CATALOGS, read_all
from languages.known import CATALOG, TEMPLATE
from tests.kit.logs import captured
from tests.kit.scripted import PlainRenderer
from tests.kit.speaking import post_in, speak
from tests.kit.table import SHORT_APART, World, begin, lists, look, pick, play, press

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """All the catalogs, which a test may damage."""
    made = tmp_path / "languages"
    for path in (CATALOGS / TEMPLATE, *CATALOGS.glob(f"*/{CATALOG}")):
        to = made / path.relative_to(CATALOGS)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    return made


@contextmanager
def read_anew(folder: Path) -> Iterator[None]:
    """The languages of this folder are there, read when first asked for."""
    with patch("languages.known._all", cache(lambda: read_all(folder))):
        yield


def cut_off(text: bytes) -> bytes:
    return text[: text.index(b'msgstr "', len(text) // 2) + 8]


def in_another_encoding(text: bytes) -> bytes:
    return text.decode().encode("latin-1", "replace")


def in_conflict(text: bytes) -> bytes:
    return text.replace(b"\n\n", b"\n\n<<<<<<< HEAD\n", 1)


BREAKS = {"de": cut_off, "fr": in_another_encoding, "ja": in_conflict}


def damage(folder: Path, code: str, how: Callable[[bytes], bytes]) -> int:
    """Write a catalog that cannot be read; the number of the line."""
    path = folder / code / CATALOG
    sound = path.read_bytes().split(b"\n")
    path.write_bytes(how(path.read_bytes()))
    broken = path.read_bytes().split(b"\n")
    return next(at for at, each in enumerate(broken, 1) if [each] != sound[at - 1 : at])


async def test_it_costs_its_language_and_not_the_start(world: World, folder: Path) -> None:
    with read_anew(folder):
        for who, code in ((world.ada, "de"), (world.ben, "ja")):
            await choose(world, who, code)
        await post_in(world, "fr")
        thread = await begin(world, world.ada, world.ben)
        assert (await world.match()).match.language == "fr"
        assert "Noirs" in world.shown(thread)[-1].text
        assert "Gespielt" in (await play(world, world.ada, thread, SHORT_APART[0])).text
    lines = {code: damage(folder, code, how) for code, how in BREAKS.items()}
    with read_anew(folder):
        with captured() as logged:
            await world.restart()
        reasons = [each["reason"] for each in logged if each["event"] == "language not offered"]
        told = await play(world, world.ben, world.thread(), SHORT_APART[1])
        assert told.text.startswith("Played.")
        assert "White" in world.shown(world.thread())[-1].text
        speak(world, {world.ada.id: "de"})
        panel = (await world.ada.slash(world.channel, "settings")).response
        panel = (await press(world, world.ada, panel, "a:language")).response
        assert look(panel).text.startswith("### Your language")
        (offered,) = lists(panel)
        assert {each["value"] for each in offered["options"]} == {"none", "en", "es", "pt_BR"}
    told_by_doctor = spoken_languages(folder)
    assert [f"{each}; its language is not offered" for each in reasons] == [
        each.says for each in told_by_doctor[1:]
    ]
    assert told_by_doctor[0] == Finding("languages", True, "en, es on trial, pt_BR on trial")
    for finding, (code, line) in zip(told_by_doctor[1:], sorted(lines.items()), strict=True):
        assert finding.says.startswith(f"{folder / code / CATALOG}: line {line} ")
        assert not finding.ok


async def choose(world: World, who: Any, code: str) -> None:
    panel = (await who.slash(world.channel, "settings")).response
    panel = (await press(world, who, panel, "a:language")).response
    await pick(who, panel, "u:language", [code])
