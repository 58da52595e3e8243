"""Kinds of timers and messages. Each is declared once, by the feature whose it is."""

from typing import Any, ClassVar, Self


class Kind(str):
    """A kind, which is the word that is stored: at most 16 letters."""

    known: ClassVar[dict[str, Self]]
    """All that are declared, by their words."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.known = {}

    def __new__(cls, word: str) -> Self:
        """Declare a kind; raises ValueError if another feature has declared it."""
        if word in cls.known:
            raise ValueError(f"{word} is declared twice")
        kind = cls.known[word] = super().__new__(cls, word)
        return kind

    @classmethod
    def read(cls, word: str) -> Self:
        """The kind that is stored as this word; raises ValueError if this version has none."""
        if word not in cls.known:
            raise ValueError(f"{word} is no kind of this version")
        return cls.known[word]

    def __reduce__(self) -> Any:
        return type(self).read, (str(self),)


class TimerKind(Kind):
    """A kind of timers."""


class MessageKind(Kind):
    """A kind of messages in the outbox.

    - ``separate``: each row is a message of its own; of other kinds a subject has one message.
    - ``personal``: the subject is a person.
    - ``moves``: a refused one is tried again when its match is posted elsewhere.
    - ``passing``: its words are erased once it is posted.
    """

    separate: bool
    personal: bool
    moves: bool
    passing: bool

    def __new__(
        cls,
        word: str,
        *,
        separate: bool = False,
        personal: bool = False,
        moves: bool = False,
        passing: bool = False,
    ) -> Self:
        """Declare a kind; raises ValueError if another feature has declared it."""
        kind = super().__new__(cls, word)
        kind.separate, kind.personal = separate, personal
        kind.moves, kind.passing = moves, passing
        return kind
