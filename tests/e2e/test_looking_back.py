"""What ``/replay`` tells of an ended match: who was ahead, and what would have been better."""

import re
from typing import Any

import pytest

from bot.core.matches import MatchService
from data.ids import MatchId
from rules import Position
from rules.engine.review import judge
from tests.e2e.test_practice_matches import thinker
from tests.kit.table import SHORT_APART, acting, begin, begin_three, components_of, look, message_of
from tests.kit.thinking import FEWEST
from tests.kit.world import World, press

WINNING = SHORT_APART[8]
MISSED = 9
"""The number of the move that could have won."""


async def submit(world: World, text: str, number: int = 1) -> Position:
    """Whoever is to move makes this move, where nobody waits for the board."""
    match = await world.match(number)
    people = {each.id: each for each in (world.ada, world.ben, world.chloe)}
    who: Any = people[match.to_move_player]  # type: ignore[index]
    await world.client.services[MatchService].submit(acting(world, who), text, MatchId(number))
    return match.position


async def give_up(world: World, who: Any, number: int = 1) -> None:
    """Resign where nobody is asked first."""
    await world.client.services[MatchService].resign(acting(world, who), MatchId(number))
    await world.settle()


async def with_a_mistake(world: World) -> Position:
    """A match that ends after White has overlooked a win; the position it was overlooked in."""
    await begin(world, world.ada, world.ben)
    for text in SHORT_APART[:8]:
        await submit(world, text)
    match = await world.match()
    other = next(str(move) for move in match.position.moves() if str(move) != WINNING)
    before = await submit(world, other)
    await give_up(world, world.ben)
    return before


async def looking_back(world: World, who: Any, match: int = 1) -> Any:
    return message_of(await who.slash(world.channel, "replay", match=match))


def alts(message: Any) -> list[str]:
    """The words for each picture of a message."""
    galleries = [each for each in components_of(message) if each.get("type") == 12]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def test_a_mistake_is_pointed_out_to_both_and_a_button_leads_there(world: World) -> None:
    before = await with_a_mistake(world)
    judged = judge(before, (await world.match()).moves[-1].move, FEWEST)
    assert judged.better is not None
    mine, theirs = [await looking_back(world, who) for who in (world.ada, world.ben)]
    made, allowed = judged.move.written, judged.better.allowed[0]
    summary = look(mine).text
    assert "**Where a better move was missed**" in summary
    assert f"9. You played `{made}`: a chance to win of " in summary
    assert f"as with `{judged.better.move.written}`." in summary
    assert f"9. <@{world.ada.id}> (White) played `{made}`: " in look(theirs).text
    board, strip = alts(mine)
    assert strip.startswith(
        "Who was ahead, move by move. Ada has White, Ben has Black. At the start: "
    )
    assert strip.endswith(f"Pointed out: move {MISSED}.")
    assert board != strip
    assert look(mine).pictures == 2
    for who, page in ((world.ada, mine), (world.ben, theirs)):
        await who.click(page, label=f"Go to move {MISSED}")
        text = look(page).text
        assert f"Move {MISSED} of 10" in text
        mover = "you" if who is world.ada else f"<@{world.ada.id}> (White)"
        assert f"**`{made}` cost {mover} most.** With the better move " in text
        assert f"**Better was `{judged.better.move.written}`.** It wins at once." in text
        after = f"-# After `{made}` I expected <@{world.ben.id}> (Black) `{allowed.written}`"
        assert after in text
        assert f"Go to move {MISSED}" in look(page).buttons


async def test_the_better_move_is_one_press_away_near_the_picture(world: World) -> None:
    before = await with_a_mistake(world)
    page = await looking_back(world, world.ben)
    await world.ben.click(page, label=f"Go to move {MISSED}")
    made = look(page)
    kinds = {10: "text", 12: "picture"}
    parts = [kinds.get(each["type"], each.get("label")) for each in components_of(page)]
    ways = ["⏮", "◀", "▶", "⏭", f"Go to move {MISSED}"]
    below = ["Animation", "Share", "Export", "Play on from here"]
    told = ["text", "picture", "text", *ways, "text", "Show the better move", "text", "picture"]
    assert [each for each in parts if each is not None] == [*told, *below]
    await world.ben.click(page, label="Show the better move")
    better = look(page)
    sentence = str(before.describe(before.parse(WINNING)))
    assert f"The better move, instead of move {MISSED}" in better.text
    assert sentence in better.text
    assert sentence not in made.text
    assert sentence in (better.alt or "")
    await world.ben.click(page, label="Show what was played")
    assert (look(page).text, look(page).alt) == (made.text, made.alt)
    forged = await press(world, world.ben, page, "h:1:2:better")
    assert "Move 2 of 10" in world.answer(forged).text  # where nothing was pointed out


async def test_nothing_is_told_while_the_match_runs_or_is_looked_at(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for text in SHORT_APART[:4]:
        await submit(world, text)
    running = look(await looking_back(world, world.ada))
    assert running.pictures == 1
    assert "chance" not in running.text
    thinker(world).waits_at = 2
    await give_up(world, world.ben)
    shown = await looking_back(world, world.ada)
    told = "I am still reviewing this match: 2 of 4 moves done. My review appears here"
    assert told in look(shown).text
    assert look(shown).pictures == 1
    await world.restart()
    await world.ada.click(shown, label="▶")
    assert "reviewing" not in look(shown).text
    assert look(shown).pictures == 2
    assert len(thinker(world).asked) == 2  # what was found before the restart stays
    forged = await press(world, world.ben, thread.last_message, "h:1:999:mark")
    assert "Move 5 of 5" in world.answer(forged).text


async def test_what_cannot_be_looked_at_is_told_so(world: World) -> None:
    await begin(world, world.ada, world.ben)
    position = (await world.match()).position
    thinker(world).nonsense = {"position": position.encode(), "told": "nothing"}
    for text in SHORT_APART[:2]:
        await submit(world, text)
    await give_up(world, world.ben)
    await world.env.advance_time(300)
    assert "I could not review this match." in look(await looking_back(world, world.ada)).text


@pytest.mark.night
async def test_three_who_exchange_colours_are_called_by_their_names(world: World) -> None:
    await begin_three(world, variant="3p-random")
    await submit(world, "dark")
    for _ in range(3):
        await submit(world, str(next((await world.match()).position.moves())))
    for who in (world.ben, world.chloe):
        await give_up(world, who)
    strip = alts(await looking_back(world, world.ada))[1]
    names = {each.id: each.name for each in (world.ada, world.ben, world.chloe)}
    people = (await world.match()).people  # who accepts sits at random
    first, second, third = [names[each] for each in people]
    assert (
        f"{first} has Light, then Dark, {second} has Dark, then Light, {third} has Grey." in strip
    )
    ahead = {*re.findall(r"(?:From move \d+|At the start): (\w+)", strip)}
    assert ahead & {"Ada", "Ben", "Chloe"}
    assert ahead <= {"Even", "Ada", "Ben", "Chloe"}
