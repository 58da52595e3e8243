"""What ``/replay`` tells of an ended match, and how people are led to it or shown it by itself."""

from typing import Any

import pytest

from bot.core.matches import MatchService
from bot.core.pictures import PictureService
from bot.features.replays import Reviews
from data.errors import StorageError
from data.ids import MatchId
from rules import Position
from rules.engine import knowledge_of
from rules.engine.review import judge
from tests.e2e.test_practice_matches import practise, thinker
from tests.kit.by_day import at_night
from tests.kit.passing_time import pass_time
from tests.kit.people import acting
from tests.kit.play import SHORT_APART, begin, play, resign
from tests.kit.shown import components_of, look, message_of
from tests.kit.thinking import FEWEST
from tests.kit.world import World, press

WINNING = SHORT_APART[8]
MISSED = 9
"""The number of the move that could have won."""


async def submit(world: World, text: str, number: int = 1) -> Position:
    """Whoever is to move makes this move, where nobody waits for the board."""
    match = await world.match(number)
    people = {each.id: each for each in (world.ada, world.ben, world.chloe)}
    who: Any = people[match.to_move_player]  # type: ignore[index]
    await world.client.services[MatchService].submit(acting(world, who), text, MatchId(number))
    return match.position


async def give_up(world: World, who: Any, number: int = 1) -> None:
    """Resign where nobody is asked first."""
    await world.client.services[MatchService].resign(acting(world, who), MatchId(number))
    await world.settle()


async def with_a_mistake(world: World) -> Position:
    """A match that ends after White has overlooked a win; the position it was overlooked in."""
    await begin(world, world.ada, world.ben)
    for text in SHORT_APART[:8]:
        await submit(world, text)
    match = await world.match()
    other = next(str(move) for move in match.position.moves() if str(move) != WINNING)
    before = await submit(world, other)
    await give_up(world, world.ben)
    return before


async def looking_back(world: World, who: Any, match: int = 1) -> Any:
    return message_of(await who.slash(world.channel, "replay", match=match))


def alts(message: Any) -> list[str]:
    """The words for each picture of a message."""
    galleries = [each for each in components_of(message) if each.get("type") == 12]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def test_a_mistake_is_pointed_out_to_both_and_a_button_leads_there(world: World) -> None:
    before = await with_a_mistake(world)
    judged = judge(before, (await world.match()).moves[-1].move, FEWEST)
    assert judged.better is not None
    mine, theirs = [await looking_back(world, who) for who in (world.ada, world.ben)]
    made, allowed = judged.move.written, judged.better.allowed[0]
    summary = look(mine).text
    assert "**Where a better move was missed**" in summary
    assert f"9. You played `{made}`: " in summary
    assert f"; `{judged.better.move.written}` had " in summary
    assert f"9. <@{world.ada.id}> (White) played `{made}`: " in look(theirs).text
    board, strip = alts(mine)
    assert strip.startswith(
        "Who was ahead, move by move. Ada has White, Ben has Black. At the start: "
    )
    assert strip.endswith(f"Pointed out: move {MISSED}.")
    assert board != strip
    assert look(mine).pictures == 2
    for who, page in ((world.ada, mine), (world.ben, theirs)):
        await who.click(page, label=f"Go to move {MISSED}")
        text = look(page).text
        assert f"Move {MISSED} of 10" in text
        mover = "you" if who is world.ada else f"<@{world.ada.id}> (White)"
        assert f"**`{made}` cost {mover} most.** With the better move " in text
        assert f"**Better was `{judged.better.move.written}`.** It wins at once." in text
        after = f"-# After `{made}` I expected <@{world.ben.id}> (Black) `{allowed.written}`"
        assert after in text
        assert f"Go to move {MISSED}" in look(page).buttons


async def test_the_better_move_is_one_press_away_near_the_picture(world: World) -> None:
    before = await with_a_mistake(world)
    page = await looking_back(world, world.ben)
    await world.ben.click(page, label=f"Go to move {MISSED}")
    made = look(page)
    kinds = {10: "text", 12: "picture"}
    parts = [kinds.get(each["type"], each.get("label")) for each in components_of(page)]
    ways = ["⏮", "◀", "▶", "⏭", f"Go to move {MISSED}"]
    below = ["Animation", "Share", "Export", "Play from here"]
    told = ["text", "picture", "text", *ways, "text", "Show the better move", "text", "picture"]
    assert [each for each in parts if each is not None] == [*told, *below]
    await world.ben.click(page, label="Show the better move")
    better = look(page)
    sentence = str(before.describe(before.parse(WINNING)))
    assert f"The better move, instead of move {MISSED}" in better.text
    assert sentence in better.text
    assert sentence not in made.text
    assert sentence in (better.alt or "")
    await world.ben.click(page, label="Show what was played")
    assert (look(page).text, look(page).alt) == (made.text, made.alt)
    forged = await press(world, world.ben, page, "h:1:2:better")
    assert "Move 2 of 10" in world.answer(forged).text  # where nothing was pointed out


