"""What can stand where: asked in every sort of channel before anything is stored."""

from typing import Any

from simcord.builders import ChannelHandle
from sqlalchemy import func, select

from data.tables import challenges, matches
from data.tables import outbox as outbox_table
from data.tournament_tables import tournaments
from tests.kit.strict import servers
from tests.kit.strict.channels import FACTS, Sort
from tests.kit.table import World, keeper_of, look, message_of, posted

TABLES = (challenges, matches, tournaments, outbox_table)
OF_FORUMS = (Sort.FORUM_POST, Sort.MEDIA_POST)
IN_SERVER = [
    each
    for each, facts in FACTS.items()
    if facts.takes_messages and each not in (Sort.DIRECT, Sort.PRIVATE_THREAD)
]
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("challenge", {"game": "detach"}),
    ("play", {"game": "detach"}),
)
"""Everything to type that has something posted where it is typed."""


async def stored(world: World) -> tuple[int, ...]:
    """How many rows there are of what commands store."""

    def count(connection: Any) -> tuple[int, ...]:
        counting = (select(func.count()).select_from(each) for each in TABLES)
        return tuple(connection.scalar(each) for each in counting)

    return await world.client.services.database.read(count)


def where(world: World, sort: Sort, place: Any) -> Any:
    """Where what is asked for in a place is posted: beside a thread, but in a forum's post."""
    channel = world.env.backend.get_channel(place.id)
    if not channel.is_thread or sort in OF_FORUMS:
        return place
    parent = world.env.backend.get_channel(channel.parent_id or 0)
    return ChannelHandle(world.env, world.server, parent)


async def test_a_match_is_begun_in_every_sort_that_takes_messages(world: World) -> None:
    for number, sort in enumerate(IN_SERVER, start=1):
        place = world.place(sort)
        there = where(world, sort, place)
        await world.ada.slash(place, "challenge", game="detach", opponent=world.ben)
        card = world.card(there)
        assert card is not None, sort
        await world.ben.click(card, label="Accept")
        match = (await world.match(number)).match
        board = world.env.backend.get_channel(match.board_channel_id or 0)
        opened = FACTS[sort].opens or (None if there is place else board.type)
        assert (
            (board.type, board.parent_id) == (opened, there.id)
            if opened
            else (board.id == there.id)
        ), sort
        assert len(posted(world.env.backend, board.id)) == (1 if opened else 2), sort


async def test_nothing_is_stored_where_nothing_can_stand(world: World) -> None:
    keeper = keeper_of(world)
    for sort, missing in (
        (Sort.TEXT, "send_messages"),
        (Sort.TEXT, "view_channel"),
        (Sort.ANNOUNCEMENT, "send_messages"),
        (Sort.VOICE, "connect"),
        (Sort.STAGE, "send_messages"),
        (Sort.FORUM_POST, "send_messages_in_threads"),
        (Sort.PUBLIC_THREAD, "send_messages"),
    ):
        place = world.place(sort)
        denied = ChannelHandle(world.env, world.server, of_overwrites(world, place))
        world.forbid(denied, **{missing: True})
        for command, options in COMMANDS:
            before = await stored(world)
            told = world.answer(await keeper.slash(place, command, **options)).text
            name = missing.replace("_", " ").title().replace(" In ", " in ")
            assert f"I need the **{name}** permission there" in told, (sort, command)
            assert await stored(world) == before, (sort, command)


def of_overwrites(world: World, place: Any) -> Any:
    """The channel whose overwrites hold in a place."""
    channel = world.env.backend.get_channel(place.id)
    return world.env.backend.get_channel(channel.parent_id) if channel.is_thread else channel


async def test_where_the_bot_is_not_in_the_server_it_says_so(world: World) -> None:
    servers.remove_bot(world.env.backend, world.server.id)
    before = await stored(world)
    told = await world.ada.slash(world.channel, "challenge", game="detach")
    assert "I am not in this server" in look(message_of(told)).text
    assert await stored(world) == before
