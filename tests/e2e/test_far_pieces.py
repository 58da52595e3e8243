"""A piece of Apart that can end in more ways than fit into a message takes no tap more."""

import itertools
from pathlib import Path

from bot.chat.composer.question import IN_PART
from bot.services.composer import begin, ways_on
from tests.kit.composing import offered, open_composer
from tests.kit.rules import random_match
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import look
from tests.kit.whole_matches import MATCH, begin_variant, skip
from tests.kit.world import open_world

OPENING = [move for _, move, _ in itertools.islice(random_match("apart", "standard", 8), 4)]


async def test_a_piece_and_the_part_where_it_ends_are_one_tap(tmp_path: Path) -> None:
    async with open_world(tmp_path / "quintet.db", PlainRenderer()) as world:
        thread, players = await begin_variant(world, "apart", "standard")
        await skip(world, players, OPENING)
        before = await world.client.services.matches.state(MATCH)
        who = players[before.to_move_player]
        first = begin(before.position)
        ways = ways_on(first, range(len(first.menu.options)))
        assert ways
        piece, parts = next(iter(ways.items()))
        message = await open_composer(world, who, thread)  # one tap
        for number, part in enumerate(parts, 1):
            label, custom_id = offered(message)[piece + number * IN_PART]
            assert label.endswith(("to the top", "to the middle", "to the bottom"))
            await who.click(message, custom_id=custom_id)  # two
            assert set(offered(message)) == set(part.numbers)
            await who.click(message, label="Back")
        assert piece not in offered(message)
        await who.click(message, custom_id=offered(message)[piece + IN_PART][1])
        await who.click(message, custom_id=offered(message)[parts[0].numbers[0]][1])  # three
        await who.click(message, label="Play this move")  # four
        await world.settle()
        assert look(message).text.startswith("Played.")
        after = await world.client.services.matches.state(MATCH)
        assert after.moves[-1].move == first.take(piece).take(parts[0].numbers[0]).menu.complete
