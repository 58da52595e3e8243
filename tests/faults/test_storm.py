"""Everything at once: many players, a Discord that fails, tasks that are cut off, restarts."""

import asyncio
import contextlib
from pathlib import Path
from random import Random

import pytest

from bot.services import outbox
from bot.services.actor import Actor
from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from bot.services.matches import entries_storage as entries
from bot.services.posting import CannotPost, TryLater
from data import notices
from data.ids import MatchId
from tests.kit.club import ADA, BEN, CHLOE, Club

CALLS = (
    "open_thread",
    "invite",
    "post_board",
    "post_board",
    "retire_board",
    "find_board",
    "post_card",
    "edit_card",
    "find_card",
)
RUNS, ACTS, TROUBLES = 3, 10, 10
"""Runs of the program; in each, what everybody does and how often Discord is made to fail."""


async def meddle(club: Club, match_id: MatchId, randomness: Random) -> None:
    """Do something, sensible or not, that somebody might do to the match."""
    match = await club.state(match_id)
    player = randomness.choice([*match.players, match.to_move_player or ADA])
    expected = match.ply if randomness.random() < 0.8 else randomness.randrange(match.ply + 1)
    act = randomness.choices(
        ["move", "resign", "undo", "draw", "abort"], weights=[20, 0.3, 2, 0.5, 0.3]
    )[0]
    actor = club.actor(player)
    if act == "move":
        await move(club, match, actor, expected, randomness)
    elif act == "resign":
        await club.matches.resign(actor, match_id, expected)
    elif act == "abort":
        await club.matches.abort(actor, match_id, expected)
    else:
        service = club.undo if act == "undo" else club.draws
        asked = await service.ask(actor, match_id, expected)
        for other in asked.awaiting:
            await service.grant(club.actor(other), asked.id)


async def move(
    club: Club, match: MatchState, actor: Actor, expected: int, randomness: Random
) -> None:
    texts = [str(each) for each, _ in zip(match.position.moves(), range(40), strict=False)]
    text = randomness.choice(texts) if texts else "banana"
    tries = randomness.choice([1, 1, 2])
    await asyncio.gather(
        *(club.matches.submit(actor, text, match.id, expected) for _ in range(tries))
    )


async def persevere(club: Club, match_id: MatchId, randomness: Random) -> None:
    for _ in range(ACTS):
        with contextlib.suppress(ServiceError):
            await meddle(club, match_id, randomness)


def trouble(club: Club, randomness: Random) -> None:
    for call in CALLS:
        if randomness.random() < 0.5:
            # where one may post one may look, too
            refused = [] if call.startswith("find") else [CannotPost("send_messages", "403")]
            error = randomness.choice([TryLater(), *refused])
            afterwards = isinstance(error, TryLater) and randomness.random() < 0.5
            club.discord.fail(call, error, afterwards=afterwards)


async def play_through_a_storm(club: Club, ids: list[MatchId], randomness: Random) -> None:
    """One run of the program, which ends with everything being cut off."""
    running = asyncio.create_task(club.delivery.run())
    players = [
        asyncio.create_task(persevere(club, match_id, randomness))
        for match_id in ids
        for _ in range(2)
    ]
    for _ in range(TROUBLES):
        trouble(club, randomness)
        club.clock.advance(seconds=randomness.randrange(60))
        await club.database.write(notices.give, outbox.SUBJECT)
        await asyncio.sleep(0.02)
    for player in players:
        if randomness.random() < 0.3:
            player.cancel()
    ends = await asyncio.gather(*players, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError | None)] == []
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_storm_leaves_every_match_whole(tmp_path: Path, seed: int) -> None:
    randomness = Random(seed)
    club = await Club.open(tmp_path / "club.db")
    ids = [(await club.start(ADA, BEN)).id for _ in range(3)]
    ids.append((await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")).id)
    discord, clock = club.discord, club.clock
    for _ in range(RUNS):
        await play_through_a_storm(club, ids, randomness)
        await club.close()
        clock.advance(hours=1)
        club = await Club.open(tmp_path / "club.db", discord, clock)
    await calm(club)
    for match_id in ids:
        await check(club, match_id)
    cards = [card.name for card in discord.cards]
    assert len(cards) == len(set(cards))
    await club.close()


async def calm(club: Club) -> None:
    """Let Discord work again until everything is delivered."""
    club.discord.faults.clear()
    for _ in range(5):
        await club.delivery.deliver_due()
        club.clock.advance(minutes=10)


async def check(club: Club, match_id: MatchId) -> None:
    match = await club.from_the_log(match_id)
    assert match == await club.state(match_id)
    assert club.discord.posted(match_id) == list(range(match.ply + 1))
    written = await club.database.read(entries.between, match_id, after=0, up_to=match.ply)
    assert len(written) == match.ply
    assert len({entry.key for entry in written}) == match.ply
    stored = match.match
    kept = (stored.ply, stored.result, stored.to_move)
    assert kept == (match.ply, match.result, match.to_move)
    assert list(stored.has_left) == [seat.left for seat in match.seats]
