"""Putting moves together by clicks, as somebody with a phone does."""

from __future__ import annotations

from typing import Any

from data.ids import MatchId
from rules import Move, Position
from tests.kit.limits import components
from tests.kit.shown import Shown, look
from tests.kit.world import World

LIST = 3
LATER = "Later choices ▶"


async def open_composer(world: World, who: Any, where: Any) -> Any:
    """Press Move on the newest board; the composer's private message."""
    result = await who.click(where.last_message, label="Move")
    await world.settle()
    return result.followups[-1] if result.followups else result.response


async def choose(who: Any, message: Any, number: int) -> None:
    """Choose by the number on the board, counted from 1, turning pages to find it."""
    stored = getattr(message, "_message", message)
    for each in components(stored.components):
        if each.get("label", "").startswith(f"{number} · "):
            await who.click(message, custom_id=each["custom_id"])
            return
        for option in each.get("options", ()) if each.get("type") == LIST else ():
            if option["label"].startswith(f"{number} · "):
                await who.select(message, [option["value"]], custom_id=each["custom_id"])
                return
    await who.click(message, label=LATER)
    await choose(who, message, number)


def numbers(position: Position, move: Move) -> list[int]:
    """The numbers to choose one after the other for ``move``."""
    steps, unread = position.read(str(move))
    assert not unread
    menus = [position.steps(steps[:depth]).options for depth in range(len(steps))]
    return [
        [option.text for option in menu].index(step) + 1
        for menu, step in zip(menus, steps, strict=True)
    ]


async def compose(who: Any, message: Any, position: Position, move: Move) -> None:
    """Choose ``move`` step by step, up to the question whether to play it."""
    for number in numbers(position, move):
        await choose(who, message, number)
    stop = f"Stop here: {move}"[:80]
    if stop in look(message).buttons:
        await who.click(message, label=stop)


async def play_by_clicks(world: World, who: Any, where: Any, match: int, move: Move) -> Shown:
    """Press Move, choose ``move``, confirm it; what the composer shows then."""
    view = await world.client.services.matches.state(MatchId(match))
    message = await open_composer(world, who, where)
    await compose(who, message, view.position, move)
    await who.click(message, label="Play this move")
    await world.settle()
    return look(message)
