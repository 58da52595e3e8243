"""What managers may do to matches, and that it is done in the open."""

from __future__ import annotations

import pytest

from bot.services.matches.errors import (
    BadRanking,
    MatchOver,
    NoServerHere,
    NotAManager,
    ServiceError,
    UnknownMatch,
)
from bot.services.matches.models import AuditEntry, MatchView, Person, Place, ServerSettings
from data.states import EntryKind, MatchState
from rules.game import Reason
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club

MANAGER = Person(DAN, manages_server=True)
BEN_WINS = ((1,), (0,))


async def test_a_running_match_is_decided(club: Club) -> None:
    match = await club.play(await club.start())
    decided = await club.adjudication.decide(match.id, MANAGER, PLACE, BEN_WINS, "cheating", 81)
    assert decided.state is MatchState.OVER
    assert decided.outcome is not None
    assert (decided.outcome.ranking, decided.outcome.reason) == (BEN_WINS, Reason.DECIDED)
    again = await club.adjudication.decide(match.id, MANAGER, PLACE, BEN_WINS, "cheating", 81)
    assert again == decided
    with pytest.raises(MatchOver):
        await club.matches.submit(match.id, BEN, "b7-b5", club.interaction())
    assert await club.adjudication.audit_of(match.id) == (
        AuditEntry(match.id, 2, DAN, EntryKind.DECIDE, "1>0", "cheating", club.clock.now),
    )
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_an_ended_match_is_decided_anew_and_annulled(club: Club) -> None:
    match = await club.start()
    await club.matches.resign(match.id, BEN, club.interaction())
    tie = ((0, 1),)
    drawn = await club.adjudication.decide(match.id, MANAGER, PLACE, tie, "outage", 82)
    assert drawn.outcome is not None
    assert (drawn.outcome.ranking, drawn.outcome.winners) == (tie, ())
    annulled = await club.adjudication.annul(match.id, MANAGER, PLACE, "on second thoughts", 83)
    assert (annulled.state, annulled.outcome) == (MatchState.ANNULLED, None)
    assert await club.adjudication.annul(match.id, MANAGER, PLACE, "again", 83) == annulled
    deeds = await club.adjudication.audit_of(match.id)
    assert [(deed.kind, deed.reason) for deed in deeds] == [
        (EntryKind.DECIDE, "outage"),
        (EntryKind.ANNUL, "on second thoughts"),
    ]
    club.logbook._standings.clear()
    assert await club.matches.view(match.id) == annulled


@pytest.mark.parametrize("ranking", [(), ((0,),), ((0,), (0,)), ((0,), (1,), (2,)), ((0, 1), ())])
async def test_a_ranking_names_every_seat_once(
    club: Club, ranking: tuple[tuple[int, ...], ...]
) -> None:
    match = await club.start()
    with pytest.raises(BadRanking):
        await club.adjudication.decide(match.id, MANAGER, PLACE, ranking, "", 84)
    assert await club.matches.view(match.id) == match


async def test_a_match_is_moved_to_another_channel(club: Club) -> None:
    match = await club.start()
    await club.delivery.deliver_due()
    thread = club.discord.threads[match.id]
    moved = await club.adjudication.move_elsewhere(match.id, MANAGER, PLACE, 702, "too loud", 85)
    assert (moved.channel_id, moved.thread_id, moved.position) == (702, None, match.position)
    assert moved.to_move_player == ADA
    again = await club.adjudication.move_elsewhere(match.id, MANAGER, PLACE, 702, "too loud", 85)
    assert again == moved
    club.discord.threads[match.id] = thread_there = 1_500_000
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]
    old, new = club.discord.messages
    assert (old.channel_id, old.buttons) == (thread, False)
    assert (new.channel_id, new.buttons) == (thread_there, True)
    after = await club.play(moved)
    assert after.ply == 2


async def test_a_moved_match_has_no_card_in_its_new_channel(club: Club) -> None:
    challenge = await club.offer()
    await club.challenges.attach_message(challenge.id, 800)
    match_id = (await club.challenges.accept(challenge.id, BEN)).match_id
    moved = await club.adjudication.move_elsewhere(match_id, MANAGER, PLACE, 702, "", 86)
    assert moved.card_message_id is None


async def attempts(
    club: Club, match: MatchView, person: Person, place: Place
) -> list[type[ServiceError]]:
    errors = []
    acts = club.adjudication
    for act in (
        lambda: acts.decide(match.id, person, place, BEN_WINS, "", club.interaction()),
        lambda: acts.annul(match.id, person, place, "", club.interaction()),
        lambda: acts.move_elsewhere(match.id, person, place, 702, "", club.interaction()),
    ):
        with pytest.raises(ServiceError) as refused:
            await act()
        errors.append(refused.type)
    return errors


async def test_nobody_else_may(club: Club) -> None:
    match = await club.start()
    await club.settings.set_server(MANAGER, 70, ServerSettings(manager_role_id=6))
    with_role = Person(CHLOE, roles=frozenset({6}))
    for person, place, error in (
        (Person(ADA), PLACE, NotAManager),
        (Person(CHLOE, roles=frozenset({5})), PLACE, NotAManager),
        (MANAGER, Place(71, 710), NotAManager),
        (with_role, Place(71, 710), NotAManager),
        (MANAGER, Place(None, 900), NoServerHere),
    ):
        assert await attempts(club, match, person, place) == [error] * 3
    assert await club.matches.view(match.id) == match
    assert await club.adjudication.audit_of(match.id) == ()
    annulled = await club.adjudication.annul(match.id, with_role, PLACE, "role", 87)
    assert annulled.state is MatchState.ANNULLED


async def test_a_match_in_direct_messages_belongs_to_no_manager(club: Club) -> None:
    match = await club.start(place=Place(None, 900))
    assert await attempts(club, match, MANAGER, PLACE) == [NotAManager] * 3


async def test_there_has_to_be_a_match(club: Club) -> None:
    with pytest.raises(UnknownMatch):
        await club.adjudication.annul(404, MANAGER, PLACE, "", 88)
