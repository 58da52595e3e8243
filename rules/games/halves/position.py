"""Halves (Cameron Browne, 2007): build a shape together, elect a colour, then take it down.

Where tiles may go and what stays when one goes is decided in ``turns`` alone; menus, typed
moves and lists of moves all read that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from rules import game
from rules.completion import suggesting
from rules.errors import not_offered
from rules.games.halves import turns
from rules.games.halves.info import COLOURS, NAMES
from rules.games.halves.lens import lens_of
from rules.games.halves.reading import place_named, read_choices, read_move
from rules.games.halves.state import TILES, HalvesState, Phase
from rules.geometry.openfield import cell_at, cells_of, name_of, record_name
from rules.lens import Lens
from rules.texts import Counted, Text, listed, sentences
from rules.words import Word

_PROMPTS = {
    Phase.WAXING: Text("Where does the tile go?"),
    Phase.CONTRACT: Text("Which colour is it from now on?"),
    Phase.WANING: Text("Which tile is removed?"),
}
_NAMES = tuple(name.lower() for name in COLOURS)
# For translators: beside the board of three players; at most 11 characters and a number
_TO_PLACE, _TO_REMOVE = Counted("{number} to place"), Counted("{number} to remove")
_Turn: TypeAlias = turns.Placement | turns.Election | turns.Removal


class HalvesPosition(HalvesState):
    """A position of Halves."""

    __slots__ = ()

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        self.check_running(" ".join(taken))
        if not taken:
            return game.StepMenu(_PROMPTS[self.phase], self._first_steps())
        moves = self._beginning(taken)
        if len(moves) == 1:
            return game.StepMenu("", (), moves[0])
        kept = turns.survivors(self._offered()[taken[0]], self.occupied)
        return game.StepMenu(Text("Which part stays?"), tuple(map(_subset_step, kept)))

    def moves(self) -> Iterator[game.Move]:
        if self.is_over():
            return iter(())
        if self.phase is Phase.WANING:
            return turns.removals(self.tiles, self.colour)
        kind = turns.Placement if self.phase is Phase.WAXING else turns.Election
        return map(kind, self._offered_choices())

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_choices(text)
        steps: list[str] = []
        for word in words:
            step: str | None = word.text
            if steps:
                step = self._subset_named(steps[0], word)
            elif self.is_over() or step not in self._offered():
                step = None
            if step is None:
                return tuple(steps), text[word.span[0] :]
            steps.append(step)
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        if not taken:
            return ""
        moves = self._beginning(taken)
        return moves[0].written if len(moves) == 1 else taken[0]

    def drafted(self, taken: Sequence[str]) -> game.Drafted:
        pieces = dict(self.pieces())
        menu = self.steps(taken)
        if not taken or menu.complete is not None:
            return super().drafted(taken)
        del pieces[taken[0]]
        return game.Drafted(pieces, (game.Removed(self.colour, taken[0]),))

    @suggesting
    def parse(self, text: str) -> _Turn:
        self.check_running(text)
        return read_move(self, text)

    def legal(self, move: game.Move | str) -> _Turn:
        if isinstance(move, _Turn) and not self.is_over():
            choice = move.colour if isinstance(move, turns.Election) else move.cell
            if choice in self._offered_choices() and move in self._moves_with(choice):
                return move
        return self.parse(str(move))

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        turn = self.legal(move)
        if isinstance(turn, turns.Placement):
            return (game.Placed(self.colour, name_of(turn.cell)),)
        if isinstance(turn, turns.Election):
            return (game.Elected(self.turn, turn.colour),)
        removed = game.Removed(self.colour, name_of(turn.cell))
        cut_off = self._cut_off_by(turn)
        return (removed, game.CutOff(cut_off)) if cut_off else (removed,)

    def describe(self, move: game.Move) -> Text:
        turn, side = self.legal(move), NAMES[self.colour]
        if isinstance(turn, turns.Election):
            if turn.colour == self.colour:
                return Text("{side} chooses to stay {side}.", side=side)
            other = NAMES[turn.colour]
            return Text(
                "{side} chooses {other}, and the two exchange colours.", side=side, other=other
            )
        cell = name_of(turn.cell)
        if isinstance(turn, turns.Placement):
            placed = Text("{side} places a tile on {cell}.", side=side, cell=cell)
            return sentences(placed, self._what_follows(turn))
        removed = Text("{side} removes {cell}.", side=side, cell=cell)
        if turn.kept is not None:
            kept = name_of(turn.kept)
            removed = Text(
                "{side} removes {cell} and keeps the part with {kept}.",
                side=side,
                cell=cell,
                kept=kept,
            )
        cut_off = [piece for _, piece in self._cut_off_by(turn)]
        return sentences(removed, _cutting_off(cut_off) if cut_off else None)

    def _what_follows(self, turn: turns.Placement) -> Text | None:
        """What happens next, told once every tile is placed."""
        after = self.placed(turn.cell)
        if after.phase is Phase.WAXING or after.is_over():
            return None
        side = NAMES[after.colour]
        if after.phase is Phase.CONTRACT:
            return Text(
                "All tiles are placed: now {side} chooses the colour to continue with.", side=side
            )
        return Text("All tiles are placed: now {side} removes the first one.", side=side)

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        return {name_of(cell): self._piece_on(cell) for cell in cells_of(self.occupied)}

    def colour_of(self, seat: game.Seat) -> game.Colour:
        return self.colours[seat]

    def facts(self) -> tuple[game.Fact, ...]:
        counts = [(colour, self.tiles[colour].bit_count()) for colour in self.colours_playing()]
        if self.phase is Phase.WAXING:
            return tuple(
                game.Fact(each, _TO_PLACE.of(number=TILES - count)) for each, count in counts
            )
        told = tuple(game.Fact(each, _TO_REMOVE.of(number=count)) for each, count in counts)
        if self.phase is Phase.CONTRACT and not self.is_over():
            told = tuple(replace(each, dull=each.colour == self.colour) for each in told)
            return (*told, game.Fact(self.colour, Text("picks colour", "fact")))
        return told

    def lens(self) -> Lens:
        return lens_of(self.tiles, self.colours_playing())

    def encode(self) -> str:
        parts = [self.variant_id, str(self.phase), f"ply:{self.ply}", f"turn:{self.turn}"]
        for name, cells in zip(_NAMES, self.tiles, strict=False):
            parts.append(f"{name}:{';'.join(map(record_name, cells_of(cells)))}")
        parts.append("seats:" + ",".join(_NAMES[colour] for colour in self.colours))
        if self.left:
            parts.append("left:" + ",".join(map(str, self.left)))
        if self.seed is not None:
            parts.append(f"seed:{self.seed}")
        return " ".join(parts)

    def _offered_choices(self) -> Iterator[int]:
        """The cells or colours that moves begin with, of a match that is not over."""
        if self.phase is Phase.CONTRACT:
            return iter(sorted(self.colours_playing()))
        waning = self.phase is Phase.WANING
        return cells_of(self.tiles[self.colour] if waning else self.open_cells())

    def _offered(self) -> Mapping[str, int]:
        """The first step texts of moves, with the cell or the colour that each means."""
        contract = self.phase is Phase.CONTRACT
        return {
            _NAMES[choice] if contract else name_of(choice): choice
            for choice in self._offered_choices()
        }

    def _first_steps(self) -> tuple[game.Step, ...]:
        if self.phase is Phase.CONTRACT:
            return tuple(self._colour_step(*offer) for offer in self._offered().items())
        kind = game.StepKind.CELL if self.phase is Phase.WAXING else game.StepKind.PIECE
        return tuple(game.Step.on(text, kind) for text in self._offered())

    def _colour_step(self, text: str, colour: game.Colour) -> game.Step:
        label = Text("Become {side}", "choice", side=NAMES[colour])
        if colour == self.colour:
            label = Text("Stay {side}", "choice", side=NAMES[colour])
        cells = tuple(map(name_of, cells_of(self.tiles[colour])))
        return game.Step(text, game.StepKind.COLOUR, label, cells)

    def _beginning(self, taken: Sequence[str]) -> tuple[game.Move, ...]:
        """The moves that begin with the step texts ``taken``, of which there is one at least."""
        self.check_running(" ".join(taken))
        offered = self._offered()
        first, *rest = taken
        moves = self._moves_with(offered[first]) if first in offered else ()
        for text in rest:
            wanted = f"{first}/{text}" if len(moves) > 1 else ""
            moves = tuple(move for move in moves if move.written == wanted)
        if not moves:
            raise not_offered(taken[-1], offered)
        return moves

    def _moves_with(self, choice: int) -> tuple[_Turn, ...]:
        """The moves that begin with a cell or a colour that is offered."""
        if self.phase is Phase.WANING:
            return turns.removals_of(choice, self.occupied)
        return (turns.Placement(choice) if self.phase is Phase.WAXING else turns.Election(choice),)

    def _subset_named(self, first: str, word: Word) -> str | None:
        """The step text of the subset that ``word`` is a cell of, if there is a choice of it."""
        place = place_named(word)
        cell = cell_at(*place) if place else None
        if self.phase is not Phase.WANING or cell is None:
            return None
        kept = turns.survivors(self._offered()[first], self.occupied)
        named = (name_of(turns.smallest_of(subset)) for subset in kept if subset >> cell & 1)
        return next(named, None) if len(kept) > 1 else None

    def _cut_off_by(self, removal: turns.Removal) -> tuple[tuple[game.Cell, game.Piece], ...]:
        occupied = self.occupied
        gone = occupied ^ 1 << removal.cell ^ turns.kept_by(removal, occupied)
        return tuple((name_of(cell), self._piece_on(cell)) for cell in cells_of(gone))

    def _piece_on(self, cell: int) -> game.Piece:
        tiles = self.tiles
        colour = next(colour for colour, cells in enumerate(tiles) if cells >> cell & 1)
        return game.Piece(colour if colour in self.colours_playing() else None)


def _subset_step(subset: int) -> game.Step:
    names = tuple(map(name_of, cells_of(subset)))
    label = Text("keep the part with {cell}", "choice", cell=names[0])
    return game.Step(names[0], game.StepKind.SUBSET, label, names)


def _cutting_off(pieces: Sequence[game.Piece]) -> Text:
    """How many tiles of each colour are cut off: ``2 tiles of Light and 1 tile of Dark``."""
    counts = Counter(piece.colour for piece in pieces)
    tiles: list[Text] = [
        Counted("{number} tile of {side}", "{number} tiles of {side}", counts[colour], side=side)
        for colour, side in enumerate(NAMES)
        if counts[colour]
    ]
    if counts[None]:
        tiles.append(Counted("{number} neutral tile", "{number} neutral tiles", counts[None]))
    return Text("That cuts off {tiles}.", tiles=listed(tiles))
