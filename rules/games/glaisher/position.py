"""Glaisher (Ken Shoda, 2015): stacks fall apart into unequal parts, to connect opposite sides.

Which separations a position allows is decided in ``separation`` alone; menus, typed moves and
lists of moves all read that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.completion import suggesting
from rules.errors import IllegalMove
from rules.game import (
    Cell,
    Colour,
    Connected,
    Drafted,
    Event,
    Fact,
    Flipped,
    GameInfo,
    Move,
    Outcome,
    Piece,
    Placed,
    Position,
    Seat,
    Split,
    Step,
    StepKind,
    StepMenu,
    Variant,
)
from rules.games.glaisher.info import BOARD, COLOURS, INFO, VARIANTS
from rules.games.glaisher.reading import read_move, read_set_up, stack_of
from rules.games.glaisher.separation import (
    GlaisherTurn,
    Separation,
    SetUp,
    parts_text,
    placements,
    separated,
    separations,
    separations_of,
    turns,
)
from rules.games.glaisher.state import (
    FIRST_HEIGHT,
    State,
    line_of,
)
from rules.games.glaisher.words import kind_of, parts_of, read_some_words
from rules.geometry.cellset import cells_in
from rules.geometry.hexboard import DIRECTIONS
from rules.words import Word, listed, parts_to, plural

_ACTION = 3  # step texts of a separation: the stack, and direction and parts in either order
_LISTED = 4  # separations in the label of a direction
_HINTS = 3


@dataclass(frozen=True, slots=True)
class GlaisherPosition(Position):
    """A position of Glaisher."""

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
        return self.state.turn if self.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    def steps(self, taken: Sequence[str] = ()) -> StepMenu:
        self._check_taken(taken)
        if self.state.is_set_up():
            return self._set_up_menu(taken)
        possible = self._possible(taken)
        if not taken:
            return StepMenu("Which stack separates?", self._stack_steps())
        if len(taken) >= _ACTION:
            return self._placement_menu(possible[0], taken[_ACTION:])
        if taken[-1] in DIRECTIONS:
            return StepMenu("Into which parts?", tuple(map(_parts_step, possible)))
        return StepMenu("In which direction?", _direction_steps(possible))

    def joined(self, taken: Sequence[str] = ()) -> StepMenu | None:
        self._check_taken(taken)
        if len(taken) != 1 or self.state.is_set_up():
            return None
        options = tuple(map(_separation_step, self._possible(taken)))
        return StepMenu("In which direction, and into which parts?", options)

    def moves(self) -> Iterator[Move]:
        if self.outcome is not None:
            return iter(())
        if self.state.is_set_up():
            return map(SetUp, cells_in(self.state.empty()))
        return turns(self.state.stacks)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = read_some_words(text)
        steps: list[str] = []
        for word in words:
            step = self._step_meant(steps, word)
            if step not in self._following(steps):
                rest = word.span[0]
                break
            steps.append(step)
        if len(steps) >= _ACTION and steps[2] in DIRECTIONS:
            steps[1:3] = steps[2], steps[1]  # menus ask for the direction first
        return tuple(steps), text[rest:]

    def draft(self, taken: Sequence[str]) -> str:
        self._check_taken(taken)
        if self.state.is_set_up():
            return "".join(f"@{name}" for name in taken)
        action = taken[1:_ACTION]
        parts = "".join(f":{text}" for text in action if text not in DIRECTIONS)
        towards = "".join(f">{text}" for text in action if text in DIRECTIONS)
        placed = "".join(f"@{name}" for name in taken[_ACTION:])
        return f"{''.join(taken[:1])}{parts}{towards}{placed}"

    def drafted(self, taken: Sequence[str]) -> Drafted:
        if len(taken) != _ACTION or self.steps(taken).complete is not None:
            return super(GlaisherPosition, self).drafted(taken)
        separation, seat = self._possible(taken)[0], self.state.turn
        own, _, heights = separated(separation, self.state.stacks)
        pieces = {
            BOARD.names[cell]: Piece(seat if own >> cell & 1 else 1 - seat, height)
            for cell, height in enumerate(heights)
            if height
        }
        return Drafted(pieces, self._events_of(separation))

    @suggesting
    def parse(self, text: str) -> SetUp | GlaisherTurn:
        self._check_running(text)
        read = read_set_up if self.state.is_set_up() else read_move
        return read(self.state, text)

    def legal(self, move: Move | str) -> SetUp | GlaisherTurn:
        if isinstance(move, GlaisherTurn) and self._is_legal(move):
            return move
        return self.parse(str(move))

    def after(self, move: Move) -> GlaisherPosition:
        if isinstance(move, SetUp):
            return GlaisherPosition(self.state.set_up(move))
        assert isinstance(move, GlaisherTurn)
        return GlaisherPosition(self.state.after(move))

    def events(self, move: Move) -> tuple[Event, ...]:
        legal, seat = self.legal(move), self.state.turn
        if isinstance(legal, SetUp):
            return (Placed(seat, BOARD.names[legal.cell], FIRST_HEIGHT),)
        placed = [] if legal.placement is None else [Placed(seat, BOARD.names[legal.placement])]
        chain = tuple(BOARD.names[cell] for cell in self.state.after(legal).chain())
        connected = [Connected(seat, chain)] if chain else []
        return (*self._events_of(legal.separation()), *placed, *connected)

    def describe(self, move: Move) -> str:
        legal, mover = self.legal(move), COLOURS[self.state.turn]
        if isinstance(legal, SetUp):
            return f"{mover} sets up a {FIRST_HEIGHT}-stack on {BOARD.names[legal.cell]}."
        parts = parts_to(legal.separation().flights())
        done = [f"separates {BOARD.names[legal.origin]} ({parts})"]
        flipped = [
            f"the {stack_of(1 - self.state.turn, self.state.heights[cell])} on {BOARD.names[cell]}"
            for cell in self._flipped_by(legal.separation())
        ]
        if flipped:
            done.append(f"flips {listed(flipped)}")
        if legal.placement is not None:
            done.append(f"places a piece on {BOARD.names[legal.placement]}")
        if self.state.after(legal).chain():
            done.append("connects two opposite sides")
        return f"{mover} {listed(done)}."

    def pieces(self) -> Mapping[Cell, Piece]:
        red = self.state.stones[0]
        return {
            BOARD.names[cell]: Piece(0 if red >> cell & 1 else 1, height)
            for cell, height in enumerate(self.state.heights)
            if height
        }

    def colour_of(self, seat: Seat) -> Colour:
        return seat

    def facts(self) -> tuple[Fact, ...]:
        facts = []
        for seat, stones in enumerate(self.state.stones):
            heights = [self.state.heights[cell] for cell in cells_in(stones)]
            facts.append(Fact(seat, plural(sum(heights), "piece"), str(sum(heights))))
            facts.append(Fact(seat, "high", str(max(heights, default=0))))
        return tuple(facts)

    def leave(self, seat: Seat) -> GlaisherPosition:
        if seat not in (0, 1) or self.outcome is not None:
            raise ValueError(f"seat {seat} has no place in this match to give up")
        return GlaisherPosition(replace(self.state, left=seat))

    def encode(self) -> str:
        return line_of(self.state)

    def _check_running(self, text: str) -> None:
        if self.outcome is not None:
            raise IllegalMove("game_over", "the game is over", text=text)

    def _check_taken(self, taken: Sequence[str]) -> None:
        self._check_running(" ".join(taken))
        for number, text in enumerate(taken):
            following = self._following(taken[:number])
            if text not in following:
                message, hints = f"{text} cannot be chosen here", tuple(following)[:_HINTS]
                raise IllegalMove("not_offered", message, text=text, hints=hints)

    def _following(self, taken: Sequence[str]) -> Mapping[str, None]:
        """The step texts that may follow ``taken``, which has been checked; none when it is over.

        After a stack these are directions and parts alike, because people type the parts first.
        """
        if self.outcome is not None:
            return {}
        if self.state.is_set_up():
            return {} if taken else dict.fromkeys(_names(self.state.empty()))
        possible = self._possible(taken)
        if not taken:
            return {BOARD.names[separation.origin]: None for separation in possible}
        if len(taken) >= _ACTION:
            return {} if len(taken) > _ACTION else dict.fromkeys(self._placements(possible[0]))
        towards = {DIRECTIONS[separation.direction]: None for separation in possible}
        into = {parts_text(separation.parts): None for separation in possible}
        if len(taken) == 1:
            return towards | into
        return into if taken[1] in DIRECTIONS else towards

    def _possible(self, taken: Sequence[str]) -> tuple[Separation, ...]:
        """The separations that begin with the step texts ``taken``."""
        stacks = self.state.stacks
        if not taken:
            return tuple(separations(stacks))
        wanted = set(taken[1:_ACTION])
        return tuple(
            separation
            for separation in separations_of(BOARD.index[taken[0]], stacks)
            if wanted <= {DIRECTIONS[separation.direction], parts_text(separation.parts)}
        )

    def _placements(self, separation: Separation) -> tuple[str, ...]:
        """Where a piece may be placed after ``separation``; nowhere when that wins."""
        return _names(placements(separation, self.state.stacks))

    def _step_meant(self, taken: Sequence[str], word: Word) -> str:
        """The step text that ``word`` is, whether or not it may follow ``taken``."""
        if kind_of(word) == "numbers" and taken and not self.state.is_set_up():
            return parts_text(parts_of(word.text, self.state.heights[BOARD.index[taken[0]]]))
        return word.text.upper() if kind_of(word) == "direction" else word.text

    def _stack_steps(self) -> tuple[Step, ...]:
        return tuple(
            Step(name, StepKind.PIECE, f"{name} ({self.pieces()[name].height} high)", (name,))
            for name in self._following(())
        )

    def _set_up_menu(self, taken: Sequence[str]) -> StepMenu:
        if taken:
            return StepMenu("", (), SetUp(BOARD.index[taken[0]]))
        prompt = f"Where does the {FIRST_HEIGHT}-stack go?"
        return StepMenu(prompt, tuple(map(_cell_step, self._following(()))))

    def _placement_menu(self, separation: Separation, placed: Sequence[str]) -> StepMenu:
        names = self._placements(separation)
        if placed or not names:
            cell = BOARD.index[placed[0]] if placed else None
            return StepMenu("", (), GlaisherTurn(*separation, cell))
        return StepMenu("Where does the new piece go?", tuple(map(_cell_step, names)))

    def _flipped_by(self, separation: Separation) -> list[int]:
        enemy = self.state.stacks.enemy
        return [cell for cell in separation.landings() if enemy >> cell & 1]

    def _events_of(self, separation: Separation) -> tuple[Event, ...]:
        """The stacks that ``separation`` flips, and the split itself."""
        seat, origin = self.state.turn, BOARD.names[separation.origin]
        flipped = [
            Flipped(seat, BOARD.names[cell], self.state.heights[cell])
            for cell in self._flipped_by(separation)
        ]
        direction = DIRECTIONS[separation.direction]
        return (*flipped, Split(seat, origin, separation.flights(), direction))

    def _is_legal(self, turn: GlaisherTurn) -> bool:
        stacks, separation = self.state.stacks, turn.separation()
        if self.state.is_set_up() or not stacks.own >> turn.origin & 1 or self.outcome:
            return False
        if separation not in separations_of(turn.origin, stacks):
            return False
        cells = placements(separation, stacks)
        return bool(cells >> turn.placement & 1) if turn.placement is not None else not cells


def _names(cells: int) -> tuple[str, ...]:
    return tuple(BOARD.names[cell] for cell in cells_in(cells))


def _cell_step(name: str) -> Step:
    return Step(name, StepKind.CELL, name, (name,))


def _parts_step(separation: Separation) -> Step:
    text = parts_text(separation.parts)
    cells = tuple(BOARD.names[cell] for cell in separation.landings())
    return Step(text, StepKind.SPLIT, text, cells)


def _separation_step(separation: Separation) -> Step:
    """Direction and parts as one choice, such as ``NE 4+2``."""
    parts = _parts_step(separation)
    text = f"{DIRECTIONS[separation.direction]} {parts.text}"
    return Step(text, StepKind.SPLIT, text, parts.cells)


def _direction_steps(possible: Sequence[Separation]) -> tuple[Step, ...]:
    """A step for each direction of separations of one stack, marked where the first hex is."""
    steps = []
    for number, text in enumerate(DIRECTIONS):
        into = [parts_text(other.parts) for other in possible if other.direction == number]
        if into:
            if len(into) > _LISTED:
                into[_LISTED:] = [f"{len(into) - _LISTED} more"]
            first = BOARD.names[BOARD.rays[possible[0].origin][number][0]]
            steps.append(Step(text, StepKind.DIRECTION, f"{text} ({', '.join(into)})", (first,)))
    return tuple(steps)
