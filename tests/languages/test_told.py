"""What translators are told, and what is kept of them."""

import io
import shutil
from pathlib import Path

from babel.messages.pofile import read_po

from languages import CATALOGS, __main__
from languages.known import CATALOG, TEMPLATE, template_of
from languages.places import PLACES
from languages.shares import is_core
from languages.upkeep import CORE_MARK, update
from rules.texts import Message


def test_each_message_says_what_a_translator_needs() -> None:
    with (CATALOGS / TEMPLATE).open("rb") as file:
        found = [each for each in read_po(file) if each.id]
    for each in found:
        english, plural = (each.id, "") if isinstance(each.id, str) else each.id
        message, told = Message(english, each.context or "", plural), each.auto_comments
        files = [name for name, _ in each.locations]
        assert (CORE_MARK in told) is is_core(message, files)
        explained = {line.partition(":")[0].strip("{}") for line in told if line.startswith("{")}
        assert message.places - {"number"} <= explained
        assert " " in english or message.context or told


def test_the_core_stands_first_in_every_file_and_stays_there(tmp_path: Path) -> None:
    for code in ("de", "ja"):
        shutil.copytree(CATALOGS / code, tmp_path / "languages" / code)
    for each in ("rules", "renderer", "bot"):
        (tmp_path / each).symlink_to(CATALOGS.parent / each)
    path = tmp_path / "languages" / "de" / CATALOG
    head, *rest = path.read_text("utf-8").strip().split("\n\n")
    path.write_text("\n\n".join((head, *reversed(rest))) + "\n", "utf-8")  # as a tool may write it
    update(tmp_path / "languages")
    files = sorted((tmp_path / "languages").rglob("messages.po*"))
    before = [each.read_text("utf-8") for each in files]
    for text in before:
        marked = [each.auto_comments for each in read_po(io.StringIO(text)) if each.id]
        core = [CORE_MARK in told for told in marked]
        assert sum(core) > 500
        assert core == sorted(core, reverse=True)
    update(tmp_path / "languages")
    assert [each.read_text("utf-8") for each in files] == before


def test_every_explanation_is_of_a_place() -> None:
    used = {place for message in template_of(CATALOGS) for place in message.places}
    assert used == PLACES.keys()


def test_a_new_place_without_an_explanation_fails_the_check(tmp_path: Path) -> None:
    (tmp_path / TEMPLATE).write_text('#: a.py\nmsgid "A {riddle} of {player}."\nmsgstr ""\n')
    (wrong,) = __main__.check(tmp_path)
    assert "{riddle} is not explained" in wrong


def test_who_translated_stays_when_the_code_changes(tmp_path: Path) -> None:
    folder = tmp_path / "languages" / "de"
    shutil.copytree(CATALOGS / "de", folder)
    credits = ("Last-Translator: Ada <ada@example.org>", "Language-Team: German", "X-Generator: P")
    path, lines = folder / CATALOG, "".join(f'"{each}\\n"\n' for each in credits)
    text = path.read_text("utf-8").replace('"MIME-Version', f'{lines}"MIME-Version', 1)
    path.write_text(text, "utf-8")
    for _ in range(2):
        update(tmp_path / "languages")
        header = path.read_text("utf-8").partition("\n\n")[0]
        assert [header.count(each) for each in credits] == [1, 1, 1]
