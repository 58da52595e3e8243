"""Two servers play a match: from a code to the score, with a substitute and a ruling."""

from typing import Any

import pytest

from tests.kit.passing_time import DAY, pass_time
from tests.kit.people import fill, pick
from tests.kit.play import resign
from tests.kit.reminding import directs
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import called, components_of, message_of
from tests.kit.speaking import Tagged, known, post_in
from tests.kit.strict import servers
from tests.kit.two_servers import CLOCK, LISTS, Duel
from tests.kit.world import World


@pytest.fixture
def drawer() -> Any:
    return PlainRenderer()


@pytest.fixture
async def duel(world: World) -> Duel:
    made = Duel(world)
    await made.agree()
    for side, people in enumerate(((world.ada, world.ben, world.chloe), (made.eve, made.finn))):
        for who in people:
            await made.join(side, who)
    return made


async def a_move(world: World, number: int = 1) -> str:
    return str(next(iter((await world.match(number)).position.moves())))


async def test_four_people_in_two_servers_play_a_match_to_its_end(world: World, duel: Duel) -> None:
    otter, heron = duel.keepers
    await duel.later()
    for side in (0, 1):
        card = duel.card(side).text
        assert card.startswith("### \u2068Otters\u2069 \u2013 \u2068Herons\u2069")
        for each in (world.ada, duel.finn):
            assert called(each) in card
        for captain in (otter, heron):
            assert called(captain) in card
    for side, keeper in enumerate(duel.keepers):
        page = await duel.page(side, keeper)
        await keeper.click(page, label="Ready")
    await world.settle()
    # every board stands in both servers, and mentions its own player where that one is
    for side in (0, 1):
        assert len(duel.channels[side].threads) == 4
    first = [world.shown(duel.thread(side, 1))[-1] for side in (0, 1)]
    assert first[0].pinged == (world.ada.id,)
    assert "Move" in first[0].buttons
    assert first[1].pinged == ()
    assert "Move" not in first[1].buttons
    assert f"Waiting for {called(world.ada)}" in first[1].text
    # who plays from another server is named, where a mention would name nobody
    for shown in (
        await world.ada.slash(duel.channels[0], "matches"),
        await world.ada.click(duel.thread(0, 1).last_message, label="More"),
    ):
        told = world.answer(shown)
        assert called(duel.eve) in told.text
        assert f"<@{duel.eve.id}>" not in told.text
        assert not {"Cancel the match", "Take back my last move"} & {*told.buttons}
    await _substitute_and_ruling(world, duel)
    # the rest is played in the own servers
    await world.ada.slash(duel.thread(0, 1), "move", text=await a_move(world))
    await world.settle()
    boards = [world.shown(duel.thread(side, 1))[-1] for side in (0, 1)]
    assert [each.pinged for each in boards] == [(), (duel.eve.id,)]
    await resign(world, duel.eve, duel.thread(1, 1))
    for number in (5, 6):
        await resign(world, duel.finn, duel.thread(1, number))
    await duel.later()
    for side in (0, 1):
        assert "Otters\u2069 3½ \u2013 ½ \u2068Herons" in duel.card(side).text
        over = next(each for each in duel.news(side) if "The club match is over." in each.text)
        assert over.pictures == 1
        assert "1. Ada \u2013 Eve" in str(over.alt)
    profile = world.answer(await world.ada.slash(duel.channels[0], "profile")).text
    assert "3½ \u2013 ½" in profile
    # the captains agree on a rematch
    for side, keeper in enumerate(duel.keepers):
        page = await duel.page(side, keeper)
        await keeper.click(page, label="Rematch")
        await world.settle()
    newest = [e for e in world.shown(duel.channels[1]) if e.text.startswith("### ")]
    assert "It begins when both captains are ready" in newest[-1].text


async def test_each_server_reads_boards_in_its_own_language(world: World, duel: Duel) -> None:
    with known(de=Tagged("de")):
        await post_in(world, "de")
        for side, keeper in enumerate(duel.keepers):
            await keeper.click(await duel.page(side, keeper), label="Ready")
        await world.settle()
    for number in range(4):
        german, english = (there.threads[number].name for there in duel.channels)
        assert german.startswith("\u27e6de|")
        assert english.startswith("Detach")


