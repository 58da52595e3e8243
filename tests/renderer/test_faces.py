"""Letters of other scripts: picked by character, broken where their language breaks lines."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.lettering import Lettering
from renderer.themes import BOLD, REGULAR
from tests.kit.examples import examples
from tests.renderer.faces import letters

LETTERING = Lettering()


@pytest.mark.parametrize("weight", [REGULAR, BOLD])
def test_japanese_is_set(weight: int) -> None:
    words = [LETTERING.word(each, 40, weight) for each in ("白", "黒", "の")]
    assert all(word.max() == 1 for word in words)
    assert len({word.tobytes() for word in words}) == 3


@pytest.mark.parametrize(
    ("name", "set_as"),
    [
        ("加藤香流 (Kanare) 🎲", "加藤香流 (Kanare)"),
        ("".join(letters()[200:260]), "".join(letters()[200:260])),
        # a fancy letter is the plain one that it is compatible with
        ("\U0001d4d0\U0001d4f5\U0001d4ee\U0001d501", "Alex"),
        ("\U0001d538\U0001d555\U0001d552 \U0001f3b2", "Ada"),
        ("\U0001d56c\U0001d589\U0001d586 2\U0001d7da", "Ada 22"),
        ("\U0001d4ee\u0301 \u017f", "\u00e9 \u017f"),  # the face has the long s itself
        # a box stands for a letter that no face has
        ("\u9ec3\u5fd7\u5f37 Ada", "\u25a1\u5fd7\u5f37 Ada"),
        ("99 \U0001f3b2", "99"),
        ("\U0001f984", ""),
        # a name of which no face has a letter is written in Latin ones
        ("\uae40\ubbfc\uc900", "GimMinJun"),
        ("\u0645\u062d\u0645\u062f \U0001f3b2", "mhmd"),
        ("\u0645\u062d\u0645\u062f_99", "mhmd_99"),
        ("\u05d3\u05d5\u05d3", "dvd"),
        ("\u0e2a\u0e21\u0e0a\u0e32\u0e22", "smchay"),
        # but a word beside others is left out
        ("Omar \u0645\u062d\u0645\u062f Al", "Omar Al"),
        ("Ahmed (\u0645\u062d\u0645\u062f)", "Ahmed"),
        ("\u05d3\u05d5\u05d3 2007 ABC", "2007 ABC"),
    ],
)
def test_a_name_is_set_in_the_letters_that_there_are(name: str, set_as: str) -> None:
    assert LETTERING.legible(name) == set_as


def test_every_mathematical_letter_is_the_plain_one() -> None:
    for letter in map(chr, range(0x1D400, 0x1D800)):
        compatible = unicodedata.normalize("NFKC", letter)
        assert LETTERING.legible(f"ab{letter}") == LETTERING.legible(f"ab{compatible}")


@examples(40)
@given(st.text(max_size=12))
def test_only_letters_of_the_faces_are_left_and_boxes_for_less_than_half(text: str) -> None:
    found = LETTERING.legible(text)
    assert found == LETTERING.legible(found)
    assert found.count("\u25a1") < max(sum(map(str.isalpha, found)), 1)


def test_lines_break_between_letters_where_there_are_no_blanks() -> None:
    text = "白の勝ちです。黒はもう動けません。"
    lines = LETTERING.lines(text, 40, REGULAR, 260)
    assert "".join(lines) == text
    assert len(lines) > 2
    assert all(LETTERING.word(line, 40).shape[1] <= 260 + 8 for line in lines)
    assert not any(line.startswith(("。", "、")) for line in lines)
    assert LETTERING.lines("White wins by far", 40, REGULAR, 200) == ["White wins", "by far"]


def test_signs_after_a_blank_begin_no_line() -> None:
    for text in ("von 61 % auf 18 %. Danach", "Les Blancs gagnent : bravo !"):
        for room in range(40, 400, 20):
            lines = LETTERING.lines(text, 40, REGULAR, room)
            assert " ".join(lines) == text
            assert not any(line.startswith(("%", ":", "!")) for line in lines)
