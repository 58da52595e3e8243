"""What managers are told of what they chose and that points to nothing any more."""

from bot.features.places.lost import Lost
from rules.texts import Plain, Text


def told(each: Lost) -> Text:
    return Plain("⚠️ {told}", told=each.says)
