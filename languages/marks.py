"""What readers of a translation see at once: misplaced bold, an English word, a wrong blank."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.texts import Message

CODE = re.compile(r"`[^`]*`|https?://\S+|<[^<> ]+>")
"""What no language translates."""
_PLACE = re.compile(r"\{[a-z_]+\}")
_WIDE = "\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef"
_BEFORE = re.compile(rf"[\s(\[\u00ab\u201e\u201c\u2018\u00bf\u00a1\u2014\u2013/\u00b7{_WIDE}-]")
_AFTER = re.compile(rf"[\s)\]\u00bb.,:;?!\u2026\u201c\u201d\u2019\u2014\u2013/\u00b7{_WIDE}-]")
_SENTENCE_ENDS = re.compile(r"(?<!\d)[.?!]\s|[\u3002\uff1f\uff01](?=.)|\n")
_COUNTED = ("*", "~~", "__", "||", "](")
_PAIRS = ("()", "[]", "\u00ab\u00bb", "\u201e\u201c", "\uff08\uff09", "\u300c\u300d")
_FRENCH = re.compile(
    r"(?<=[\w*\u00bb)]) ?[:;?!\u00bb](?=\s|\*|$)|\u00ab(?![\u00a0\u202f])|[\"\u201c\u201d]"
)
"""A sign without the blank that does not break, and marks of quotation that are not French."""
_QUOTED = re.compile(r"\"[^\"]*\"|\u00ab[^\u00bb]*\u00bb")
_MONTHS = ("month", "short month")
_WORD = re.compile(r"[^\W\d_]+")
_OWN = 3


def misplaced(form: str, english: Iterable[str]) -> Iterator[str]:
    """What is wrong with the signs of a form, beside the English ones."""
    text, sources = CODE.sub("x", form), [CODE.sub("x", each) for each in english]
    parts = text.split("**")
    for before, bold, after in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        opens = not before or _BEFORE.fullmatch(before[-1])
        closes = not after or _AFTER.fullmatch(after[0])
        if not opens or not closes or bold != bold.strip() or _SENTENCE_ENDS.search(bold):
            yield f"its bold begins or ends in the wrong place: {bold[:30]!r}"
    alone = text.replace("**", "")
    for sign in _COUNTED:
        if alone.count(sign) not in {each.replace("**", "").count(sign) for each in sources}:
            yield f"it has {sign} more or less often than the English"
    for pair in _PAIRS:
        if text.count(pair[0]) != text.count(pair[1]):
            yield f"its {pair} are no pairs"


def french(form: str) -> Iterator[str]:
    """What is wrong with the blanks of a French form."""
    for found in _FRENCH.finditer(CODE.sub("x", _PLACE.sub("x", form))):
        yield f"French has no {found[0]!r}: « x », x : x with blanks that do not break (U+00A0)"


def left_english(
    code: str, catalogs: Mapping[str, Mapping[Message, tuple[str, ...]]], alike: Iterable[str]
) -> Iterator[tuple[Message, str]]:
    """The English words of four letters and more that one language alone repeats.

    A word is its own where it stands in three messages, or in one whose English has it not, or
    among those ``alike``.
    """
    said, known = catalogs[code], {each.casefold() for each in alike}
    found, stands = list[tuple[Message, str]](), Counter[str]()
    for message, forms in said.items():
        english, own = words(message.english, message.plural), words(*forms)
        stands.update({each.rstrip("s") for each in own})
        stands.update({each.rstrip("s"): _OWN for each in own - english})
        others = [
            words(*each[message])
            for name, each in catalogs.items()
            if name != code and message in each
        ]
        if others and message.context not in _MONTHS:
            found += ((message, each) for each in english & own - known - set().union(*others))
    yield from ((message, word) for message, word in found if stands[word.rstrip("s")] < _OWN)


def words(*texts: str) -> set[str]:
    """The words of texts that have four letters and more, outside of code and places."""
    plain = _QUOTED.sub(" ", CODE.sub(" ", _PLACE.sub(" ", " ".join(texts)))).casefold()
    return {each for each in _WORD.findall(plain) if len(each) > 3}
