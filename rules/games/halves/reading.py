"""What typed words mean as a move of Halves, or why they mean none."""

import re

from rules.errors import AmbiguousMove, IllegalMove, NotationError
from rules.game import Colour
from rules.games.halves.info import COLOURS, INFO
from rules.games.halves.moves import Election, Placement, Removal, removals_of, smallest_of
from rules.games.halves.state import Phase, State
from rules.geometry import openfield
from rules.geometry.openfield import (
    cell_at,
    cells_of,
    largest_subsets,
    name_of,
    place_of,
    subsets,
    touching,
)
from rules.words import Notation, Word, counted, listed

_SIGN = "[+\\-\u2010-\u2015\u2212]"
_GAP = rf"(?:[\s,;:/|()<>.=\u2190-\u21ff\u2794-\u27be\u27f0-\u27ff]|{_SIGN}(?![0-9]))*"
_NUMBER = rf"({_SIGN}?[0-9]{{1,9}})(?![0-9])"
_WORD = re.compile(
    rf"{_NUMBER}{_GAP}{_NUMBER}(?![a-z])|(?ai:(light|dark|gr[ae]y)(?![a-z]))"
    r"|(?ai:([a-z]{1,2}[0-9]{1,4})(?![a-z0-9]))"
)
_SKIPPED = re.compile(_GAP)
_COLOURS = {colour.lower() for colour in COLOURS}
_MOST = 2
_TOLD = {
    Phase.WAXING: "the hex where the tile goes, such as {example}",
    Phase.CONTRACT: "the colour to play from now on: type {colours}",
    Phase.WANING: "the tile that goes, such as {example}",
}
_COLOUR_LATER = (
    "colours are chosen in the contract, once every tile is on the field; this turn places a tile"
)
_NO_CONTRACT = "nobody chooses a colour in this variant; this turn places a tile"
_CHOSEN = "the colours have been chosen, and this turn removes a tile"
_SUBSET_LATER = "what stays is chosen when tiles are removed; this turn places one tile"
_HALF = re.compile(r"(?ai:[+\u2212-]?[0-9]+(?![0-9]*[a-z])|[a-z](?![a-z0-9]))")
_DIGITS = 10  # of a number that can be read, its sign included
_HINTS = 3
_LONGEST = 20  # characters that are quoted
_NOTHING = re.compile("(?!)")


def read_choices(text: str) -> tuple[tuple[Word, ...], int]:
    """The cells and colours ``text`` begins with, two at most, and where the rest begins.

    A cell's word is its name, ``m52``, or that of records where no tile can come so far, and a
    colour's is in lower case.
    """
    words: list[Word] = []
    start = _after_gap(text, 0)
    while len(words) < _MOST and (match := _WORD.match(text, start)):
        words.append(Word(_name(match), match.span()))
        start = _after_gap(text, match.end())
    return tuple(words), start


def rest_after(text: str, words: tuple[Word, ...]) -> int:
    """Where the rest of ``text`` begins after ``words``, the gap behind them passed over."""
    return _after_gap(text, words[-1].span[1] if words else 0)


def place_named(word: Word) -> tuple[int, int] | None:
    """The q and r that a word names; None for a colour."""
    return None if word.text in _COLOURS else openfield.place_named(word.text)


def _name(match: re.Match[str]) -> str:
    q, r, colour, name = match.groups()
    if colour is not None:
        return "grey" if colour.lower() == "gray" else colour.lower()
    if name is not None:
        return str(name.lower())
    place = _number(q), _number(r)
    cell = openfield.cell_at(*place)
    return ",".join(map(str, place)) if cell is None else openfield.name_of(cell)


def _number(text: str) -> int:
    """A number with any of the signs that people and their phones type."""
    return int(text) if text[0] == "+" or text[0].isdigit() else -int(text[1:])


def _after_gap(text: str, start: int) -> int:
    gap = _SKIPPED.match(text, start)
    return gap.end() if gap else start


def read_move(state: State, text: str) -> Placement | Election | Removal:
    """The legal move that ``text`` means in ``state``, which must not be over."""
    words = _read_words(state, text)
    if state.phase is Phase.CONTRACT:
        return _read_election(state, words[0], text)
    cells = [_read_cell(state, word, text) for word in words]
    if state.phase is Phase.WAXING:
        return _read_placement(state, cells[0], words[0], text)
    return _read_removal(state, cells, words, text)


def _read_words(state: State, text: str) -> tuple[Word, ...]:
    """All that was typed: one word, or two where a subset may be chosen."""
    words, _ = read_choices(text)
    most = 2 if state.phase is Phase.WANING else 1
    rest = words[most].span[0] if len(words) > most else rest_after(text, words)
    if words and rest == len(text):
        return words
    span = rest, len(text)
    if len(words) > most and state.phase is Phase.WAXING and all(map(place_named, words)):
        raise NotationError("subset_later", _SUBSET_LATER, text=text, span=span)
    if len(words) > most or (words and read_choices(text[rest:])[0]):
        message = f"{text[rest:].strip()[:_LONGEST]} is too much; a move names {_told(state)}"
        raise NotationError("too_much", message, text=text, span=span)
    half = _HALF.match(text, rest)
    if half and state.phase is not Phase.CONTRACT:
        message = (
            f"{half[0]} is half a hex; a letter and a number name one, as in {_example(state)}"
        )
        if len(half[0]) > _DIGITS:
            message = f"{half[0][:_LONGEST]} is further out than tiles can come"
        raise NotationError("half_a_hex", message, text=text, span=half.span())
    noun = "colour" if state.phase is Phase.CONTRACT else "hex"
    raise Notation(INFO.name, noun, _told(state), _NOTHING, most).unreadable(text, rest)


