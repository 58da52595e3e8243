"""The last move in motion: from what was to what is, by eight frames."""

import io
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from renderer import THEMES, PictureRequest
from renderer.drawing import MOTION_SIZE, Renderer
from renderer.layout import lay_out
from renderer.motion import Cast, MovingPiece
from renderer.scene import Figure
from rules import GAMES
from rules.game import CutOff, Elected, Passed, Position, Shape
from tests.kit.rules import CASES, Moment, moments
from tests.renderer.boards import frames

FRAMES, STAY, LAST = 8, 100, 5000
FIRST = 5
"""So many frames differ from each other in every move; what is gone earlier stays away."""
MOST_BYTES = 150 << 10
IN_PLACE = 1
STONES = 18
"""Of each colour, so that so many pieces can belong to one at most."""
STONE = Figure(Shape.STONE, (0,))


def kinds(moment: Moment) -> frozenset[str]:
    return frozenset(type(event).__name__ for event in moment[1])


def every_kind(game: str, variant: str, seed: int) -> Iterator[tuple[Position, Moment]]:
    """One move for each mixture of events in a match, the last that there is."""
    played = list(moments(game, variant, seed))
    last = {kinds(after): (before[0], after) for before, after in pairwise(played)}
    yield from last.values()


@pytest.mark.parametrize(("game", "variant"), CASES)
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


def test_a_whole_band_that_leaves_is_drawn_smaller(renderer: Renderer) -> None:
    names = GAMES["abande"].start("hex").variant.board.names
    stacks = ",".join(f"{name}=WB" for name in names[:STONES])
    before = GAMES["abande"].decode(f"hex ply:60 reserve:0,0 passes:1 stacks:{stacks}")
    ended, events = before.play("pass"), before.events(before.parse("pass"))
    for theme in THEMES:
        file = renderer.motion(before, PictureRequest(ended, events, theme=theme))
        assert len(file) <= MOST_BYTES
        assert Image.open(io.BytesIO(file)).width < MOTION_SIZE


def seen(actor: MovingPiece) -> list[tuple[float, float, float, float]]:
    poses = [actor.at(number / 10) for number in range(11)]
    return [(pose.x, pose.y, pose.strength, pose.width) for _, pose in filter(None, poses)]


def test_pieces_slide_turn_fall_and_drift() -> None:
    slides = seen(MovingPiece(STONE, ((0, 0), (100, 0), (100, 100))))
    assert slides[0][:2] == (0, 0)
    assert slides[5][:2] == (100, 0)
    assert slides[-1][:2] == (100, 100)
    assert all(one[:2] <= other[:2] for one, other in pairwise(slides))
    drifts = seen(MovingPiece(STONE, ((5, 5),), drift=(30, -40)))
    assert drifts[-1][:2] == (35, -35)
    assert [pose[2] for pose in drifts] == sorted((pose[2] for pose in drifts), reverse=True)
    falls = seen(MovingPiece(STONE, ((5, 5),), fall=20))
    assert falls[0][1] < falls[-1][1] == 5
    assert falls[-1][2] == 1
    turned = Figure(Shape.STACK, (1,), 3)
    coin = MovingPiece(STONE, ((5, 5),), turned=turned)
    assert [coin.at(time)[0] for time in (0.1, 0.9)] == [STONE, turned]
    assert min(pose[3] for pose in seen(coin)) < 0.1
    assert [pose[3] for pose in seen(coin)][::10] == [1, 1]


def test_what_is_cut_off_drifts_away_from_what_stays() -> None:
    position, events, after = next(
        (before, events, after)
        for before, (after, events) in every_kind("halves", "2p-random", 3)
        if any(isinstance(event, CutOff) for event in events)
    )
    layout = lay_out(position.variant.board, 560, False, position.pieces())
    cast = Cast(position, events, after.pieces(), layout)
    middle = np.mean([layout.centre(cell) for cell in after.pieces()], 0)
    assert cast.origins == position.pieces().keys() - after.pieces().keys()
    for actor in cast.actors:
        (here,) = actor.path
        away = np.hypot(*(np.array(here) - middle))
        assert np.hypot(*(np.array(here) + actor.drift - middle)) > away


def test_a_choice_of_colour_lets_its_tiles_hop() -> None:
    for before, (position, events) in every_kind("halves", "2p", 3):
        if isinstance(events[0], Elected):
            layout = lay_out(position.variant.board, 560, False, position.pieces())
            hopping = Cast(before, events, position.pieces(), layout).actors
            assert len(hopping) == 12
            assert all(actor.at(0.5)[1].y < actor.path[0][1] for actor in hopping)
            return
    raise AssertionError("nobody chose a colour")
