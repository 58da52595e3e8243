"""The last move in motion: from what was to what is, by eight frames."""

import io
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from renderer import THEMES, PictureRequest
from renderer.drawing import Renderer
from renderer.layout import lay_out
from renderer.motion import Cast
from rules.game import Elected, Passed, Position
from tests.kit.by_day import mostly_at_night
from tests.kit.rules import CASES, Moment, moments
from tests.renderer.boards import ON_EACH_BOARD, frames

FRAMES, STAY, LAST = 8, 100, 5000
FIRST = 5
"""So many frames differ from each other in every move; what is gone earlier stays away."""
MOST_BYTES = 150 << 10
IN_PLACE = 1


def kinds(moment: Moment) -> frozenset[str]:
    return frozenset(type(event).__name__ for event in moment[1])


def every_kind(game: str, variant: str, seed: int) -> Iterator[tuple[Position, Moment]]:
    """One move for each mixture of events in a match, the last that there is."""
    played = list(moments(game, variant, seed))
    last = {kinds(after): (before[0], after) for before, after in pairwise(played)}
    yield from last.values()


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ON_EACH_BOARD))
def test_a_move_goes_from_what_was_to_what_is(renderer: Renderer, game: str, variant: str) -> None:
    for number, (before, (position, events)) in enumerate(every_kind(game, variant, 5)):
        theme = list(THEMES)[number % len(THEMES)]
        after = PictureRequest(position, events, theme=theme)
        file = renderer.motion(before, after)
        assert len(file) <= MOST_BYTES, (events, len(file))
        film = Image.open(io.BytesIO(file))
        assert film.n_frames == FRAMES
        shown = frames(file)
        replayed = frames(renderer.replay([PictureRequest(before, theme=theme), after], film.width))
        for mine, theirs in ((shown[0], replayed[0]), (shown[-1], replayed[-1])):
            below = slice(116, min(len(mine), len(theirs)) - 60)
            differs = np.abs(mine[below] - theirs[below]).max(2) > 40
            assert differs.mean() < (0.005 if game != "halves" else 0.35), events
        if not all(isinstance(event, Passed | Elected) for event in events):
            assert all((one != other).any() for one, other in pairwise(shown[:FIRST])), events


def test_it_plays_on_discord_as_a_replay_does(renderer: Renderer) -> None:
    before, after = list(moments("detach", seed=1))[8:10]
    film = Image.open(io.BytesIO(renderer.motion(before[0], PictureRequest(*after))))
    stays = []
    for number in range(film.n_frames):
        film.seek(number)
        stays.append(film.info["duration"])
        assert film.disposal_method == IN_PLACE
    assert stays == [STAY] * (FRAMES - 1) + [LAST]


def test_a_choice_of_colour_lets_its_tiles_hop() -> None:
    for before, (position, events) in every_kind("halves", "2p", 3):
        if isinstance(events[0], Elected):
            layout = lay_out(position.variant.board, 560, False, position.pieces())
            hopping = Cast(before, events, position.pieces(), layout).actors
            assert len(hopping) == 12
            assert all(actor.at(0.5)[1].y < actor.path[0][1] for actor in hopping)
            return
    raise AssertionError("nobody chose a colour")
