"""Glaisher (Ken Shoda, 2015): stacks fall apart into unequal parts, to connect opposite sides.

Which separations a position allows is decided in ``separating`` alone; menus, typed moves and
lists of moves all read that.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules import game
from rules.completion import suggesting
from rules.errors import not_offered
from rules.games.glaisher import reading, separating
from rules.games.glaisher.info import BOARD, NAMES
from rules.games.glaisher.lens import lens_of
from rules.games.glaisher.state import FIRST_HEIGHT, GlaisherState
from rules.geometry.board import DIRECTIONS
from rules.geometry.cellset import cells_in
from rules.lens import Lens
from rules.texts import Counted, Plain, Text, in_a_row, listed, sentences
from rules.words import Word, parts_to

_ACTION = 3  # step texts of a separation: the stack, and direction and parts in either order
_LISTED = 4  # separations in the label of a direction
_PIECES, _HIGH = Counted("{number} piece", "{number} pieces"), Counted("{number} high")
_FLIPPING = Counted("The stack on {stacks} flips.", "The stacks on {stacks} flip.")


class GlaisherPosition(GlaisherState):
    """A position of Glaisher."""

    __slots__ = ()

    def steps(self, taken: Sequence[str] = ()) -> game.StepMenu:
        self._check_taken(taken)
        if self.is_set_up():
            return self._set_up_menu(taken)
        possible = self._possible(taken)
        if not taken:
            steps = tuple(
                game.Step.on(name, game.StepKind.PIECE, self._stack_label(BOARD.index[name]))
                for name in self._following(())
            )
            return game.StepMenu(Text("Which stack separates?"), steps)
        if len(taken) >= _ACTION:
            return self._placement_menu(possible[0], taken[_ACTION:])
        if taken[-1] in DIRECTIONS:
            return game.StepMenu(Text("Into which parts?"), tuple(map(_parts_step, possible)))
        return game.StepMenu(Text("In which direction?"), _direction_steps(possible))

    def joined(self, taken: Sequence[str] = ()) -> game.StepMenu | None:
        self._check_taken(taken)
        if len(taken) != 1 or self.is_set_up():
            return None
        options = tuple(map(_separation_step, self._possible(taken)))
        return game.StepMenu(Text("In which direction, and into which parts?"), options)

    def moves(self) -> Iterator[game.Move]:
        if self.outcome is not None:
            return iter(())
        if self.is_set_up():
            return map(separating.SetUp, cells_in(self.empty()))
        return separating.turns(self.stacks)

    def read(self, text: str) -> tuple[tuple[str, ...], str]:
        words, rest = reading.read_some_words(text)
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
        if self.is_set_up():
            return "".join(f"@{name}" for name in taken)
        action = taken[1:_ACTION]
        parts = "".join(f":{text}" for text in action if text not in DIRECTIONS)
        towards = "".join(f">{text}" for text in action if text in DIRECTIONS)
        placed = "".join(f"@{name}" for name in taken[_ACTION:])
        return f"{''.join(taken[:1])}{parts}{towards}{placed}"

    def drafted(self, taken: Sequence[str]) -> game.Drafted:
        if len(taken) != _ACTION or self.steps(taken).complete is not None:
            return super().drafted(taken)
        separation, seat = self._possible(taken)[0], self.turn
        own, _, heights = separating.separated(separation, self.stacks)
        pieces = {
            BOARD.names[cell]: game.Piece(seat if own >> cell & 1 else 1 - seat, height)
            for cell, height in enumerate(heights)
            if height
        }
        return game.Drafted(pieces, self._events_of(separation))

    @suggesting
    def parse(self, text: str) -> separating.SetUp | separating.GlaisherTurn:
        self.check_running(text)
        return reading.read_move(self, text)

    def legal(self, move: game.Move | str) -> separating.SetUp | separating.GlaisherTurn:
        if isinstance(move, separating.GlaisherTurn) and self._is_legal(move):
            return move
        return self.parse(str(move))

    def events(self, move: game.Move) -> tuple[game.Event, ...]:
        legal, seat = self.legal(move), self.turn
        if isinstance(legal, separating.SetUp):
            return (game.Placed(seat, BOARD.names[legal.cell], FIRST_HEIGHT),)
        events = self._events_of(legal.separation())
        if legal.placement is not None:
            events = (*events, game.Placed(seat, BOARD.names[legal.placement]))
        chain = BOARD.named(self.after(legal).chain())
        return (*events, game.Connected(seat, chain)) if chain else events

    def describe(self, move: game.Move) -> Text:
        legal, side = self.legal(move), NAMES[self.turn]
        if isinstance(legal, separating.SetUp):
            return Text(
                "{side} sets up a {height}-stack on {cell}.",
                side=side,
                height=FIRST_HEIGHT,
                cell=BOARD.names[legal.cell],
            )
        origin, parts = BOARD.names[legal.origin], parts_to(legal.separation().flights())
        flipped = [*map(self._stack_label, self._flipped_by(legal.separation()))]
        placed = None if legal.placement is None else BOARD.names[legal.placement]
        connects = Text("{side} connects two opposite sides.", side=side)
        return sentences(
            Text("{side} separates {cell}: {parts}.", side=side, cell=origin, parts=parts),
            _FLIPPING.of(number=len(flipped), stacks=listed(flipped)) if flipped else None,
            Text("The new piece goes on {cell}.", cell=placed) if placed else None,
            connects if self.after(legal).chain() else None,
        )

    def pieces(self) -> Mapping[game.Cell, game.Piece]:
        red = self.stones[0]
        return {
            BOARD.names[cell]: game.Piece(0 if red >> cell & 1 else 1, height)
            for cell, height in enumerate(self.heights)
            if height
        }

    def facts(self) -> tuple[game.Fact, ...]:
        facts = []
        for seat, stones in enumerate(self.stones):
            heights = [self.heights[cell] for cell in cells_in(stones)]
            facts.append(game.Fact(seat, _PIECES.of(number=sum(heights))))
            facts.append(game.Fact(seat, _HIGH.of(number=max(heights, default=0))))
        return tuple(facts)

    def stuck(self) -> Text | None:
        if self.is_set_up() or separating.can_separate(self.stacks):
            return None
        side, heights = NAMES[self.turn], map(self.heights.__getitem__, cells_in(self.stacks.own))
        if max(heights, default=0) < separating.LOWEST:
            low = Text("{side} has no stack of {height}, the lowest that can separate.", side=side)
            return low.of(height=separating.LOWEST)
        return Text("No stack of {side} can separate.", side=side)

    def lens(self) -> Lens:
        return lens_of(self.stones)

    def encode(self) -> str:
        red, yellow = (
            ",".join(f"{BOARD.names[cell]}={self.heights[cell]}" for cell in cells_in(stones))
            for stones in self.stones
        )
        left = "" if self.left is None else f" left:{self.left}"
        return f"{self.variant_id} ply:{self.ply} red:{red} yellow:{yellow}{left}"

    def _check_taken(self, taken: Sequence[str]) -> None:
        self.check_running(" ".join(taken))
        for number, text in enumerate(taken):
            following = self._following(taken[:number])
            if text not in following:
                raise not_offered(text, following)

    def _following(self, taken: Sequence[str]) -> Mapping[str, None]:
        """The step texts that may follow ``taken``, which has been checked; none when it is over.

        After a stack these are directions and parts alike, because people type the parts first.
        """
        if self.outcome is not None:
            return {}
        if self.is_set_up():
            return {} if taken else dict.fromkeys(BOARD.named(cells_in(self.empty())))
        possible = self._possible(taken)
        if not taken:
            return dict.fromkeys(BOARD.named(separation.origin for separation in possible))
        if len(taken) >= _ACTION:
            return {} if len(taken) > _ACTION else dict.fromkeys(self._placements(possible[0]))
        towards = dict.fromkeys(separation.towards for separation in possible)
        into = dict.fromkeys(separation.into for separation in possible)
        if len(taken) == 1:
            return towards | into
        return into if taken[1] in DIRECTIONS else towards

    def _possible(self, taken: Sequence[str]) -> tuple[separating.Separation, ...]:
        """The separations that begin with the step texts ``taken``."""
        stacks = self.stacks
        if not taken:
            return tuple(separating.separations(stacks))
        wanted = set(taken[1:_ACTION])
        return tuple(
            separation
            for separation in separating.separations_of(BOARD.index[taken[0]], stacks)
            if wanted <= {separation.towards, separation.into}
        )

    def _placements(self, separation: separating.Separation) -> tuple[str, ...]:
        """Where a piece may be placed after ``separation``; nowhere when that wins."""
        return BOARD.named(cells_in(separating.placements(separation, self.stacks)))

    def _step_meant(self, taken: Sequence[str], word: Word) -> str:
        """The step text that ``word`` is, whether or not it may follow ``taken``."""
        if reading.kind_of(word) == "numbers" and taken and not self.is_set_up():
            height = self.heights[BOARD.index[taken[0]]]
            return separating.parts_text(reading.parts_of(word.text, height))
        return word.text.upper() if reading.kind_of(word) == "direction" else word.text

    def _stack_label(self, cell: int) -> Text:
        height = self.heights[cell]
        return Text("{cell} ({height} high)", "choice", cell=BOARD.names[cell], height=height)

    def _set_up_menu(self, taken: Sequence[str]) -> game.StepMenu:
        if taken:
            return game.StepMenu("", (), separating.SetUp(BOARD.index[taken[0]]))
        prompt = Text("Where does the {height}-stack go?", height=FIRST_HEIGHT)
        return game.StepMenu(prompt, tuple(map(_cell_step, self._following(()))))

    def _placement_menu(self, first: separating.Separation, placed: Sequence[str]) -> game.StepMenu:
        names = self._placements(first)
        if placed or not names:
            cell = BOARD.index[placed[0]] if placed else None
            return game.StepMenu("", (), separating.GlaisherTurn(*first, cell))
        return game.StepMenu(Text("Where does the new piece go?"), tuple(map(_cell_step, names)))

    def _flipped_by(self, separation: separating.Separation) -> list[int]:
        enemy = self.stacks.enemy
        return [cell for cell in separation.landings() if enemy >> cell & 1]

    def _events_of(self, separation: separating.Separation) -> tuple[game.Event, ...]:
        """The stacks that ``separation`` flips, and the split itself."""
        seat, origin = self.turn, BOARD.names[separation.origin]
        flipped = [
            game.Flipped(seat, BOARD.names[cell], self.heights[cell])
            for cell in self._flipped_by(separation)
        ]
        return (*flipped, game.Split(seat, origin, separation.flights(), separation.towards))

    def _is_legal(self, turn: separating.GlaisherTurn) -> bool:
        stacks, separation = self.stacks, turn.separation()
        if self.is_set_up() or not stacks.own >> turn.origin & 1 or self.outcome:
            return False
        if separation not in separating.separations_of(turn.origin, stacks):
            return False
        cells = separating.placements(separation, stacks)
        return bool(cells >> turn.placement & 1) if turn.placement is not None else not cells


def _cell_step(name: str) -> game.Step:
    return game.Step.on(name, game.StepKind.CELL)


def _parts_step(separation: separating.Separation) -> game.Step:
    text, cells = separation.into, BOARD.named(separation.landings())
    return game.Step(text, game.StepKind.SPLIT, text, cells)


def _separation_step(separation: separating.Separation) -> game.Step:
    """Direction and parts as one choice, such as ``NE 4+2``."""
    way, into, cells = separation.towards, separation.into, BOARD.named(separation.landings())
    label = Plain("{way} {parts}", way=way, parts=into)
    return game.Step(f"{way} {into}", game.StepKind.SPLIT, label, cells, way)


def _direction_steps(possible: Sequence[separating.Separation]) -> tuple[game.Step, ...]:
    """A step for each direction of separations of one stack, marked where the first hex is."""
    steps = []
    for number, text in enumerate(DIRECTIONS):
        into = [other.into for other in possible if other.direction == number]
        if into:
            parts = in_a_row(into[:_LISTED])
            if len(into) > _LISTED:
                more = len(into) - _LISTED
                parts = Counted("{parts}, {number} more", "", more, parts=parts)
            first = BOARD.names[BOARD.rays[possible[0].origin][number][0]]
            label = Plain("{way} ({parts})", way=text, parts=parts)
            steps.append(game.Step(text, game.StepKind.DIRECTION, label, (first,), text))
    return tuple(steps)
