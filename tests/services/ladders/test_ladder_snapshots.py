"""Standings that were written down read back as they were."""

import json
from dataclasses import fields
from hashlib import sha256

import pytest

from bot.services.ladders import entries, history, storage
from bot.services.ladders.places import Standings
from data import standing_tables
from data.ids import ChallengeId, PlayerId
from tests.kit.times import DAY
from tests.services.ladders.club_ladder import MANAGER, NOON, ClubLadder

READ_AS = {3: "312936f33379cc10"}
"""What a history comes to, by the number of the rules that read it."""


def busy() -> ClubLadder:
    club = ClubLadder(8)
    club.take(entries.Challenged(club.now, ChallengeId(90), PlayerId(4), PlayerId(2)))
    club.wait(DAY)
    club.take(entries.Declined(club.now, ChallengeId(90)))
    club.play(8, 6, winner=8)
    club.wait(DAY)
    club.end(club.begin(5, 3), winner=3, timed_out=5)
    club.take(entries.Challenged(club.now, ChallengeId(91), PlayerId(7), PlayerId(6)))
    club.take(entries.Challenged(club.now, ChallengeId(92), PlayerId(3), PlayerId(1)))
    club.take(entries.Noticed(club.now, PlayerId(1)))
    club.wait(DAY)
    club.take(entries.Dropped(club.now, PlayerId(1)))
    club.take(entries.Joined(club.now, PlayerId(2**62)))
    return club


def read_back(ladder: Standings) -> Standings:
    return storage.read_standings(json.loads(json.dumps(storage.plain(ladder))))


@pytest.mark.parametrize("last", [None, entries.Frozen, entries.Closed])
def test_standings_read_back_as_they_were(last: type[entries.LadderEntry] | None) -> None:
    club = busy()
    if last is not None:
        club.take(last(club.now, MANAGER, "because"))  # type: ignore[call-arg]
    read = read_back(club.ladder)
    assert read == club.ladder
    assert list(read.challenges) == list(club.ladder.challenges)
    assert any(rung.declined for rung in read.rungs.values())
    assert any(rung.timed_out_at for rung in read.rungs.values())
    assert read.rests
    assert read_back(Standings()) == Standings()


def test_what_goes_on_from_it_is_the_same() -> None:
    club = busy()
    club.ladder = read_back(club.ladder)
    club.play(4, 3, winner=4)
    assert club.ladder == history.standings(club.entries)


def test_a_change_of_how_histories_are_read_is_noted() -> None:
    """If this fails, snapshots that people have do not fit any more: raise RULES."""
    club = busy()
    assert club.entries[0].at == NOON
    written = json.dumps(storage.plain(history.standings(club.entries)))
    assert sha256(written.encode()).hexdigest()[:16] == READ_AS[storage.RULES]


def test_every_kind_of_entry_is_stored_under_its_word() -> None:
    columns = standing_tables.ladder_entries.c.keys()
    for word, kind in entries.KINDS.items():
        assert word == kind.__name__.lower()
        assert {field.name for field in fields(kind)} <= set(columns)
    assert len(entries.KINDS) == 20
