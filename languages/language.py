"""A language: how it says the messages, and English for those that it has not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from languages.reading import Catalog
from rules.texts import ENGLISH, Message


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language by its code, such as ``pt_BR``, with its catalog; the same only as itself."""

    code: str
    catalog: Catalog
    _sound: Mapping[Message, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        forms = self.catalog.forms.items()
        sound = {message: said for message, said in forms if _is_sound(message, said)}
        object.__setattr__(self, "_sound", sound)

    def knows(self, message: Message) -> bool:
        """Whether it says the message, and soundly."""
        return message in self._sound

    def template(self, message: Message, number: int | None) -> str:
        """How the language says a message; English where it does not say it, or says it wrongly."""
        forms = self._sound.get(message)
        if forms is None:
            return ENGLISH.template(message, number)
        if not message.plural or number is None:
            return forms[0]
        return forms[min(self.catalog.plural(abs(number)), len(forms) - 1)]


def _is_sound(message: Message, said: tuple[str, ...]) -> bool:
    """Whether every form has the places of the English, but for the number of a single thing."""
    return all(
        Message(form).places | {"number"} == message.places | {"number"}
        if message.plural
        else Message(form).places == message.places
        for form in said
    )
