"""A plain reading of Discord's Markdown: what a message shows as text, and what it makes of it.

It knows nothing of how names are escaped. It reads more than Discord does where Discord's own
clients differ, so that what shapes nothing here shapes nothing there.
"""

import re
from dataclasses import dataclass

ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("link", re.compile(r"<?(?:https?|steam|discord)://[^\s<>]+>?", re.I)),
    ("masked link", re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*[^\s)]+[^)]*\)", re.S)),
    ("invitation", re.compile(r"(?:discord\.gg|discord(?:app)?\.com/invite)/\w+", re.I)),
    ("bare domain", re.compile(r"\b[a-z0-9-]+\.(?:com|org|net|gg|io|xyz)\b", re.I)),
    ("address", re.compile(r"<?[\w.+-]+@[\w-]+\.\w+>?")),
    ("mention", re.compile(r"<(?:@[!&]?|#|/[^>:]*:|id:)\w+>")),
    ("everybody", re.compile(r"@(?:everyone|here)")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[^\s:]+?:")),
    ("time", re.compile(r"<t:-?\d+(?::\w)?>")),
    ("code", re.compile(r"(`+)[^`]+?\1")),
    ("bold", re.compile(r"\*\*.+?\*\*", re.S)),
    ("underline", re.compile(r"__.+?__", re.S)),
    ("italics", re.compile(r"\*[^\s*][^*]*?\*|_[^_]+?_", re.S)),
    ("struck", re.compile(r"~~.+?~~", re.S)),
    ("spoiler", re.compile(r"\|\|.+?\|\|", re.S)),
)
AT_THE_START = re.compile(r"[ \u2068\u200b]*(?:#{1,3} |-# |>{1,3}(?: |$)|[-*] |\d+\. )")


@dataclass(frozen=True, slots=True)
class Read:
    """What is seen, without what has no width, and what kinds of shapes there are."""

    seen: str
    shapes: tuple[str, ...]


def read(text: str) -> Read:
    """The text as a client reads it, sign by sign."""
    seen: list[str] = []
    shapes: list[str] = []
    at, is_start = 0, True
    while at < len(text):
        if is_start and AT_THE_START.match(text, at):
            shapes.append("start of a line")
        is_start = text[at] == "\n"
        escaped = ESCAPED.match(text, at)
        if escaped is not None:
            seen.append(escaped[1])
            at = escaped.end()
            continue
        before = text[at - 1] if at else " "
        shapes += [
            name
            for name, shape in SHAPES
            if shape.match(text, at) and (name not in WORDS or not before.isalnum())
        ]
        seen.append(text[at])
        at += 1
    return Read("".join(seen).translate(WITHOUT_WIDTH), tuple(shapes))


WORDS = {"bare domain", "address"}
"""Shapes that begin where a word does."""
WITHOUT_WIDTH = dict.fromkeys(map(ord, "\u2068\u2069\u200b"))
