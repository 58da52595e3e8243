"""Whoever has played against the bot is led to what looking back has found, once and quietly."""

from typing import Any

import pytest

from rules import Move
from rules.engine import knowledge_of
from tests.e2e.test_practice_matches import practise, thinker
from tests.kit.table import World, look, message_of, play, resign


async def played(world: World, mistakes: int = 0) -> Any:
    """Ada has moved twice against the bot, whose moves are no better; the thread.

    So many of her moves were clearly mistakes, and all of the bot's.
    """
    await practise(world, world.ada)
    thread = world.thread()
    for text in ("b2-b4", "g2-g4"):
        await play(world, world.ada, thread, text)
    for number, made in enumerate((await world.match()).moves):
        better = next(move for move in made.before.moves() if move != made.move)
        fine = made.seat == 0 and number // 2 >= mistakes
        thinker(world).verdicts[made.before.encode()] = judged(made.seat, None if fine else better)
    return thread


def judged(seat: int, better: Move | None) -> dict[str, object]:
    """What is said of a move after which its player has hardly a chance."""
    before = [0.5, -0.5] if seat == 0 else [-0.5, 0.5]
    after = before if better is None else [-each for each in before]
    return {"before": before, "after": after, "better": better and told(better)}


def told(better: Move) -> dict[str, object]:
    rest = {"punished_by": None, "expected": [], "allowed": []}
    return {"line": [str(better)], "merit": {"kind": "promises"}, **rest}


async def give_up(world: World, thread: Any) -> Any:
    await resign(world, world.ada, thread)
    return thread.last_message


@pytest.mark.parametrize(
    ("mistakes", "said", "label"),
    [(1, "one of your moves", "Look back: 1 move"), (2, "2 of your moves", "Look back: 2 moves")],
)
async def test_the_result_leads_to_the_moves_that_cost_most(
    world: World, mistakes: int, said: str, label: str
) -> None:
    thread = await played(world, mistakes)
    count = len(world.shown(thread))
    message = await give_up(world, thread)
    shown = world.shown(thread)[-1]
    assert len(world.shown(thread)) == count + 1  # nothing further is posted
    assert (shown.pinged, shown.pictures) == ((), 1)
    found = f"**My review:** {said} could have been clearly better. **Look back** shows how."
    assert found in shown.text
    assert "move by move" not in shown.text
    assert shown.buttons[:2] == ("Rematch", label)
    page = message_of(await world.ada.click(message, label=label))
    (first, *_) = (await world.match()).moves
    text = look(page).text
    assert "Move 1 of 5" in text  # it opens where most was lost, the first of two that cost alike
    assert f"**`{first.move.written}` cost you most.** With the better move your chance to" in text
    assert "win was about 75 %; after this one it was 25 %." in text
    # where nothing would be below that shows it
    assert "You cannot see at once what it gains" not in text
    await world.ada.click(page, label="⏮")
    text = look(page).text
    assert "The match begins." in text
    assert text.count("a chance to win of 25 %, not 75 % as with") == mistakes  # not the bot's
    assert text.count("You played") == mistakes
    assert "**Where a better move was missed**" in text
    back = "You got your chance back between moves 1 and 3: an opponent made mistakes, too."
    assert (back in text) == (mistakes == 2)


COUNTED = {"kind": "contrasts", "feature": "mine", "now": 2, "then": 1}


@pytest.mark.parametrize("is_counted", [True, False])
async def test_what_is_better_says_why_and_what_follows(world: World, is_counted: bool) -> None:
    thread = await played(world, 1)
    first = (await world.match()).moves[0]
    better = next(move for move in first.before.moves() if move != first.move)
    answers = [str(next(iter(first.before.after(each).moves()))) for each in (better, first.move)]
    verdict = judged(0, better)
    line = {"line": [str(better), answers[0]], "expected": answers[:1]}
    counted = {"merit": COUNTED, "allowed": answers[1:]} if is_counted else {}
    verdict["better"] = {**told(better), **line, **counted}
    thinker(world).verdicts[first.before.encode()] = verdict
    board = await give_up(world, thread)
    text = world.answer(await world.ada.click(board, label="Look back: 1 move")).text
    what = knowledge_of(first.before).features[0].what
    said = "You cannot see at once what it gains"
    if is_counted:
        said = f"{what!s}: 1 instead of 2. That is counted after the first answer below."
    assert f"**Better was `{better.written}`.** {said}" in text
    assert text.count(" I expected Quintet (Black) `") == (2 if is_counted else 1)
    page = await world.chloe.click(board, label="Look back: 1 move")
    others = f"** For <@{world.ada.id}> (White): {said}"
    assert (others in world.answer(page).text) is is_counted


async def test_a_match_lost_by_small_mistakes_tells_since_when(world: World) -> None:
    thread = await played(world)
    before = 0.0
    for made, after in zip((await world.match()).moves, (0.3, 0.2, -0.1, -0.4), strict=True):
        verdict = {"before": [before, -before], "after": [after, -after], "better": None}
        thinker(world).verdicts[made.before.encode()] = verdict
        before = after
    shown = world.answer(await world.ada.click(await give_up(world, thread), label="Replay"))
    assert "I found no move that was clearly a mistake." in shown.text
    assert "The puzzles of `/rules`" in shown.text
    assert "From move 3 on, Quintet (Black) was ahead." in shown.text
    said = "number 3 cost most: your chance to win went from 60 % to 45 %."
    assert f"\nOf your moves, {said}" in shown.text
    assert "Move 3 of " in shown.text  # it opens there
    assert "Go to move 3" in shown.buttons
    watched = await world.ben.slash(thread, "replay", match=1)
    assert said not in world.answer(watched).text


async def test_a_leap_of_who_was_always_ahead_is_pointed_out(world: World) -> None:
    thread = await played(world)
    values = iter((0.1, 0.5, 0.0625, 0.75, 0.6))
    before = next(values)
    for made, after in zip((await world.match()).moves, values, strict=True):
        seen = {"before": [-before, before], "after": [-after, after], "better": None}
        thinker(world).verdicts[made.before.encode()] = seen
        before = after
    message = await give_up(world, thread)
    opened = await world.ada.click(message, label="Replay")
    shown = world.answer(opened)
    assert (
        "Quintet (Black) was ahead all along. Move 3 helped Quintet (Black) most: the chance "
        "to win went from 53 % to 88 %. Move 2 cost Quintet (Black) most: the chance to win "
        "went from 75 % to 53 %, though I found nothing clearly better." in shown.text
    )
    leading = [label for label in shown.buttons if label.startswith("Go")]
    assert leading == ["Go to move 2", "Go to move 3"]
    assert "Move 3 of " in shown.text  # it opens there
    await world.ada.click(opened.response, label="Go to move 2")
    assert "Move 2 of " in world.answer(opened).text
