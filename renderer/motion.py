"""The last move in motion: what it moves slides, turns, falls into place or drifts away."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from renderer.layout import Layout, Point
from renderer.palette import Indices, Ink
from renderer.pieces import DrawContext, draw_figure
from renderer.scene import Figure, figure_of
from renderer.shapes import Floats, Surface
from rules import game

FRAMES = 8
STAY = 100
"""Milliseconds that every frame stays but the last."""

_REACH = 0.75  # of the pitch: what is kept of a piece around its middle
_DRIFT = 0.9  # of the pitch: how far what has left drifts
_FALL = 0.8
_HOP = 0.22
_FADED = 0.92
_FAINTEST = 0.2  # a piece that comes, on its first picture
_THIN = 0.06  # a coin seen from its edge
_LANDS = 0.62  # of the time, where something follows
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)

Time: TypeAlias = tuple[float, float]
"""From when to when something happens, of the time from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a piece is drawn, from the top left, how much is seen of it, and how wide it is."""

    x: float
    y: float
    strength: float = 1.0
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class MovingPiece:
    """A piece that a move moves: over the points of ``path``, and then perhaps away.

    ``drift`` is how far it goes while it vanishes, ``fall`` from how far above it comes, ``hop``
    how far it rises between, all in pixels. ``turned`` is what it shows after it was turned over.
    """

    figure: Figure
    path: tuple[Point, ...]
    time: Time = (0.0, 1.0)
    drift: tuple[float, float] = (0.0, 0.0)
    fall: float = 0.0
    hop: float = 0.0
    turned: Figure | None = None

    def at(self, time: float) -> tuple[Figure, Pose] | None:
        """What is seen of it at a time from 0 to 1; None while it is not there."""
        share = _eased(self.time, time)
        x, y = _along(self.path, share)
        if self.fall:
            pose = Pose(x, y - self.fall * (1 - share), _FAINTEST + (1 - _FAINTEST) * share)
            return (self.figure, pose) if share else None
        if self.turned is not None:
            side = self.figure if share < 0.5 else self.turned
            return side, Pose(x, y, 1, max(abs(math.cos(math.pi * share)), _THIN))
        across, down = self.drift
        strength = 1 - _FADED * share if across or down else 1.0
        rise = self.hop * math.sin(math.pi * share)
        return self.figure, Pose(x + across * share, y + down * share - rise, strength)


class Cast:
    """The actors of a move, from those that lie below to those above, and whence they came."""

    def __init__(
        self,
        before: game.Position,
        events: Sequence[game.Event],
        after: Mapping[game.Cell, game.Piece],
        layout: Layout,
    ) -> None:
        self._pieces, self._after, self._layout = before.pieces(), after, layout
        self._shape, self._events = before.info.shape, events
        self._arrivals: dict[game.Cell, float] = {}
        self._below: list[MovingPiece] = []
        self._above: list[MovingPiece] = []
        self.origins: set[game.Cell] = set()
        for event in events:
            self._add(event)

    @property
    def actors(self) -> tuple[MovingPiece, ...]:
        return (*self._below, *self._above)

    @singledispatchmethod
    def _add(self, _event: game.Event) -> None:
        """Some events move nothing."""

    @_add.register
    def _(self, event: game.Moved) -> None:
        path = self._points(event.origin, *event.path)
        self._arrivals = dict(zip(event.path, _times(path)[1:], strict=True))
        self._above.append(MovingPiece(self._taken(event.origin), path))

    @_add.register
    def _(self, event: game.Split) -> None:
        self.origins.add(event.origin)
        goes_on = any(isinstance(each, game.Placed | game.Flipped) for each in self._events)
        for cell, height in reversed(event.parts):
            part = figure_of(self._shape, game.Piece(event.colour, height))
            time = (0.0, _LANDS if goes_on else 1.0)
            self._above.insert(0, MovingPiece(part, self._points(event.origin, cell), time))

    @_add.register
    def _(self, event: game.Swapped) -> None:
        path = self._points(event.origin, event.landing)
        self._below.append(MovingPiece(self._taken(event.origin), path))

    @_add.register
    def _(self, event: game.Flipped) -> None:
        turned = figure_of(self._shape, game.Piece(event.colour, event.height))
        here = self._points(event.cell)
        self._above.append(MovingPiece(self._taken(event.cell), here, (0.3, 0.95), turned=turned))

    @_add.register
    def _(self, event: game.Placed) -> None:
        figure = figure_of(self._shape, game.Piece(event.colour, event.height))
        begun = 0.55 if any(isinstance(each, game.Split) for each in self._events) else 0.0
        fall = _FALL * self._layout.pitch
        self._above.append(MovingPiece(figure, self._points(event.cell), (begun, 1.0), fall=fall))

    @_add.register
    def _(self, event: game.Captured) -> None:
        begun = self._arrivals.get(event.cell, 0.0)
        self._leaves(event.cell, (min(begun, 0.75), 1.0))

    @_add.register
    def _(self, event: game.Removed) -> None:
        self._leaves(event.cell, (0.0, 0.7))

    @_add.register
    def _(self, event: game.CutOff) -> None:
        follows = any(isinstance(each, game.Removed) for each in self._events)
        for cell, _ in event.pieces:
            self._leaves(cell, (0.3, 1.0) if follows else (0.0, 0.75))

    @_add.register
    def _(self, event: game.Elected) -> None:
        for cell, piece in self._pieces.items():
            if piece.colour == event.colour:
                hop = _HOP * self._layout.pitch
                self._above.append(MovingPiece(self._taken(cell), self._points(cell), hop=hop))

    def _leaves(self, cell: game.Cell, time: Time) -> None:
        """What stands on ``cell`` drifts away from the middle of what stays."""
        (here,) = self._points(cell)
        others = self._points(*self._after) or (here,)
        x, y = (here[axis] - sum(each[axis] for each in others) / len(others) for axis in (0, 1))
        far = math.hypot(x, y)
        x, y = (x / far, y / far) if far else (0.0, -1.0)
        drift = (x * _DRIFT * self._layout.pitch, y * _DRIFT * self._layout.pitch)
        self._below.append(MovingPiece(self._taken(cell), (here,), time, drift=drift))

    def _taken(self, cell: game.Cell) -> Figure:
        self.origins.add(cell)
        return figure_of(self._shape, self._pieces[cell])

    def _points(self, *cells: game.Cell) -> tuple[Point, ...]:
        return tuple(map(self._layout.centre, cells))


class Stage:
    """Draws actors over a picture of what stands still."""

    def __init__(self, context: DrawContext, ink: Ink) -> None:
        self._context, self._ink = context, ink
        self._sprites: dict[Figure, tuple[Floats, Floats]] = {}

    def drawn(self, still: Indices, actors: Sequence[MovingPiece], time: float) -> Indices:
        """The picture at a time from 0 to 1."""
        frame = still.copy()
        for actor in actors:
            seen = actor.at(time)
            if seen is not None:
                self.put(frame, *seen)
        return frame

    def put(self, frame: Indices, figure: Figure, pose: Pose) -> None:
        """Draw a piece over the picture."""
        light, cover = self._sprite(figure)
        if pose.width < 1:
            light, cover = _narrowed(light, pose.width), _narrowed(cover, pose.width)
        reach = len(cover) // 2
        top, left = round(pose.y) - reach, round(pose.x) - cover.shape[1] // 2
        rows = slice(max(-top, 0), max(min(len(cover), len(frame) - top), 0))
        columns = slice(max(-left, 0), max(min(cover.shape[1], frame.shape[1] - left), 0))
        box = np.s_[rows.start + top : rows.stop + top, columns.start + left : columns.stop + left]
        share = np.float32(pose.strength)
        under = self._ink.look_up(frame[box])
        lit = under * (1 - share * cover[rows, columns]) + share * light[rows, columns]
        np.copyto(frame[box], self._ink.index(lit), where=cover[rows, columns, 0] > 0)

    def _sprite(self, figure: Figure) -> tuple[Floats, Floats]:
        """A piece alone: its light, and how much of each pixel it covers."""
        if figure not in self._sprites:
            side = 2 * round(_REACH * self._context.pitch) + 1
            on_black, on_white = (self._drawn_on(ground, side, figure) for ground in _GROUNDS)
            cover = 1 - (on_white - on_black).mean(2, keepdims=True) / 255
            self._sprites[figure] = on_black, np.clip(cover, 0, 1)
        return self._sprites[figure]

    def _drawn_on(self, ground: tuple[int, int, int], side: int, figure: Figure) -> Floats:
        pixels = Surface.plain(side, side, ground).pixels
        draw_figure(Surface(pixels, (side / 2, side / 2)), figure, self._context)
        return pixels


_GROUNDS = (_BLACK, _WHITE)


def times() -> Iterator[float]:
    """The times of the frames between the first and the last."""
    return (number / (FRAMES - 1) for number in range(1, FRAMES - 1))


def _eased(time: Time, now: float) -> float:
    """How much of what happens in a time is done: slowly begun, and slowly ended."""
    begun, ended = time
    share = min(max((now - begun) / (ended - begun), 0.0), 1.0)
    return share * share * (3 - 2 * share)


def _times(path: Sequence[Point]) -> list[float]:
    """When each point of a path is reached, from 0 to 1, at an even pace."""
    lengths = [math.dist(*leg) for leg in pairwise(path)]
    whole = sum(lengths) or 1.0
    return [sum(lengths[:number]) / whole for number in range(len(path))]


def _along(path: Sequence[Point], share: float) -> tuple[float, float]:
    """The place on a path after a ``share`` of its length."""
    for (begun, ended), (start, end) in zip(pairwise(_times(path)), pairwise(path), strict=True):
        if share <= ended and ended > begun:
            part = (share - begun) / (ended - begun)
            return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
    return path[-1]


def _narrowed(pixels: Floats, width: float) -> Floats:
    """The same with its columns closer together, as a coin that is turned."""
    half = pixels.shape[1] // 2
    reach = max(round(half * width), 1)
    columns = np.clip(
        np.round(np.arange(-reach, reach + 1) / width).astype(int) + half, 0, 2 * half
    )
    narrowed: Floats = pixels[:, columns]
    return narrowed
