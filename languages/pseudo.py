"""A language for trials: English with accents, in brackets, a third longer."""

import re

from rules.texts import ENGLISH, Message

_KEPT = re.compile(r"(\{[a-z_]+\}|`[^`]*`|<[^>]*>|https?://\S+)")
_ACCENTS = str.maketrans("aceiknorsuyzACEIKNORSUYZ", "áçéíķñóŕšúýžÁÇÉÍĶÑÓŔŠÚÝŽ")


class Pseudo:
    """Says every message so that what was not translated, or is cut, is seen at once.

    Places, code, mentions and links stay as they are.
    """

    code = "pseudo"

    def knows(self, message: Message) -> bool:
        """It knows everything."""
        del message
        return True

    def template(self, message: Message, number: int | None) -> str:
        """The English of a message, made strange."""
        english = ENGLISH.template(message, number)
        parts = _KEPT.split(english)
        strange = [each if odd % 2 else each.translate(_ACCENTS) for odd, each in enumerate(parts)]
        return f"[{''.join(strange)}{'~' * (len(english) // 3)}]"
