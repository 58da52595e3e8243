"""Standings that were written down read back as they were."""

import json
from hashlib import sha256

import pytest

from bot.services.ladders import (
    STEPS,
    Challenged,
    Closed,
    Declined,
    Dropped,
    Entry,
    Frozen,
    Joined,
    Noticed,
    Standings,
    from_plain,
    standings,
    to_plain,
)
from data.ids import ChallengeId, PlayerId
from tests.services.ladders.club_ladder import DAY, MANAGER, NOON, ClubLadder

READ_AS = {2: "82dc9b407e3daa77"}
"""What a history comes to, by the number of the rules that read it."""


def busy() -> ClubLadder:
    """A ladder on which there is something of everything."""
    club = ClubLadder(8)
    club.take(Challenged(club.now, ChallengeId(90), PlayerId(4), PlayerId(2)))
    club.wait(DAY)
    club.take(Declined(club.now, ChallengeId(90)))
    club.play(8, 6, winner=8)
    club.wait(DAY)
    club.end(club.begin(5, 3), winner=3, timed_out=5)
    club.take(Challenged(club.now, ChallengeId(91), PlayerId(7), PlayerId(6)))
    club.take(Challenged(club.now, ChallengeId(92), PlayerId(3), PlayerId(1)))
    club.take(Noticed(club.now, PlayerId(1)))
    club.wait(DAY)
    club.take(Dropped(club.now, PlayerId(1)))
    club.take(Joined(club.now, PlayerId(2**62)))
    return club


def written(ladder: Standings) -> str:
    return json.dumps(to_plain(ladder))


@pytest.mark.parametrize("last", [None, Frozen, Closed])
def test_standings_read_back_as_they_were(last: type[Frozen | Closed] | None) -> None:
    club = busy()
    if last is not None:
        club.take(last(club.now, MANAGER, "because"))
    read = from_plain(json.loads(written(club.ladder)))
    assert read == club.ladder
    assert list(read.challenges) == list(club.ladder.challenges)
    assert read.order[0] == club.order[0]
    assert any(rung.declined for rung in read.rungs.values())
    assert any(rung.timed_out_at for rung in read.rungs.values())
    assert read.rests


def test_an_empty_ladder_reads_back() -> None:
    assert from_plain(json.loads(written(Standings()))) == Standings()


def test_what_goes_on_from_it_is_the_same() -> None:
    club = busy()
    club.ladder = from_plain(json.loads(written(club.ladder)))
    club.play(4, 3, winner=4)
    assert club.ladder == standings(club.entries)


def test_whoever_changes_how_histories_are_read_says_so() -> None:
    """If this fails, snapshots that people have do not fit any more: raise STEPS."""
    entries: list[Entry] = busy().entries
    assert entries[0].at == NOON
    told = sha256(written(standings(entries)).encode()).hexdigest()[:16]
    assert told == READ_AS[STEPS]
