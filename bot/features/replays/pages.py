"""The page of a replay: a position with buttons to the others, and what the review says."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.core.matches import MatchState
from bot.features.replays import review_words, words
from bot.features.replays.review import MatchReview, Moment, steps_of_moves
from bot.features.replays.service import MatchReplay
from bot.screen import page
from bot.screen.buttons import match_button
from bot.screen.ids import MatchAction, PlayOnButton, ReplayAction, ReplayButton
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

    def sentence(self, replay: MatchReplay) -> Text | None:
        """What the move does that led to the board shown."""
        instead = self.instead
        return replay.steps[self.number].sentence if instead is None else instead


def view_of(
    asked: ReplayButton, replay: MatchReplay, review: MatchReview | None, reader_id: PlayerId
) -> View:
    """The view to which a button leads; too high a number leads to the last step."""
    steps, last = steps_of_moves(replay), len(replay.steps) - 1
    found = review if review is not None and review.is_whole else None
    number = last if asked.action is ReplayAction.LAST else min(asked.number, last)
    if asked.action is ReplayAction.LOOK and found is not None:
        opening = found.opening(reader_id)
        number = number if opening is None else steps[opening]
    moments = {} if found is None else {steps[each.number]: each for each in found.moments}
    moment = moments.get(number)
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
    found: Iterable[page.Part] = ()
    if review is not None:
        told = review_words.Told(review, steps_of_moves(replay), reader)
        found = _found(replay, view, told, strip)
    last = len(replay.steps) - 1
    film = ReplayButton(replay.match.id, view.number, ReplayAction.FILM)
    return page.Page(
        words.heading(replay),
        page.Picture(alt),
        words.step_line(replay, view.number, view.instead),
        page.Row(*_ways(replay.match.id, view.number, last)) if last else None,
        *found,
        _jumps(replay, view.number) if last else None,
        page.Row(
            page.Button(words.ANIMATE, film) if last else None,
            _share(replay.match) if last else None,
            match_button(replay.match, EXPORT, MatchAction.EXPORT),
        ),
        page.Row(_play_on(replay, view)),
        accent=page.Accent.TEAL,
    )


def _share(match: MatchState) -> page.Button | None:
    """The button to share the match, if it is over and was played in a server."""
    if match.is_running or match.server_id is None:
        return None
    return match_button(match, SHARE, MatchAction.SHARE)


def _play_on(replay: MatchReplay, view: View) -> page.Button | None:
    """The button to play on from the position against the bot, once the match is over."""
    match, position = replay.match, replay.steps[view.number].position
    is_old = match.match.rules_version != GAMES[match.info.id].info.version
    if match.is_running or position.to_move is None or view.better is not None or is_old:
        return None
    return page.Button(words.PLAY_ON, PlayOnButton(match.id, view.number))


def _found(
    replay: MatchReplay, view: View, told: review_words.Told, strip: Words | None
) -> Iterator[page.Part]:
    """What the review says: about the move that is shown, or else about the whole match."""
    yield page.Row(*_marks(replay, view, told))
    if view.moment is not None:
        yield review_words.explained(view.moment, told)
        yield page.Row(_other_board(replay.match.id, view))
        yield lines(*review_words.expected(view.moment, told))
    if strip is not None:
        yield page.Picture(strip, STRIP)
    if view.moment is None:
        yield review_words.overview(told)


def _other_board(match_id: MatchId, view: View) -> page.Button:
    """The button from the move that was played to the better one, or back."""
    if view.better is None:
        better = ReplayButton(match_id, view.number, ReplayAction.BETTER)
        return page.Button(review_words.BETTER, better, page.Style.SUCCESS)
    return page.Button(review_words.MADE, ReplayButton(match_id, view.number, ReplayAction.MADE))


def _ways(match_id: MatchId, number: int, last: int) -> Iterator[page.Button]:
    """The buttons; disabled ones keep their place, so that nobody presses another by mistake."""
    at_start, at_end = number == 0, number == last
    yield _way(words.FIRST, ReplayButton(match_id, 0, ReplayAction.FIRST), at_start)
    yield _way(words.BACK, ReplayButton(match_id, max(number - 1, 0), ReplayAction.BACK), at_start)
    yield _way(words.NEXT, ReplayButton(match_id, number + 1, ReplayAction.NEXT), at_end)
    yield _way(words.LAST, ReplayButton(match_id, last, ReplayAction.LAST), at_end)


def _marks(replay: MatchReplay, view: View, told: review_words.Told) -> Iterator[page.Button]:
    """Buttons to the moves that the review points out, or else to where the match turned."""
    review = told.review
    if not review.is_whole:
        return
    pointed_out = [moment.number for moment in review.moments]
    if not pointed_out:
        found = (review.slip(told.reader), review.turn, review.rise, review.fall)
        pointed_out = sorted({each.number for each in found if each is not None})
    for number in map(told.steps.__getitem__, pointed_out):
        custom_id = ReplayButton(replay.match.id, number, ReplayAction.MARK)
        label = review_words.GO_TO.of(number=number)
        yield page.Button(label, custom_id, disabled=number == view.number)


def _way(label: Words, custom_id: ReplayButton, leads_nowhere: bool) -> page.Button:
    return page.Button(label, custom_id, page.Style.PRIMARY, leads_nowhere)


def _jumps(replay: MatchReplay, number: int) -> page.Menu:
    first = number - number % ON_PAGE
    beyond = min(first + ON_PAGE, len(replay.steps))
    names = {at: words.step_name(replay.steps[at], at) for at in range(first, beyond)}
    earlier = {first - 1: words.EARLIER} if first > 0 else {}
    later = {beyond: words.LATER} if beyond < len(replay.steps) else {}
    custom_id = ReplayButton(replay.match.id, number, ReplayAction.JUMP)
    return page.Menu(custom_id, page.options({**earlier, **names, **later}, number), words.JUMP)
