"""A match that is played in one sitting: every board stands at once, and time runs from then."""

import re

from discord.utils import snowflake_time

from tests.kit.passing_time import pass_time
from tests.kit.play import begin, play
from tests.kit.world import World

START, INCREMENT, HEAD_START = 15 * 60, 30, 60
THINKING = 50
MOVES = ("b2-b4", "b7-b5", "c2-c4", "c7-c5")


async def test_it_is_played_in_one_sitting(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="15m+30s")
    left = [START + HEAD_START, START + HEAD_START]
    for number, text in enumerate(MOVES):
        board = world.shown(thread)[-1]
        posted = snowflake_time(board.id).timestamp()
        assert world.env.now().timestamp() - posted < 1
        (until,) = re.findall(r"until <t:(\d+):f>", board.text)
        assert abs(int(until) - posted - left[number % 2]) <= 1.5
        await pass_time(world, THINKING)
        who = (world.ada, world.ben)[number % 2]
        assert (await play(world, who, thread, text)).text.startswith("Played.")
        # the first move has a minute extra, and nobody ever has more than at the start
        left[number % 2] = min(left[number % 2] - HEAD_START * (number < 2), START)
        used = 0 if number < 2 else THINKING
        left[number % 2] = min(left[number % 2] - used + INCREMENT, START)
    told = world.answer(await world.ada.slash(thread, "match clock")).text
    # time runs from when the board stands there, which is a moment after it was sent
    left = "14 minutes and (39|40) seconds"
    assert re.search(rf"\*\*White\*\* <@{world.ada.id}>: {left}, until", told)
    assert re.search(rf"\*\*Black\*\* <@{world.ben.id}>: {left}\n", told)
    assert world.shown(thread)[-1].pinged == (world.ada.id,)
