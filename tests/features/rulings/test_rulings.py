"""What managers may do to matches, and that it is done in the open."""

from collections.abc import Awaitable
from dataclasses import replace
from itertools import product

import pytest

from bot.core.actor import Actor, Person
from bot.core.errors import ServiceError
from bot.core.matches import (
    LONGEST_REASON,
    BadReason,
    Entry,
    MatchOver,
    MatchState,
    NothingToForgive,
    Result,
    UnknownMatch,
)
from bot.core.people import NoServerHere, NotAManager
from bot.features.rulings import words
from bot.features.rulings.service import BadRanking, OwnMatch, Ruling
from bot.features.tournaments import Reliance
from data.ids import ChannelId, MatchId, RoleId
from data.states import Ending, EntryKind
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, ELSEWHERE, PLACE, Club
from tests.kit.refusals import refusal

MANAGER = Person(DAN, manages_server=True)
ROLE = RoleId(6)
BEN_WINS, TIE = ((1,), (0,)), ((0, 1),)
QUIET = ChannelId(702)


async def test_a_running_match_is_decided(club: Club) -> None:
    match = await club.play(await club.start())
    click = club.actor(MANAGER)
    decided = await club.rulings.decide(click, match.id, BEN_WINS, "cheating")
    assert decided.result == Result(BEN_WINS, Ending.DECIDED)
    assert decided.reason == "cheating"
    assert decided.last == Entry(
        match.id, 2, None, DAN, EntryKind.DECIDE, "1>0\ncheating", click.key, club.clock.now
    )
    assert await club.rulings.decide(click, match.id, BEN_WINS, "cheating") == decided
    await refusal(MatchOver, club.matches.submit(club.actor(BEN), "b7-b5", match.id))
    assert await club.rulings.of(club.actor(MANAGER), match.id) == (
        Ruling(2, EntryKind.DECIDE, DAN, "1>0", "cheating", club.clock.now, (BEN,)),
    )
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_an_ended_match_is_decided_anew_and_annulled(club: Club) -> None:
    match = await club.start()
    await club.resign(match, BEN)
    drawn = await club.rulings.decide(club.actor(MANAGER), match.id, TIE, "outage")
    assert drawn.result == Result(TIE, Ending.DECIDED)
    assert drawn.result.winners == ()
    club.clock.advance(days=1)
    click = club.actor(MANAGER)
    annulled = await club.rulings.annul(click, match.id, "on second thoughts")
    assert annulled.result == Result((), Ending.ANNULLED)
    why = "\non second thoughts"
    assert annulled.last == Entry(
        match.id, 3, None, DAN, EntryKind.ANNUL, why, click.key, club.clock.now
    )
    assert await club.rulings.annul(click, match.id, "again") == annulled
    yesterday = drawn.match.updated_at
    assert await club.rulings.of(club.actor(MANAGER), match.id) == (
        Ruling(2, EntryKind.DECIDE, DAN, "0=1", "outage", yesterday),
        Ruling(3, EntryKind.ANNUL, DAN, "", "on second thoughts", club.clock.now),
    )
    assert await club.state(match.id) == await club.from_the_log(match.id) == annulled


@pytest.mark.parametrize("ranking", [(), ((0,),), ((0,), (0,)), ((0,), (1,), (2,)), ((0, 1), ())])
async def test_rankings_name_each_seat(club: Club, ranking: tuple[tuple[int, ...], ...]) -> None:
    match = await club.start()
    with pytest.raises(BadRanking):
        await club.rulings.decide(club.actor(MANAGER), match.id, ranking, "why not")
    assert await club.state(match.id) == match


def rulings(club: Club, actor: Actor, match_id: MatchId, reason: str) -> list[Awaitable[object]]:
    return [
        club.rulings.decide(actor, match_id, BEN_WINS, reason),
        club.rulings.annul(actor, match_id, reason),
        club.rulings.move_elsewhere(actor, match_id, QUIET, reason),
    ]


@pytest.mark.parametrize("reason", ["", "  \n\t ", "\u200b\u202e\u2066", "x" * 301])
async def test_a_ruling_needs_a_reason_that_people_can_read(club: Club, reason: str) -> None:
    match = await club.start()
    for ruling in rulings(club, club.actor(MANAGER), match.id, reason):
        refused = await refusal(BadReason, ruling)
        assert refused.longest == LONGEST_REASON
    assert await club.state(match.id) == match


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("x" * LONGEST_REASON, "x" * LONGEST_REASON),
        ("  two\nlines\r\n ", "two lines"),
        ("\u202ereversed\u202c and \u200bhidden\x07", "reversed and hidden"),
        ("façade\u00a0理由 🎲", "façade 理由 🎲"),
    ],
)
async def test_a_reason_is_one_line_of_what_can_be_seen(club: Club, reason: str, kept: str) -> None:
    match = await club.start()
    annulled = await club.rulings.annul(club.actor(MANAGER), match.id, reason)
    assert annulled.reason == kept
    assert annulled.last.text == f"\n{kept}"


async def test_a_match_is_moved_to_another_channel(club: Club) -> None:
    challenge = await club.offer()
    await club.deliver()
    match = await club.begun(await club.challenges.accept(club.actor(BEN), challenge.id))
    await club.deliver()
    assert match.match.card_message_id is not None
    thread = club.discord.threads[match.id]
    click = club.actor(MANAGER)
    moved = await club.rulings.move_elsewhere(click, match.id, QUIET, "too loud")
    assert (moved.channel_id, moved.match.thread_id) == (QUIET, None)
    assert moved.match.card_message_id is None
    assert moved.last == Entry(
        match.id, 1, None, DAN, EntryKind.PLACE, "702\ntoo loud", click.key, club.clock.now
    )
    assert await club.rulings.move_elsewhere(click, match.id, QUIET, "too loud") == moved
    club.discord.threads[match.id] = thread_there = ChannelId(1_500_000)
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1]
    old, new = club.discord.messages
    assert (old.channel_id, old.buttons) == (thread, False)
    assert (new.channel_id, new.buttons) == (thread_there, True)


