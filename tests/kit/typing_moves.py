"""Moves as people type them: taking what is offered, and a few letters where it is not."""

from typing import Any

from rules import Move, Position

MOST_CHOICES, LONGEST_CHOICE = 25, 100


async def offered(who: Any, where: Any, typed: str) -> list[str]:
    """What autocomplete of ``/move`` offers, all of which Discord would take."""
    choices = await who.autocomplete(where, "move", "text", typed)
    values = [choice["value"] for choice in choices]
    assert len(values) <= MOST_CHOICES
    assert len(set(values)) == len(values)
    assert all(1 <= len(choice["name"]) <= LONGEST_CHOICE for choice in choices)
    assert all(1 <= len(value) <= LONGEST_CHOICE for value in values)
    return values


async def complete(who: Any, where: Any, position: Position, move: Move) -> str:
    """Put ``move`` together, part by part, from what is offered; the text to send."""
    steps, unread = position.read(str(move))
    assert not unread
    typed = ""
    for depth in range(1, len(steps) + 1):
        typed = await _lengthen(who, where, typed, position.draft(steps[:depth]))
    assert position.parse(typed) == move
    return typed


async def _lengthen(who: Any, where: Any, typed: str, wanted: str) -> str:
    """Take the choice ``wanted``, after typing as much of it as is needed to be offered it."""
    for end in range(len(typed), len(wanted) + 1):
        begun = typed if end == len(typed) else wanted[:end]
        if wanted in await offered(who, where, begun):
            return wanted
    raise AssertionError(f"{wanted!r} is not offered after {typed!r}")
