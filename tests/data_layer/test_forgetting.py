"""Forgetting people and pruning work on both databases."""

from datetime import timedelta
from functools import partial

import pytest

from bot.core import outbox
from bot.core.people import forgotten as privacy
from bot.features.moves import storage as drafts
from bot.features.reminders import storage as reminders
from bot.features.requests import storage as requests
from data.database import Database
from data.ids import PlayerId, is_stand_in
from data.schema import People, metadata
from tests.data_layer.test_database import NOW

pytestmark = pytest.mark.both_databases

ADA = PlayerId(1)


async def test_nothing_is_left_of_somebody(full: Database) -> None:
    before = await full.read(privacy.stored_about, ADA)
    assert {"players", "seats", "entries", "challenges", "matches"} <= {
        name for name, rows in before.items() if rows
    }
    stand_in = await full.write(privacy.forget, ADA, NOW)
    assert is_stand_in(stand_in)
    after = await full.read(privacy.stored_about, ADA)
    left = [name for name, rows in after.items() if rows]
    assert left == ["operator_orders"], "a deletion undoes no block"
    kept = await full.read(privacy.stored_about, stand_in)
    for table in metadata.sorted_tables:
        if table.info["people"] is not People.SHARED:
            continue
        assert len(kept[table.name]) == len(before[table.name]), table.name
    assert await full.write(privacy.forget, PlayerId(2), NOW) == stand_in - 1


async def test_old_rows_are_pruned_once(full: Database) -> None:
    later = NOW + timedelta(days=3650)
    prunes = (partial(outbox.prune, ()), requests.prune, drafts.prune, reminders.prune)
    first = [await full.write(prune, later, 100) for prune in prunes]
    again = [await full.write(prune, later, 100) for prune in prunes]
    assert first[1] > 0
    assert first[2] > 0
    assert again == [0, 0, 0, 0]
