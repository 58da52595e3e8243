"""Settings, blocks, lists and begun moves."""

from __future__ import annotations

import pytest

from bot.services.matches.errors import (
    BlockedByYou,
    BlockedYou,
    GameNotAllowed,
    MatchOver,
    NotAManager,
    NotAStarter,
    NotYourMatch,
    OpponentIsYou,
    OutdatedBoard,
    RematchElsewhere,
    UnknownGame,
    UnknownTheme,
    WrongChannel,
)
from bot.services.matches.models import (
    Draft,
    Orientation,
    Person,
    Place,
    PlayerSettings,
    ServerSettings,
)
from data.states import SeatChoice
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club, first_move

MANAGER = Person(DAN, manages_server=True)


async def test_players_choose_and_others_keep_theirs(club: Club) -> None:
    assert await club.settings.of_player(ADA) == PlayerSettings()
    chosen = PlayerSettings(confirm_moves=False, orientation=Orientation.FIRST, theme="wood")
    await club.settings.set_player(ADA, chosen)
    await club.start()
    assert await club.settings.of_player(ADA) == chosen
    assert await club.settings.of_player(BEN) == PlayerSettings()
    with pytest.raises(UnknownTheme):
        await club.settings.set_player(ADA, PlayerSettings(theme="neon"))
    assert await club.settings.of_player(ADA) == chosen


async def test_servers_choose_if_the_person_may(club: Club) -> None:
    chosen = ServerSettings(
        channel_id=700,
        threads=False,
        allowed_games=("detach", "abande"),
        starter_role_id=5,
        manager_role_id=6,
    )
    with pytest.raises(NotAManager):
        await club.settings.set_server(Person(ADA), 70, chosen)
    assert await club.settings.of_server(70) == ServerSettings()
    await club.settings.set_server(MANAGER, 70, chosen)
    assert await club.settings.of_server(70) == chosen
    assert await club.settings.of_server(71) == ServerSettings()
    with pytest.raises(UnknownGame):
        await club.settings.set_server(MANAGER, 70, ServerSettings(allowed_games=("chess",)))


async def test_a_server_without_threads_is_no_detour(club: Club) -> None:
    await club.settings.set_server(MANAGER, 70, ServerSettings(threads=False))
    match = await club.start()
    await club.delivery.deliver_due()
    (message,) = club.discord.messages
    assert (message.channel_id, message.note) == (PLACE.channel_id, None)
    assert (await club.matches.view(match.id)).where_note is None


async def test_a_server_plays_the_games_it_wants_where_it_wants(club: Club) -> None:
    chosen = ServerSettings(channel_id=700, allowed_games=("detach",))
    await club.settings.set_server(MANAGER, 70, chosen)
    with pytest.raises(GameNotAllowed) as refused:
        await club.offer(game="apart")
    assert [info.id for info in refused.value.allowed] == ["detach"]
    with pytest.raises(WrongChannel):
        await club.offer(game="detach", place=Place(70, 701))
    assert await club.rows("challenges") == 0
    await club.offer(game="detach")
    await club.offer(game="apart", place=Place(71, 710))
    await club.offer(game="apart", place=Place(None, 900))


async def test_only_starters_challenge_where_that_is_set(club: Club) -> None:
    await club.settings.set_server(MANAGER, 70, ServerSettings(starter_role_id=5))

    async def offered_by(person: Person) -> None:
        await club.challenges.offer(
            person, (), "apart", None, SeatChoice.RANDOM, PLACE, club.interaction()
        )

    with pytest.raises(NotAStarter):
        await offered_by(Person(ADA, roles=frozenset({4})))
    await offered_by(Person(ADA, roles=frozenset({4, 5})))
    await offered_by(MANAGER)


async def test_a_block_keeps_both_apart(club: Club) -> None:
    running = await club.start()
    assert await club.blocks.block(BEN, ADA) == (ADA,)
    with pytest.raises(BlockedYou):
        await club.offer(ADA, (BEN,))
    with pytest.raises(BlockedByYou):
        await club.offer(BEN, (ADA,))
    seek = await club.offer(ADA, ())
    with pytest.raises(BlockedByYou):
        await club.challenges.accept(seek.id, BEN)
    seek = await club.offer(BEN, ())
    with pytest.raises(BlockedYou):
        await club.challenges.accept(seek.id, ADA)
    await club.offer(ADA, (CHLOE,))
    assert (await club.play(running)).ply == 1
    assert await club.blocks.unblock(BEN, ADA) == ()
    assert (await club.challenges.accept(seek.id, ADA)).match_id is not None


async def test_a_blocked_pair_has_no_rematch(club: Club) -> None:
    match = await club.start()
    await club.matches.resign(match.id, ADA, club.interaction())
    await club.blocks.block(ADA, BEN)
    with pytest.raises(BlockedYou):
        await club.challenges.rematch(match.id, Person(BEN), PLACE, club.interaction())


