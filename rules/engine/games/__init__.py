"""What is known of which game. One without an entry is judged by playing it out at random."""

from collections.abc import Mapping

from rules.engine.games.abande import AbandeKnowledge
from rules.engine.games.apart import ApartKnowledge
from rules.engine.games.detach import DetachKnowledge
from rules.engine.games.glaisher import GlaisherKnowledge
from rules.engine.games.halves import HalvesKnowledge
from rules.engine.knowledge import Knowledge
from rules.game import Position

_KNOWN: Mapping[str, Knowledge] = {
    "detach": DetachKnowledge(),
    "halves": HalvesKnowledge(),
    "apart": ApartKnowledge(),
    "abande": AbandeKnowledge(),
    "glaisher": GlaisherKnowledge(),
}
_RULES_ALONE = Knowledge()


def knowledge_of(position: Position) -> Knowledge:
    """What is known of the game that this is a position of."""
    return _KNOWN.get(position.info.id, _RULES_ALONE)
