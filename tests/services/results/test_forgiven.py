"""A loss on time that is forgiven has moved no rating, whatever was played meanwhile."""

from bot.services.actor import Person
from bot.services.challenges import Offer
from bot.services.matches import MatchState
from data.ids import PlayerId
from data.states import Ending
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.services.results.ledger import GAME, ledger, recompute

MANAGER = Person(PlayerId(99), manages_server=True)


async def lost_on_time(club: Club) -> MatchState:
    """A rated match between Ada and Ben in which somebody's day has run out."""
    offer = Offer(GAME, (Person(BEN),), clock="1d")
    asked = await club.challenges.offer(club.actor(ADA), offer)
    match = await club.begun(await club.challenges.accept(club.actor(BEN), asked.id))
    match = await club.play(match, 4)
    club.clock.advance(days=2)
    await club.scheduler.sweep()
    match = await club.state(match.id)
    assert match.result.ending is Ending.TIMED_OUT
    return match


async def beaten(club: Club, loser: PlayerId, winner: PlayerId) -> None:
    match = await club.play(await club.start(loser, winner), 4)
    await club.resign(match, loser)


async def test_a_forgiven_loss_on_time_moves_nothing(club: Club) -> None:
    match = await lost_on_time(club)
    assert {row[2] for row in (await ledger(club))["ratings"]} == {ADA, BEN}
    await club.rulings.forgive(club.actor(MANAGER), match.id, "the power was out")
    assert (await ledger(club))["ratings"] == []
    assert (await ledger(club))["results"] == []


async def test_what_was_played_meanwhile_counts_as_if_nobody_had_been_late(club: Club) -> None:
    match = await lost_on_time(club)
    await beaten(club, BEN, CHLOE)
    with_loss = (await ledger(club))["ratings"]
    again = await club.rulings.forgive(club.actor(MANAGER), match.id, "the power was out")
    assert again.is_running
    forgiven = await ledger(club)
    assert {row[2] for row in forgiven["ratings"]} == {BEN, CHLOE}
    assert [row for row in forgiven["ratings"] if row[2] == CHLOE] != [
        row for row in with_loss if row[2] == CHLOE
    ]
    await recompute(club)
    assert await ledger(club) == forgiven
    await club.resign(again, ADA)  # a second end is the match's result, and comes last
    ended = await ledger(club)
    assert {row[2] for row in ended["ratings"]} == {ADA, BEN, CHLOE}
    await recompute(club)
    assert await ledger(club) == ended
