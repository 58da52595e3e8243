"""The panel that makes a tournament, and changes its settings until it begins."""

from typing import Any

import pytest

from bot.features.tournaments.screen.creating import Choices, packed
from tests.kit.by_day import at_night
from tests.kit.cups import CupWorld, control_of, open_cup
from tests.kit.discord_rules import close_directs
from tests.kit.passing_time import DAY
from tests.kit.people import chosen, fill, keeper_of, ruling
from tests.kit.reminding import set_reminders
from tests.kit.shown import BUTTON, components_of, look, with_mentions
from tests.kit.world import World, press


def usable(panel: Any) -> list[str]:
    """The buttons that can be pressed."""
    pressed = [each for each in components_of(panel) if each["type"] == BUTTON]
    return [each["label"] for each in pressed if not each.get("disabled")]


async def test_entry_by_invitation_is_the_organisers(world: World) -> None:
    keeper = keeper_of(world)
    cup = CupWorld(world, keeper, world.server.create_text_channel("cups"))
    panel = (await cup.slash(keeper, "create")).response
    assert "Begins in 3 days." in look(panel).text
    assert usable(panel) == ["Next", "Create"]
    await keeper.click(panel, label="Next")
    assert usable(panel) == ["Back", "Next", "Create"]
    await keeper.click(panel, label="Next")
    assert usable(panel) == ["Set limits", "Back", "Create"]
    await keeper.select(panel, ["1"], custom_id=control_of(panel, "invited"))
    await keeper.click(panel, label="Create")
    await world.settle()
    assert "Entry: by invitation." in cup.card().text
    told = world.answer(await cup.press(world.ada, "Every season"))
    assert told.text == f"Entry is by invitation. Ask <@{keeper.id}>."
    assert (await cup.manage("Add", player=world.ada)).text == f"<@{world.ada.id}> has joined."
    told = world.answer(await cup.press(world.ada, "Every season"))  # in this season already
    assert told.text.startswith("You have joined Detach league · season 1, as number 1.")
    told = world.answer(await cup.press(world.ada, "Every season"))
    assert told.text == "You have joined, as number 1."


async def test_limits_are_typed_and_kept_while_other_things_are_chosen(world: World) -> None:
    keeper = keeper_of(world)
    cup = CupWorld(world, keeper, world.server.create_text_channel("cups"))
    panel = (await cup.slash(keeper, "create")).response
    for label in ("Next", "Next", "Set limits"):
        form = await keeper.click(panel, label=label)
    typed = {"rating_from": "", "rating_to": "1700", "matches": "2", "most": "5"}
    refused = await keeper.submit_modal(form, {**typed, "most": "many"})
    assert "Type whole numbers, such as 1400, or leave it empty." in world.answer(refused).text
    form = await keeper.click(panel, label="Set limits")
    told = world.answer(await keeper.submit_modal(form, typed))
    assert "Rating to: 1700; Rated matches here, at least: 2; Players at most: 5" in told.text
    for control, value in {"kind": "round_robin", "games": "1", "at_once": "2"}.items():
        while (custom_id := control_of(panel, control)) is None:
            await keeper.click(panel, label="Back" if control == "kind" else "Next")
        await keeper.select(panel, [value], custom_id=custom_id)
    await keeper.click(panel, label="Create")
    await world.settle()
    assert "Entry: ratings up to 1700, 2 rated matches first." in cup.card().text
    assert "One game against each opponent." in cup.card().text
    told = world.answer(await cup.press(world.ada, "Join"))
    assert told.text == "Play 2 rated matches of Detach here first. You have 0."


async def test_settings_are_changed_until_it_begins(world: World) -> None:
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe), days="3")
    panel = (await cup.keeper.click(await cup.panel(), label="Settings")).response
    assert look(panel).text.startswith("### Settings · 1 of 2")
    assert look(panel).buttons == ("Back", "Next", "Save")
    assert chosen(panel, control_of(panel, "clock") or "") == ["1"]
    await cup.keeper.select(panel, ["2"], custom_id=control_of(panel, "clock"))
    await cup.keeper.select(panel, ["1"], custom_id=control_of(panel, "friendly"))
    await cup.keeper.click(panel, label="Next")
    assert chosen(panel, control_of(panel, "days") or "") == ["99"]
    for control, value in {"days": "7", "repeat": "3"}.items():
        await cup.keeper.select(panel, [value], custom_id=control_of(panel, control))
    form = await cup.keeper.click(panel, label="Save")
    told = world.answer(await cup.keeper.submit_modal(form, {"reason": "we are slow players"}))
    assert told.text.startswith("The settings are changed. Everybody can read it")
    await cup.pass_on()
    assert "Bank: 5 days, +1 day a move, at most 7 days · Friendly" in cup.card().text
    (news,) = [each for each in cup.news() if "changed its settings. `we are slow players`" in each]
    assert "· Friendly" in news
    assert "It begins <t:" in news
    assert cup.card().buttons == ("Every time", "Just this one", "My page", "History")
    stale = await cup.panel()
    await cup.manage("Begin now")
    told = world.answer(await cup.keeper.click(stale, label="Settings"))
    assert told.text == "It has begun: its time control, games and tie-breaks stay as they are."
    begun = await cup.page(cup.keeper, "Manage", tournament=1)  # the next one is open
    assert "Settings" not in look(begun).buttons


