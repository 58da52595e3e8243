"""Halves (Cameron Browne, 2007): build a shape together, elect a colour, then take it down.

Where tiles may go and what stays when one goes is decided in ``moves`` alone; menus, typed
moves and lists of moves all read that.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.completion import suggesting
from rules.errors import IllegalMove
from rules.game import (
    Cell,
    Colour,
    CutOff,
    Drafted,
    Elected,
    Event,
    Fact,
    GameInfo,
    Move,
    Outcome,
    Piece,
    Placed,
    Position,
    Removed,
    Seat,
    Step,
    StepKind,
    StepMenu,
    Variant,
)
from rules.games.halves.info import COLOURS, INFO, VARIANTS
from rules.games.halves.line import line_of
from rules.games.halves.moves import (
    Election,
    Placement,
    Removal,
    kept_by,
    removals,
    removals_of,
    smallest_of,
    survivors,
)
from rules.games.halves.reading import place_named, read_choices, read_move
from rules.games.halves.state import TILES, Phase, State
from rules.geometry.openfield import cell_at, cells_of, name_of
from rules.words import Word, counted, listed, plural

_PROMPTS = {
    Phase.WAXING: "Where does the tile go?",
    Phase.CONTRACT: "Which colour is it from now on?",
    Phase.WANING: "Which tile is removed?",
}
_HINTS = 3


@dataclass(frozen=True, slots=True)
class HalvesPosition(Position):
    """A position of Halves."""

    state: State

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.state.variant_id]

    @property
    def ply(self) -> int:
        return self.state.plies

    @property
    def to_move(self) -> Seat | None:
        return None if self.state.is_over() else self.state.turn

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        self._check_running(" ".join(taken))
        if not taken:
            return StepMenu(_PROMPTS[self.state.phase], self._first_steps())
        moves = self._beginning(taken)
        if len(moves) == 1:
            return StepMenu("", (), moves[0])
        kept = survivors(self._offered()[taken[0]], self.state.occupied)
        return StepMenu("Which part stays?", tuple(map(_subset_step, kept)))

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        self._check_running(" ".join(taken))
        if taken or self.state.phase is not Phase.WANING:
            return None
        menus = {step: self.steps((step.text,)).options for step in self._first_steps()}
        if not any(menus.values()):
            return None
        options = itertools.chain.from_iterable(
            [_removal_step(step, kept) for kept in parts] or [step] for step, parts in menus.items()
        )
        return StepMenu(_PROMPTS[self.state.phase], tuple(options))

    def moves(self) -> Iterator[Move]:
        if self.state.is_over():
            return iter(())
        if self.state.phase is Phase.WANING:
            return removals(self.state.tiles, self.state.colour)
        kind = Placement if self.state.phase is Phase.WAXING else Election
        return map(kind, self._offered_choices())

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_choices(text)
        steps: list[str] = []
        for word in words:
            step = self._subset_named(steps[0], word) if steps else self._offered_named(word)
            if step is None:
                return tuple(steps), text[word.span[0] :]
            steps.append(step)
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        if not taken:
            return ""
        moves = self._beginning(taken)
        return moves[0].written if len(moves) == 1 else taken[0]

    def drafted(self, taken: Sequence[str]) -> Drafted:
        pieces = dict(self.pieces())
        menu = self.steps(taken)
        if not taken or menu.complete is not None:
            return super(HalvesPosition, self).drafted(taken)
        del pieces[taken[0]]
        return Drafted(pieces, (Removed(self.state.colour, taken[0]),))

    @suggesting
    def parse(self, text: str) -> Placement | Election | Removal:
        self._check_running(text)
        return read_move(self.state, text)

    def legal(self, move: Move | str) -> Placement | Election | Removal:
        if isinstance(move, Placement | Election | Removal) and not self.state.is_over():
            choice = move.colour if isinstance(move, Election) else move.cell
            if choice in self._offered_choices() and move in self._moves_with(choice):
                return move
        return self.parse(str(move))

    def after(self, move: Move) -> HalvesPosition:
        if isinstance(move, Removal):
            return HalvesPosition(self.state.removed(move))
        if isinstance(move, Placement):
            return HalvesPosition(self.state.placed(move.cell))
        assert isinstance(move, Election)
        return HalvesPosition(self.state.elected(move.colour))

    def events(self, move: Move) -> tuple[Event, ...]:
        turn = self.legal(move)
        if isinstance(turn, Placement):
            return (Placed(self.state.colour, name_of(turn.cell)),)
        if isinstance(turn, Election):
            return (Elected(self.state.turn, turn.colour),)
        removed = Removed(self.state.colour, name_of(turn.cell))
        cut_off = self._cut_off_by(turn)
        return (removed, CutOff(cut_off)) if cut_off else (removed,)

    def describe(self, move: Move) -> str:
        turn, mover = self.legal(move), COLOURS[self.state.colour]
        if isinstance(turn, Placement):
            return f"{mover} places a tile on {name_of(turn.cell)}.{self._what_follows(turn)}"
        if isinstance(turn, Election):
            if turn.colour == self.state.colour:
                return f"{mover} chooses to stay {mover}."
            return f"{mover} chooses {COLOURS[turn.colour]}, and the two exchange colours."
        kept = "" if turn.kept is None else f" and keeps the part with {name_of(turn.kept)}"
        cut_off = [piece for _, piece in self._cut_off_by(turn)]
        tail = f", which cuts off {_counted(cut_off)}" if cut_off else ""
        return f"{mover} removes {name_of(turn.cell)}{kept}{tail}."

    def _what_follows(self, turn: Placement) -> str:
        """What happens next, told once every tile is placed."""
        state = self.state.placed(turn.cell)
        if state.phase is Phase.WAXING or state.is_over():
            return ""
        named = COLOURS[state.colour]
        if state.phase is Phase.CONTRACT:
            return f" All tiles are placed: now {named} chooses a colour to go on with."
        return f" All tiles are placed: now {named} removes the first one."

    def pieces(self) -> Mapping[Cell, Piece]:
        return {name_of(cell): self._piece_on(cell) for cell in cells_of(self.state.occupied)}

    def colour_of(self, seat: Seat) -> Colour:
        return self.state.colours[seat]

    def facts(self) -> tuple[Fact, ...]:
        state = self.state
        counts = [(colour, state.tiles[colour].bit_count()) for colour in state.colours_playing()]
        if state.phase is Phase.WAXING:
            return tuple(Fact(colour, "to place", str(TILES - count)) for colour, count in counts)
        return tuple(
            Fact(colour, f"{plural(count, 'tile')} left", str(count)) for colour, count in counts
        )

    def leave(self, seat: Seat) -> HalvesPosition:
        if self.state.is_over() or seat not in self.state.seats_playing():
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return HalvesPosition(self.state.without(seat))

    def encode(self) -> str:
        return line_of(self.state)

    def _check_running(self, text: str) -> None:
        if self.state.is_over():
            raise IllegalMove("game_over", "the game is over", text=text)

    def _offered_choices(self) -> Iterator[int]:
        """The cells or colours that moves begin with, of a match that is not over."""
        if self.state.phase is Phase.CONTRACT:
            return iter(sorted(self.state.colours_playing()))
        waning = self.state.phase is Phase.WANING
        return cells_of(self.state.tiles[self.state.colour] if waning else self.state.open_cells())

    def _offered(self) -> Mapping[str, int]:
        """The first step texts of moves, with the cell or the colour that each means."""
        contract = self.state.phase is Phase.CONTRACT
        return {
            COLOURS[choice].lower() if contract else name_of(choice): choice
            for choice in self._offered_choices()
        }

    def _first_steps(self) -> tuple[Step, ...]:
        if self.state.phase is Phase.CONTRACT:
            return tuple(self._colour_step(*offer) for offer in self._offered().items())
        kind = StepKind.CELL if self.state.phase is Phase.WAXING else StepKind.PIECE
        return tuple(Step(text, kind, text, (text,)) for text in self._offered())

    def _colour_step(self, text: str, colour: Colour) -> Step:
        label = f"{'stay' if colour == self.state.colour else 'become'} {COLOURS[colour]}"
        cells = tuple(map(name_of, cells_of(self.state.tiles[colour])))
        return Step(text, StepKind.COLOUR, label, cells)

    def _beginning(self, taken: Sequence[str]) -> tuple[Move, ...]:
        """The moves that begin with the step texts ``taken``, of which there is one at least."""
        self._check_running(" ".join(taken))
        offered = self._offered()
        first, *rest = taken
        moves = self._moves_with(offered[first]) if first in offered else ()
        for text in rest:
            wanted = f"{first}/{text}" if len(moves) > 1 else ""
            moves = tuple(move for move in moves if move.written == wanted)
        if not moves:
            message, hints = f"{taken[-1]} cannot be chosen here", tuple(offered)[:_HINTS]
            raise IllegalMove("not_offered", message, text=taken[-1], hints=hints)
        return moves

    def _moves_with(self, choice: int) -> tuple[Placement | Election | Removal, ...]:
        """The moves that begin with a cell or a colour that is offered."""
        if self.state.phase is Phase.WANING:
            return removals_of(choice, self.state.occupied)
        return (Placement(choice) if self.state.phase is Phase.WAXING else Election(choice),)

    def _offered_named(self, word: Word) -> str | None:
        """The first step text that ``word`` means, if it is offered."""
        return word.text if not self.state.is_over() and word.text in self._offered() else None

    def _subset_named(self, first: str, word: Word) -> str | None:
        """The step text of the subset that ``word`` is a cell of, if there is a choice of it."""
        place = place_named(word)
        cell = cell_at(*place) if place else None
        if self.state.phase is not Phase.WANING or cell is None:
            return None
        kept = survivors(self._offered()[first], self.state.occupied)
        named = (name_of(smallest_of(subset)) for subset in kept if subset >> cell & 1)
        return next(named, None) if len(kept) > 1 else None

    def _cut_off_by(self, removal: Removal) -> tuple[tuple[Cell, Piece], ...]:
        occupied = self.state.occupied
        gone = occupied ^ 1 << removal.cell ^ kept_by(removal, occupied)
        return tuple((name_of(cell), self._piece_on(cell)) for cell in cells_of(gone))

    def _piece_on(self, cell: int) -> Piece:
        tiles = self.state.tiles
        colour = next(colour for colour, cells in enumerate(tiles) if cells >> cell & 1)
        return Piece(colour if colour in self.state.colours_playing() else None)


def _subset_step(subset: int) -> Step:
    names = tuple(map(name_of, cells_of(subset)))
    return Step(names[0], StepKind.SUBSET, f"keep the part with {names[0]}", names)


def _removal_step(tile: Step, kept: Step) -> Step:
    """A tile and what stays without it as one choice: ``m50: keep the part with l51``."""
    return Step(f"{tile.text} {kept.text}", tile.kind, f"{tile.label}: {kept.label}", tile.cells)


def _counted(pieces: Sequence[Piece]) -> str:
    """The tiles by colour, in words: ``2 light tiles and 1 dark tile``."""
    kinds = [(colour, name.lower()) for colour, name in enumerate(COLOURS)] + [(None, "stray")]
    counts = Counter(piece.colour for piece in pieces)
    words = [(counts[colour], name) for colour, name in kinds if counts[colour]]
    return listed([counted(count, f"{name} tile") for count, name in words])