async def test_a_server_that_loses_its_channel_and_then_the_bot(world: World, duel: Duel) -> None:
    for side, keeper in enumerate(duel.keepers):
        await keeper.click(await duel.page(side, keeper), label="Ready")
    await world.settle()
    marsh, eve = duel.channels[1], duel.eve.user
    panel = (await duel.eve.slash(marsh, "settings")).response
    await duel.eve.click(panel, label="Reminders")
    await pick(duel.eve, panel, "rs:way", ["direct"])
    # without the channel its players go on in private messages
    world.env.backend.delete_channel(marsh.id)
    await world.settle()
    await world.ada.slash(duel.thread(0, 1), "move", text=await a_move(world))
    await world.settle()
    await eve.slash("move", text=await a_move(world), match=1)
    await world.settle()
    assert (await world.match(1)).ply == 2
    assert world.shown(duel.thread(0, 1))[-1].pinged == (world.ada.id,)
    for number in range(1, 5):
        for who in (world.ada, world.ben):
            if (await world.match(number)).to_move_player == who.id:
                move = await a_move(world, number)
                await who.slash(duel.thread(0, number), "move", text=move)
    # without the bot it has a week; Eve is told as she shares another server with it
    world.server.add_member(eve)
    servers.remove_bot(world.env.backend, marsh.guild.id)
    await pass_time(world, 2 * DAY)
    told = directs(world, eve)[-1].text
    assert "In a club match, your server loses what is left after 7 days without me." in told
    await pass_time(world, 6 * DAY)
    await duel.later()
    assert any("has removed the bot for 7 days" in each.text for each in duel.news(0))
    assert "Otters\u2069 4 \u2013 0 \u2068Herons" in duel.card(0).text


async def _substitute_and_ruling(world: World, duel: Duel) -> None:
    otter, heron = duel.keepers
    # Chloe takes the place of Ben
    page, _ = await duel.choose(0, otter, "replace", str(world.ben.id))
    menu = next(each for each in components_of(page) if each["type"] in LISTS)
    await otter.select(page, [str(world.chloe.id)], custom_id=menu["custom_id"])
    await world.settle()
    told = f"{called(world.chloe)} takes the place of {called(world.ben)} on board 2."
    assert all(any(told in each.text for each in duel.news(side)) for side in (0, 1))
    # a ruling needs both captains
    _, form = await duel.choose(0, otter, "ruling", "2")
    await fill(otter, form, result="decide 0=1", reason="the train was late")
    await world.settle()
    (asked,) = (each for each in duel.news(1) if "the train was late" in each.text)
    assert asked.pinged == (heron.id,)
    assert "Agree" in asked.buttons
    assert not any("Agree" in each.buttons for each in duel.news(0))
    waiting = world.answer(await heron.slash(duel.channels[1], "matches")).text
    assert "asks for a ruling: answer with `/club` in your server." in waiting
    message = world.message(duel.channels[1], asked.id)
    await heron.click(message, label="Agree")
    await world.settle()
    assert (await world.match(2)).result is not None


async def test_a_match_is_moved_to_where_the_bot_can_post(world: World, duel: Duel) -> None:
    heron, pond = duel.keepers[1], duel.channels[1].guild.create_text_channel("pond")

    async def move() -> str:
        page = (await heron.slash(pond, "club")).response
        await heron.click(page, label="Otters \u2013 Herons")
        told = world.answer(await heron.click(page, label="Post it here")).text
        await world.settle()
        return told

    world.forbid(pond, send_messages=True)
    assert "I need the **Send Messages** permission there." in await move()
    assert not world.shown(pond)
    world.forbid(pond)
    await move()
    (card,) = world.shown(pond)
    assert card.text.startswith("### \u2068Otters\u2069 \u2013 \u2068Herons\u2069\n")


async def test_who_joins_is_told_who_sees_what(world: World) -> None:
    duel = Duel(world)
    await duel.agree()
    told = await duel.join(1, duel.eve)
    assert "People in \u2068Otters\u2069 will see your name, your rating and these games." in told


async def test_a_wrong_code_is_answered_in_a_sentence(world: World) -> None:
    duel = Duel(world)
    told = await fill(duel.keepers[1], await duel.setup(1, "I have a code"), code="AAAAAAAAAA")
    assert "There is no open offer with this code." in world.answer(told).text
    told = await duel.eve.slash(duel.channels[1], "club")
    assert "This server plays no match" in world.answer(told).text