async def test_nothing_is_told_while_the_match_runs_or_is_looked_at(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for text in SHORT_APART[:4]:
        await submit(world, text)
    running = look(await looking_back(world, world.ada))
    assert running.pictures == 1
    assert "chance" not in running.text
    thinker(world).waits_at = 2
    await give_up(world, world.ben)
    shown = await looking_back(world, world.ada)
    told = "I am still reviewing this match: 2 of 4 moves done. My review appears here"
    assert told in look(shown).text
    assert look(shown).pictures == 1
    await world.restart()
    await world.ada.click(shown, label="▶")
    assert "reviewing" not in look(shown).text
    assert look(shown).pictures == 2
    assert len(thinker(world).asked) == 2  # what was found before the restart stays
    forged = await press(world, world.ben, thread.last_message, "h:1:999:mark")
    assert "Move 5 of 5" in world.answer(forged).text


async def test_what_cannot_be_looked_at_is_told_so(world: World) -> None:
    await begin(world, world.ada, world.ben)
    position = (await world.match()).position
    thinker(world).nonsense = {"position": position.encode(), "told": "nothing"}
    for text in SHORT_APART[:2]:
        await submit(world, text)
    await give_up(world, world.ben)
    await world.env.advance_time(300)
    assert "I could not review this match." in look(await looking_back(world, world.ada)).text


WAITING = "I am still reviewing this match"
ITSELF = "My review appears here in a few minutes."


async def opened_early(world: World, mistakes: int = 1, seconds: float = 60) -> Any:
    """Ada has lost to the bot and looks back at once; what she is shown."""
    thread = await played(world, mistakes)
    thinker(world).judging = seconds
    board = await ada_gives_up(world, thread)
    message = message_of(await world.ada.click(board, label="Replay"))
    assert WAITING in look(message).text
    assert ITSELF in look(message).text
    assert "The match begins." in look(message).text
    return message


async def all_judged(world: World) -> None:
    for _ in range(4):
        await pass_time(world, thinker(world).judging)
    review = await world.client.services[Reviews].of(await world.match())
    assert review is not None
    assert review.is_whole


async def test_whoever_has_turned_on_stays_where_they_are(world: World) -> None:
    message = await opened_early(world)
    await world.ada.click(message, label="⏭")
    assert WAITING in look(message).text
    await all_judged(world)
    shown = look(message)
    assert "Move 5 of 5" in shown.text
    assert "**Where a better move was missed**" in shown.text
    assert "Go to move 1" in shown.buttons


async def test_a_page_that_cannot_be_shown_holds_up_nobody(world: World, monkeypatch) -> None:
    first = await opened_early(world)
    second = await looking_back(world, world.ben)
    assert WAITING in look(second).text
    drawn, failed = PictureService.chart, list[Exception]()

    async def fails_once(self: PictureService, *asked: Any) -> bytes:
        if not failed:
            failed.append(StorageError("away"))
            raise failed[0]
        return await drawn(self, *asked)

    monkeypatch.setattr(PictureService, "chart", fails_once)
    await all_judged(world)
    await pass_time(world, 10)  # the job went on: one that ends begins again, and shows them
    assert sorted(WAITING in look(page).text for page in (first, second)) == [False, True]
    late = first if WAITING in look(first).text else second
    await (world.ada if late is first else world.ben).click(late, label="⏭")
    assert WAITING not in look(late).text


async def played(world: World, mistakes: int = 0) -> Any:
    """Ada has moved twice against the bot, whose moves are no better; the thread.

    So many of her moves were clearly mistakes, and all of the bot's.
    """
    await practise(world, world.ada)
    thread = world.thread()
    for text in ("b2-b4", "g2-g4"):
        await play(world, world.ada, thread, text)
    for number, made in enumerate((await world.match()).moves):
        fine = made.seat == 0 and number // 2 >= mistakes
        thinker(world).judge(made, 0.5, 0.5 if fine else -0.5, is_mistake=not fine)
    return thread


async def ada_gives_up(world: World, thread: Any) -> Any:
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
    message = await ada_gives_up(world, thread)
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
    assert "Its point does not show at once" not in text
    await world.ada.click(page, label="⏮")
    text = look(page).text
    assert "The match begins." in text
    assert text.count(": 25 % to win; ") == mistakes  # not the bot's
    assert text.count("You played") == mistakes
    assert "**Where a better move was missed**" in text
    back = "You got your chance back between moves 1 and 3: an opponent made mistakes, too."
    assert (back in text) == (mistakes == 2)


COUNTED = {"kind": "contrasts", "feature": "mine", "now": 2, "then": 1}


@pytest.mark.parametrize("is_counted", [True, at_night(False)])
async def test_what_is_better_says_why_and_what_follows(world: World, is_counted: bool) -> None:
    thread = await played(world, 1)
    first = (await world.match()).moves[0]
    better = next(move for move in first.before.moves() if move != first.move)
    answers = [str(next(iter(first.before.after(each).moves()))) for each in (better, first.move)]
    told: dict[str, object] = {"line": [str(better), answers[0]], "expected": answers[:1]}
    if is_counted:
        told |= {"merit": COUNTED, "allowed": answers[1:]}
    thinker(world).judge(first, 0.5, -0.5, is_mistake=True, **told)
    board = await ada_gives_up(world, thread)
    text = world.answer(await world.ada.click(board, label="Look back: 1 move")).text
    what = knowledge_of(first.before).features[0].what
    said = "Its point does not show at once"
    if is_counted:
        said = f"{what!s}: 1 instead of 2. Counted after the first reply below."
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
    shown = world.answer(await world.ada.click(await ada_gives_up(world, thread), label="Replay"))
    assert "I found no move that was clearly a mistake." in shown.text
    assert "The puzzles of `/rules`" in shown.text
    assert "From move 3 on, Quintet (Black) was ahead." in shown.text
    said = "number 3 cost most: your chance to win went from 60 % to 45 %."
    assert f"\nOf your moves, {said}" in shown.text
    assert "Move 3 of " in shown.text  # it opens there
    assert "Go to move 3" in shown.buttons
    watched = await world.ben.slash(thread, "replay", match=1)
    assert said not in world.answer(watched).text
