"""The final board as a card to be posted elsewhere: who played, who won, how, and which game."""

from dataclasses import dataclass, replace

from renderer.lettering import Lettering
from renderer.request import PictureRequest
from renderer.scene import Panel, Scene
from renderer.scenes import build_scene

_LONGEST = 22


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What a card shows: the last board with its result, and the players' names by seat.

    ``title`` is the line at its foot, such as the game and where it was played. Where people who
    do not know the match look at it, nothing else explains it.
    """

    picture: PictureRequest
    names: tuple[str, ...]
    title: str


def share_scene(card: ShareCard, lettering: Lettering) -> Scene:
    """The card as a scene: names in the header instead of colours, and the title at the foot."""
    scene, position = build_scene(card.picture), card.picture.position
    seats = {position.colour_of(seat): seat for seat in range(position.variant.seats)}
    panels = tuple(
        _named(panel, card.names[seats[colour]], lettering)
        for colour, panel in enumerate(scene.panels)
    )
    return replace(scene, panels=panels, footer=card.title)


def _named(panel: Panel, name: str, lettering: Lettering) -> Panel:
    """``panel`` with a player's name over the colour; the colour where the name cannot be set."""
    legible = lettering.legible(name)
    short = legible if len(legible) <= _LONGEST else f"{legible[: _LONGEST - 1].rstrip()}\u2026"
    facts = " \u00b7 ".join(filter(None, (panel.name, panel.facts)))
    return replace(panel, name=short, facts=facts) if short else panel
