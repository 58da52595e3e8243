"""Letters of other scripts: picked by character, broken where their language breaks lines."""

import numpy as np
import pytest

from renderer import THEMES
from renderer.charts import SwissRow, SwissTable
from renderer.lettering import Lettering
from renderer.themes import BOLD, REGULAR
from tests.renderer.charted import picture
from tests.renderer.faces import letters

LETTERING = Lettering()


@pytest.mark.parametrize("weight", [REGULAR, BOLD])
def test_japanese_is_set(weight: int) -> None:
    words = [LETTERING.word(each, 40, weight) for each in ("白", "黒", "の")]
    assert all(word.max() == 1 for word in words)
    assert len({word.tobytes() for word in words}) == 3


def test_both_scripts_stand_in_one_line() -> None:
    alone = sum(LETTERING.word(each, 40).shape[1] for each in ("d4", "白"))
    mixed = LETTERING.word("d4白", 40)
    assert abs(mixed.shape[1] - alone) <= 8
    assert np.abs(mixed[:, :30] - LETTERING.word("d4", 40)[:, :30]).mean() < 0.1


def test_what_no_face_has_is_left_out() -> None:
    assert LETTERING.legible("加藤香流 (Kanare) 🎲") == "加藤香流 (Kanare)"
    assert LETTERING.legible("".join(letters()[200:260])) == "".join(letters()[200:260])


def test_a_box_stands_for_a_letter_that_no_face_has() -> None:
    assert LETTERING.legible("\u9ec3\u5fd7\u5f37 Ada") == "\u25a1\u5fd7\u5f37 Ada"
    for each in (
        "\u0645\u062d\u0645\u062f \U0001f3b2",
        "\u0645\u062d\u0645\u062f_99",
        "\u05d3\u05d5\u05d3",
    ):
        assert LETTERING.legible(each) == ""
    assert LETTERING.legible("99 \U0001f3b2") == "99"


def test_a_word_is_left_out_that_no_face_has() -> None:
    assert LETTERING.legible("Omar \u0645\u062d\u0645\u062f Al") == "Omar Al"
    assert LETTERING.legible("Ahmed (\u0645\u062d\u0645\u062f)") == "Ahmed"
    assert LETTERING.legible("\u05d3\u05d5\u05d3 2007 ABC") == "2007 ABC"


def test_a_number_has_the_room_of_the_name_for_which_it_stands() -> None:
    rounds = (("104", "1"),) * 9
    arabic, numbered = (
        picture(
            SwissTable("Cup", (SwissRow("1.", 105, name, rounds, "9", "0"),), 0), THEMES["wood"]
        )
        for name in ("\u0645\u062d\u0645\u062f", "No. 105")
    )
    assert arabic.tobytes() == numbered.tobytes()


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
