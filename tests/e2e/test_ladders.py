"""A ladder as a server lives with it: joining, challenging, climbing, refusing, leaving."""

from typing import Any

import pytest

from bot.features.ladders.acts import Act
from bot.features.ladders.screen import LadderAct
from data.ids import LadderId
from tests.kit.forging import Forged, send_all
from tests.kit.ladders import LadderWorld, open_ladder
from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import fill, newcomers
from tests.kit.play import resign
from tests.kit.shown import called, lists, message_of
from tests.kit.world import World, press


@pytest.fixture
async def club(world: World) -> LadderWorld:
    """Ada, Ben, Chloe and Dan on a ladder, in this order."""
    return await open_ladder(world, [world.ada, world.ben, world.chloe, world.dan])


def ids(*people: Any) -> list[int]:
    return [each.id for each in people]


async def test_the_standings_are_posted_and_followed(world: World, club: LadderWorld) -> None:
    shown = club.standings()
    assert shown.text.startswith("### Apart ladder\n-# 4 players · 3 days for every move")
    assert club.order() == ids(world.ada, world.ben, world.chloe, world.dan)
    assert shown.buttons == ("Challenge", "Join", "History")
    assert shown.pinged == ()
    asked = await club.ask(world.dan, world.chloe)
    thread = await club.begin(world.dan, world.ben)
    await club.pass_on()
    assert f"challenged by {called(world.dan)}" in club.standings().text
    assert f"plays {called(world.dan)}" in club.standings().text
    await resign(world, world.ben, thread)
    assert "Ladder: \u2068Dan\u2069 takes place 2, from place 4." in world.shown(thread)[-1].text
    (card,) = [each.text for each in world.shown(world.channel) if each.id == asked.id]
    assert "Cancelled: the ladder has changed" in card
    await club.pass_on()
    assert club.order() == ids(world.ada, world.dan, world.ben, world.chloe)
    assert f"**2.** {called(world.dan)} ▲ 2 since" in club.standings().text
    assert f"**4.** {called(world.chloe)} ▼ 1 since" in club.standings().text
    assert len(club.messages()) == 1


async def test_the_menu_offers_some_and_says_why_not_others(world: World, club) -> None:
    await club.ask(world.dan, world.chloe)
    await club.win(world.dan, world.ben, winner=world.ben)
    board = world.message(club.channel, club.messages()[0].id)
    menu = await world.dan.click(board, label="Challenge")
    told = world.answer(menu)
    assert "You are in place **4** of 4." in told.text
    assert f"Place 3, <@{world.chloe.id}>: A challenge between you two waits" in told.text
    assert f"Place 2, <@{world.ben.id}>: You can challenge them again <t:" in told.text
    assert "You two played <t:" in told.text
    offered = [each for found in lists(message_of(menu)) for each in found["options"]]
    assert [(each["label"], each["value"]) for each in offered] == [
        ("Place 1: Ada", str(world.ada.id))
    ]
    picked = await world.dan.select(menu.response, [str(world.ada.id)], custom_id="b:1:pick:0")
    assert world.answer(picked).text.startswith(f"You challenge <@{world.ada.id}>.")
    card = club.messages()[-1]
    assert card.pinged == (world.ada.id,)
    assert "Ladder challenge: Apart" in card.text


async def test_whoever_is_not_on_it_is_led_there(world: World, club: LadderWorld) -> None:
    eve = newcomers(world, "Eve")[0]
    board = world.message(club.channel, club.messages()[0].id)
    told = world.answer(await eve.click(board, label="Challenge"))
    assert "You have no place on this ladder yet." in told.text
    assert told.buttons == ("Join",)
    refused = await club.slash(eve, "challenge", opponent=world.ada)
    assert refused.text == "You have no place on this ladder yet. Join it with `/ladder join`."
    joined = world.answer(await eve.click(board, label="Join"))
    assert "place 5" in joined.text
    again = world.answer(await eve.click(board, label="Join"))
    assert again.text == "Already on the Apart ladder, in place 5."


async def test_leaving_is_asked_first_and_matches_go_on(world: World, club: LadderWorld) -> None:
    await club.begin(world.dan, world.ada)
    shown = await world.dan.slash(world.channel, "ladder show")
    asked = await world.dan.click(shown.response, label="Leave")
    question = world.answer(asked)
    assert "Do you want to leave the Apart ladder? You have place 4" in question.text
    assert question.buttons == ("Leave the ladder", "Stay")
    await world.dan.click(asked.response, label="Stay")
    assert world.answer(asked).text == "You keep your place."
    told = await club.leave(world.dan)
    assert "Your ladder matches in progress continue and stay rated" in told.text
    await club.pass_on()
    assert club.order() == ids(world.ada, world.ben, world.chloe)
    assert "Leave" not in (await club.slash(world.dan, "show")).buttons
    again = await press(world, world.dan, asked.response, "b:1:leave:0")
    assert world.answer(again).text == f"<@{world.dan.id}> has no place on the Apart ladder."


