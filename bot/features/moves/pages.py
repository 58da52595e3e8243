"""The pages of the composer: choosing the next step, and confirming the move."""

from collections.abc import Iterator
from functools import partial

from bot.features.moves import words
from bot.features.moves.composition import Composing, Composition
from bot.features.moves.screen.boards import Make, asking_page, ways
from bot.features.moves.screen.question import Question
from bot.screen.ids import BoardAction, ComposerButton
from bot.screen.messenger.words import own_title
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from rules.game import Position
from rules.texts import Words, lines


def choosing(
    now: Composing,
    question: Question | None,
    alt: Words,
    *,
    hint: Words | None,
    remark: Words | None,
) -> Page:
    """The board with the next choices; without a ``hint``, a button asks for it."""
    assert question is not None
    identify, title = _identify(now), own_title(now.match, now.seat)
    told = lines(remark, title, words.prompt(now.composition, question, hint))
    below = Row(*_ways(now.composition, question, identify, asks=hint is None))
    return asking_page((told, Picture(alt)), question, identify, below, accent=Accent.BLURPLE)


def confirming(now: Composing, after: Position, alt: Words, sentence: Words) -> Page:
    """The board after the move, and the question whether to play it."""
    identify, title = _identify(now), own_title(now.match, now.seat)
    return Page(
        lines(title, words.preview(sentence, after, now.seat)),
        Picture(alt),
        Row(
            Button(words.PLAY, identify(BoardAction.PLAY), Style.SUCCESS),
            Button(words.CHANGE, identify(BoardAction.CHANGE)),
            Button(words.START_OVER, identify(BoardAction.OVER)),
        ),
        accent=Accent.GREEN,
    )


def _ways(
    composition: Composition, question: Question, identify: Make, *, asks: bool
) -> Iterator[Button]:
    """The buttons below the choices, at most five: stop, back, start over, type, help."""
    yield from ways(composition, question, identify, None)
    if composition.is_begun and composition.back().is_begun:
        yield Button(words.START_OVER, identify(BoardAction.OVER))
    yield Button(words.TYPE, identify(BoardAction.TYPE))
    if asks and words.hint(composition):
        yield Button(words.HELP, identify(BoardAction.HELP, question.shown))


def _identify(now: Composing) -> Make:
    return partial(ComposerButton, now.match.id, now.match.ply, now.composition.stage)
