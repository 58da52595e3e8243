"""A match on a poster: its last board, who was ahead when, and where it turned."""

from dataclasses import dataclass
from typing import TypeAlias

from renderer.charts import ExpectationsChart
from renderer.request import PictureRequest, ShareCard
from rules.game import Seat
from rules.texts import Text, Words

MOST_STILLS = 5

Told: TypeAlias = tuple[Text, Seat]
"""What is said of a seat, whose name fills the place ``who``."""


@dataclass(frozen=True, slots=True)
class Still:
    """A moment of the match, with a few words; the match may have ``turned`` there."""

    picture: PictureRequest
    caption: Words
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Poster:
    """What a poster shows: the share card's board and names, and what a review has found.

    ``subtitle`` is when it was played and perhaps where; ``ribbon`` shows who was ahead, and
    ``swing`` tells what changed that most.
    """

    card: ShareCard
    subtitle: Words
    film: tuple[Still, ...]
    ribbon: ExpectationsChart
    swing: tuple[Told, ...]
