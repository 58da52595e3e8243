"""Words in the project's own typeface, as coverage that can be laid on a surface."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from renderer.kept import Kept
from renderer.shapes import Floats
from renderer.themes import BOLD, REGULAR

FACES = {
    name: Path(__file__).parent / "faces" / f"NotoSansJP-{name}.otf" for name in ("Regular", "Bold")
}
"""The faces for Japanese, by their weights."""
# what no line begins with: stops, closing brackets, small kana
_NEVER_FIRST = "\u3001\u3002\uff0c\uff0e\uff09\u300d\u300f\u3011\u30fc\u3063\u30c3\uff1f\uff01"
_LETTERS = "\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9f"
_JAPANESE = re.compile(f"[{_LETTERS}]+")
_PIECE = re.compile(
    f" *(?:[{_LETTERS}]|[^ {_LETTERS}]+)[{_NEVER_FIRST}]*(?: [%:;!?\u00bb][^ {_LETTERS}]*)*"
)
"""What stays together in a line: a word, or a letter where a language has no blanks.

Signs that some languages write after a blank stay with the word before them.
"""

_PARTED = re.compile(r"(?<=[ _.-])(?![ _.-])|(?=_)")
"""Where a name may be parted: after what parts words, and before an underscore."""
_ALPHABETIC = rf"[^\W\d_{_LETTERS}]"
_BROKEN = re.compile(
    f"(?<=[{_LETTERS}])(?=[{_LETTERS}])(?![{_NEVER_FIRST}])"
    f"|(?<={_ALPHABETIC}{{3}})(?={_ALPHABETIC}{{3}})"
)
"""Where a word may be: between letters that need no hyphen, and three from where others end."""
_SHORT = 4
"""So few letters need no line of their own."""

_Key: TypeAlias = tuple[str, int, int]
_Coverage: TypeAlias = NDArray[np.uint8]
_Run: TypeAlias = tuple[str, ImageFont.FreeTypeFont]
_MOST_BYTES = 4 << 20
_MOST_FONTS, _MOST_BLANKS, _MOST_LETTERS = 16, 256, 4096
"""Each font takes a megabyte, and another one hardly longer than the word that it is for."""
_TRIED = 24
_NO_LETTER = "\uffff"
_ELLIPSIS = "\u2026"
_BOX = "\u25a1"
"""What stands for a letter that no face has."""
_AROUND = 4  # pixels beside a word
_STEPPED = [round(level / 63.75) * 255 // 4 for level in range(256)]  # for small files


class Lettering:
    """Sets words. Several threads may share one; what it keeps is bounded."""

    def __init__(self) -> None:
        self._path = str(resources.files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf")
        self._lock = threading.Lock()  # a font's face must not be used by two threads at once
        self._fonts: Kept[tuple[int, int, bool], ImageFont.FreeTypeFont] = Kept(_MOST_FONTS)
        self._letters: Kept[str, tuple[bool, bool]] = Kept(_MOST_LETTERS)
        self._blanks: Kept[tuple[int, int], float] = Kept(_MOST_BLANKS)
        self._words: Kept[_Key, _Coverage] = Kept(_MOST_BYTES, lambda word: word.nbytes)

    def word(self, text: str, height: int, weight: int = REGULAR) -> Floats:
        """The coverage of ``text`` at a font size of ``height`` pixels; its middle is the text's.

        ``weight`` is REGULAR or BOLD.
        """
        return self._kept(text, height, weight).astype(np.float32) / np.float32(255)

    def fitted(self, text: str, height: int, weight: int, room: float) -> Floats:
        """``text`` as ``word`` sets it, or as many of its letters as there is room for.

        What is left out is an ellipsis, and no letter is cut or loses its accent. Nothing at all,
        no pixel wide, where not even the ellipsis has room.
        """
        kept = text
        while (word := self.word(kept, height, weight)).shape[1] > room:
            if kept == _ELLIPSIS:
                return np.zeros((1, 0), np.float32)
            kept = f"{without_last(kept.removesuffix(_ELLIPSIS))}{_ELLIPSIS}"
        return word

    def lines(self, text: str, height: int, weight: int, room: float) -> list[str]:
        """``text`` in lines that have room; a word that has none stands alone."""
        whole = " ".join(text.split())
        if whole and self.word(whole, height, weight).shape[1] <= room:
            return [whole]
        lines: list[str] = []
        for piece in _PIECE.findall(whole):
            longer = f"{lines[-1]}{piece}" if lines else piece
            if lines and self._width(longer, height, weight) <= room:
                lines[-1] = longer
            else:
                lines.append(piece.lstrip())
        return lines

    def in_two(
        self, text: str, height: int, weight: int, room: float, *, broken: bool = True
    ) -> tuple[str, ...]:
        """``text``, or what a first line has room for and the rest.

        Where words leave that line bare, one may be ``broken``, with a hyphen where it needs one.
        """
        wide = partial(self._width, height=height, weight=weight)
        if wide(text) <= room:
            return (text,)
        parted: tuple[str, ...] = next(
            (each for each in _parts(text) if wide(each[0]) <= room), (text,)
        )
        letters = sum(map(str.isalnum, parted[0]))
        bare = letters < _SHORT and 2 * wide(parted[0]) < room < wide(parted[-1])
        if not broken or not (bare or len(parted) == 1):
            return parted
        return next((each for each in _broken(text) if wide(each[0]) <= room), parted)

    def _width(self, text: str, height: int, weight: int) -> int:
        """How wide the word of ``text`` is, in pixels."""
        return self._in_a_row(text, height, weight)[1]

    def legible(self, text: str) -> str:
        """``text`` without what the typeface lacks, such as emoji; a box stands for a letter.

        A fancy letter that it lacks, such as a script capital, is the plain one that Unicode says
        is compatible (NFKC). Words that it lacks whole are left out. Where at least half of the
        letters of what is left are lacking, it is the whole in Latin letters; empty without any.
        """
        return self._found(text) or self._found(_in_latin(text))

    def _found(self, text: str) -> str:
        with self._lock:
            kept: list[str] = []
            base = False  # whether what a mark belongs to is there
            plain = "".join(map(self._plain, unicodedata.normalize("NFC", text)))
            for each in unicodedata.normalize("NFC", plain):
                known, is_letter = self._letters.get(each, partial(self._tried, each))
                is_mark = _is_mark(each)
                if known and (base or not is_mark):
                    kept.append(each)
                elif is_letter:
                    kept.append(_BOX)
                base = base if is_mark else known
        whole = (word for word in "".join(kept).split() if _BOX not in word or _has_letters(word))
        found = " ".join(whole)
        return "" if found.count(_BOX) >= max(sum(map(str.isalpha, found)), 1) else found

    def _plain(self, letter: str) -> str:
        """The letter if a face has it, or else what it is compatible with if faces have all."""
        compatible = unicodedata.normalize("NFKC", letter)
        if compatible == letter or self._knows(letter):
            return letter
        return compatible if all(map(self._knows, compatible)) else letter

    def _knows(self, letter: str) -> bool:
        return self._letters.get(letter, partial(self._tried, letter))[0]

    def _tried(self, letter: str) -> tuple[bool, bool]:
        """Whether a face has the letter, and whether it is one at all, or a digit."""
        if not letter.isprintable():
            return False, False
        is_japanese = _JAPANESE.match(letter) is not None
        font = self._font(_TRIED, REGULAR, japanese=is_japanese)
        missing, found = (bytes(font.getmask(each)) for each in (_NO_LETTER, letter))
        return letter == " " or found != missing, letter.isalnum()

    @property
    def cached_bytes(self) -> int:
        return self._words.size

    def _runs(self, text: str, height: int, weight: int) -> list[_Run]:
        """The text in parts that a face has the letters for; the whole of most texts."""
        runs: list[_Run] = []
        end = 0
        for found in _JAPANESE.finditer(text):
            if found.start() > end:
                runs.append((text[end : found.start()], self._font(height, weight)))
            runs.append((found[0], self._font(height, weight, japanese=True)))
            end = found.end()
        if end < len(text) or not runs:
            runs.append((text[end:], self._font(height, weight)))
        return runs

    def _font(self, height: int, weight: int, *, japanese: bool = False) -> ImageFont.FreeTypeFont:
        key = height, weight, japanese
        return self._fonts.get(key, lambda: self._load(height, weight, japanese=japanese))

    def _load(self, height: int, weight: int, *, japanese: bool) -> ImageFont.FreeTypeFont:
        if japanese:
            return ImageFont.truetype(FACES["Bold" if weight == BOLD else "Regular"], height)
        font = ImageFont.truetype(self._path, height)
        font.set_variation_by_axes([min(max(height, 14), 32), weight])
        return font

    def _kept(self, text: str, size: int, weight: int) -> _Coverage:
        key = text, size, weight
        return self._words.get(key, lambda: (self._join if " " in text else self._set)(*key))

    def _join(self, text: str, size: int, weight: int) -> _Coverage:
        """Words that are kept, side by side: most lines are made of some that others had."""
        words, width = self._in_a_row(text, size, weight)
        line = np.zeros((round(1.5 * size), width), np.uint8)
        for left, word in words:
            box = line[:, left : left + word.shape[1]]
            np.maximum(box, word, out=box)
        return line

    def _in_a_row(
        self, text: str, size: int, weight: int
    ) -> tuple[list[tuple[int, _Coverage]], int]:
        """Each word of a line with where it begins, and how wide the line is."""
        words, x = [], 0.0
        with self._lock:
            blank = self._blanks.get(
                (size, weight), lambda: self._font(size, weight).getlength(" ")
            )
        for part in text.split(" "):
            word = self._kept(part, size, weight)
            words.append((int(x), word))
            x += word.shape[1] - _AROUND + blank
        left, word = words[-1]
        return words, left + word.shape[1]

    def _set(self, text: str, size: int, weight: int) -> _Coverage:
        with self._lock:
            runs = self._runs(text, size, weight)
            length = sum(font.getlength(part) for part, font in runs)
            width, height = round(length) + _AROUND, round(1.5 * size)
            image = Image.new("L", (width, height))
            pen = ImageDraw.Draw(image)
            if len(runs) < 2:
                pen.text((width / 2, height / 2), text, 255, runs[0][1], anchor="mm")
            else:
                x = _AROUND / 2
                for part, font in runs:
                    pen.text((x, height / 2), part, 255, font, anchor="lm")
                    x += font.getlength(part)
        return np.asarray(image.point(_STEPPED))


def without_last(text: str) -> str:
    """``text`` without its last letter and that letter's marks, nor blanks before it."""
    while text and _is_mark(text[-1]):
        text = text[:-1]
    return text[:-1].rstrip()


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The text in two, from its last blank on to its first one."""
    for found in reversed(list(_PARTED.finditer(text))):
        first, rest = text[: found.end()].rstrip(), text[found.end() :].lstrip()
        if first and rest and not _is_mark(rest[0]):
            yield first, rest


def _broken(text: str) -> Iterator[tuple[str, str]]:
    """The text in two within a word, as far behind as can be and less and less far."""
    for found in reversed(list(_BROKEN.finditer(text))):
        first, rest = text[: found.end()], text[found.end() :]
        yield first if _JAPANESE.match(rest) else f"{first}-", rest


def _has_letters(word: str) -> bool:
    return any(map(str.isalnum, word))


def _in_latin(text: str) -> str:
    """The letters of ``text`` as somebody may write them in Latin ones: ``Gim`` for 김."""
    from anyascii import anyascii  # what it reads is wanted for few names

    words = (each for each in text if each.isascii() or each.isalnum() or _is_mark(each))
    return anyascii("".join(words))


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")
