"""Texts as values: an English template and what fills it. Where a text leaves, it gets a language.

A template is one whole sentence, line or label. Its places are in braces; what fills one is a
number, another text, or a string that means the same in every language: a cell, a name, a mention.
``str(text)`` is English.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple, Protocol, TypeAlias

Filling: TypeAlias = "Text | str | int"
"""What fills a place: another text, a number, or what is the same in every language."""

SIDE, OF_SIDE, OF = "side", "of_side", "of_"
"""The contexts of sides' names, of their second form, and how a place for that form begins."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are invisible."""
_PLACE = re.compile(r"\{([a-z_]+)\}")


class Message(NamedTuple):
    """What a catalog translates.

    ``context`` tells apart what is one word in English and several elsewhere. ``plural`` is the
    template for other numbers than one; empty where nothing is counted.
    """

    english: str
    context: str = ""
    plural: str = ""

    @property
    def places(self) -> frozenset[str]:
        return frozenset(_PLACE.findall(f"{self.english} {self.plural}"))


class Wording(Protocol):
    """A language."""

    def template(self, message: Message, number: int | None) -> str:
        """How the language says a message, for a number of things where they are counted."""

    def knows(self, message: Message) -> bool:
        """Whether it says the message in its own words."""


class _English:
    def template(self, message: Message, number: int | None) -> str:
        return message.plural if message.plural and number != 1 else message.english

    def knows(self, message: Message) -> bool:
        del message
        return True


ENGLISH: Wording = _English()


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Text:
    """A message and what fills its places; ``number`` says how many where something is counted."""

    message: Message
    filling: tuple[tuple[str, Filling], ...]
    number: int | None

    def __init__(self, english: str, context: str = "", /, **filling: Filling) -> None:
        self._be(Message(english, context), None, filling)

    def _be(self, message: Message, number: int | None, filling: Mapping[str, Filling]) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "filling", tuple(filling.items()))
        object.__setattr__(self, "number", number)

    @classmethod
    def of_file(cls, english: str, context: str) -> "Text":
        """What a file beside the code says, where the tools of the languages look for it too."""
        return cls(english, context)

    def of(self, **filling: Filling) -> "Text":
        """The text with these places filled; ``number`` is how many where something is counted."""
        made, number = object.__new__(type(self)), filling.get("number")
        counted = number if self.message.plural and isinstance(number, int) else self.number
        made._be(self.message, counted, dict(self.filling) | filling)
        return made

    def said(self, wording: Wording) -> str:
        """The text in a language."""
        return self._filled(wording.template(self.message, self.number), wording)

    def _filled(self, template: str, wording: Wording) -> str:
        told = {name: said(each, wording) for name, each in self.filling}
        if f"{{{OF}" in template:
            told |= {f"{OF}{name}": _of(each, wording) for name, each in self.filling}
        return filled(template, told)

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __format__(self, how: str) -> str:
        """Nothing: in an f-string a text would be English in every language."""
        raise TypeError("a text is put into another one by a place, or str() says it in English")


def _of(filling: Filling, wording: Wording) -> str:
    """What fills a place, in the form that a language has for ``{of_side}`` beside ``{side}``."""
    if isinstance(filling, Text):
        message = filling.message
        other = Message(message.english, OF_SIDE if message.context == SIDE else "-")
        if wording.knows(other):
            return wording.template(other, None)
    return said(filling, wording)


Words: TypeAlias = Text | str
"""A text, or what is the same in every language."""


class Counted(Text):
    """A text about a number of things: ``Counted("{number} hex", "{number} hexes", 3)``.

    What English says alike of one and of many is given once; without a number it is one that ``of``
    fills later.
    """

    __slots__ = ()

    def __init__(self, one: str, many: str = "", number: int = 0, /, **filling: Filling) -> None:
        self._be(Message(one, "", many or one), number, {"number": number, **filling})


class Plain(Text):
    """The same in every language: notation, code, somebody's own words."""

    __slots__ = ()

    def said(self, wording: Wording) -> str:
        """What was given, with its places filled."""
        return self._filled(self.message.english, wording)


