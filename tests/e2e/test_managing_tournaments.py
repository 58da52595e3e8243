"""What an organiser reads before an act and after it, and how whoever is withdrawn hears of it."""

from typing import Any

import pytest

from tests.kit.cups import CupWorld, open_cup
from tests.kit.discord_rules import close_directs
from tests.kit.play import play_all
from tests.kit.reminding import directs
from tests.kit.shown import called, with_mentions
from tests.kit.table import DAY, World, fill, look, newcomers, pick, ruling


def all_four(world: World) -> tuple[Any, ...]:
    return world.ada, world.ben, world.chloe, world.dan


async def form_of(cup: CupWorld, act: str, **about: Any) -> dict[str, Any]:
    """The form that a button of the panel opens."""
    asked = await cup.keeper.click(await cup.panel(*about.values()), label=act)
    found: dict[str, Any] = asked.modal
    return found


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        (
            "round_robin",
            "Fewer than half of the games are played: none of them counts.",
        ),
        ("knockout", "The opponent goes on."),
    ],
)
async def test_withdrawing_somebody_says_what_follows_to_the_organiser_and_to_them(
    world: World, kind: str, points: str
) -> None:
    cup = await open_cup(world, kind, all_four(world))
    asked = str(await form_of(cup, "Withdraw", player=world.dan))
    assert f"<@{world.dan.id}>\\nThey can join again." in asked
    await cup.manage("Begin now")
    follows = f"Their running games end at once: lost, and not rated. {points}"
    asked = str(await form_of(cup, "Withdraw", player=world.dan))
    assert "Withdraw a player" in asked
    assert f"<@{world.dan.id}>\\n{follows}" in asked
    told = await cup.manage("Withdraw", "he asked me to", player=world.dan)
    assert told.text == (
        f"<@{world.dan.id}> is out, and is told why. {follows} "
        f"Everybody can read it, with your reason, in <#{cup.channel.id}>."
    )
    (news,) = [each for each in cup.messages() if "`he asked me to`" in each.text]
    assert [each.id for each in cup.messages() if world.dan.id in each.pinged] == [news.id]
    thread = next(each for each in cup.threads() if world.dan.name in each.name)
    last = world.shown(thread)[-1].text
    assert "was withdrawn from the tournament." in last
    assert "(withdrawn)" in last
    assert "wins without playing on." in last
    mine = await cup.told(world.dan, "show")
    assert "The organiser withdrew you. Your games have ended." in mine.text
    await cup.pass_on()
    assert "withdrawn by the organiser" in cup.card().text


async def test_a_leader_who_is_withdrawn_stands_in_the_table_with_the_reason(world: World) -> None:
    cup = await open_cup(world, "round_robin", all_four(world), games="1", at_once="0")
    await cup.manage("Begin now")
    for thread in cup.threads():
        other = [each for each in (world.ben, world.chloe, world.dan) if each.name in thread.name]
        if world.ada.name in thread.name:
            two = sorted((world.ada, other[0]), key=lambda each: thread.name.index(each.name))
            await play_all(world, thread, two, ("b6>a5,a6", "b2>a1,a2"))
            await cup.resign(other[0], thread)
    told = await cup.manage("Withdraw", "she asked me to", player=world.ada)
    assert "At least half of the games are played: the results stand" in told.text
    await cup.pass_on()
    assert f"**1.** {called(world.ada)} 3 · withdrawn by the organiser" in cup.card().text


@pytest.mark.parametrize("closed", [False, True])
async def test_who_chose_direct_messages_is_mentioned_where_they_are_closed(
    world: World, closed: bool
) -> None:
    cup = await open_cup(world, "round_robin", all_four(world))
    panel = (await world.dan.slash(world.channel, "settings")).response
    await world.dan.click(panel, label="Reminders")
    await pick(world.dan, panel, "rs:way", ["direct"])
    if closed:
        close_directs(world.env.backend, world.dan.id)
    await cup.manage("Begin now")
    await cup.manage("Withdraw", "he asked me to", player=world.dan)
    called = [each for each in cup.messages() if each.pinged]
    assert [each.pinged for each in called] == ([(world.dan.id,)] if closed else [])
    if closed:
        assert f"<@{world.dan.id}>: The organiser withdrew you from" in called[0].text
    else:
        assert directs(world, world.dan)[-1].text.endswith("`he asked me to`")


async def test_two_games_lost_on_time_are_told_as_the_reason(world: World) -> None:
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe))
    await cup.manage("Begin now")
    for _ in range(10):
        await cup.pass_on(DAY)
    called = [each for each in cup.messages() if each.pinged]
    assert called
    for each in called:
        (lost,) = each.pinged
        assert f"<@{lost}> was withdrawn: two games lost on time in a row." in each.text
    assert len({each.pinged for each in called}) == len(called)