def _told(state: State) -> str:
    if state.phase is Phase.CONTRACT:
        return _TOLD[state.phase].format(colours=listed(list(_colours(state)), "or"))
    return _TOLD[state.phase].format(example=_example(state))


def _example(state: State) -> str:
    """A cell that is a whole move now, or where there is none, one that a move can begin with."""
    if state.phase is not Phase.WANING:
        return name_of(_nearest(state.open_cells(), None)[0])
    tiles = _nearest(state.tiles[state.colour], None)
    alone = (each for each in tiles if len(largest_subsets(state.occupied ^ 1 << each)) == 1)
    return name_of(next(alone, tiles[0]))


def _read_cell(state: State, word: Word, text: str) -> int:
    """The cell that a word names; -1 where no tile has ever been."""
    place = place_named(word)
    if place is None:
        message = _no_colour_now(state, word.text)
        raise NotationError("no_colour_now", message, text=text, span=word.span)
    cell = cell_at(*place)
    return -1 if cell is None else cell


def _no_colour_now(state: State, colour: str) -> str:
    if state.phase is not Phase.WAXING:
        return _CHOSEN
    if colour not in _colours(state):
        return f"nobody plays {colour} in this match; this turn places a tile"
    return _COLOUR_LATER if state.has_contract() else _NO_CONTRACT


def _colours(state: State) -> dict[str, Colour]:
    """The colours that are played, by what people type for them."""
    return {COLOURS[colour].lower(): colour for colour in sorted(state.colours_playing())}


def _read_election(state: State, word: Word, text: str) -> Election:
    offered = _colours(state)
    if place_named(word):
        message = "this turn chooses a colour; tiles are removed from the next turn on"
        raise NotationError("no_tile_now", message, text=text, span=word.span)
    if word.text not in offered:
        message = f"nobody plays {word.text} in this match; type {listed(list(offered), 'or')}"
        raise IllegalMove("bad_colour", message, text=text, span=word.span)
    return Election(offered[word.text])


def _read_placement(state: State, cell: int, word: Word, text: str) -> Placement:
    if cell >= 0 and state.open_cells() >> cell & 1:
        return Placement(cell)
    code, message = "untouched", f"{word.text} touches no tile at all"
    if cell < 0:
        message = f"{word.text} is further out than tiles can come"
    if cell >= 0 and state.occupied >> cell & 1:
        code, message = "occupied", f"{word.text} already holds {_tile_on(state, cell)}"
    elif cell >= 0 and touching(state.occupied) >> cell & 1:
        message = f"{word.text} touches only {COLOURS[state.colour].lower()} tiles"
    if code == "untouched":
        message += "; a tile goes next to one of another colour"
    hints = tuple(map(name_of, _nearest(state.open_cells(), word)))
    raise IllegalMove(code, message, text=text, span=word.span, hints=hints)


def _read_removal(state: State, cells: list[int], words: tuple[Word, ...], text: str) -> Removal:
    cell, name = cells[0], words[0].text
    if cell < 0 or not state.tiles[state.colour] >> cell & 1:
        mover = COLOURS[state.colour]
        message = f"there is no tile on {name}; {mover} removes a tile of its own"
        if cell >= 0 and state.occupied >> cell & 1:
            message = f"{name} holds {_tile_on(state, cell)}, and {mover} removes a tile of its own"
        nearest = _nearest(state.tiles[state.colour], words[0])
        hints = tuple(removals_of(near, state.occupied)[0].written for near in nearest)
        raise IllegalMove("not_own", message, text=text, span=words[0].span, hints=hints)
    moves = removals_of(cell, state.occupied)
    if len(cells) > 1:
        return _choose(state, moves, cells[1], words[1], text)
    if len(moves) > 1:
        message = f"removing {name} leaves equally large parts, so say which one stays"
        raise AmbiguousMove(
            "which_subset", message, text=text, hints=tuple(move.written for move in moves)
        )
    return moves[0]


def _choose(state: State, moves: tuple[Removal, ...], cell: int, word: Word, text: str) -> Removal:
    """The removal after which the subset with ``cell`` stays."""
    rest = state.occupied ^ 1 << moves[0].cell
    parts = subsets(rest)
    most = max(part.bit_count() for part in parts)
    part = next((part for part in parts if cell >= 0 and part >> cell & 1), 0)
    if part.bit_count() == most:
        return next(move for move in moves if move.kept in (None, smallest_of(part)))
    message = f"{word.text} holds no tile that could stay"
    if cell == moves[0].cell:
        message = f"{word.text} is the tile that is removed, so no part with it can stay"
    if part:
        size = counted(part.bit_count(), "tile")
        message = f"only the largest part stays: that with {word.text} has {size}, another {most}"
    hints = tuple(move.written for move in moves)
    raise IllegalMove("bad_subset", message, text=text, span=word.span, hints=hints)


def _tile_on(state: State, cell: int) -> str:
    colour = next(colour for colour, cells in enumerate(state.tiles) if cells >> cell & 1)
    if colour in state.colours_playing():
        return f"a {COLOURS[colour].lower()} tile"
    return "a tile of a player who left"


def _nearest(cells: int, word: Word | None) -> list[int]:
    """A few of ``cells``, those nearest to the cell that ``word`` names first."""
    near_q, near_r = (place_named(word) if word else None) or (0, 0)

    def distance(cell: int) -> int:
        q, r = place_of(cell)
        return max(abs(q - near_q), abs(r - near_r), abs(q + r - near_q - near_r))

    return sorted(cells_of(cells), key=distance)[:_HINTS]
