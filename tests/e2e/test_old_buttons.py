"""Buttons and lists of messages that 1.0.0 posted: each is answered, or leads on."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simcord.results import InteractionResult

from bot.screen.words import UNEXPECTED, UNKNOWN_BUTTON
from tests.kit.shown import BUTTON, LIST
from tests.kit.table import World, begin, look, message_of
from tests.kit.world import COMPONENT, newest, send

RECORDED = Path(__file__).parent.parent / "data" / "releases" / "1.0.0-custom_ids.txt"
FORMS = {"d", "n", "w", "x", "y", "t", "q", "pg"}
"""Forms are open for minutes, and stand in no message."""
PARTS = {
    "stage": "00000000",
    "puzzle": "apart-step",
    "game": "apart",
    "code": "de",
    "field": "language",
    "move": "b2-b4",
    "chosen": "0",
    "page": "0",
    "ply": "0",
}


def recorded() -> Iterator[str]:
    """An id of each kind and with each of its words, as 1.0.0 made them."""
    kinds, words = dict[str, list[str]](), defaultdict[tuple[str, str], list[str]](list)
    for line in RECORDED.read_text().splitlines():
        prefix, *parts = line.split()
        if parts and all("=" in part for part in parts):
            name, _, word = parts[0].partition("=")
            words[prefix, name].append(word)
        else:
            kinds[prefix] = [part.split(":")[0] for part in parts]
    for prefix, names in kinds.items():
        if prefix in FORMS:
            continue
        usual = {name: (words[prefix, name] or [PARTS.get(name, "1")])[0] for name in names}
        for name in names:
            for word in words[prefix, name]:
                yield ":".join([prefix, *(usual | {name: word}).values()])
        yield ":".join([prefix, *usual.values()])


def data(custom_id: str) -> dict[str, Any]:
    """What Discord sends when it is pressed; the list of time zones is sent with a choice."""
    if custom_id.startswith("rs:zone"):
        return {"custom_id": custom_id, "component_type": LIST, "values": ["Europe/Berlin"]}
    return {"custom_id": custom_id, "component_type": BUTTON}


async def test_all_that_1_0_0_posted_is_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")
    there, ids = newest(world, thread), [*dict.fromkeys(recorded())]
    assert len(ids) > 200
    ids.sort(key=lambda each: each.startswith("z:"))  # whoever is deleted is told nothing else
    for some in (ids[:-3], ids[-3:]):
        records = [send(world, world.ada, there, COMPONENT, data(each)) for each in some]
        await world.settle()
        for custom_id, record in zip(some, records, strict=True):
            result = InteractionResult(world.env, record)
            assert result.acknowledged, custom_id
            if result.modal is not None:
                continue
            message = message_of(result)
            seen = look(message) if message is not None else None
            changed = "update" in str(record.response_kind)
            assert changed or (seen is not None and (seen.text or seen.pictures)), custom_id
            told = set() if seen is None else set(seen.text.splitlines())
            assert not {str(UNEXPECTED), str(UNKNOWN_BUTTON)} & told, custom_id
