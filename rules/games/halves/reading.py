"""What typed words mean as a move of Halves, or why they mean none."""

from __future__ import annotations

from rules.errors import AmbiguousMove, IllegalMove, NotationError
from rules.games.halves.info import COLOURS
from rules.games.halves.moves import Election, Placement, Removal, removals_of, smallest_of
from rules.games.halves.state import Phase, State
from rules.games.halves.words import place_named, read_all_choices
from rules.geometry.openfield import cell_at, cells_of, name_of, place_of, subsets
from rules.words import Word

_FORMS = {
    Phase.WAXING: "a placement reads like 2,-1: the hex where the tile goes",
    Phase.CONTRACT: "the contract reads like dark: the colour to play",
    Phase.WANING: "a removal reads like 2,-1, or like 2,-1/0,3 to choose the subset that stays",
}
_HINTS = 3


def read_move(state: State, text: str) -> Placement | Election | Removal:
    """The legal move that ``text`` means in ``state``, which must not be over."""
    words = read_all_choices(text, 2 if state.phase is Phase.WANING else 1, _FORMS[state.phase])
    if state.phase is Phase.CONTRACT:
        return _read_election(state, words[0], text)
    cells = [_read_cell(state, word, text) for word in words]
    if state.phase is Phase.WAXING:
        return _read_placement(state, cells[0], words[0], text)
    return _read_removal(state, cells, words, text)


def _read_cell(state: State, word: Word, text: str) -> int:
    """The cell that a word names; -1 where no tile has ever been."""
    place = place_named(word)
    if place is None:
        raise NotationError("unreadable", _FORMS[state.phase], text=text, span=word.span)
    cell = cell_at(*place)
    return -1 if cell is None else cell


def _read_election(state: State, word: Word, text: str) -> Election:
    offered = {COLOURS[colour].lower(): colour for colour in sorted(state.colours_playing())}
    if place_named(word):
        raise NotationError("unreadable", _FORMS[state.phase], text=text, span=word.span)
    if word.text not in offered:
        message = f"nobody plays {word.text} in this match"
        hints = tuple(offered)
        raise IllegalMove("bad_colour", message, text=text, span=word.span, hints=hints)
    return Election(offered[word.text])


def _read_placement(state: State, cell: int, word: Word, text: str) -> Placement:
    open_cells = state.open_cells()
    if cell >= 0 and open_cells >> cell & 1:
        return Placement(cell)
    code, message = "untouched", f"no tile of another colour touches {word.text}"
    if cell >= 0 and state.occupied >> cell & 1:
        code, message = "occupied", f"{word.text} already holds {_tile_on(state, cell)}"
    hints = _nearest(open_cells, word)
    raise IllegalMove(code, message, text=text, span=word.span, hints=hints)


def _read_removal(state: State, cells: list[int], words: tuple[Word, ...], text: str) -> Removal:
    cell, name = cells[0], words[0].text
    own = state.tiles[state.colour]
    if cell < 0 or not own >> cell & 1:
        message = f"there is no tile on {name}"
        if cell >= 0 and state.occupied >> cell & 1:
            mover = COLOURS[state.colour]
            message = f"{name} holds {_tile_on(state, cell)}, and {mover} removes a tile of its own"
        hints = _nearest(own, words[0])
        raise IllegalMove("not_own", message, text=text, span=words[0].span, hints=hints)
    moves = removals_of(cell, state.occupied)
    if len(cells) > 1:
        return _choose(state, moves, cells[1], words[1], text)
    if len(moves) > 1:
        message = f"removing {name} leaves equal subsets, so say which one stays"
        raise AmbiguousMove("which_subset", message, text=text, hints=tuple(map(str, moves)))
    return moves[0]


def _choose(state: State, moves: tuple[Removal, ...], cell: int, word: Word, text: str) -> Removal:
    """The removal after which the subset with ``cell`` stays."""
    parts = subsets(state.occupied ^ 1 << moves[0].cell)
    most = max(part.bit_count() for part in parts)
    part = next((part for part in parts if cell >= 0 and part >> cell & 1), 0)
    if part.bit_count() == most:
        return next(move for move in moves if move.kept in (None, smallest_of(part)))
    message = f"no tile is left on {word.text}"
    if part:
        size = f"{part.bit_count()} tile{'s' * (part.bit_count() > 1)}"
        message = f"only the largest subset stays: that with {word.text} has {size}, another {most}"
    hints = tuple(map(str, moves))
    raise IllegalMove("bad_subset", message, text=text, span=word.span, hints=hints)


def _tile_on(state: State, cell: int) -> str:
    colour = next(colour for colour, cells in enumerate(state.tiles) if cells >> cell & 1)
    if colour in state.colours_playing():
        return f"a {COLOURS[colour].lower()} tile"
    return "a tile of a player who left"


def _nearest(cells: int, word: Word) -> tuple[str, ...]:
    """The names of a few of ``cells``, those nearest to the cell that ``word`` names first."""
    near_q, near_r = place_named(word) or (0, 0)

    def distance(cell: int) -> int:
        q, r = place_of(cell)
        return max(abs(q - near_q), abs(r - near_r), abs(q + r - near_q - near_r))

    return tuple(name_of(cell) for cell in sorted(cells_of(cells), key=distance)[:_HINTS])
