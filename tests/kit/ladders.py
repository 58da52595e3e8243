"""A ladder with friends on it, on the simulated Discord."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.kit.people import fill, keeper_of
from tests.kit.play import resign
from tests.kit.world import Shown, World


@dataclass
class LadderWorld:
    """The world with a manager and a ladder of Apart; its standings are in ``channel``."""

    world: World
    keeper: Any
    channel: Any

    async def slash(self, who: Any, command: str, **options: Any) -> Shown:
        """What somebody is answered who types something after ``/ladder``."""
        answered = await who.slash(self.world.channel, f"ladder {command}", **options)
        return self.world.answer(answered)

    async def leave(self, who: Any) -> Shown:
        """What somebody is told who leaves the ladder, and says so again when asked."""
        shown = await who.slash(self.world.channel, "ladder show")
        asked = await who.click(shown.response, label="Leave")
        told = await who.click(asked.response, label="Leave the ladder")
        return self.world.answer(told)

    async def history(self, who: Any) -> Shown:
        shown = await who.slash(self.world.channel, "ladder show")
        return self.world.answer(await who.click(shown.response, label="History"))

    async def manage(self, label: str, **given: Any) -> Shown:
        """What the manager is told who presses this in the panel, and sends the form if any."""
        shown = await self.keeper.slash(self.world.channel, "ladder manage")
        pressed = await self.keeper.click(shown.response, label=label)
        sent = await fill(self.keeper, pressed, **given) if pressed.modal else pressed
        return self.world.answer(sent)

    def standings(self) -> Shown:
        return self.messages()[0]

    def news(self) -> list[str]:
        return [each.text for each in self.messages()[1:]]

    def messages(self) -> list[Shown]:
        return self.world.shown(self.channel)

    async def pass_on(self, seconds: float = 121) -> None:
        """Let the standings be edited again."""
        await self.world.env.advance_time(seconds)

    def order(self) -> list[int]:
        lines = [each for each in self.standings().text.split("\n") if each.startswith("**")]
        known = {user.name: number for number, user in self.world.env.backend.users.items()}
        named = [each.split("\u2068")[1].split("\u2069")[0] for each in lines if "\u2068" in each]
        return [known[each] for each in named]

    async def ask(self, who: Any, whom: Any) -> Any:
        """``who`` asks for the place of ``whom``; the challenge's card."""
        known = {each.id for each in self.world.channel.history()}
        told = await self.slash(who, "challenge", opponent=whom)
        assert told.text.startswith("You challenge"), told.text
        return self.world.card(self.world.channel, known)

    async def begin(self, who: Any, whom: Any) -> Any:
        card = await self.ask(who, whom)
        await whom.click(card, label="Accept")
        return self.world.thread()

    async def win(self, who: Any, whom: Any, winner: Any | None = None) -> Any:
        """A match about a place that ``winner``, else ``who``, wins by resignation."""
        thread = await self.begin(who, whom)
        loser = whom if winner in (None, who) else who
        await resign(self.world, loser, thread)
        return thread


async def open_ladder(world: World, people: Sequence[Any], **options: Any) -> LadderWorld:
    """The ladder, on which these people are in this order."""
    keeper = keeper_of(world)
    channel = world.server.create_text_channel("ladder")
    ladders = LadderWorld(world, keeper, channel)
    given = {"game": "apart standard", "clock": "3d", "channel": channel, **options}
    told = await ladders.manage("New ladder", **{"joins": "all", **given})
    assert "ladder is open" in told.text, told.text
    for who in people:
        await ladders.slash(who, "join")
    await ladders.pass_on()
    return ladders
