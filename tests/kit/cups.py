"""A tournament with friends in it, on the simulated Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.kit.limits import components
from tests.kit.passing_time import pass_time
from tests.kit.people import keeper_of
from tests.kit.play import resign
from tests.kit.shown import components_of, look
from tests.kit.world import Shown, World

LISTS = (3, 5)
"""Kinds of lists: of texts and of people."""


@dataclass
class CupWorld:
    """The world with a manager and a tournament, whose card is in ``channel``."""

    world: World
    keeper: Any
    channel: Any
    people: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.people = [self.world.ada, self.world.ben, self.world.chloe, self.world.dan]

    async def slash(self, who: Any, command: str, **options: Any) -> Any:
        """What comes of typing something after ``/tournament``."""
        answered = await who.slash(self.channel, f"tournament {command}", **options)
        await self.world.settle()
        return answered

    async def told(self, who: Any, command: str, **options: Any) -> Shown:
        """The answer to the same."""
        return self.world.answer(await self.slash(who, command, **options))

    def messages(self) -> list[Shown]:
        """Everything in the channel."""
        return self.world.shown(self.channel)

    def card(self, number: int = -1) -> Shown:
        """The newest card of a tournament, or another one."""
        return [each for each in self.messages() if each.text.startswith("### ")][number]

    def message(self) -> Any:
        """The newest card, to be pressed."""
        return self.world.message(self.channel, self.card().id)

    def news(self) -> list[str]:
        """What was told besides, in order."""
        return [each.text for each in self.messages() if each.text.startswith("**")]

    async def press(self, who: Any, label: str, number: int = -1) -> Any:
        if who not in self.people:
            self.people.append(who)
        card = self.world.message(self.channel, self.card(number).id)
        answered = await who.click(card, label=label)
        await self.world.settle()
        return answered

    async def page(self, who: Any, label: str, **options: Any) -> Any:
        """The message in which somebody is shown the tournament, who then presses a button."""
        shown = (await self.slash(who, "show", **options)).response
        await who.click(shown, label=label)
        return shown

    async def history(self, who: Any) -> Shown:
        return look(await self.page(who, "History"))

    async def panel(self, *people: Any) -> Any:
        """The organiser's panel, about nobody or whom they choose in its lists one by one."""
        shown = await self.page(self.keeper, "Manage")
        for each in people:
            lists = [item["custom_id"] for item in components_of(shown) if item["type"] in LISTS]
            named = [value for item in components_of(shown) for value in item.get("options", ())]
            is_in = str(each.id) in [item["value"] for item in named]
            value, number = (str(each.id), 0) if is_in else (each, -1)
            await self.keeper.select(shown, [value], custom_id=lists[number])
        return shown

    async def manage(self, act: str, reason: str | None = None, **options: Any) -> Shown:
        """Press a button of the organiser's panel, and say why if that is asked."""
        panel = await self.panel(*options.values())
        answered = await self.keeper.click(panel, label=act)
        if act == "Begin now":  # it asks once
            answered = await self.keeper.click(panel, label=act)
        if reason is not None:
            answered = await self.keeper.submit_modal(answered, {"reason": reason})
        await self.world.settle()
        return self.world.answer(answered)

    async def pass_on(self, seconds: float = 121) -> None:
        """Let the card be edited again."""
        await pass_time(self.world, seconds)
        await self.world.settle()

    def threads(self) -> list[Any]:
        """Where the games are played, in order."""
        return list(self.channel.threads)

    async def resign(self, who: Any, thread: Any) -> None:
        """Give up a game."""
        await resign(self.world, who, thread)
        await self.world.settle()

    def players(self, thread: Any) -> tuple[Any, Any]:
        """Who plays in a thread, the one who is to move first."""
        board = self.world.shown(thread)[0]
        both = [each for each in self.people if f"\u2068{each.name}\u2069" in board.text]
        first, second = sorted(both, key=lambda each: each.id not in board.pinged)
        return first, second


async def open_cup(
    world: World, kind: str, people: Sequence[Any] = (), days: str = "0", **also: Any
) -> CupWorld:
    """A tournament of the first game, made with the panel by a few taps; these have entered it."""
    keeper = keeper_of(world)
    cup = CupWorld(world, keeper, world.server.create_text_channel("cups"))
    panel = (await cup.slash(keeper, "create")).response
    for control, value in {"kind": kind, **also, "days": days}.items():
        panel = await step_with(keeper, panel, control)
        await keeper.select(panel, [value], custom_id=control_of(panel, control))
    made = await keeper.click(panel, label="Create")
    await world.settle()
    told = world.answer(made)
    assert "is open, and its card is posted" in told.text, told.text
    for who in people:
        entered = world.answer(await cup.press(who, cup.card().buttons[0]))
        assert "as number" in entered.text, entered.text
    return cup


async def step_with(keeper: Any, panel: Any, control: str) -> Any:
    """The panel at the step that has a list."""
    while control_of(panel, control) is None:
        await keeper.click(panel, label="Next")
    return panel


def control_of(message: Any, control: str) -> str | None:
    """The ``custom_id`` of a list of the panel, None where it is on another step."""
    stored = getattr(message, "_message", message)
    found = [str(each.get("custom_id")) for each in components(stored.components)]
    return next((each for each in found if each.startswith(f"cr:{control}:")), None)