async def test_a_rematch_is_where_how_and_by_whom_the_server_wants_it(club: Club) -> None:
    match = await club.start()
    await club.matches.resign(match.id, ADA, club.interaction())

    async def asked(person: Person, place: Place = PLACE) -> None:
        await club.challenges.rematch(match.id, person, place, club.interaction())

    for chosen, error in (
        (ServerSettings(allowed_games=("detach",)), GameNotAllowed),
        (ServerSettings(channel_id=701), WrongChannel),
        (ServerSettings(starter_role_id=5), NotAStarter),
    ):
        await club.settings.set_server(MANAGER, 70, chosen)
        with pytest.raises(error):
            await asked(Person(ADA))
    for elsewhere in (Place(None, 900), Place(71, 710)):
        with pytest.raises(RematchElsewhere):
            await asked(Person(BEN, roles=frozenset({5})), elsewhere)
    assert await club.rows("challenges") == 1
    await asked(Person(BEN, roles=frozenset({5})))
    await asked(Person(ADA), Place(None, 900))  # who agrees may be anywhere
    assert await club.rows("matches") == 2


async def test_a_game_that_was_given_up_is_not_begun(club: Club) -> None:
    named, seek = await club.offer(), await club.offer(opponents=())
    await club.settings.set_server(MANAGER, 70, ServerSettings(allowed_games=("detach",)))
    for challenge in (named, seek):
        with pytest.raises(GameNotAllowed):
            await club.challenges.accept(challenge.id, BEN)
    assert await club.rows("matches") == 0
    await club.settings.set_server(MANAGER, 70, ServerSettings())
    assert (await club.challenges.accept(named.id, BEN)).match_id is not None


async def test_the_third_player_counts_too(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    await club.challenges.accept(seek.id, BEN)
    await club.blocks.block(BEN, CHLOE)
    with pytest.raises(BlockedYou):
        await club.challenges.accept(seek.id, CHLOE)
    assert (await club.challenges.accept(seek.id, DAN)).match_id is not None


async def test_block_lists(club: Club) -> None:
    with pytest.raises(OpponentIsYou):
        await club.blocks.block(ADA, ADA)
    await club.blocks.block(ADA, DAN)
    club.clock.advance(minutes=1)
    await club.blocks.block(ADA, BEN)
    assert await club.blocks.block(ADA, DAN) == (DAN, BEN)
    assert await club.blocks.list(ADA) == (DAN, BEN)
    assert await club.blocks.list(BEN) == ()


async def test_the_inbox_has_what_waits_first(club: Club) -> None:
    first = await club.start(place=Place(70, 700))
    club.clock.advance(minutes=1)
    second = await club.start(place=Place(71, 710))
    club.clock.advance(minutes=1)
    third = await club.play(await club.start(place=Place(None, 900)))
    ended = []
    for _ in range(3):
        club.clock.advance(minutes=1)
        match = await club.start()
        await club.matches.resign(match.id, BEN, club.interaction())
        ended.append(match.id)
    inbox = await club.inbox.of(ADA, recent=2)
    assert [line.id for line in inbox.waiting] == [first.id, second.id]
    assert [line.id for line in inbox.others] == [third.id]
    assert [line.id for line in inbox.recent] == [ended[2], ended[1]]
    assert inbox.recent[0].outcome is not None
    theirs = await club.inbox.of(BEN)
    assert [line.id for line in theirs.waiting] == [third.id]
    assert len(theirs.recent) == 3
    assert await club.inbox.of(CHLOE) == type(inbox)((), (), ())


async def test_a_draft_is_found_again(club: Club) -> None:
    match = await club.start()
    assert await club.drafts.open(match.id, ADA) == Draft(0, ())
    await club.drafts.keep(match.id, ADA, Draft(0, ("b2",)))
    taken = match.position.read("b2-b4")[0]
    await club.drafts.keep(match.id, ADA, Draft(0, taken))
    assert await club.drafts.open(match.id, ADA) == Draft(0, taken)
    assert await club.drafts.open(match.id, BEN) == Draft(0, ())


async def test_a_draft_counts_for_nothing_when_the_match_has_moved_on(club: Club) -> None:
    match = await club.start()
    await club.drafts.keep(match.id, ADA, Draft(0, ("b2",)))
    match = await club.matches.submit(match.id, ADA, first_move(match), club.interaction())
    assert await club.drafts.open(match.id, ADA) == Draft(1, ())
    with pytest.raises(OutdatedBoard):
        await club.drafts.keep(match.id, ADA, Draft(0, ("b2",)))
    await club.drafts.keep(match.id, BEN, Draft(1, ("no such step",)))
    assert await club.drafts.open(match.id, BEN) == Draft(1, ())
    with pytest.raises(NotYourMatch):
        await club.drafts.open(match.id, CHLOE)
    await club.matches.resign(match.id, ADA, club.interaction())
    with pytest.raises(MatchOver):
        await club.drafts.keep(match.id, BEN, Draft(1, ()))
