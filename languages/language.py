"""A language: how it says the messages, and English for those that it has not."""

from dataclasses import dataclass

from languages.reading import Catalog, Packed
from rules.texts import ENGLISH, Message


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language by its code, such as ``pt_BR``, with its catalog; the same only as itself."""

    code: str
    catalog: Catalog | Packed
    is_draft: bool = False
    is_reviewed: bool = False
    """Whether it says enough to be offered, and a machine has reviewed it, but no native player."""

    def knows(self, message: Message) -> bool:
        """Whether it says the message, and soundly."""
        return message in self.catalog.sound

    def template(self, message: Message, number: int | None) -> str:
        """How the language says a message; English where it does not say it, or says it wrongly."""
        forms = self.catalog.sound.get(message)
        if forms is None:
            return ENGLISH.template(message, number)
        if not message.plural or number is None:
            return forms[0]
        return forms[min(self.catalog.plural(abs(number)), len(forms) - 1)]
