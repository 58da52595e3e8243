"""A match goes on by the rules with which it began, however they were mended since."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.core.matches import IllegalText, RulesVersionMissing
from rules import GAMES, record
from rules.game import Game
from rules.games import Games
from rules.games.apart import Apart
from rules.games.apart.position import ApartPosition
from tests.kit.club import ADA, BEN, Club
from tests.kit.refusals import refusal

AS_BEFORE = Apart()
FIRST_VERSION = AS_BEFORE.info.version
OPENING = "b2-b4"


class MendedApart(Apart):
    """Apart as it might be after a rule fix: Black begins, on White's side."""

    info = replace(Apart.info, version=FIRST_VERSION + 1)

    def start(self, variant: str | None = None, *, seed: int | None = None) -> ApartPosition:
        white, black = super().start(variant, seed=seed).stones
        return ApartPosition((black, white))


Mend = Callable[..., None]


@pytest.fixture
def mend(monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Lets the program be the next one, which knows the mended rules and these earlier ones."""

    def mend(*earlier: Game) -> None:
        others = (game for game in GAMES.values() if game.info.id != MendedApart.info.id)
        following = Games([MendedApart(), *others], earlier)
        for part in ("_games", "_earlier"):
            monkeypatch.setattr(GAMES, part, getattr(following, part))

    return mend


async def test_a_rule_fix_leaves_a_running_match_alone(club: Club, mend: Mend) -> None:
    match = await club.move(await club.start(), OPENING)
    mend(AS_BEFORE)
    assert await club.from_the_log(match.id) == match
    assert (await club.state(match.id)).match.rules_version == FIRST_VERSION
    match = await club.move(match, "b7-b5")
    assert await club.from_the_log(match.id) == match
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    assert replayed.record.version == FIRST_VERSION
    assert replayed.steps[0].position == AS_BEFORE.start()


async def test_a_record_is_read_by_the_rules_of_its_version(club: Club, mend: Mend) -> None:
    match = await club.resign(await club.move(await club.start(), OPENING), BEN)
    mend(AS_BEFORE)
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    written = record.write(replayed.record)
    assert list(record.replay(record.read(written)))[-1] == match.position
    mend()
    with pytest.raises(record.RecordError, match="version 1 of the rules, and this is version 2"):
        record.read(written)


async def test_a_match_that_begins_now_has_the_mended_rules(club: Club, mend: Mend) -> None:
    mend(AS_BEFORE)
    match = await club.start()
    assert match.match.rules_version == MendedApart.info.version
    assert match.position == MendedApart().start()
    await refusal(IllegalText, club.move(match, OPENING))
    assert await club.from_the_log(match.id) == match


async def test_a_match_whose_rules_are_missed_holds_up_no_others(club: Club, mend: Mend) -> None:
    lost = await club.play(await club.start())
    club.store._states.clear()
    mend()
    well = await club.play(await club.start())
    for _ in range(2):  # each of its boards is put aside alone
        await refusal(RulesVersionMissing, club.deliver())
    await club.deliver()
    assert club.discord.posted(well.id) == [0, 1]
    assert club.discord.posted(lost.id) == []
    mend(AS_BEFORE)
    await club.deliver(minutes=1)
    assert club.discord.posted(lost.id) == [0, 1]
