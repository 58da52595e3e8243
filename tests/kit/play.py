"""What friends do, in a line each: begin a match, move, look."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from tests.kit.shown import message_of
from tests.kit.world import Shown, World

SHORT_APART = (
    "f2-d4",
    "g8-g6-g8-a8-c6-c3",
    "c1-e3-c5-a7",
    "b8-g8-e6-c4-c2",
    "f1-h3-f1-d3-d7",
    "d8-h8-f6-d4-b2-d2",
    "d1-f3-h1-f1-d3-b5",
    "f8-h8-f6-f8-d6-b4-e1",
    "g1-g3-g5",
)
"""A whole match of nine plies that White wins, with continuous jumps and captures."""
FOUR_MOVES = ("b2-b4", "b7-b5", "c2-c4", "c7-c5")
"""Both have moved twice, so that the match is rated."""


@dataclass(frozen=True)
class Offered:
    """What came of a challenge: its card in the channel, or else the answer that refuses it."""

    answered: Any
    card: Any = None

    @property
    def response(self) -> Any:
        return self.answered.response if self.card is None else self.card

    @property
    def followups(self) -> list[Any]:
        return self.answered.followups if self.card is None else []


async def offer(world: World, by: Any, to: Sequence[Any] = (), **options: Any) -> Offered:
    """``by`` challenges ``to`` (or anybody) to a rated match of Apart, moving first.

    It has no clock. An option that is None is left out.
    """
    named = dict(zip(("opponent", "second_opponent"), to, strict=False))
    usual = {"game": "apart", "first_move": "first", "clock": "none", "rated": "rated"}
    chosen = {**usual, **named, **options}
    given = {name: value for name, value in chosen.items() if value is not None}
    before = {each.id for each in world.channel.history()}
    answered = await by.slash(world.channel, "challenge", **given)
    return Offered(answered, world.card(world.channel, before))


async def begin(world: World, by: Any, to: Any, *moves: str, **options: Any) -> Any:
    """A match between two, after these moves; its thread."""
    offered = await offer(world, by, [to], **options)
    ids = world.shown(world.channel)[-1].custom_ids
    accept = next(each for each in ids if each.endswith(":accept"))
    await to.click(offered.response, custom_id=accept)
    thread = world.thread()
    await play_all(world, thread, (by, to), moves)
    return thread


async def begin_three(world: World, **options: Any) -> Any:
    """A match of Halves between Ada, Ben and Chloe, begun; its thread."""
    others = [world.ben, world.chloe]
    offered = await offer(world, world.ada, others, game="halves", **options)
    for who in others:
        await who.click(offered.response, label="Accept")
    return world.thread()


async def resign(world: World, who: Any, where: Any) -> Shown:
    """``who`` gives up, and says so again when asked; the newest message there."""
    question = message_of(await who.slash(where, "resign"))
    await who.click(question, label="Resign")
    return world.shown(where)[-1]


async def in_match(who: Any, where: Any, *labels: str, **options: Any) -> Any:
    """Somebody opens a match by ``/match``, presses **More** and these buttons; what they see."""
    shown = await who.slash(where, "match", **options)
    for label in ("More", *labels):
        pressed = await who.click(shown.response, label=label)
    return pressed


async def prepare(who: Any, where: Any, line: str) -> Any:
    """Somebody types a prepared answer; what they see."""
    board = await in_match(who, where, "Prepare an answer")
    form = await who.click(board.response, label="Type instead")
    return await who.submit_modal(form, {"line": line})


async def play(world: World, who: Any, where: Any, text: str, **options: Any) -> Shown:
    """``who`` types a move; what that person is answered."""
    result = await who.slash(where, "move", text=text, **options)
    return world.answer(result)


async def play_all(world: World, where: Any, players: Sequence[Any], moves: Sequence[str]) -> None:
    """The players move in turn."""
    for who, text in zip(cycle(players), moves, strict=False):
        answer = await play(world, who, where, text)
        assert answer.text.startswith("Played."), answer.text