async def test_pausing_and_cancelling_say_what_goes_on(world: World) -> None:
    cup = await open_cup(world, "round_robin", all_four(world))
    await cup.manage("Begin now")
    goes_on = "Running games go on, and so do their clocks. No new games begin until you resume it."
    asked = str(await form_of(cup, "Pause"))
    assert "Pause the tournament" in asked
    assert goes_on in asked
    told = await cup.manage("Pause", "a holiday")
    assert told.text.startswith(f"It is paused. {goes_on}")
    told = await cup.manage("Resume", "we are back")
    assert told.text.startswith("It goes on. Games that had to wait begin now.")
    asked = str(await form_of(cup, "Cancel the tournament"))
    assert "'title': 'End it without a winner'" in asked
    assert "Nobody wins, and it cannot be resumed. Running games go on as friendly ones." in asked
    told = await cup.manage("Cancel the tournament", "too few play")
    assert told.text.startswith("It is cancelled. Nobody wins")


async def test_an_act_without_a_reason_says_what_follows(world: World) -> None:
    cup = await open_cup(world, "swiss", all_four(world), rounds="3")
    told = await cup.manage("Show it here")
    assert told.text == (
        f"Its card is posted in <#{cup.channel.id}>. New games are played there too. "
        "Running ones stay where they are, if I can post there."
    )
    others = newcomers(world, *(f"P{number}" for number in range(3)))
    assert (await cup.manage("Add", player=others[0])).text == f"<@{others[0].id}> is in."
    await cup.manage("Add", player=others[1])
    told = await cup.manage("Begin now")
    channel = f"<#{cup.channel.id}>"
    assert told.text == (f"It begins now. The games are posted in {channel}, one after the other.")
    told = await cup.manage("Add", player=others[2])
    assert told.text == f"<@{others[2].id}> is in. They play from the next round on."


@pytest.mark.parametrize("kind", ["league", "knockout"])
async def test_the_panel_hints_at_what_can_be_done(world: World, kind: str) -> None:
    cup = await open_cup(world, kind, all_four(world))
    hint = look(await cup.panel()).text
    assert "**Somebody who is in:** withdraw or readmit them" in hint
    assert "**Somebody else** of this server: add them" in hint
    one = look(await cup.panel(world.ada))
    assert one.buttons == ("Withdraw",)
    assert "**Whom they play:**" not in one.text
    await cup.manage("Begin now")
    one = look(await cup.panel(world.ada))
    assert "**Whom they play:** decide what the two have not begun" in one.text
    both = look(await cup.panel(world.ada, world.ben)).text
    wins = f"<@{world.ada.id}> wins the games against <@{world.ben.id}> that have not begun."
    assert f"**Give them the win**: {wins}" in both


async def test_players_read_why_an_organiser_acted(world: World) -> None:
    cup = await open_cup(world, "knockout", all_four(world))
    await cup.manage("Begin now")
    why = {"Withdraw": "**gone** <@&1>", "Readmit": "came back @everyone"}
    for act, reason in why.items():
        await cup.manage(act, reason, player=world.ada)
        for shown in (await cup.told(world.ben, "show"), await cup.history(world.ben)):
            assert f"`{reason}`" in shown.text
        assert any(f"`{reason}`" in each for each in cup.news())


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("annul", "> annulled match 1 of <@"),
        ("decide", "> decided match 1 of <@"),
        ("give first", "> gave match 1 to {first}."),
        ("give last", "> gave match 1 to {last}."),
        ("forgive", "> forgave the lost time in match 1:"),
    ],
)
async def test_everybody_reads_what_was_ruled_and_why(
    world: World, command: str, told: str
) -> None:
    cup = await open_cup(world, "knockout", (world.ada, world.ben, world.chloe))
    await cup.manage("Begin now")
    thread = cup.threads()[0]
    for _ in range(5 if command == "forgive" else 0):
        await cup.pass_on(DAY)
    people: dict[Any, Any] = {each.id: each for each in (world.ada, world.ben, world.chloe)}
    first, last = (people[each] for each in (await world.match()).players)
    winner = {"give first": first, "give last": last}.get(command)
    labels = {"annul": "Annul", "forgive": "Let them play on"}
    form = await ruling(cup.keeper, thread, 1, labels.get(command, "Decide the result"))
    assert "Why? Everybody will read it" in str(form.modal)
    result = {first: "0>1", last: "1>0", None: "0=1"}[winner]
    given = {} if command in labels else {"result": result}
    done = await fill(cup.keeper, form, reason="the `site` was down", **given)
    assert "Everybody can read it in the tournament's channel" in world.answer(done).text
    await world.settle()
    told = told.format(first=f"<@{first.id}>", last=f"<@{last.id}>")
    shown = (await cup.told(world.ben, "show")).text
    assert told in shown
    assert "site" in shown
    assert told in (await cup.history(world.ben)).text
    people_named = (cup.keeper, *people.values())
    found = [with_mentions(each, *people_named) for each in cup.news()]
    (news,) = [each for each in found if told in each]
    assert f"<@{cup.keeper.id}>" in news


async def test_a_name_pings_nobody_and_shapes_nothing(world: World) -> None:
    cup = await open_cup(world, "round_robin")
    form = await cup.keeper.click(await cup.panel(), label="Rename")
    typed = {"name": f"<@{world.ada.id}> @everyone **cup**", "reason": "it reads better"}
    told = world.answer(await cup.keeper.submit_modal(form, typed)).text
    assert told.startswith("It is called ")
    await cup.pass_on()
    for shown in cup.messages():
        assert shown.pinged == ()
        assert not any(
            each in shown.text for each in (f"<@{world.ada.id}>", "@everyone", "**cup**")
        )