async def test_the_last_month_is_drawn(world: World, club: LadderWorld) -> None:
    lost = await club.win(world.dan, world.chloe, winner=world.chloe)
    assert (
        "Ladder: \u2068Chloe\u2069 keeps place 3, \u2068Dan\u2069 place 4."
        in world.shown(lost)[-1].text
    )
    await club.win(world.dan, world.ben)
    await world.env.advance_time(HOUR)
    await club.pass_on()
    assert "2. Dan, \u25b2 2, since 1 Jan 2026; 3. Ben, \u25bc 1" in (club.standings().alt or "")
    assert "2. Dan (you), \u25b2 2" in ((await club.slash(world.dan, "show")).alt or "")
    page = await world.dan.slash(world.channel, "ladder show")
    shown = await world.dan.click(page.response, label="History")
    assert [each.filename for each in message_of(shown).attachments] == ["board.png"]
    assert "Place 2 (highlighted): was 4." in (world.answer(shown).alt or "")


async def test_a_ruling_changes_what_followed(world: World, club: LadderWorld) -> None:
    none = await club.manage("Correct a match")
    assert none.text.startswith("No match of this ladder can be corrected.")
    await club.win(world.dan, world.ben)
    shown = await club.keeper.slash(world.channel, "ladder manage")
    asked = await club.keeper.click(shown.response, label="Correct a match")
    assert "Which match?" in world.answer(asked).text
    panel = await club.keeper.select(asked.response, ["1"])
    assert world.answer(panel).text.startswith("### Apart · match 1")
    seat = (await world.match()).players.index(world.ben.id)
    form = await club.keeper.click(asked.response, label="Decide the result")
    told = await fill(club.keeper, form, result=f"{seat}>{1 - seat}", reason="Dan had resigned")
    assert world.answer(told).text.startswith("Done.")
    await club.pass_on()
    assert club.order() == ids(world.ada, world.ben, world.chloe, world.dan)
    assert "corrected match 1" in club.news()[-1]
    assert "`Dan had resigned`" in club.news()[-1]
    assert (
        f"{called(world.dan)} has place 4 now. {called(world.ben)} has place 2 now."
        in club.news()[-1]
    )


async def test_managers_move_remove_freeze_and_close(world: World, club: LadderWorld) -> None:
    told = await club.manage("Move a player", player=world.dan, place="1", reason="won elsewhere")
    assert told.text.startswith("Done.")
    assert "Freeze" in told.buttons
    for given in ({}, {"at": "9"}, {"at": "first"}):
        told = await club.manage("Remove a player", reason="they have gone", **given)
        assert told.text.startswith("That cannot be chosen. Nothing was changed."), given
    await club.manage("Remove a player", at="3", reason="asked for it")  # who left the server
    await club.pass_on()
    assert club.order() == ids(world.dan, world.ada, world.chloe)
    card = await club.ask(world.chloe, world.ada)
    thread = await club.begin(world.ada, world.dan)
    await club.manage("Freeze", reason="holidays")
    said = world.shown(thread)[-1].text
    assert said.startswith("The ladder is frozen, and the clocks")
    refused = world.answer(await world.ada.click(card, label="Accept"))
    assert refused.text.startswith("The Apart ladder is frozen")
    await club.pass_on()
    assert "**Frozen**" in club.standings().text
    await pass_time(world, HOUR)
    thawed = (await club.manage("Unfreeze")).text
    assert "The history of the Apart ladder shows it. " in thawed
    said = world.shown(thread)[-1].text
    assert said.startswith("The ladder resumes, and so do the clocks")
    await world.ada.click(card, label="Accept")
    (accepted,) = [each.text for each in world.shown(world.channel) if each.id == card.id]
    assert "Accepted by" in accepted
    await club.manage("Close for good", reason="the season is over")
    await club.pass_on()
    assert "**Closed** since" in club.standings().text
    assert club.standings().buttons == ("History",)
    assert [each.split(": `")[-1].split("`")[0] for each in club.news() if ": `" in each] == [
        "won elsewhere",
        "asked for it",
        "holidays",
        "the season is over",
    ]
    gone = await club.slash(world.ada, "show")
    assert "There is no such ladder in this server yet." in gone.text
    old = world.message(club.channel, club.messages()[0].id)
    late = world.answer(await world.ada.click(old, label="History"))
    assert "closed the ladder. Why: `the season is over`" in late.text


