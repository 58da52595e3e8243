"""Managers rule over matches, and everybody sees that they did, and why."""

from typing import Any

from bot.features.rulings.screen import Ruling
from bot.features.rulings.words import Act
from data.ids import MatchId
from tests.kit.forging import Forged, send_all
from tests.kit.people import fill, pick, ruling, server_panel, with_role
from tests.kit.play import begin, begin_three
from tests.kit.shown import called
from tests.kit.world import World

REFUSED = "Only people with the Manage Server permission can do this."


async def rule(world: World, who: Any, label: str, reason: str, **given: Any) -> str:
    """Rule over match 1 for a reason; what the manager is told."""
    form = await ruling(who, world.channel, 1, label)
    answer = await fill(who, form, reason=reason, **given)
    return str(world.answer(answer).text)


def orders(form: Any) -> list[str]:
    """The results that can be chosen in a form."""
    found = [each.get("component", {}) for each in form.modal["components"]]
    options = next(each["options"] for each in found if "options" in each)
    return [each["label"] for each in options]


async def test_a_match_is_decided_for_all_to_see(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    form = await ruling(keeper, world.channel, 1, "Decide the result")
    assert form.modal["title"] == "Decide the result"
    assert "Apart · match 1" in str(form.modal)
    assert orders(form) == ["Ada (White) won", "Ben (Black) won", "A draw"]
    assert "Why? The players will read it" in str(form.modal)
    done = await fill(keeper, form, result="1>0", reason="Ada was rude")
    assert world.answer(done).text.startswith("Done.")
    last = world.shown(thread)[-1]
    ruled = f"{called(keeper)}, who manages matches here, decided the match: `Ada was rude`"
    assert ruled in last.text
    assert f"{called(world.ben)} (Black) wins by a ruling." in last.text
    assert last.pinged == ()
    assert world.shown(thread)[-2].buttons == ()
    await rule(world, keeper, "Decide the result", "both left", result="0=1")
    assert "Draw by a ruling." in world.shown(thread)[-1].text
    await begin_three(world)
    three = orders(await ruling(keeper, world.channel, 2, "Decide the result"))
    assert len(three) == len({*three}) == 10
    assert sum(each.startswith("Ada (Light) won, ") for each in three) == 2


async def test_it_asks_which_match_and_shows_that_of_a_thread(world: World, keeper: Any) -> None:
    nothing = world.answer(await keeper.slash(world.channel, "manage"))
    assert nothing.text == "No match has been played in this server yet."
    thread = await begin(world, world.ada, world.ben)
    here = world.answer(await keeper.slash(thread, "manage"))
    assert here.text.startswith("### Apart · match 1")
    asked = await keeper.slash(world.channel, "manage")
    assert world.answer(asked).text.startswith("Which match?")
    shown = world.answer(await keeper.select(asked.response, ["1"]))
    assert (
        shown.buttons == here.buttons == ("Decide the result", "Annul", "Move to another channel")
    )
    refused = world.answer(await world.ada.slash(thread, "manage"))
    assert refused.text == REFUSED


async def test_a_result_that_was_not_offered_changes_nothing(world: World, keeper: Any) -> None:
    thread = await begin(world, world.ada, world.ben)
    for result, why in (("0", "That cannot be chosen."), ("0>1>2", "List every player once")):
        sent = Forged(Ruling(MatchId(1), Act.DECIDE), is_form=True, values=("just so", result))
        (told,) = await send_all(world, keeper, thread, [sent])
        assert world.answer(told).text.startswith(why)
    assert len(world.shown(thread)) == 1


async def test_the_role_that_was_set_may_rule(world: World, keeper: Any) -> None:
    judge, role = with_role(world, "Judge", "Judges")
    thread = await begin(world, world.ada, world.ben)
    refused = await judge.slash(world.channel, "manage", match=1)
    assert REFUSED in world.answer(refused).text
    panel = await server_panel(keeper, world.channel)
    await pick(keeper, panel, "v:manager_role_id", [role])
    open_form = await ruling(judge, world.channel, 1, "Annul")
    await rule(world, judge, "Annul", "As **agreed** @everyone")
    ruled = f"{called(judge)}, who manages matches here, annulled the match: "
    assert f"{ruled}`As **agreed** @everyone`" in world.shown(thread)[-1].text
    assert "It has no result." in world.shown(thread)[-1].text
    assert world.shown(thread)[-1].pinged == ()
    found = await judge.autocomplete(world.channel, "manage", "match", "")
    assert [choice["value"] for choice in found] == [1]
    assert await world.ada.autocomplete(world.channel, "manage", "match", "") == []
    world.env.backend.remove_member_role(world.server.id, judge.id, role.id)
    late = world.answer(await judge.submit_modal(open_form, {"reason": "too late"}))
    assert REFUSED.removesuffix(" can do this.") in late.text
    other = await world.ada.slash(world.channel, "manage", match=1)
    assert f"or the role <@&{role.id}>" in world.answer(other).text
    assert world.answer(other).pinged == ()


async def test_what_was_ruled_is_read_by_managers_alone(world: World, keeper: Any) -> None:
    await begin(world, world.ada, world.ben)
    nothing = world.answer(await keeper.slash(world.channel, "manage", match=1))
    assert "No manager has done anything to this match." in nothing.text
    await rule(world, keeper, "Annul", "a first reason")
    await rule(world, keeper, "Decide the result", "a second", result="1>0")
    await rule(world, keeper, "Decide the result", "a third", result="0=1")
    told = world.answer(await keeper.slash(world.channel, "manage", match=1))
    assert (told.ephemeral, told.pinged) == (True, ())
    for line, said in zip(
        told.text.split("**What managers did**\n")[1].splitlines(),
        (
            f"<@{keeper.id}> annulled it: `a first reason`",
            f"<@{keeper.id}> gave it to <@{world.ben.id}>: `a second`",
            f"<@{keeper.id}> decided it as a draw: `a third`",
        ),
        strict=True,
    ):
        assert said in line
