"""Putting moves together by clicks, as somebody with a phone does."""

import re
from typing import Any

from bot.core.matches import MatchService
from bot.features.moves import Composition, begin
from bot.features.moves.composition import ONE_BY_ONE
from data.ids import MatchId
from rules import Move, Position
from tests.kit.limits import components
from tests.kit.shown import Shown, look
from tests.kit.world import World

BUTTON_OF_A_MOVE = re.compile(r"(?:[sp]|if|pz):.*:(?P<action>[a-z]+):(?P<number>[0-9]+)")
ELSEWHERE, ONE_BY_ONE_LABEL = "Another zone", "Step by step"


async def open_composer(world: World, who: Any, where: Any) -> Any:
    """Press the first button of the newest board, which begins a move; the private message."""
    board = where.last_message
    first = next(each.buttons[0] for each in world.shown(where) if each.id == board.id)
    result = await who.click(board, label=first)
    return result.followups[-1] if result.followups else result.response


def offered(message: Any) -> dict[int, list[str]]:
    """The choices that a composer shows, by number, from 0: what each says, and its button's id."""
    return {number: told for number, *told in _numbered(message, "take")}


async def choose(who: Any, message: Any, number: int) -> int:
    """Choose by the number in the menu, counted from 1, wherever it is; how many taps it took."""
    found = offered(message).get(number - 1)
    if found is not None:
        await who.click(message, custom_id=found[1])
        return 1
    taps = 0
    if number > ONE_BY_ONE:
        await who.click(message, label=ONE_BY_ONE_LABEL)
        return 1 + await choose(who, message, number)
    if ELSEWHERE in look(message).buttons:
        await who.click(message, label=ELSEWHERE)
        taps += 1
    for custom_id in _parts(message):
        taps += 1
        await who.click(message, custom_id=custom_id)
        if number - 1 in offered(message):
            return taps + await choose(who, message, number)
        await who.click(message, label=ELSEWHERE)
        taps += 1
    raise AssertionError(f"{number} is not offered: {look(message)}")


def numbers(position: Position, move: Move) -> list[int]:
    """The numbers to choose one after the other for ``move``."""
    steps, unread = position.read(str(move))
    assert not unread
    found, now = [], begin(position)
    while now.taken != steps or (now.menu.complete is None):
        number, now = _towards(now, steps)
        found.append(number)
    return found


async def compose(who: Any, message: Any, position: Position, move: Move) -> None:
    """Choose ``move`` step by step, up to the question whether to play it."""
    for number in numbers(position, move):
        await choose(who, message, number)
    stop = f"Stop here: {move.written}"[:80]
    if stop in look(message).buttons:
        await who.click(message, label=stop)


async def play_by_clicks(world: World, who: Any, where: Any, match: int, move: Move) -> Shown:
    """Press Move, choose ``move``, confirm it; what the composer shows then."""
    view = await world.client.services[MatchService].state(MatchId(match))
    message = await open_composer(world, who, where)
    await compose(who, message, view.position, move)
    await who.click(message, label="Play this move")
    return look(message)


def _towards(now: Composition, steps: tuple[str, ...]) -> tuple[int, Composition]:
    """The number of the choice that goes furthest towards ``steps``, and what is asked then."""
    further = now.towards(steps)
    if further is not None:
        for number in range(len(now.menu.options)):
            if now.take(number).taken == further.taken:
                return number + 1, further
    texts = [step.text for step in now.next_step.options]
    number = ONE_BY_ONE + texts.index(steps[len(now.taken)])
    return number + 1, now.take(number)


def _parts(message: Any) -> list[str]:
    """The ids of the buttons that lead to a part of the board."""
    return [each for number, _, each in _numbered(message, "part") if 0 < number < ONE_BY_ONE]


def _numbered(message: Any, wanted: str) -> list[tuple[int, str, str]]:
    """The buttons for an action of the composer or a practice board: number, label and id."""
    stored = getattr(message, "_message", message)
    found = []
    for each in components(stored.components):
        match = BUTTON_OF_A_MOVE.fullmatch(each.get("custom_id") or "")
        if match and match["action"] == wanted and "label" in each:
            found.append((int(match["number"]), each["label"], each["custom_id"]))
    return found
