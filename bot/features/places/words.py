"""Sentences about settings that point to nothing."""

from bot.features.places.lost import Lost
from rules.texts import Plain, Text


def told(each: Lost) -> Text:
    return Plain("⚠️ {told}", told=each.says)