class Whole(Text):
    """What a language says all of, or nothing: then it is English, below a ``note``."""

    __slots__ = ()

    def __init__(self, text: Text, note: Text) -> None:
        self._be(Message(""), None, {"text": text, "note": note})

    def said(self, wording: Wording) -> str:
        """All of it in one language."""
        (_, text), (_, note) = self.filling
        if all(map(wording.knows, messages_in(text))):
            return said(text, wording)
        return f"{said(note, wording)}\n{said(text, ENGLISH)}"


def messages_in(filling: Filling) -> Iterator[Message]:
    """What a language has to say."""
    if isinstance(filling, Text):
        if not isinstance(filling, Plain):
            yield filling.message
        for _, each in filling.filling:
            yield from messages_in(each)


class Fitting(Text):
    """The first of some texts that has at most so many characters, or else the last, cut."""

    __slots__ = ()

    def __init__(self, most: int, /, *texts: Text) -> None:
        self._be(Message(""), most, {str(number): each for number, each in enumerate(texts)})

    def said(self, wording: Wording) -> str:
        """What fits, in a language."""
        most = self.number or 0
        each = [said(text, wording) for _, text in self.filling]
        return next((one for one in each if len(one) <= most), f"{each[-1][: most - 1]}\u2026")


def said(filling: Filling, wording: Wording) -> str:
    """What fills a place, in a language."""
    return filling.said(wording) if isinstance(filling, Text) else str(filling)


def filled(template: str, fillings: Mapping[str, str]) -> str:
    """A template with its places filled; a place that nothing fills stays as it is.

    Braces in what fills a place mean nothing, and no other braces mean anything.
    """
    return _PLACE.sub(lambda place: fillings.get(place[1], place[0]), template)


NOTHING = Plain("")


def sentences(*texts: Words | None) -> Text:
    """Whole sentences side by side; those that are None or empty are left out."""
    return _joined(_beside, texts)


def lines(*texts: Words | None) -> Text:
    """Texts, each below the one before; those that are None or empty are left out."""
    return _joined(_below, texts)


def _joined(join: Callable[[Text, Filling], Text], texts: Sequence[Words | None]) -> Text:
    shown = [each for each in texts if each not in (None, "", NOTHING)]
    return reduce(join, shown[1:], _alone(shown[0])) if shown else NOTHING


def listed(names: Sequence[Filling]) -> Text:
    """Names, one at least, in a sentence: ``a, b and c``."""
    *others, last = names
    if not others:
        return _alone(last)
    return Text("{first} and {last}", "list", first=reduce(_before, others), last=last)


def either(names: Sequence[Filling]) -> Text:
    """Names, one at least, of which one counts: ``a, b or c``."""
    *others, last = names
    if not others:
        return _alone(last)
    return Text("{first} or {last}", "list", first=reduce(_before, others), last=last)


def in_a_row(names: Sequence[Filling]) -> Text:
    """Names, one at least, in a line: ``a, b, c``."""
    return _alone(reduce(_before, names))


def parted(names: Sequence[Filling]) -> Text:
    """Names, one at least, that have commas of their own: ``a; b, c; d``."""
    *others, last = names
    if not others:
        return _alone(last)
    return Text("{first}; {last}", "list", first=parted(others), last=last)


def labelled(label: Filling, told: Filling) -> Text:
    """What is told, after what it is told of: ``White: 3 points``."""
    return Text("{label}: {told}", "list", label=label, told=told)


def _alone(name: Filling) -> Text:
    return name if isinstance(name, Text) else Plain("{name}", name=name)


def _before(first: Filling, second: Filling) -> Text:
    return Text("{first}, {second}", "list", first=first, second=second)


def _beside(first: Text, second: Filling) -> Text:
    return Text("{first} {second}", "sentences", first=first, second=second)


def _below(first: Text, second: Filling) -> Text:
    return Plain("{first}\n{second}", first=first, second=second)