async def test_managers_alone_make_them_and_nobody_forges_a_panel(world: World) -> None:
    refused = world.answer(await world.ada.slash(world.channel, "tournament create"))
    assert refused.text == "Only people with the Manage Server permission can do this."
    keeper = keeper_of(world)
    panel = (await keeper.slash(world.channel, "tournament create")).response
    chosen, odd = packed(Choices(step=1)), packed(Choices(size=2))
    for forged in (f"cr:create:league:chess:{chosen}", f"cr:clock:league:chess:{chosen}"):
        told = world.answer(await press(world, keeper, panel, forged))
        assert told.text == "I do not know that game. Pick one from the list."
    told = world.answer(await press(world, keeper, panel, f"cr:create:league:apart:{odd}"))
    assert "The panel does not offer these settings. Nothing was done." in told.text
    assert told.buttons == ("Back", "Next", "Create")


def all_four(world: World) -> tuple[Any, ...]:
    return world.ada, world.ben, world.chloe, world.dan


async def form_of(cup: CupWorld, act: str, **about: Any) -> dict[str, Any]:
    asked = await cup.keeper.click(await cup.panel(*about.values()), label=act)
    found: dict[str, Any] = asked.modal
    return found


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("round_robin", "Fewer than half of the games are played: none of them counts."),
        at_night("knockout", "The opponent advances."),
    ],
)
async def test_withdrawing_somebody_says_what_follows_to_the_organiser_and_to_them(
    world: World, kind: str, points: str
) -> None:
    cup = await open_cup(world, kind, all_four(world))
    asked = str(await form_of(cup, "Withdraw a player", player=world.dan))
    assert f"<@{world.dan.id}>\\nThey can join again." in asked
    await cup.manage("Begin now")
    follows = f"Their games in progress end at once: lost, and not rated. {points}"
    asked = str(await form_of(cup, "Withdraw a player", player=world.dan))
    assert "Withdraw a player" in asked
    assert f"<@{world.dan.id}>\\n{follows}" in asked
    told = await cup.manage("Withdraw a player", "he asked me to", player=world.dan)
    assert told.text == (
        f"<@{world.dan.id}> is withdrawn, and is told why. {follows} "
        f"Everybody can read it, with your reason, in <#{cup.channel.id}>."
    )
    (news,) = [each for each in cup.messages() if "`he asked me to`" in each.text]
    assert [each.id for each in cup.messages() if world.dan.id in each.pinged] == [news.id]
    thread = next(each for each in cup.threads() if world.dan.name in each.name)
    last = world.shown(thread)[-1].text
    assert "was withdrawn from the tournament." in last
    assert "(withdrawn)" in last
    assert "wins; the rest is not played out." in last
    mine = await cup.told(world.dan, "show")
    assert "The organiser withdrew you. Your games have ended." in mine.text
    assert "he asked me to" in (await cup.history(world.ben)).text
    await cup.pass_on()
    assert "withdrawn by the organiser" in cup.card().text


async def test_who_chose_direct_messages_is_mentioned_where_they_are_closed(world: World) -> None:
    cup = await open_cup(world, "round_robin", all_four(world))
    await set_reminders(world, world.dan, "direct")
    close_directs(world.env.backend, world.dan.id)
    await cup.manage("Begin now")
    await cup.manage("Withdraw a player", "he asked me to", player=world.dan)
    (called,) = [each for each in cup.messages() if each.pinged]
    assert called.pinged == (world.dan.id,)
    assert f"<@{world.dan.id}>: The organiser withdrew you from" in called.text


async def test_pausing_and_cancelling_say_what_goes_on(world: World) -> None:
    cup = await open_cup(world, "round_robin", all_four(world))
    await cup.manage("Begin now")
    goes_on = (
        "Games in progress continue, and so do their clocks. No new games begin until you resume "
        "it."
    )
    asked = str(await form_of(cup, "Pause"))
    assert "Pause the tournament" in asked
    assert goes_on in asked
    told = await cup.manage("Pause", "a holiday")
    assert told.text.startswith(f"It is paused. {goes_on}")
    told = await cup.manage("Resume", "we are **back** @everyone")
    assert told.text.startswith("It is resumed. Games that had to wait begin now.")
    for shown in ((await cup.told(world.ben, "show")).text, cup.news()[-1]):
        assert "`we are **back** @everyone`" in shown
    asked = str(await form_of(cup, "Cancel the tournament"))
    assert "'title': 'End it without a winner'" in asked
    assert (
        "Nobody wins, and it cannot be resumed. Games in progress continue as friendly ones."
        in asked
    )
    told = await cup.manage("Cancel the tournament", "too few play")
    assert told.text.startswith("It is cancelled. Nobody wins")


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Decide the result", "> gave match 1 to {last}."),
        at_night("Annul", "> annulled match 1 of <@"),
        at_night("Let them play on", "> set the timeout in match 1 aside:"),
    ],
)
async def test_everybody_reads_what_was_ruled_and_why(world: World, label: str, told: str) -> None:
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe))
    await cup.manage("Begin now")
    thread = cup.threads()[0]
    for _ in range(5 if label == "Let them play on" else 0):
        await cup.pass_on(DAY)
    _, last = (await world.match()).players
    form = await ruling(cup.keeper, thread, 1, label)
    assert "Why? Everybody will read it" in str(form.modal)
    given = {"result": "1>0"} if label == "Decide the result" else {}
    done = await fill(cup.keeper, form, reason="the `site` was down", **given)
    assert "Everybody can read it in the tournament's channel" in world.answer(done).text
    await world.settle()
    told = told.format(last=f"<@{last}>")
    people = (cup.keeper, world.ada, world.ben, world.chloe)
    (news,) = [each for each in (with_mentions(it, *people) for it in cup.news()) if told in each]
    for shown in ((await cup.told(world.ben, "show")).text, news):
        assert f"<@{cup.keeper.id}" in shown
        assert told in shown
        assert "site" in shown
