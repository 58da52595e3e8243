"""What players and servers choose, what they can choose, and what comes of it."""

from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actor import Person, Place
from bot.core.people import (
    BlockedByYou,
    BlockedYou,
    NoServerHere,
    NotAManager,
    PlayerSettings,
    ServerSettings,
)
from bot.features.challenges.errors import (
    GameNotAllowed,
    NotAStarter,
    RematchElsewhere,
    WrongChannel,
)
from bot.features.settings.pages import PLAYER_FIELDS, SERVER_FIELDS, OneHere, Setting
from bot.screen.page import ChannelMenu, RoleMenu
from data.ids import ChannelId, RoleId, ServerId
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, ELSEWHERE, PLACE, Club
from tests.kit.examples import examples
from tests.kit.refusals import refusal

MANAGER = Person(DAN, manages_server=True)
SERVER = ServerId(70)
STARTERS, MANAGERS = RoleId(5), RoleId(6)


async def choose(club: Club, chosen: ServerSettings) -> None:
    await club.settings.change_server(club.actor(MANAGER), lambda _: chosen)


async def test_servers_choose_if_the_person_may(club: Club) -> None:
    chosen = ServerSettings(
        channel_id=PLACE.channel_id,
        threads=False,
        allowed_games=("detach", "abande"),
        starter_role_id=STARTERS,
        manager_role_id=MANAGERS,
    )
    for person, place, error in (
        (Person(ADA), PLACE, NotAManager),
        (Person(ADA, roles=frozenset({MANAGERS})), PLACE, NotAManager),
        (MANAGER, DIRECT, NoServerHere),
    ):
        actor = club.actor(person, place)
        await refusal(error, club.settings.change_server(actor, lambda _: chosen))
        await refusal(error, club.settings.own_server(actor))
    assert await club.settings.of_server(SERVER) == ServerSettings()
    await choose(club, chosen)
    assert await club.settings.of_server(SERVER) == chosen
    assert await club.settings.own_server(club.actor(MANAGER)) == chosen
    assert await club.settings.of_server(ServerId(71)) == ServerSettings()


async def test_a_server_plays_the_games_it_wants_where_it_wants(club: Club) -> None:
    await choose(club, ServerSettings(channel_id=PLACE.channel_id, allowed_games=("detach",)))
    refused = await refusal(GameNotAllowed, club.offer(game="apart"))
    assert [info.id for info in refused.allowed] == ["detach"]
    await refusal(WrongChannel, club.offer(game="detach", place=Place(SERVER, ChannelId(701))))
    assert await club.rows("challenges") == 0
    await club.offer(game="detach")
    await club.offer(game="apart", place=ELSEWHERE)
    await club.offer(game="apart", place=DIRECT)


async def test_only_starters_challenge_where_that_is_set(club: Club) -> None:
    await choose(club, ServerSettings(starter_role_id=STARTERS))
    await refusal(NotAStarter, club.offer(Person(ADA, roles=frozenset({RoleId(4)})), ()))
    await club.offer(Person(ADA, roles=frozenset({RoleId(4), STARTERS})), ())
    await club.offer(MANAGER, ())


async def test_a_block_keeps_both_apart(club: Club) -> None:
    running = await club.start()
    assert await club.blocks.block(club.actor(BEN), ADA) == (ADA,)
    await refusal(BlockedYou, club.offer(ADA, (BEN,)))
    await refusal(BlockedByYou, club.offer(BEN, (ADA,)))
    seek = await club.offer(ADA, ())
    await refusal(BlockedByYou, club.challenges.accept(club.actor(BEN), seek.id))
    seek = await club.offer(BEN, ())
    await refusal(BlockedYou, club.challenges.accept(club.actor(ADA), seek.id))
    await club.offer(ADA, (CHLOE,))
    assert (await club.play(running)).ply == 1
    await club.resign(running, ADA)
    await refusal(BlockedYou, club.challenges.rematch(club.actor(ADA), running.id))
    assert await club.blocks.unblock(club.actor(BEN), ADA) == ()
    assert (await club.challenges.accept(club.actor(ADA), seek.id)).match_id is not None


async def test_a_rematch_is_where_how_and_by_whom_the_server_wants_it(club: Club) -> None:
    match = await club.start()
    await club.resign(match, ADA)

    async def asked(person: Person, place: Place = PLACE) -> None:
        await club.challenges.rematch(club.actor(person, place), match.id)

    for chosen, error in (
        (ServerSettings(allowed_games=("detach",)), GameNotAllowed),
        (ServerSettings(channel_id=ChannelId(701)), WrongChannel),
        (ServerSettings(starter_role_id=STARTERS), NotAStarter),
    ):
        await choose(club, chosen)
        await refusal(error, asked(Person(ADA)))
    for elsewhere in (DIRECT, ELSEWHERE):
        await refusal(RematchElsewhere, asked(Person(BEN, roles=frozenset({STARTERS})), elsewhere))
    assert await club.rows("challenges") == 1
    await asked(Person(BEN, roles=frozenset({STARTERS})))
    await asked(Person(ADA), DIRECT)  # who agrees may be anywhere
    assert await club.rows("matches") == 2


