"""The inbox: every match of somebody, from any server, with the way to the next move."""

import re
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core.matches import MatchStore, NewMatch
from bot.core.matches import storage as matches
from bot.core.people.players import ensure as ensure_players
from bot.core.people.players import ensure_server
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from rules import GAMES
from tests.kit.composing import choose, compose
from tests.kit.scripted import PlainRenderer
from tests.kit.table import World, begin, in_match, lists, look, play, resign

MANY = 200


async def inbox(who: Any, where: Any) -> Any:
    """The message that lists the matches."""
    return (await who.slash(where, "matches")).response


async def choose_match(who: Any, message: Any, number: int) -> None:
    """Choose a match from the list in a message."""
    await who.select(message, [str(number)], custom_id="l:open")


async def make_move(world: World, who: Any, message: Any, number: int) -> None:
    """Choose and play b2-b4 in a match that a message shows."""
    position = (await world.match(number)).position
    await compose(who, message, position, position.parse("b2-b4"))
    await who.click(message, label="Play this move")


async def second_server(world: World, *people: Any) -> tuple[Any, list[Any]]:
    """Another server with the bot; its channel and the people as its members."""
    server = world.env.create_guild("Second Club", owner=world.env.create_user("other owner"))
    channel = server.create_text_channel("boards")
    return channel, [server.add_member(each.user) for each in people]


async def test_nothing_to_play_says_how_to_begin(world: World) -> None:
    seen = look(await inbox(world.ada, world.channel))
    assert "/challenge" in seen.text
    assert "/rules" in seen.text
    assert seen.ephemeral


async def test_matches_that_wait_come_first_and_can_be_moved_in(world: World) -> None:
    first = await begin(world, world.ada, world.ben)
    second = await begin(world, world.ada, world.chloe)
    led_on = await play(world, world.ada, first, "b2-b4")
    assert "1 more match waits for you." in led_on.text
    assert led_on.buttons == ("Next match", "All matches")
    listed = await inbox(world.ada, world.channel)
    seen = look(listed)
    assert seen.buttons == ("Next match",)
    assert seen.text.index("Your turn (1)") < seen.text.index("Apart 2")
    assert seen.text.index("Apart 2") < seen.text.index("Waiting for others (1)")
    assert seen.text.count("\n") == 3  # two headings, and a line for each match
    assert f"/{second.id}/" in seen.text  # a link to the board
    assert seen.pinged == ()
    await choose_match(world.ada, listed, 1)
    assert "you play **White**" in look(listed).text  # not her turn: the board
    listed = await inbox(world.ada, world.channel)
    await choose_match(world.ada, listed, 2)
    assert "Which piece moves?" in look(listed).text
    await make_move(world, world.ada, listed, 2)
    assert look(listed).text == "Played. White jumps b2 to b4."
    assert world.shown(second)[-1].pinged == (world.chloe.id,)


async def test_the_next_match_follows_the_last_until_none_waits(world: World) -> None:
    threads = [await begin(world, world.ada, world.ben) for _ in range(3)]
    listed = await inbox(world.ada, world.channel)
    await world.restart()
    await world.ada.click(listed, label="Next match")
    for left in (2, 1, 0):
        await make_move(world, world.ada, listed, int(look(listed).custom_ids[0].split(":")[1]))
        seen = look(listed)
        assert (f"{left} more" in seen.text) == (left > 0)
        if left:
            await world.ada.click(listed, label="Next match")
    assert seen.buttons == ()
    assert all(len(world.shown(thread)) == 2 for thread in threads)


async def test_matches_of_other_servers_are_played_from_direct_messages(world: World) -> None:
    await begin(world, world.ada, world.ben)
    channel, (ada, ben) = await second_server(world, world.ada, world.ben)
    await ada.slash(
        channel, "challenge", game="detach", opponent=ben, first_move="first", clock="none"
    )
    await ben.click(world.card(channel), label="Accept")
    listed = (await world.ada.user.slash("matches")).response
    assert "Your turn (2)" in look(listed).text
    await world.ada.user.click(listed, label="Next match")
    assert "Apart · match 1" in look(listed).text
    await world.ada.user.click(listed, label="Type instead")
    await make_move(world, world.ada.user, listed, 1)
    assert world.shown(world.thread())[-1].pinged == (world.ben.id,)
    await world.ada.user.click(listed, label="Next match")
    assert "Detach · match 2" in look(listed).text
    await choose(world.ada.user, listed, 1)
    move = str(next(iter(GAMES["detach"].start().moves())))
    typed = await world.ada.user.slash("move", text=move)
    assert world.answer(typed).text.startswith("Played.")
    assert world.shown(channel.threads[0])[-1].pinged == (world.ben.id,)


