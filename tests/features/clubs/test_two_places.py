"""A board stands in two servers, and each serves its own player."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.absences import Why
from bot.core.actor import Actor, Place
from bot.core.faults import FIRST_DELAY
from bot.core.matches import MatchState, NotYoursToSee
from bot.features.challenges.errors import CaptainsAsk
from bot.features.clubs import storage
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.service import ClubService
from bot.features.places import AbsenceService
from bot.features.privacy.service import PrivacyService
from bot.features.replays.sharing import NotShared, SharingService
from bot.features.timekeeping import Presence
from bot.features.watching import WatchService
from data.ids import ChannelId, ClubId, MatchId, PlayerId, ServerId
from data.shards import Shards
from data.states import AbsenceReason, ClubState
from tests.core.delivery.test_cost import counting
from tests.core.delivery.test_put_aside import deliver_all, fail_at
from tests.features.clubs.duel import BOSSES, OTTERS, TERMS, Duel, channel
from tests.kit.club import ADA, DIRECT, ELSEWHERE, PLACE, Club, OpenClub
from tests.kit.due import follow_absences


def places_of(club: Club, match: MatchState) -> list[tuple[int, int]]:
    """Which ply stands where, in the order of posting."""
    return [(e.ply, e.channel_id) for e in club.discord.messages if e.match_id == match.id]


def threads(match: MatchState) -> tuple[ChannelId, ChannelId]:
    """Those of the players, by seat."""
    return ChannelId(1_000_000 + match.id), ChannelId(2_000_000 + match.id)


async def look(club: Club) -> None:
    club.services[AbsenceService].changed()
    await club.services[AbsenceService].look()
    await follow_absences(club.scheduler)


async def remove_bot(club: Club, server_id: ServerId | None) -> None:
    assert server_id is not None
    club.discord.left.add(server_id)
    await look(club)


@pytest.mark.both_databases
async def test_every_board_is_posted_once_in_each_server(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    for _ in range(5):
        match = await duel.move(match)
        await club.deliver()
    one, other = threads(match)
    assert sorted(places_of(club, match)) == sorted(
        (ply, thread) for ply in range(6) for thread in (one, other)
    )
    for thread in (one, other):  # in order
        there = [ply for ply, where in places_of(club, match) if where == thread]
        assert there == sorted(there)
    # and only the newest has buttons
    shown = [e for e in club.discord.messages if e.match_id == match.id and e.buttons]
    assert {(each.ply, each.channel_id) for each in shown} == {(5, one), (5, other)}


async def test_boards_that_wait_are_posted_in_their_own_place(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    for _ in range(4):
        match = await duel.move(match)
    await club.deliver()
    one, other = threads(match)
    assert sorted(places_of(club, match)) == sorted(
        (ply, thread) for ply in range(5) for thread in (one, other)
    )
    now = await club.state(match.id)
    assert (now.match.thread_id, now.match.board_channel_id) == (one, one)
    assert now.match.beside is not None
    assert (now.match.beside.thread_id, now.match.beside.board_channel_id) == (other, other)


async def test_the_time_runs_from_the_posting_in_the_movers_own_server(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.move(await duel.match())
    posted = club.clock.now + timedelta(seconds=30)
    # the other server has it long before
    club.clock.now = posted
    await club.deliver()
    now = await club.state(match.id)
    assert now.match.server_id == ELSEWHERE.server_id
    assert now.match.deadline == posted + timedelta(days=3)


async def test_a_match_is_meant_in_the_threads_of_both(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    one, other = threads(match)
    for number, place, thread in ((1, PLACE, one), (101, ELSEWHERE, other)):
        actor = duel.actor(number, replace(place, thread_id=thread))
        moved = await club.matches.submit(actor, _first(await club.state(match.id)))
        assert moved.state.id == match.id


def _first(match: MatchState) -> str:
    return str(next(iter(match.position.moves())))


async def test_members_of_both_servers_look_on_where_they_see_the_channel(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    for place in (PLACE, ELSEWHERE):
        seen = await club.matches.visible(club.actor(PlayerId(50), place), match.id)
        assert seen.id == match.id
    blind = replace_sees(club.actor(PlayerId(50), ELSEWHERE))
    for actor in (blind, club.actor(PlayerId(50), Place(ServerId(72), channel(OTTERS)))):
        with pytest.raises(NotYoursToSee):
            await club.matches.visible(actor, match.id)


def replace_sees(actor: Actor) -> Actor:
    return replace(actor, sees=lambda _: False)


async def test_a_server_without_the_bot_costs_the_others_nothing(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    await remove_bot(club, ELSEWHERE.server_id)
    before = await club.state(match.id)
    # the otter's time runs, since the own server is there
    assert before.match.deadline is not None
    match = await duel.move(match)
    await club.deliver()
    now = await club.state(match.id)
    assert now.match.absent_since is not None
    assert now.match.deadline is None
    # the heron plays on by direct message, and the otter's time runs at once
    match = await duel.move(match, DIRECT)
    await club.deliver()
    now = await club.state(match.id)
    assert now.match.absent_since is None
    assert now.match.deadline is not None
    assert places_of(club, match)[-1] == (2, threads(match)[0])
    await club.live(6)
    assert (await club.state(match.id)).is_running


async def test_a_server_that_is_back_has_its_time_again(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.move(await duel.match())
    await club.deliver()
    left = (await club.state(match.id)).match.deadline
    assert left is not None
    await remove_bot(club, ELSEWHERE.server_id)
    club.clock.advance(days=5)
    club.discord.left.clear()
    await look(club)
    now = await club.state(match.id)
    assert now.match.deadline is not None
    assert timedelta() <= now.match.deadline - left - timedelta(days=5) < timedelta(minutes=1)


async def test_after_a_week_it_forfeits_what_is_left_and_no_rating_changes(club: Club) -> None:
    duel = await Duel.begun(club)
    await duel.win(OTTERS, 1, 0)
    rated = await club.rows("rating_changes")
    for board in (1, 2):
        await duel.move(await duel.match(board, 1))
    await remove_bot(club, PLACE.server_id)
    await duel.go_on(days=6, hours=23)
    assert (await duel.now()).contest.state is ClubState.RUNNING
    for _ in range(3):
        await duel.go_on(hours=13)
    now = await duel.now()
    assert now.contest.state is ClubState.OVER
    assert (now.sides[OTTERS].gone_at is not None, now.score) == (True, (2, 6))
    assert await club.rows("rating_changes") == rated


async def test_who_loses_the_channel_plays_on_and_the_time_runs(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    gone = channel(OTTERS)
    club.discord.shut[gone] = Why(AbsenceReason.GONE)
    club.discord.gone |= {gone, threads(match)[0]}
    await look(club)
    match = await duel.move(match, DIRECT)
    match = await duel.move(match)
    await club.deliver()
    now = await club.state(match.id)
    assert now.match.deadline is not None
    await club.live(24 * 4)
    assert not (await club.state(match.id)).is_running


async def test_a_captain_moves_the_games_to_another_channel(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    there = Place(ELSEWHERE.server_id, ChannelId(711))
    by = club.actor(PlayerId(902), there)
    await duel.service.move_here(by, duel.id)
    match = await duel.move(match)
    await duel.go_on()
    now = await club.state(match.id)
    assert (now.match.channel_id, now.match.server_id) == (711, ELSEWHERE.server_id)
    assert now.match.beside is not None
    assert now.match.beside.channel_id == channel(OTTERS)


async def test_a_captain_of_a_server_without_the_bot_moves_the_games_and_no_clock(
    club: Club,
) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    before = (await club.state(match.id)).match.deadline
    await remove_bot(club, ELSEWHERE.server_id)
    by = club.actor(PlayerId(902), Place(ELSEWHERE.server_id, ChannelId(711)))
    await duel.service.move_here(by, duel.id)
    assert (await club.state(match.id)).match.deadline == before


async def test_a_move_costs_two_statements_more(club: Club) -> None:
    alone = await club.start(clock="3d+12h/4d", posted=True)
    alone = await club.play(alone, 2, posted=True)
    duel = await Duel.begun(club)
    match = await duel.match()
    for _ in range(2):
        match = await duel.move(match)
        await club.deliver()
    costs = []
    for found, actor in ((alone, club.actor(ADA)), (match, duel.actor(1))):
        text = _first(await club.state(found.id))
        with counting() as ledger:
            await club.matches.submit(actor, text, found.id)
        costs.append(ledger.cost[0])
    assert costs[1] - costs[0] <= 2


@pytest.mark.both_databases
async def test_two_processes_serve_a_server_each(open_club: OpenClub) -> None:
    club = await open_club()
    duel = await Duel.begun(club)
    match = await duel.move(await duel.match())
    again = await open_club(club.discord)
    await again.deliver()
    assert sorted(places_of(again, match))[-2:] == [(1, each) for each in threads(match)]


@pytest.mark.both_databases
async def test_a_board_that_failed_never_follows_a_newer_one_there(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.match()
    await remove_bot(club, ELSEWHERE.server_id)
    with monkeypatch.context() as broken:
        fail_at(broken, club, {1})
        match = await duel.move(match)
        await deliver_all(club)
        await duel.move(match)
        await deliver_all(club)
    await club.deliver(FIRST_DELAY)
    here = threads(match)[0]
    assert [ply for ply, where in places_of(club, match) if where == here] == [0, 2]


async def test_the_inbox_shows_each_player_their_own_place(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    for number, place in ((1, PLACE), (101, ELSEWHERE)):
        inbox = await club.inbox.read(PlayerId(number))
        line = next(e for e in (*inbox.waiting, *inbox.others) if e.id == match.id)
        assert (line.server_id, line.tournament) == (place.server_id, "Otters \u2013 Herons")


async def test_a_draw_is_offered_where_the_opponent_plays(club: Club) -> None:
    duel = await Duel.begun(club, game="abande")
    match = await duel.match()
    for _ in range(2):
        match = await duel.move(match)
    await club.deliver()
    offer = await club.draws.ask(duel.actor(1), match.id)
    await club.deliver()
    (card,) = (each for each in club.discord.cards if each.name == f"draw {offer.id}")
    assert card.channel_id == threads(match)[1]
    await club.draws.decline(duel.actor(101), offer.id)
    await duel.move(match)
    await club.deliver()
    await club.draws.ask(duel.actor(1), match.id)
    await club.deliver()
    assert club.discord.cards[-1].channel_id == threads(match)[1]


async def test_both_servers_watch_it_and_followers_of_both_hear_the_end(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    watching = club.services[WatchService]
    for number, place in ((50, PLACE), (51, ELSEWHERE)):
        actor = club.actor(PlayerId(number), place)
        (line,) = (e for e in (await watching.watched(actor)).running if e.id == match.id)
        assert (line.server_id, line.channel_id) == (place.server_id, place.channel_id)
        await watching.follow(club.actor(PlayerId(number), place), match.id)
    await duel.resign(match, 1)
    await club.deliver()
    assert {who for who, _, _ in club.discord.directs} >= {50, 51}


async def test_an_export_does_not_tell_where_the_opponent_plays(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.move(await duel.match())
    await club.deliver()
    told = await club.services[PrivacyService].export(duel.actor(1))
    for secret in (ELSEWHERE.server_id, ELSEWHERE.channel_id, threads(match)[1]):
        assert f": {secret}" not in told


async def test_a_rematch_of_one_game_is_none(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.resign(await duel.match(), 1)
    with pytest.raises(CaptainsAsk):
        await club.challenges.rematch(duel.actor(1), match.id)
    with pytest.raises(NotShared):
        await club.services[SharingService].share(duel.actor(1), match.id)


MARSH = Place(ServerId(2**22 + 71), ChannelId(710))


async def in_two_processes(open_club: OpenClub) -> tuple[Club, Club, ClubId]:
    """A match between one Otter and one Heron, whose servers have a process each."""
    otters = await open_club(shards=Shards(0, 0, 2))
    herons = await open_club(otters.discord, shards=Shards(1, 1, 2))
    offers = otters.services[OfferService], herons.services[OfferService]
    code = await offers[0].offer(otters.actor(BOSSES[0]), Terms(**TERMS, name="Otters"))
    there = herons.actor(BOSSES[1], MARSH)
    club_id = await offers[1].accept(there, code, "Herons", MARSH.channel_id)
    for club, place, number in ((otters, PLACE, 1), (herons, MARSH, 101)):
        playing = club.services[ClubService]
        await playing.enter(club.actor(PlayerId(number), place), club_id)
        boss = club.actor(BOSSES[number > 100], place)
        await playing.ready(boss, club_id)
    await herons.look_around()  # whichever process does it
    return otters, herons, club_id


async def games(otters: Club, club_id: ClubId) -> tuple[MatchId, MatchId]:
    """Those of both, which stand in both places: in the first one the Otter is to move."""
    await otters.deliver()
    first, second = (await otters.database.read(storage.of, club_id)).games
    assert first.match_id
    assert second.match_id
    return first.match_id, second.match_id


async def test_an_outage_of_one_process_is_made_good_to_its_own_players(
    open_club: OpenClub,
) -> None:
    otters, herons, club_id = await in_two_processes(open_club)
    found = await games(otters, club_id)
    one, other = otters.services[Presence], herons.services[Presence]
    for each in (one, other):
        await each.lost(())
    before = [(await otters.state(each)).match.deadline for each in found]
    for _ in range(80):
        otters.clock.advance(seconds=15)
        await one.beat()
    herons.clock.now = otters.clock.now
    await other.disconnected()
    await other.lost(())
    after = [(await otters.state(each)).match.deadline for each in found]
    longer = [late and early and late - early for late, early in zip(after, before, strict=True)]
    assert longer == [timedelta(), timedelta(minutes=20)]


@pytest.mark.both_databases
async def test_each_process_posts_in_its_own_server_and_starts_its_own_players_clock(
    open_club: OpenClub,
) -> None:
    otters, herons, club_id = await in_two_processes(open_club)
    (first, second) = (await otters.database.read(storage.of, club_id)).games
    assert first.match_id is not None
    assert {each.channel_id for each in otters.discord.messages} == {
        2_000_000 + (first.match_id or 0),
        1_000_000 + (second.match_id or 0),
    }
    otters.clock.advance(minutes=20)
    herons.clock.now = otters.clock.now
    await otters.deliver()
    assert len(otters.discord.messages) == 4
    match = await otters.state(first.match_id)
    moved = await otters.matches.submit(otters.actor(PlayerId(1)), _first(match), first.match_id)
    await otters.deliver()
    before = await otters.state(moved.state.id)
    herons.clock.now = otters.clock.now = otters.clock.now + timedelta(seconds=30)
    await herons.deliver()
    after = await herons.state(moved.state.id)
    assert after.match.deadline == herons.clock.now + timedelta(days=3)
    assert before.match.deadline != after.match.deadline
    shown = [each.channel_id for each in otters.discord.messages if each.ply == 1]
    assert sorted(shown) == [1_000_000 + match.id, 2_000_000 + match.id]


async def test_a_process_whose_server_removes_the_bot_stops_its_own_players_clocks(
    open_club: OpenClub,
) -> None:
    otters, herons, club_id = await in_two_processes(open_club)
    first, second = await games(otters, club_id)
    before = [(await otters.state(each)).match.deadline for each in (first, second)]
    assert MARSH.server_id is not None
    otters.discord.left.add(MARSH.server_id)
    await herons.notice_places()
    now = [(await otters.state(each)).match.deadline for each in (first, second)]
    assert now == [before[0], None]
    move = _first(await otters.state(first))
    await otters.matches.submit(otters.actor(PlayerId(1)), move, first)
    for days in (0, 5):
        herons.clock.now = otters.clock.now = otters.clock.now + timedelta(days=days)
        for club in (otters, herons):
            await club.look_around()
    assert (await otters.state(first)).match.deadline is None
    otters.discord.left.clear()
    await herons.notice_places()
    await herons.look_around()
    after = [(await otters.state(each)).match.deadline for each in (first, second)]
    assert before[1] is not None
    assert after == [herons.clock.now + timedelta(days=3), before[1] + timedelta(days=5)]
    posted = sorted((e.match_id, e.ply, e.channel_id // 1_000_000) for e in otters.discord.messages)
    plies = ((first, 0), (first, 1), (second, 0))
    assert posted == [(*each, seat) for each in plies for seat in (1, 2)]