async def test_what_failed_in_a_lost_channel_comes_at_once_in_the_new(club: Club) -> None:
    club.discord.gone = {PLACE.channel_id}
    match = await club.start()
    for _ in range(9):  # from pause to pause: the next try is minutes away
        await club.deliver()
        await club.deliver(minutes=10)
    assert club.discord.messages == []
    await club.rulings.move_elsewhere(club.actor(MANAGER), match.id, QUIET, "that one is gone")
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1]


async def refusals(club: Club, match: MatchState, actor: Actor) -> list[type[ServiceError]]:
    looks = [club.rulings.check(actor, match.id), club.rulings.of(actor, match.id)]
    acts = [*rulings(club, actor, match.id, "because"), *looks]
    return [type(await refusal(ServiceError, act)) for act in acts]


async def test_nobody_else_may(club: Club) -> None:
    match = await club.start()
    await club.settings.change_server(
        club.actor(MANAGER), lambda settings: replace(settings, manager_role_id=ROLE)
    )
    with_role = Person(CHLOE, roles=frozenset({ROLE}))
    for person, place, error in (
        (Person(ADA), PLACE, NotAManager),
        (Person(CHLOE, roles=frozenset({RoleId(5)})), PLACE, NotAManager),
        (MANAGER, ELSEWHERE, NotAManager),
        (with_role, ELSEWHERE, NotAManager),
        (MANAGER, DIRECT, NoServerHere),
    ):
        assert await refusals(club, match, club.actor(person, place)) == [error] * 5
    direct = await club.start(place=DIRECT)
    assert await refusals(club, direct, club.actor(MANAGER)) == [NotAManager] * 5
    await refusal(UnknownMatch, club.rulings.annul(club.actor(MANAGER), MatchId(404), "why not"))
    assert await club.state(match.id) == match
    assert await club.rulings.of(club.actor(with_role), match.id) == ()
    assert await club.rulings.check(club.actor(with_role), match.id) == match
    annulled = await club.rulings.annul(club.actor(with_role), match.id, "role")
    assert annulled.result == Result((), Ending.ANNULLED)


@pytest.mark.parametrize(
    ("kind", "ended"),
    mostly_at_night(
        product(
            (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.FORGIVE),
            ("running", "lost", "won", "drawn"),
        ),
        day={
            *((EntryKind.ANNUL, each) for each in ("running", "lost", "won", "drawn")),
            (EntryKind.DECIDE, "won"),
            (EntryKind.FORGIVE, "lost"),
        },
    ),
)
async def test_a_manager_who_plays_rules_on_nothing_but_an_own_win(
    club: Club, kind: EntryKind, ended: str
) -> None:
    player = Person(ADA, manages_server=True)
    match = await club.start(clock="1d")
    if ended == "drawn":
        await club.agree(club.draws, match)
    elif ended != "running":
        late = match if ended == "lost" else await club.play(match)
        await club.look_around(days=2)
        assert (await club.state(late.id)).timed_out is not None
    before = await club.state(match.id)
    work = {
        EntryKind.DECIDE: lambda: club.rulings.decide(
            club.actor(player), match.id, ((0,), (1,)), "why"
        ),
        EntryKind.ANNUL: lambda: club.rulings.annul(club.actor(player), match.id, "why"),
        EntryKind.FORGIVE: lambda: club.rulings.forgive(club.actor(player), match.id, "why"),
    }[kind]
    if kind is EntryKind.ANNUL and ended == "won":
        assert (await work()).result == Result((), Ending.ANNULLED)
        return
    await refusal(OwnMatch, work())
    await refusal(OwnMatch, club.rulings.check(club.actor(player), match.id, kind))
    assert await club.state(match.id) == before
    moved = await club.rulings.move_elsewhere(club.actor(player), match.id, QUIET, "quieter")
    assert moved.channel_id == QUIET


async def test_managers_see_whom_a_manager_let_play_on_but_not_whom_a_player_did(
    club: Club,
) -> None:
    match = await club.start(clock="1d")
    manager = club.actor(MANAGER)
    await refusal(NothingToForgive, club.rulings.check(manager, match.id, EntryKind.FORGIVE))
    await club.look_around(days=2)
    late = await club.state(match.id)
    await club.forgiveness.ask(club.actor(BEN), match.id, late.ply)
    assert await club.rulings.of(club.actor(MANAGER), match.id) == ()
    await club.look_around(days=9)
    await club.rulings.forgive(club.actor(MANAGER), match.id, "an outage")
    assert [(each.kind, each.reason) for each in await club.rulings.of(manager, match.id)] == [
        (EntryKind.FORGIVE, "an outage")
    ]


@pytest.mark.parametrize(
    ("reliance", "begins"),
    [
        (Reliance((), met=True, over=True), "The tournament is over. Its bracket and places stay"),
        (Reliance((), met=False, over=True), "The tournament is over. Its table follows"),
        (Reliance((), met=False), "The next round is already paired and stays"),
        (Reliance((BEN,), met=True), f"<@{BEN}> have already begun the next pairing"),
        (Reliance((BEN,), met=False), "If this changes who advances, I cancel the games of"),
    ],
)
def test_a_manager_reads_what_a_ruling_changes_in_the_tournament(
    reliance: Reliance, begins: str
) -> None:
    assert str(words.reliance(reliance)).startswith(begins)
