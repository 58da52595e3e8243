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


GLUED = ("{side}: {points}", "{match}, {moves}.", "{chance} %", "{number} more", "für {name}")
RIGHT = ("### {name}", "{one} · {two}", "{number}. {title}", "**{place}.** {name}", "{a} + {b}")
JOINED, FREE = (", ", "; ", " and "), (" ", "", "\n", " + ", ",")
CODE: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((f"Plain({each!r}, a=1)", (each,)) for each in GLUED),
    *((f"Plain({each!r}, a=1)", ()) for each in RIGHT),
    *((f"{each!r}.join(names)", (each,)) for each in JOINED),
    *((f"{each!r}.join(names)", ()) for each in FREE),
    ('LABEL = "Play on"', ("Play on",)),
    ('ID, WORD = "play_on", "Back"', ("Back",)),
    ('def told(name: "str | None") -> "str | None":', ()),
    ('    """Of programmers."""', ()),
    ('    logger.info("of operators")', ()),
    ('    wanted = who or "somebody"', ("somebody",)),
    (
        '    said = "nobody" if who is None else text.of(name="all of them", cell="d4")',
        ("nobody", "all of them"),
    ),
    ('    text = Text("{name} has left.", name=f"{name} the other")', ("{x} the other",)),
    (
        '    return f"{name} has left." or Text("Left.") or ValueError("of programmers")',
        ("{x} has left.",),
    ),
)


def test_what_no_language_can_say_is_found(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text("\n".join(line for line, _ in CODE), "utf-8")
    found = {(number, text) for number, (_, texts) in enumerate(CODE, 1) for text in texts}
    assert {*untranslated(code)} == found
