"""The faces for Japanese: kana and the first level of kanji of Noto Sans CJK, cut out of it whole.

``make fonts`` reads the collections of Debian's fonts-noto-cjk, and needs fonttools.
"""

import sys
from pathlib import Path

from renderer.lettering import FACES

SOURCE = Path("/usr/share/fonts/opentype/noto")
_JAPANESE = 0  # which font of a collection
_KANJI = range(16, 48)  # rows of JIS X 0208 that are the first level


def letters() -> str:
    """What is kept: signs, kana and the kanji that are used most."""
    kanji = (bytes((0xA0 + row, 0xA0 + cell)) for row in _KANJI for cell in range(1, 95))
    ranges = (("\u3000", "\u30ff"), ("\uff01", "\uff9f"))
    signs = [chr(code) for first, last in ranges for code in range(ord(first), ord(last) + 1)]
    return "".join([*signs, *(each.decode("euc_jp", "ignore") for each in kanji)])


def main() -> int:
    """Write the faces anew."""
    from fontTools import subset  # only who makes them has it

    for name, path in FACES.items():
        options = subset.Options(font_number=_JAPANESE, layout_features=[], hinting=False)
        options.desubroutinize = True
        font = subset.load_font(SOURCE / f"NotoSansCJK-{name}.ttc", options)
        cutter = subset.Subsetter(options)
        cutter.populate(text=letters())
        cutter.subset(font)
        subset.save_font(font, path, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
