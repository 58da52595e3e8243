"""No English stands in the code that no language can say."""

from pathlib import Path

from tests.kit.english import BY_RIGHT, everything, rights, untranslated


def test_all_english_is_english_by_right() -> None:
    rest, used = [], set[tuple[str, str]]()
    for name, line, text in everything():
        found = rights(name, text)
        used.update(found)
        if not found:
            rest.append(f"{name}:{line}: {text}")
    assert rest == []
    assert used == {*BY_RIGHT}  # no right is kept that nothing needs


def test_what_is_the_same_in_every_language_has_no_words_and_no_marks(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    glued = ("{side}: {points}", "{match}, {moves}.", "{chance} %", "{number} more", "für {name}")
    right = ("### {name}", "{one} · {two}", "{number}. {title}", "**{place}.** {name}", "{a} + {b}")
    code.write_text("".join(f"Plain({each!r}, a=1)\n" for each in (*glued, *right)), "utf-8")
    assert untranslated(code) == list(enumerate(glued, 1))


def test_lists_are_joined_in_each_languages_way(tmp_path: Path) -> None:
    code, glued, right = tmp_path / "code.py", (", ", "; ", " and "), (" ", "", "\n", " + ", ",")
    code.write_text("".join(f"{each!r}.join(names)\n" for each in (*glued, *right)), "utf-8")
    assert untranslated(code) == list(enumerate(glued, 1))


def test_single_words_that_are_chosen_are_found(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text(
        "def named(who):\n"
        '    wanted = who or "somebody"\n'
        '    told = "nobody" if who is None else text.of(name="everybody", cell="d4")\n'
        '    return "player"\n',
        encoding="utf-8",
    )
    found = [(2, "somebody"), (3, "everybody"), (3, "nobody"), (4, "player")]
    assert sorted(untranslated(code)) == found


def test_what_is_english_is_found(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text(
        '"""Of programmers."""\n'
        'LABEL = "Play on"\n'
        'ID, WORD = "play_on", "Back"\n'
        'def told(name: "str | None") -> "str | None":\n'
        '    """Of programmers."""\n'
        '    logger.info("of operators")\n'
        '    text = Text("{name} has left.", name=f"{name} the other")\n'
        '    return f"{name} has left." or Text("Left.") or ValueError("of programmers")\n',
        encoding="utf-8",
    )
    found = [(2, "Play on"), (3, "Back"), (7, "{x} the other"), (8, "{x} has left.")]
    assert untranslated(code) == found