async def test_only_managers_manage(world: World, club: LadderWorld) -> None:
    told = await club.slash(world.dan, "manage")
    assert "Only people with the Manage Server permission can do this." in told.text
    acts = [LadderAct(LadderId(1), act) for act in Act]
    sent = [Forged(each, is_form, ("why not",)) for each in acts for is_form in (False, True)]
    answers = await send_all(world, world.dan, club.channel, sent)
    for each, answer in zip(sent, answers, strict=True):
        assert world.answer(answer).text.startswith("Only people with the Manage Server"), each


async def test_with_two_ladders_buttons_ask_which(world: World, club: LadderWorld) -> None:
    await club.manage("New ladder", game="detach hexhex6", clock="1d", joins="all")
    for command in ("show", "join", "challenge", "manage"):
        who = club.keeper if command == "manage" else world.ada
        which = await who.slash(world.channel, f"ladder {command}")
        assert world.answer(which).buttons[:2] == ("Apart", "Detach"), command
        seen = world.answer(await who.click(which.response, label="Detach"))
        told = ("Detach ladder", "There is nobody you can challenge now.")
        assert any(each in seen.text for each in told), command
    await world.dan.slash(world.channel, "ladder join", game="detach")
    asked = await world.dan.slash(world.channel, "ladder challenge", opponent=world.ada)
    made = world.answer(await world.dan.click(asked.response, label="Detach"))
    assert made.text.startswith(f"You challenge <@{world.ada.id}>.")


async def test_a_ladder_by_invitation(world: World) -> None:
    club = await open_ladder(world, [], joins="invited")
    refused = await club.slash(world.ada, "join")
    assert "is by invitation only" in refused.text
    helper = world.server.add_member(world.env.create_user("Helper", bot=True))
    refused = await club.manage("Invite", player=helper)
    assert refused.text == f"<@{helper.id}> is a bot. Choose a person."
    told = await club.manage("Invite", player=world.ada)
    assert f"<@{world.ada.id}> can now join the Apart ladder" in told.text
    first = (await club.slash(world.ada, "join")).text
    assert "ladder. Players who join after you can challenge you." in first
    await club.pass_on()
    assert "by invitation" in club.standings().text
    alone = await club.slash(world.ada, "challenge")
    assert alone.text == ("You are in place **1** of 1. There is nobody you can challenge now.")


async def test_a_channel_or_message_that_is_deleted(world: World, club: LadderWorld) -> None:
    world.env.backend.delete_channel(club.channel.id)
    await club.leave(world.dan)
    await club.pass_on()
    assert "I cannot post in its channel." in (await club.slash(world.ada, "show")).text
    elsewhere = world.server.create_text_channel("ladder-again")
    await club.manage("Post elsewhere", channel=elsewhere)
    club.channel = elsewhere
    await club.pass_on()
    world.env.backend.delete_message(elsewhere.id, club.messages()[0].id)  # it comes back
    await club.leave(world.chloe)
    await club.pass_on()
    assert club.order() == ids(world.ada, world.ben)


async def test_who_has_blocked_a_challenger_declines(world: World, club: LadderWorld) -> None:
    await world.chloe.slash(world.channel, "block", person=world.dan)
    before = len(world.shown(world.channel))
    told = await club.slash(world.dan, "challenge", opponent=world.chloe)
    assert told.text == f"<@{world.chloe.id}> declined your challenge."
    await world.settle()
    assert len(world.shown(world.channel)) == before
    history = await club.history(world.ben)
    assert f"<@{world.chloe.id}> declined the challenge of <@{world.dan.id}>" in history.text
    assert "block" not in history.text
    await world.dan.slash(world.channel, "block", person=world.ben)
    own = await club.slash(world.dan, "challenge", opponent=world.ben)
    assert "You have blocked them." in own.text


async def test_a_manager_sees_matches_that_ended_at_once_and_who_always_wins(world: World) -> None:
    ada, ben = world.ada, world.ben
    club = await open_ladder(world, [ada, ben])
    assert "Nothing unusual" in (await club.manage("Unusual records")).text
    await club.win(ben, ada)
    await club.win(ada, ben, winner=ben)  # at once, since she was just overtaken
    told = (await club.manage("Unusual records")).text
    one, other = sorted((ada.id, ben.id))
    assert f"<@{one}> and <@{other}>: over after a few moves: matches 1 and 2" in told
    for _ in range(2):
        assert "won all" not in (await club.manage("Unusual records")).text
        await pass_time(world, 7 * DAY + 60)
        await club.win(ada, ben, winner=ben)
    told = (await club.manage("Unusual records")).text
    assert f"<@{one}> and <@{other}>: <@{ben.id}> won all 4 matches" in told
    assert "None of this proves anything" in told
    assert "ran out of time" not in told