async def test_an_offer_is_listed_until_it_is_withdrawn_and_teams_differ(world: World) -> None:
    duel = Duel(world)
    otter, heron = duel.keepers
    terms = {"game": "detach hexhex6", "boards": "2", "clock": CLOCK, "team": "Otters"}
    codes = []
    for _ in range(2):
        form = await duel.setup(0, "Offer a match")
        told = world.answer(await fill(otter, form, **terms, rating="1"))
        codes.append(told.text.split("`")[1])
    shown = await otter.slash(duel.channels[0], "club")
    assert world.answer(shown).buttons.count("Withdraw the offer") == 2
    assert "withdraw the offer and make another" in world.answer(shown).text
    newest = next(e for e in world.answer(shown).custom_ids if ":withdraw:" in e)
    await otter.click(message_of(shown), custom_id=newest)
    assert (
        world.answer(await otter.slash(duel.channels[0], "club")).buttons.count(
            "Withdraw the offer"
        )
        == 1
    )
    told = await fill(heron, await duel.setup(1, "I have a code"), code=codes[1])
    assert "There is no open offer with this code." in world.answer(told).text
    assert (
        "Withdraw the offer"
        not in world.answer(await heron.slash(duel.channels[1], "club")).buttons
    )
    shown = await fill(heron, await duel.setup(1, "I have a code"), code=codes[0])
    form = await heron.click(message_of(shown), label="Accept")
    told = await fill(heron, form, team="OTTERS")
    assert "Another team of this match has that name." in world.answer(told).text


async def test_who_leaves_open_games_is_asked_and_is_then_out(world: World, duel: Duel) -> None:
    for side, keeper in enumerate(duel.keepers):
        await keeper.click(await duel.page(side, keeper), label="Ready")
    await world.settle()
    opened = await duel.press(0, world.ada, "Open")
    assert "Your games are in `/matches`." in world.answer(opened).text
    reserve = world.answer(await duel.press(0, world.chloe, "Open")).text
    assert "You are a reserve of" in reserve
    asked = await world.ada.click(message_of(opened), label="Leave")
    assert "You lose the 2 games that you have open" in world.answer(asked).text
    await world.ada.click(message_of(asked), label="Not now")
    assert (await world.match(1)).is_running
    asked = await world.ada.click(await duel.page(0, world.ada), label="Leave")
    await world.ada.click(message_of(asked), label="Leave")
    await duel.later()
    assert not (await world.match(1)).is_running
    buttons = world.answer(await duel.press(0, world.ada, "Open")).buttons
    assert not {"Join", "Leave"} & {*buttons}


async def test_a_season_has_its_table_in_every_server(world: World) -> None:
    duel = Duel(world)
    otter, heron = duel.keepers
    form = await duel.setup(0, "Offer a season")
    offer = {"game": "detach hexhex6", "boards": "2", "clock": "2d+8h/3d", "team": "Otters"}
    told = world.answer(await fill(otter, form, **offer, rating="1 4"))
    assert "up to seven other servers" in told.text
    shown = await fill(heron, await duel.setup(1, "I have a code"), code=told.text.split("`")[1])
    assert "offers a season of club matches" in world.answer(shown).text
    assert "a match every 4 weeks" in world.answer(shown).text
    form = await heron.click(message_of(shown), label="Accept")
    await fill(heron, form, team="Herons")
    await world.settle()
    page = await duel.page(0, otter)
    await otter.click(page, label="Ready")
    await world.settle()
    await duel.later()
    cards = [e.text for e in world.shown(duel.channels[1]) if e.text.startswith("### ")]
    season, match = cards
    assert season.startswith("### Season: ")
    assert "Round 1 of 1" in season
    assert "1. \u2068Otters\u2069: 0 match points, 0 on boards" in season
    news = " ".join(each.text for each in duel.news(0))
    assert "\u2068Herons\u2069 joins the season." in news
    assert "The season has begun." in news
    assert "It begins when both captains are ready" in match
    page = await duel.page(1, heron)
    asked = await heron.click(page, label="Leave the season")
    assert "the matches that are left are lost" in world.answer(asked).text
    await heron.click(message_of(asked), label="Leave the season")
    await duel.later()
    assert any("has left the season." in each.text for each in duel.news(0))
    assert "left, and its matches do not count" in duel.card(0).text
