"""The page of a replay: a position with buttons to the others, and what the review says."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.features.replays import words
from bot.features.replays.review import MatchReview, Moment
from bot.features.replays.service import MatchReplay
from bot.screen import page
from bot.screen.ids import MatchAction, PlayOnButton, ReplayAction, ReplayButton
from bot.screen.messenger.pages import match_button
from bot.screen.words import EXPORT, SHARE
from data.ids import MatchId, PlayerId
from rules import GAMES
from rules.game import Move, Seat
from rules.texts import Text, Words, lines

STRIP = "strip.png"
ON_PAGE = 23
"""How many positions a menu offers, besides those that lead to earlier and later ones."""


@dataclass(frozen=True, slots=True)
class View:
    """The step that is shown; ``moment`` is what the review points out about its move.

    If there is a ``better`` move, the board after that is shown.
    """

    number: int
    moment: Moment | None = None
    better: Move | None = None

    @property
    def instead(self) -> Text | None:
        """What the better move does, if the board after it is shown."""
        if self.better is None or self.moment is None:
            return None
        return self.moment.made.before.describe(self.better)


def view_of(
    asked: ReplayButton, replay: MatchReplay, review: MatchReview | None, reader_id: PlayerId
) -> View:
    """The view to which a button leads; too high a number leads to the last step."""
    last = len(replay.steps) - 1
    number = last if asked.action is ReplayAction.LAST else min(asked.number, last)
    if review is None or not review.is_whole:
        return View(number)
    if asked.action is ReplayAction.LOOK:
        opening = review.opening(reader_id)
        number = number if opening is None else opening
    moment = next((each for each in review.moments if each.number == number), None)
    if moment is None or asked.action is not ReplayAction.BETTER:
        return View(number, moment)
    return View(number, moment, moment.made.before.legal(moment.better.line[0]))


def step(
    replay: MatchReplay,
    view: View,
    alt: Words,
    review: MatchReview | None,
    strip: Words | None,
    reader: Seat | None,
) -> page.Page:
    """A position of the match, with buttons to the others, and what the review says.

    ``strip`` is the alternative text of the chart of who was ahead, None if there is none;
    ``reader`` is the reader's seat, None for a spectator.
    """
    match, number, last = replay.match, view.number, len(replay.steps) - 1
    film = ReplayButton(match.id, number, ReplayAction.FILM)
    is_shared = not match.is_running and match.match.named_in is not None
    return page.Page(
        words.heading(replay),
        page.Picture(alt),
        words.step_line(replay, number, view.instead),
        page.Row(*_ways(match.id, number, last)) if last else None,
        *(() if review is None else _found(view, words.Told(review, reader), strip)),
        _jumps(replay, number) if last else None,
        page.Row(
            page.Button(words.ANIMATE, film) if last else None,
            match_button(match, SHARE, MatchAction.SHARE) if last and is_shared else None,
            match_button(match, EXPORT, MatchAction.EXPORT),
        ),
        page.Row(_play_on(replay, view)),
        accent=page.Accent.TEAL,
    )


def _play_on(replay: MatchReplay, view: View) -> page.Button | None:
    """The button to play on from the position against the bot, once the match is over."""
    match, position = replay.match, replay.steps[view.number].position
    is_old = match.match.rules_version != GAMES[match.info.id].info.version
    if match.is_running or position.to_move is None or view.better is not None or is_old:
        return None
    return page.Button(words.PLAY_ON, PlayOnButton(match.id, view.number))


def _found(view: View, told: words.Told, strip: Words | None) -> Iterator[page.Part]:
    """What the review says: about the move that is shown, or else about the whole match."""
    yield page.Row(*_marks(view.number, told))
    if view.moment is not None:
        yield words.explained(view.moment, told)
        label, action, style = words.BETTER, ReplayAction.BETTER, page.Style.SUCCESS
        if view.better is not None:
            label, action, style = words.MADE, ReplayAction.MADE, page.Style.SECONDARY
        other = ReplayButton(told.review.match.id, view.number, action)
        yield page.Row(page.Button(label, other, style))
        yield lines(*words.expected(view.moment, told))
    if strip is not None:
        yield page.Picture(strip, STRIP)
    if view.moment is None:
        yield words.overview(told)


def _marks(number: int, told: words.Told) -> Iterator[page.Button]:
    """Buttons to the moves that the review points out, or else to those that stand out."""
    review = told.review
    if not review.is_whole:
        return
    moments = [moment.number for moment in review.moments]
    for each in moments or sorted(set(review.stands_out(told.reader))):
        custom_id = ReplayButton(review.match.id, each, ReplayAction.MARK)
        yield page.Button(words.GO_TO.of(number=each), custom_id, disabled=each == number)


def _ways(match_id: MatchId, number: int, last: int) -> Iterator[page.Button]:
    """The buttons; disabled ones keep their place, so that nobody presses another by mistake."""
    at_start, at_end = number == 0, number == last
    for label, to, action, leads_nowhere in (
        (words.FIRST, 0, ReplayAction.FIRST, at_start),
        (words.PREVIOUS, max(number - 1, 0), ReplayAction.BACK, at_start),
        (words.NEXT, number + 1, ReplayAction.NEXT, at_end),
        (words.LAST, last, ReplayAction.LAST, at_end),
    ):
        custom_id = ReplayButton(match_id, to, action)
        yield page.Button(label, custom_id, page.Style.PRIMARY, leads_nowhere)


def _jumps(replay: MatchReplay, number: int) -> page.Menu:
    first = number - number % ON_PAGE
    beyond = min(first + ON_PAGE, len(replay.steps))
    names = {at: words.step_name(replay.steps[at], at) for at in range(first, beyond)}
    earlier = {first - 1: words.EARLIER} if first > 0 else {}
    later = {beyond: words.FURTHER} if beyond < len(replay.steps) else {}
    custom_id = ReplayButton(replay.match.id, number, ReplayAction.JUMP)
    return page.Menu(custom_id, page.options({**earlier, **names, **later}, number), words.JUMP)