async def test_results_are_listed_last(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    assert "Recent results (1)" in look(await inbox(world.ada, world.channel)).text
    assert "won" in look(await inbox(world.ada, world.channel)).text
    assert "lost" in look(await inbox(world.ben, world.channel)).text


async def begin_many(world: World, channels: list[Any]) -> None:
    """MANY matches between Ada and Ben, in turn in each of the channels.

    They are written as the services write them, but nothing of them is to be posted.
    """
    store = MatchStore(world.client.now)
    players = (PlayerId(world.ada.id), PlayerId(world.ben.id))

    def begin_all(connection: Connection) -> None:
        ensure_players(connection, players, world.client.now())
        for channel in channels:
            ensure_server(connection, ServerId(channel.guild.id), world.client.now())
        for number in range(MANY):
            channel = channels[number % len(channels)]
            match = store.begin(connection, between(players[:: 1 if number % 2 else -1], channel))
            board = (match.channel_id, MessageId(match.id))
            matches.set_board(connection, match.id, board, None, None)

    await world.client.services.database.write(begin_all)


def between(players: tuple[PlayerId, ...], channel: Any) -> NewMatch:
    """A match of Apart in a channel."""
    info = GAMES["apart"].info
    return NewMatch(
        challenge_id=None,
        game=info.id,
        variant=info.variants[0].id,
        rules_version=info.version,
        seed=None,
        server_id=ServerId(channel.guild.id),
        channel_id=ChannelId(channel.id),
        to_move=0,
        players=players,
    )


@pytest.mark.parametrize("drawer", [PlainRenderer()])
async def test_two_hundred_matches_are_paged(world: World) -> None:
    others = [(await second_server(world))[0] for _ in range(2)]
    await begin_many(world, [world.channel, *others])
    listed = await inbox(world.ada, world.channel)
    seen = look(listed)
    assert "Your turn (100)" in seen.text
    assert "Page 1 of 20" in seen.text
    assert len(_links(seen.text)) == 10
    assert len({link.split("/")[4] for link in _links(seen.text)}) == 3
    for page in range(2, 21):
        await world.ada.click(listed, label="▶")
        assert f"Page {page} of 20" in look(listed).text
    assert "Waiting for others (100)" in look(listed).text
    assert "▶" not in look(listed).buttons
    await world.ada.click(listed, label="◀")
    assert "Page 19 of 20" in look(listed).text
    assert await world.ada.autocomplete(world.channel, "match", "match", "19")
    assert "Your turn (100)" in look((await world.ada.user.slash("matches")).response).text


def _links(text: str) -> list[str]:
    return re.findall(r"https://\S+?(?=\))", text)


async def test_what_is_asked_of_somebody_stands_there_and_can_be_answered(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    await in_match(world.ada, thread, "Take back my last move")
    assert world.shown(thread)[-1].pinged == (world.ben.id,)
    listed = await inbox(world.ben, world.channel)
    told = f"<@{world.ada.id}> asks to take back a move in Apart · match 1. [Answer](https://"
    assert "Requests for you (1)" in look(listed).text
    assert told in look(listed).text
    assert told in look((await world.ben.slash(world.channel, "help")).response).text
    assert "Requests for you" not in look(await inbox(world.ada, world.channel)).text
    await world.ben.click(thread.last_message, label="Decline")
    assert "Requests for you" not in look(await inbox(world.ben, world.channel)).text
    card = world.shown(thread)[-1]
    assert f"Declined by <@{world.ben.id}>." in card.text
    assert card.buttons == ()


async def test_a_match_is_chosen_from_a_list_where_several_may_be_meant(world: World) -> None:
    first = await begin(world, world.ada, world.ben, "b2-b4")
    await begin(world, world.ada, world.chloe)
    shown = {"match": "Waiting for", "replay": "Start of 1 move"}
    for command, told in shown.items():
        message = (await world.ada.slash(world.channel, command)).response
        assert look(message).text.startswith("Which match?")
        (found,) = lists(message)
        labels = [option["label"] for option in found["options"]]
        assert labels == ["Apart · match 2 against Chloe", "Apart · match 1 against Ben"]
        await world.ada.select(message, ["1"], custom_id=found["custom_id"])
        assert told in look(message).text
    await play(world, world.ben, first, "b7-b5")
    asked = (await world.ada.slash(world.channel, "resign")).response
    assert look(asked).text.startswith("Which match?")
    await world.ada.select(asked, ["1"], custom_id=lists(asked)[0]["custom_id"])
    assert "Resign" in look(asked).buttons  # not the question which piece moves
    choosing = (await world.ada.slash(world.channel, "move")).response
    assert look(choosing).text.startswith("Which match?")
    await world.ada.select(choosing, ["2"], custom_id=lists(choosing)[0]["custom_id"])
    assert "Which piece moves?" in look(choosing).text
    typed = (await world.ada.slash(world.channel, "move", text="c2-c4")).response
    assert look(typed).text.startswith("Which match?")
    await world.ada.select(typed, ["1 c2-c4"], custom_id=lists(typed)[0]["custom_id"])
    assert look(typed).text.startswith("Played. White jumps c2 to c4.")
    alone = (await world.chloe.slash(world.channel, "move")).response
    assert "you play **Black**" in look(alone).text  # not her turn: the board
