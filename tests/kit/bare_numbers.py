"""Numbers of which people make nothing: ids where a name could stand, and ``1578?`` unexplained."""

import re
from collections.abc import Iterable, Iterator

_SHOWN_AS_NAMES = re.compile(r"<[^>]*>|https?://\S+")
"""Mentions, emoji, moments and links, of which Discord shows no number."""
_BARE = re.compile(r"\d{15,}|#\d+")
_UNCERTAIN = re.compile(r"\b\d{3,4}\?")
_EXPLAINED = re.compile(r"\?.* still uncertain")


def bare_ids(text: str) -> Iterator[str]:
    """The lines of ``text`` that show an id."""
    for line in text.splitlines():
        if _BARE.search(_SHOWN_AS_NAMES.sub("", line)):
            yield line


def unexplained(texts: Iterable[str]) -> list[str]:
    """The texts of a page that show an uncertain rating, if none of them says what its mark is."""
    said = tuple(texts)
    return [] if any(map(_EXPLAINED.search, said)) else [*filter(_UNCERTAIN.search, said)]
