"""The life of a match, from the challenge to the rematch."""

from tests.kit.play import SHORT_APART, begin, offer, play, play_all
from tests.kit.world import World


async def test_a_whole_match_and_its_rematch(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART)
    boards = world.shown(thread)
    assert len(boards) == len(SHORT_APART) + 1
    assert f"<@{world.ada.id}> (White) wins: " in boards[-1].text
    assert boards[-1].buttons == ("Rematch", "Replay", "Share", "Board")
    assert boards[-1].pinged == ()
    asked = await world.ben.click(thread.last_message, label="Rematch")
    await world.settle()
    assert "Your challenge is posted in" in world.answer(asked).text
    card = world.shown(world.channel)[-1]
    assert "whoever moved second now moves first.\nWhite moves first and mostly wins" in card.text
    assert card.pinged == (world.ada.id,)
    await world.ada.click(world.message(world.channel, card.id), label="Accept")
    await world.settle()
    again = next(each for each in world.channel.threads if each.id != thread.id)
    (board,) = world.shown(again)
    assert board.pinged == (world.ben.id,)
    assert "White" in board.text


async def test_every_turn_shows_the_board_and_mentions_one_person(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    pinged = [world.shown(thread)[-1].pinged]
    for who, text in zip((world.ada, world.ben) * 2, SHORT_APART, strict=False):
        await play(world, who, thread, text)
        pinged.append(world.shown(thread)[-1].pinged)
    ada, ben = world.ada.id, world.ben.id
    assert pinged == [(ada,), (ben,), (ada,), (ben,), (ada,)]
    boards = world.shown(thread)
    assert [board.text.count("<@") for board in boards] == [1] * 5
    assert [board.pictures for board in boards] == [1] * 5
    assert [board.buttons for board in boards[:-1]] == [()] * 4
    assert all(board.alt for board in boards)


async def test_the_card_says_that_the_challenge_was_accepted(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    card = world.shown(world.channel)[-1]
    assert card.pinged == (world.ben.id,)
    assert card.buttons == ("Accept", "Decline", "Cancel")
    await world.ben.click(offered.response, label="Accept")
    await world.settle()
    closed = world.shown(world.channel)[-1]
    assert closed.buttons == ()
    assert "Accepted" in closed.text


async def test_a_challenge_is_declined(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    await world.ben.click(offered.response, label="Decline")
    await world.settle()
    (card,) = world.shown(world.channel)
    assert f"Declined by <@{world.ben.id}>" in card.text
    assert card.buttons == ()
    assert world.channel.threads == []


async def test_a_challenge_is_taken_back(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben])
    await world.ada.click(offered.response, label="Cancel")
    await world.settle()
    assert f"Taken back by <@{world.ada.id}>" in world.shown(world.channel)[-1].text
    assert world.channel.threads == []


async def test_an_open_seek_is_taken_by_a_third_person(world: World) -> None:
    offered = await offer(world, world.ada)
    assert world.shown(world.channel)[-1].pinged == ()
    await world.chloe.click(offered.response, label="Accept")
    await world.settle()
    (board,) = world.shown(world.thread())
    assert board.pinged == (world.ada.id,)
    assert "Chloe" in board.text


async def test_two_matches_of_the_same_pair_go_on_side_by_side(world: World) -> None:
    first = await begin(world, world.ada, world.ben)
    second = next(
        each
        for each in [await begin(world, world.ada, world.ben, seat="second")]
        if each.id != first.id
    )
    await play(world, world.ada, first, "b2-b4")
    await play(world, world.ben, second, "g2-g4")
    assert "White jumps b2 to b4" in world.shown(first)[-1].text
    assert "White jumps g2 to g4" in world.shown(second)[-1].text


async def test_resigning_asks_first_and_ends_the_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ben.click(thread.last_message, label="More")
    await world.ben.click(asked.response, label="Resign")
    assert world.answer(asked).ephemeral
    await world.ben.click(asked.response, label="Play on")
    assert len(world.shown(thread)) == 1
    asked = await world.ben.click(thread.last_message, label="More")
    for _ in range(2):
        await world.ben.click(asked.response, label="Resign")
    await world.settle()
    last = world.shown(thread)[-1]
    assert f"<@{world.ben.id}> resigned." in last.text
    assert f"<@{world.ada.id}> (White) wins by resignation." in last.text


async def test_resigning_by_command(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ada.slash(thread, "resign")
    await world.ada.click(asked.response, label="Resign")
    await world.settle()
    assert f"<@{world.ben.id}> (Black) wins by resignation." in world.shown(thread)[-1].text


async def test_autocomplete_offers_the_next_landing(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    pieces = await world.ada.autocomplete(thread, "move", "text", "")
    assert "b2" in [choice["value"] for choice in pieces]
    landings = await world.ada.autocomplete(thread, "move", "text", "b2")
    assert "b2-b4" in [choice["value"] for choice in landings]
    assert await world.ben.autocomplete(thread, "move", "text", "b2") == []


async def test_the_board_is_shown_to_one_person_as_picture_and_as_text(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    picture = world.answer(await world.ben.slash(thread, "board"))
    assert picture.ephemeral
    assert picture.pictures == 1
    spectator = world.answer(await world.chloe.slash(thread, "board"))
    assert spectator.pictures == 1
    assert spectator.buttons == ("Replay", "Tell me how it ends")
    text = world.answer(await world.ben.slash(thread, "board", as_text=True))
    assert "```" in text.text
    assert len(world.shown(thread)) == 1


async def test_matches_lists_what_waits_for_you_first(world: World) -> None:
    nothing = world.answer(await world.ada.slash(world.channel, "matches"))
    assert "not in a match" in nothing.text
    await begin(world, world.ada, world.ben)
    await begin(world, world.ada, world.chloe, seat="second")
    listed = world.answer(await world.ada.slash(world.channel, "matches"))
    assert listed.ephemeral
    assert "Your turn (1)" in listed.text
    assert "Waiting for others (1)" in listed.text
    assert listed.text.index(f"<@{world.ben.id}>") < listed.text.index(f"<@{world.chloe.id}>")