async def test_a_game_that_was_given_up_is_not_begun(club: Club) -> None:
    named, seek = await club.offer(), await club.offer(opponents=())
    await choose(club, ServerSettings(allowed_games=("detach",)))
    for challenge in (named, seek):
        await refusal(GameNotAllowed, club.challenges.accept(club.actor(BEN), challenge.id))
    assert await club.rows("matches") == 0
    await choose(club, ServerSettings())
    assert (await club.challenges.accept(club.actor(BEN), named.id)).match_id is not None


async def test_the_third_player_counts_too(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    await club.challenges.accept(club.actor(BEN), seek.id)
    await club.blocks.block(club.actor(BEN), CHLOE)
    await refusal(BlockedYou, club.challenges.accept(club.actor(CHLOE), seek.id))
    assert (await club.challenges.accept(club.actor(DAN), seek.id)).match_id is not None


POINTERS: list[tuple[str, Any]] = [
    ("channel_id", ChannelId(702)),
    ("starter_role_id", RoleId(5)),
    ("manager_role_id", RoleId(6)),
]


async def point(club: Club, field: str, value: object) -> None:
    changed: dict[str, Any] = {field: value}
    await club.settings.change_server(club.actor(MANAGER), lambda now: replace(now, **changed))


@pytest.mark.parametrize(("field", "number"), POINTERS)
async def test_what_was_deleted_is_not_chosen_any_more(club: Club, field: str, number: int) -> None:
    assert PLACE.server_id is not None
    await point(club, field, number)
    assert set(await club.settings.naming()) == {PLACE.server_id}
    await club.settings.forget_gone(PLACE.server_id, {999})
    assert getattr(await club.settings.of_server(PLACE.server_id), field) == number
    await club.settings.forget_gone(PLACE.server_id, {number})
    await club.settings.forget_gone(ServerId(71), {number})
    chosen = await club.settings.of_server(PLACE.server_id)
    assert (getattr(chosen, field), chosen.deleted) == (None, (field,))
    await club.offer(ADA)
    await point(club, "threads", False)
    assert (await club.settings.of_server(PLACE.server_id)).deleted == (field,)
    await point(club, field, number)
    assert (await club.settings.of_server(PLACE.server_id)).deleted == ()


DECLARED: dict[type[Any], tuple[Setting[Any], ...]] = {
    PlayerSettings: tuple(setting for _, setting in PLAYER_FIELDS.values()),
    ServerSettings: tuple(setting for _, setting in SERVER_FIELDS.values()),
}
EACH = [(kind, setting) for kind, declared in DECLARED.items() for setting in declared]
each_setting = pytest.mark.parametrize(
    ("kind", "setting"), EACH, ids=[setting.field for _, setting in EACH]
)


@pytest.mark.parametrize("kind", DECLARED)
def test_each_stored_setting_can_be_chosen_in_one_place(kind: type[Any]) -> None:
    declared = [setting.field for setting in DECLARED[kind]]
    # nobody chooses what Discord tells, nor that a question was asked
    declared += ["language_offered", "locale" if kind is PlayerSettings else "deleted"]
    assert sorted(declared) == sorted(field.name for field in fields(kind))


@each_setting
@examples(20)
@given(values=st.lists(st.text(max_size=20) | st.integers().map(str), max_size=5))
def test_whatever_is_sent_is_refused_or_can_be_stored(kind, setting, values) -> None:
    before = kind()
    try:
        after = setting.changed(before, values)
    except ValueError:
        return
    stored = msgspec.to_builtins(before)
    del stored[setting.field]
    assert msgspec.convert({**stored, "gone": 1}, kind) == before
    assert msgspec.convert(msgspec.to_builtins(after), kind) == after
    for field in fields(kind):
        if field.name != setting.field:
            assert getattr(after, field.name) == getattr(before, field.name)


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "x"])
@pytest.mark.parametrize("control", [OneHere(ChannelMenu, ""), OneHere(RoleMenu, "")])
def test_numbers_that_discord_does_not_have_are_refused(control, number: str) -> None:
    with pytest.raises(ValueError, match=r"nothing that|out of range|invalid literal"):
        control.read(None, [number])
