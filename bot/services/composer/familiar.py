"""What somebody who puts a move together has not met often enough to know it."""

from collections import Counter

from bot.services.composer.models import Composing
from rules.game import Move, Position, StepKind, StepMenu

KNOWN_AFTER = 3
"""After so many moves in a match with a step of a kind, nobody is told again what it is about."""

PRACTISED = 40
"""Who has made so many moves in a game knows every kind of step: two matches, more or less."""


def unfamiliar(now: Composing) -> frozenset[StepKind]:
    """Of the kinds of step that are asked for now, those that few moves of this match had."""
    met: Counter[StepKind] = Counter()
    new = _kinds(now.composition.menu)
    for made in reversed(now.match.moves):
        if made.seat == now.seat and new:
            met.update(_met(made.before, made.move))
            new = frozenset(kind for kind in new if met[kind] < KNOWN_AFTER)
    return new


def _met(position: Position, move: Move) -> frozenset[StepKind]:
    """The kinds of step among which somebody had to choose for a move."""
    steps, _ = position.read(str(move))
    menus = (position.steps(steps[:count]) for count in range(len(steps)))
    return frozenset().union(*(_kinds(menu) for menu in menus if len(menu.options) > 1))


def _kinds(menu: StepMenu) -> frozenset[StepKind]:
    return frozenset(step.kind for step in menu.options)
