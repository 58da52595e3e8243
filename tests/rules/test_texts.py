"""Texts as values: what they say in English and in a language that turns everything round."""

from hypothesis import given
from hypothesis import strategies as st

from rules.texts import (
    ENGLISH,
    Counted,
    Fitting,
    Message,
    Plain,
    Text,
    Whole,
    either,
    lines,
    listed,
)

HOSTILE = st.text(alphabet="{}a_!.:[]()0`<>@\\", max_size=12)


class Shouting:
    """Says everything in capitals, and the parts of a list the other way round."""

    def template(self, message: Message, number: int | None) -> str:
        if message.context == "list":
            return "{last} {first}" if "{last}" in message.english else "{second} {first}"
        chosen = message.plural if number is not None and number != 1 else message.english
        return "".join(each.upper() if odd % 2 == 0 else each for odd, each in _parts(chosen))


def _parts(template: str) -> list[tuple[int, str]]:
    return list(enumerate(template.replace("{", "\0{").replace("}", "}\0").split("\0")))


def test_a_number_chooses_the_template() -> None:
    said = [str(Counted("{number} hex", "{number} hexes", number)) for number in (0, 1, 2)]
    assert said == ["0 hexes", "1 hex", "2 hexes"]


def test_lists() -> None:
    assert [str(listed("abc"[:most])) for most in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert [str(either("abc"[:most])) for most in (1, 2, 3)] == ["a", "a or b", "a, b or c"]


def test_what_fills_a_text_is_said_in_its_language() -> None:
    text = Text("a {side} in {places}", side=Text("stone"), places=listed(["d4", "e5"]))
    assert text.said(Shouting()) == "A STONE IN e5 d4"
    assert Plain("typed {it}", it=Text("word")).said(Shouting()) == "typed WORD"


@given(HOSTILE, HOSTILE)
def test_nothing_in_what_fills_a_place_means_anything(first: str, second: str) -> None:
    assert str(Text("({a}|{b})", a=first, b=second)) == f"({first}|{second})"
    assert str(Plain(first)) == first


class Half:
    """Says one word in its own way, and nothing else."""

    def template(self, message: Message, number: int | None) -> str:
        return "Ja" if self.knows(message) else ENGLISH.template(message, number)

    def knows(self, message: Message) -> bool:
        return message.english == "Yes"


def test_a_page_is_in_one_language_whole() -> None:
    note = Text("Not translated.")
    yes = Plain("# {word}", word=Text("Yes"))
    assert Whole(yes, note).said(Half()) == "# Ja"
    assert Whole(lines(yes, Text("No")), note).said(Half()) == "Not translated.\n# Yes\nNo"


def test_the_first_that_fits_is_said_or_the_last_is_cut() -> None:
    long, short = Text("A very long sentence."), Text("Short.")
    assert [str(Fitting(most, long, short)) for most in (30, 10, 4)] == [
        str(long),
        "Short.",
        "Sho…",
    ]


def test_places_are_filled_later_and_counted() -> None:
    template = Counted("{number} hex of {side}", "{number} hexes of {side}")
    assert str(template.of(number=1, side="White")) == "1 hex of White"
    assert str(template.of(number=3).of(side="White")) == "3 hexes of White"
