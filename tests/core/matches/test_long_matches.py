"""A long match is replayed beside the event loop and outside transactions, and only once."""

import pytest

from bot.core.matches import MatchState
from bot.core.matches.match_store import MAX_INLINE_ENTRIES
from data.states import RequestState
from tests.kit.club import ADA, BEN, Club
from tests.kit.long_matches import LONG, lengthen, long_game, watching_replays

MOVES = long_game()


@pytest.fixture
async def match(club: Club) -> MatchState:
    """A match of 300 plies, of which nobody remembers anything."""
    begun = await club.start()
    await lengthen(club, begun, MOVES)
    await club.deliver()
    club.store.forget(begun.id)
    return begun


async def test_the_first_move_after_a_restart(club: Club, match: MatchState) -> None:
    with watching_replays() as read:
        state = await club.state(match.id)
    assert read == {"beside": LONG, "elsewhere": 0}
    move = str(next(iter(state.position.moves())))
    club.store.forget(match.id)
    club.discord.messages[-1].ply = LONG  # the board that stands there is of the last turn
    with watching_replays() as read:
        played = await club.matches.submit(club.actor(ADA), move, match.id, LONG)
        await club.deliver()
    assert played.state.ply == LONG + 1
    assert club.discord.posted(match.id)[-1] == LONG + 1
    assert read["beside"] == LONG
    assert read["elsewhere"] <= MAX_INLINE_ENTRIES


async def test_taking_back(club: Club, match: MatchState) -> None:
    asked = await club.undo.ask(club.actor(BEN), match.id)
    with watching_replays() as read:
        granted = await club.undo.grant(club.actor(ADA), asked.id)
    assert granted.state is RequestState.GRANTED
    assert granted.match.position.ply == LONG - 1
    assert read["elsewhere"] <= MAX_INLINE_ENTRIES
    assert granted.match == await club.from_the_log(match.id)


async def test_looking_back(club: Club, match: MatchState) -> None:
    with watching_replays() as read:
        replay = await club.replay.replay(club.actor(ADA), match.id)
        again = await club.replay.replay(club.actor(ADA), match.id)
    assert read == {"beside": LONG, "elsewhere": 0}
    assert len(replay.steps) == len(again.steps) == LONG + 1
    assert [step.entry for step in replay.steps[1:]] == list(MOVES)
    assert replay.steps[-1].position == replay.match.position
