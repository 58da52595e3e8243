"""Managers rule over matches, and everybody sees that they did, and why."""

from typing import Any

from bot.features.rulings.screen import Ruling
from bot.features.rulings.words import Act
from data.ids import MatchId
from tests.kit.forging import Forged, send_all
from tests.kit.shown import called
from tests.kit.table import (
    World,
    begin,
    begin_three,
    fill,
    pick,
    play,
    resign,
    ruling,
    server_panel,
    with_role,
)

REFUSED = "Only people with the Manage Server permission can do this."


async def rule(world: World, who: Any, label: str, reason: str, **given: Any) -> str:
    """Rule over match 1 for a reason; what the manager is told."""
    form = await ruling(who, world.channel, 1, label)
    answer = await fill(who, form, reason=reason, **given)
    return str(world.answer(answer).text)


async def test_a_match_is_decided_for_all_to_see(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    told = await rule(world, keeper, "Decide the result", "Ada was rude", result="1>0")
    assert told.startswith("Done.")
    last = world.shown(thread)[-1]
    ruled = f"{called(keeper)}, who manages matches here, decided the match: `Ada was rude`"
    assert ruled in last.text
    assert f"{called(world.ben)} (Black) wins: the server's managers decided." in last.text
    assert last.pinged == ()
    assert world.shown(thread)[-2].buttons == ()


async def test_without_a_winner_it_is_a_draw(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    form = await ruling(keeper, world.channel, 1, "Decide the result")
    assert form.modal["title"] == "Decide the result"
    assert "Apart · match 1" in str(form.modal)
    labels = [each["label"] for each in lists_of(form)]
    assert labels == ["White Ada won", "Black Ben won", "A draw"]
    assert "Why? The players will read it" in str(form.modal)
    await fill(keeper, form, result="0=1", reason="Both left")
    assert "Draw: the server's managers decided." in world.shown(thread)[-1].text


def lists_of(form: Any) -> list[Any]:
    """What can be chosen in the first list of a form."""
    found = [each.get("component", {}) for each in form.modal["components"]]
    return next(each["options"] for each in found if "options" in each)


async def test_of_three_every_order_can_be_chosen(world: World, keeper: Any) -> None:
    await begin_three(world)
    form = await ruling(keeper, world.channel, 1, "Decide the result")
    labels = [each["label"] for each in lists_of(form)]
    assert len(labels) == len({*labels}) == 10
    assert sum(" Ada won, " in each for each in labels) == 2


async def test_it_asks_which_match_and_shows_that_of_a_thread(world: World, keeper: Any) -> None:
    nothing = world.answer(await keeper.slash(world.channel, "manage"))
    assert nothing.text == "No match has been played in this server yet."
    thread = await begin(world, world.ada, world.ben)
    here = world.answer(await keeper.slash(thread, "manage"))
    assert here.text.startswith("### Apart · match 1")
    asked = await keeper.slash(world.channel, "manage")
    assert world.answer(asked).text.startswith("Which match?")
    shown = world.answer(await keeper.select(asked.response, ["1"]))
    assert shown.buttons == here.buttons == ("Decide the result", "Annul", "Move elsewhere")
    refused = world.answer(await world.ada.slash(thread, "manage"))
    assert refused.text == REFUSED


async def test_a_result_that_was_not_offered_changes_nothing(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    for result, why in (("0", "That cannot be chosen."), ("0>1>2", "Name every player once")):
        sent = Forged(Ruling(MatchId(1), Act.DECIDE), is_form=True, values=("just so", result))
        (told,) = await send_all(world, keeper, thread, [sent])
        assert world.answer(told).text.startswith(why)
    assert len(world.shown(thread)) == 1


async def test_an_ended_match_is_annulled(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    await rule(world, keeper, "Annul", "It was **a test** @everyone")
    last = world.shown(thread)[-1]
    assert "annulled the match" in last.text
    assert "`It was **a test** @everyone`" in last.text
    assert "It has no result." in last.text
    assert last.pinged == ()


async def test_a_match_is_moved_to_another_channel(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    elsewhere = world.server.create_text_channel("quiet")
    await rule(world, keeper, "Move elsewhere", "too loud there", channel=elsewhere)
    (thread,) = elsewhere.threads
    last = world.shown(thread)[-1]
    assert "moved the match here" in last.text
    assert last.pinged == (world.ada.id,)
    await play(world, world.ada, thread, "b2-b4")
    assert world.shown(thread)[-1].pinged == (world.ben.id,)


async def test_the_role_that_was_set_may_rule(world: World, keeper: Any) -> None:
    judge, role = with_role(world, "Judge", "Judges")
    thread = await begin(world, world.ada, world.ben)
    refused = await judge.slash(world.channel, "manage", match=1)
    assert REFUSED in world.answer(refused).text
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "v:manager_role_id", [role])
    await rule(world, judge, "Annul", "as agreed")
    ruled = f"{called(judge)}, who manages matches here, annulled the match: `as agreed`"
    assert ruled in world.shown(thread)[-1].text
    other = await world.ada.slash(world.channel, "manage", match=1)
    assert f"or the role <@&{role.id}>" in world.answer(other).text
    assert world.answer(other).pinged == ()


async def test_a_form_that_was_open_counts_only_while_one_may_rule(world: World, keeper) -> None:
    thread = await begin(world, world.ada, world.ben)
    form = await ruling(keeper, world.channel, 1, "Annul")
    server = world.env.backend.get_guild(world.server.id)
    for role in tuple(server.members[keeper.id].role_ids):
        world.env.backend.remove_member_role(world.server.id, keeper.id, role)
    refused = await keeper.submit_modal(form, {"reason": "too late"})
    assert "Only people with the Manage Server permission" in world.answer(refused).text
    assert len(world.shown(thread)) == 1


async def test_matches_are_offered_by_name(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    await begin(world, world.ada, world.chloe)
    found = await keeper.autocomplete(world.channel, "manage", "match", "")
    assert [choice["value"] for choice in found] == [2, 1]
    assert await world.ada.autocomplete(world.channel, "manage", "match", "") == []


async def test_what_was_ruled_is_read_by_managers_alone(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    nothing = world.answer(await keeper.slash(world.channel, "manage", match=1))
    assert "No manager has done anything to this match." in nothing.text
    for reason in ("a first reason", "a second one"):
        await rule(world, keeper, "Annul", reason)
    told = world.answer(await keeper.slash(world.channel, "manage", match=1))
    assert told.ephemeral
    assert told.pinged == ()
    lines = told.text.split("**What managers did**")[1].splitlines()
    assert [line.rsplit(": ")[-1] for line in lines[1:]] == ["`a first reason`", "`a second one`"]
    assert all(f"<@{keeper.id}> annulled it" in line for line in lines[1:])
    await rule(world, keeper, "Decide the result", "a third", result="1>0")
    await rule(world, keeper, "Decide the result", "a fourth", result="0=1")
    told = world.answer(await keeper.slash(world.channel, "manage", match=1)).text
    assert f"<@{keeper.id}> gave it to <@{world.ben.id}>: `a third`" in told
    assert f"<@{keeper.id}> decided it as a draw: `a fourth`" in told
    refused = world.answer(await world.ada.slash(world.channel, "manage", match=1))
    assert REFUSED in refused.text
