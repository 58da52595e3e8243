"""The panel that makes a tournament, and changes its settings until it begins."""

from bot.features.tournaments.screen.creating import Choices, packed
from tests.kit.cups import CupWorld, control_of, open_cup
from tests.kit.shown import components_of
from tests.kit.table import World, chosen, keeper_of, look, press


async def test_entry_by_invitation_is_the_organisers(world: World) -> None:
    keeper = keeper_of(world)
    cup = CupWorld(world, keeper, world.server.create_text_channel("cups"))
    panel = (await cup.slash(keeper, "create")).response
    for label in ("Next", "Next"):
        await keeper.click(panel, label=label)
    await keeper.select(panel, ["1"], custom_id=control_of(panel, "invited"))
    await keeper.click(panel, label="Create")
    await world.settle()
    assert "Entry: by invitation." in cup.card().text
    told = world.answer(await cup.press(world.ada, "Every season"))
    assert told.text == f"Entry is by invitation. Ask <@{keeper.id}>."
    assert (await cup.manage("Add", player=world.ada)).text == f"<@{world.ada.id}> is in."
    told = world.answer(await cup.press(world.ada, "Every season"))  # in this season already
    assert told.text.startswith("You are in Detach league · season 1, as number 1.")
    told = world.answer(await cup.press(world.ada, "Every season"))
    assert told.text == "You are in, as number 1."


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
    crossed = await keeper.submit_modal(form, {**typed, "rating_from": "1800"})
    why = "Nobody has a rating from 1800 to 1700: type the lower number first."
    assert why in world.answer(crossed).text
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
    stale, other = [await cup.panel() for _ in range(2)]
    panel = (await cup.keeper.click(other, label="Settings")).response
    await cup.manage("Begin now")
    assert len(cup.threads()) == 2
    refused = "It has begun: its clock, games and tie-breaks stay as they are."
    told = world.answer(await cup.keeper.click(stale, label="Settings"))
    assert told.text == refused
    form = await cup.keeper.click(panel, label="Save")
    told = world.answer(await cup.keeper.submit_modal(form, {"reason": "slower still"}))
    assert refused in told.text
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


async def test_a_league_takes_one_tap_and_a_double_tap_makes_nothing(world: World) -> None:
    keeper = keeper_of(world)
    cup = CupWorld(world, keeper, world.server.create_text_channel("cups"))
    panel = (await cup.slash(keeper, "create")).response
    shown = look(panel).text
    assert "More than 6 players are divided: the best go up, the last go down." in shown
    assert "Rated" in shown
    assert "Begins in 3 days." in shown
    for ways in ("Next Create", "Back Next Create", "Back Create"):
        assert look(panel).buttons[-3:] == ("Back", "Next", "Create")
        pressed = [each for each in components_of(panel) if each.get("type") == 2]
        assert [each["label"] for each in pressed[-3:] if not each.get("disabled")] == ways.split()
        if "Next" in ways:
            await keeper.click(panel, label="Next")
    made = world.answer(await keeper.click(panel, label="Create"))
    assert "is open, and its card is posted" in made.text
    assert made.buttons == ()
