"""No English is added that no language can say; where there is some still, it becomes less."""

from pathlib import Path

from tests.kit.english import everything, untranslated

ALLOWED = Path(__file__).parents[1] / "data" / "untranslated.txt"
"""How much there was when this was written last: ``python -m tests.kit.english > FILE``."""


def test_no_english_is_added() -> None:
    lines = (line.split() for line in ALLOWED.read_text("utf-8").splitlines())
    allowed = {name: int(count) for count, name in lines}
    more = {
        name: those for name, those in everything().items() if len(those) > allowed.get(name, 0)
    }
    assert more == {}


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
