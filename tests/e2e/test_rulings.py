"""Managers rule over matches, and everybody sees that they did, and why."""

from typing import Any

from tests.kit.table import World, begin, pick, play, resign, with_role


async def rule(world: World, who: Any, command: str, reason: str, **options: Any) -> str:
    """Rule over match 1 for a reason; what the manager is told."""
    form = await who.slash(world.channel, f"manage {command}", match=1, **options)
    answer = await who.submit_modal(form, {"reason": reason})
    return str(world.answer(answer).text)


async def test_a_match_is_decided_for_all_to_see(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    told = await rule(world, keeper, "decide", "Ada was rude", winner=world.ben)
    assert told.startswith("Done.")
    last = world.shown(thread)[-1]
    ruled = f"<@{keeper.id}>, who manages matches here, decided the match: `Ada was rude`"
    assert ruled in last.text
    assert f"<@{world.ben.id}> (Black) wins: the server's managers decided." in last.text
    assert last.pinged == ()
    assert world.shown(thread)[-2].buttons == ()


async def test_without_a_winner_it_is_a_draw(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    form = await keeper.slash(world.channel, "manage decide", match=1)
    assert "Match 1: a draw" in str(form.modal)
    assert "Why? The players will read it" in str(form.modal)
    await keeper.submit_modal(form, {"reason": "Both left"})
    assert "Draw: the server's managers decided." in world.shown(thread)[-1].text


async def test_an_ended_match_is_annulled(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ben, thread)
    await rule(world, keeper, "annul", "It was **a test** @everyone")
    last = world.shown(thread)[-1]
    assert "annulled the match" in last.text
    assert "`It was **a test** @everyone`" in last.text
    assert "It has no result." in last.text
    assert last.pinged == ()


async def test_a_match_is_moved_to_another_channel(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    elsewhere = world.server.create_text_channel("quiet")
    await rule(world, keeper, "relocate", "too loud there", channel=elsewhere)
    (thread,) = elsewhere.threads
    last = world.shown(thread)[-1]
    assert "moved the match here" in last.text
    assert last.pinged == (world.ada.id,)
    await play(world, world.ada, thread, "b2-b4")
    assert world.shown(thread)[-1].pinged == (world.ben.id,)


async def test_the_role_that_was_set_may_rule(world: World, keeper: Any) -> None:
    judge, role = with_role(world, "Judge", "Judges")
    thread = await begin(world, world.ada, world.ben)
    refused = await judge.slash(world.channel, "manage annul", match=1)
    assert (
        "Only people with the Manage Server permission can do this." in world.answer(refused).text
    )
    panel = (await keeper.slash(world.channel, "server settings")).response
    await pick(keeper, panel, "v:manager_role_id", [role])
    await rule(world, judge, "annul", "as agreed")
    ruled = f"<@{judge.id}>, who manages matches here, annulled the match: `as agreed`"
    assert ruled in world.shown(thread)[-1].text
    other = await world.ada.slash(world.channel, "manage annul", match=1)
    assert f"or the role <@&{role.id}>" in world.answer(other).text
    assert world.answer(other).pinged == ()


async def test_a_form_that_was_open_counts_only_while_one_may_rule(world: World, keeper) -> None:
    thread = await begin(world, world.ada, world.ben)
    form = await keeper.slash(world.channel, "manage annul", match=1)
    server = world.env.backend.get_guild(world.server.id)
    for role in tuple(server.members[keeper.id].role_ids):
        world.env.backend.remove_member_role(world.server.id, keeper.id, role)
    refused = await keeper.submit_modal(form, {"reason": "too late"})
    assert "Only people with the Manage Server permission" in world.answer(refused).text
    assert len(world.shown(thread)) == 1


async def test_matches_are_offered_by_name(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    await begin(world, world.ada, world.chloe)
    found = await keeper.autocomplete(world.channel, "manage annul", "match", "")
    assert [choice["value"] for choice in found] == [2, 1]
    assert await world.ada.autocomplete(world.channel, "manage annul", "match", "") == []


async def test_what_was_ruled_is_read_by_managers_alone(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    nothing = world.answer(await keeper.slash(world.channel, "manage log", match=1))
    assert nothing.text == "No manager has done anything to match 1."
    for reason in ("a first reason", "a second one"):
        await rule(world, keeper, "annul", reason)
    told = world.answer(await keeper.slash(world.channel, "manage log", match=1))
    assert told.ephemeral
    assert told.pinged == ()
    lines = told.text.splitlines()
    assert [line.rsplit(": ")[-1] for line in lines[1:]] == ["`a first reason`", "`a second one`"]
    assert all(f"<@{keeper.id}> annulled it" in line for line in lines[1:])
    await rule(world, keeper, "decide", "a third", winner=world.ben)
    await rule(world, keeper, "decide", "a fourth")
    told = world.answer(await keeper.slash(world.channel, "manage log", match=1)).text
    assert f"<@{keeper.id}> gave it to <@{world.ben.id}>: `a third`" in told
    assert f"<@{keeper.id}> decided it as a draw: `a fourth`" in told
    refused = world.answer(await world.ada.slash(world.channel, "manage log", match=1))
    assert "Only people with the Manage Server permission can do this." in refused.text
