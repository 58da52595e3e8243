"""How a match of Halves proceeds: phases, turns, the exchange of colours, and seats that leave."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.game import Colour, Move, Outcome, Position, Reason, Seat, Variant
from rules.games.halves import turns
from rules.games.halves.info import INFO, VARIANTS

TILES = 12
"""The tiles of each colour, that of the start included."""

_NO_CONTRACT = "-nocontract"


class Phase(StrEnum):
    """The parts of a match, in their order."""

    WAXING = "waxing"
    CONTRACT = "contract"
    WANING = "waning"


@dataclass(frozen=True, slots=True)
class HalvesState(Position):
    """Where a match stands: the tiles of each colour, the colour of each seat, whose turn it is.

    Seats in ``left`` gave up, the first to do so first; their tiles are nobody's.
    """

    variant_id: str
    phase: Phase
    tiles: turns.Tiles
    colours: tuple[Colour, ...]
    turn: Seat = 0
    ply: int = 0
    left: tuple[Seat, ...] = ()
    seed: int | None = None
    info = INFO

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.variant_id]

    @property
    def to_move(self) -> Seat | None:
        return None if self.is_over() else self.turn

    @property
    def outcome(self) -> Outcome | None:
        """The result; who left ranks below everybody else, and lower for leaving earlier."""
        if not self.is_over():
            return None
        playing, emptied = self.seats_playing(), self._emptied()
        reason = Reason.LEFT if len(playing) == 1 else Reason.EMPTIED
        others = tuple(seat for seat in playing if seat not in emptied)
        groups = (emptied, others, *((seat,) for seat in reversed(self.left)))
        return Outcome(tuple(group for group in groups if group), reason)

    @property
    def colour(self) -> Colour:
        return self.colours[self.turn]

    @property
    def occupied(self) -> int:
        """The cells that hold a tile."""
        return turns.all_tiles(self.tiles)

    def has_contract(self) -> bool:
        """Whether a colour is chosen between the placing and the removing of tiles."""
        return not self.variant_id.endswith(_NO_CONTRACT)

    def seats_playing(self) -> tuple[Seat, ...]:
        """The seats that have not left, in turn order."""
        return tuple(seat for seat in range(len(self.colours)) if seat not in self.left)

    def in_turn(self) -> tuple[Seat, ...]:
        """The seats that have not left, that whose turn it is first."""
        playing = self.seats_playing()
        first = playing.index(self.turn)
        return playing[first:] + playing[:first]

    def colours_playing(self) -> tuple[Colour, ...]:
        """The colours of the seats that have not left, in turn order."""
        return tuple(self.colours[seat] for seat in self.seats_playing())

    def open_cells(self) -> int:
        """Where the mover may place a tile."""
        return turns.open_cells(self.tiles, self.colour)

    def is_over(self) -> bool:
        """Whether somebody has no tile left, or nobody has an opponent left."""
        return len(self.left) + 1 == len(self.colours) or bool(self._emptied())

    def after(self, move: Move) -> Self:
        """The state after ``move``, legal here."""
        if isinstance(move, turns.Removal):
            kept = turns.kept_by(move, self.occupied)
            return self._passed_on(tuple([cells & kept for cells in self.tiles]))
        if isinstance(move, turns.Placement):
            return self.placed(move.cell)
        assert isinstance(move, turns.Election)
        exchange = {move.colour: self.colour, self.colour: move.colour}
        colours = tuple(exchange.get(held, held) for held in self.colours)
        return replace(self._passed_on(self.tiles), colours=colours, phase=Phase.WANING)

    def placed(self, cell: int) -> Self:
        """The state after the mover placed a tile on ``cell``."""
        tiles = list(self.tiles)
        tiles[self.colour] |= 1 << cell
        return self._passed_on(tuple(tiles)).settled()

    def leave(self, seat: Seat) -> Self:
        """The state after ``seat`` left; its turn passes to the next. ValueError if it cannot."""
        if self.is_over() or seat not in self.seats_playing():
            raise ValueError(f"seat {seat} has no place in this match to give up")
        after = replace(self, left=(*self.left, seat))
        return replace(after, turn=after._from(self.turn)).settled()

    def settled(self) -> Self:
        """This state, or that of the next phase once every colour playing is all on the field."""
        if self.phase is not Phase.WAXING:
            return self
        if min(self.tiles[colour].bit_count() for colour in self.colours_playing()) < TILES:
            return self
        return replace(self, phase=Phase.CONTRACT if self.has_contract() else Phase.WANING)

    def _emptied(self) -> tuple[Seat, ...]:
        if all(self.tiles):
            return ()
        return tuple(seat for seat in self.seats_playing() if not self.tiles[self.colours[seat]])

    def _passed_on(self, tiles: turns.Tiles) -> Self:
        """This state with ``tiles`` and the turn passed on, one ply later."""
        return type(self)(
            self.variant_id,
            self.phase,
            tiles,
            self.colours,
            self._from(self.turn + 1),
            self.ply + 1,
            self.left,
            self.seed,
        )

    def _from(self, seat: Seat) -> Seat:
        """The seat at ``seat``, or the next in turn order that is still playing."""
        seats = len(self.colours)
        if not self.left:
            return seat % seats
        order = ((seat + step) % seats for step in range(seats))
        return next(other for other in order if other not in self.left)
