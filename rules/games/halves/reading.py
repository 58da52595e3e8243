"""What typed words mean as a move of Halves, or why they mean none."""

import re

from rules.errors import AmbiguousMove, NotationError
from rules.game import Colour
from rules.games.halves.info import COLOURS, INFO, NAMES
from rules.games.halves.state import HalvesState, Phase
from rules.games.halves.turns import Election, Placement, Removal, removals_of, smallest_of
from rules.geometry import openfield
from rules.texts import Counted, Text, either, sentences
from rules.words import Notation, Word

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
_COLOUR_LATER = Text("Colours are chosen once all tiles are placed. This turn you place one.")
_NO_CONTRACT = Text("Nobody chooses a colour in this variant. This turn places a tile.")
_CHOSEN = Text("The colours have been chosen, and this turn removes a tile.")
_SUBSET_LATER = Text("You choose what stays when you remove a tile. This turn you place one.")
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
        words.append(Word(_name(match), match.span(), text))
        start = _after_gap(text, match.end())
    return tuple(words), start


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


def read_move(state: HalvesState, text: str) -> Placement | Election | Removal:
    """The legal move that ``text`` means in ``state``, which must not be over."""
    words = _read_words(state, text)
    if state.phase is Phase.CONTRACT:
        return _read_election(state, words[0])
    cells = [_read_cell(state, word) for word in words]
    if state.phase is Phase.WAXING:
        return _read_placement(state, cells[0], words[0])
    return _read_removal(state, cells, words)


def _read_words(state: HalvesState, text: str) -> tuple[Word, ...]:
    """All that was typed: one word, or two where a subset may be chosen."""
    words, rest = read_choices(text)
    most = 2 if state.phase is Phase.WANING else 1
    if len(words) > most:
        rest = words[most].span[0]
    if words and rest == len(text):
        return words
    span = rest, len(text)
    if len(words) > most and state.phase is Phase.WAXING and all(map(place_named, words)):
        raise NotationError("subset_later", _SUBSET_LATER, text=text, span=span)
    if len(words) > most or (words and read_choices(text[rest:])[0]):
        raise _notation(state, most).too_much(text[rest:].strip()[:_LONGEST], text, span)
    half = _HALF.match(text, rest)
    if half and state.phase is not Phase.CONTRACT:
        message = Text(
            "{typed} is only half of a hex's name. Type a letter and a number, as in {example}.",
            typed=half[0],
            example=_example(state),
        )
        if len(half[0]) > _DIGITS:
            message = _too_far(half[0][:_LONGEST])
        raise NotationError("half_a_hex", message, text=text, span=half.span())
    raise _notation(state, most).unreadable(text, rest)


def _notation(state: HalvesState, most: int) -> Notation:
    of_cells = state.phase is not Phase.CONTRACT
    return Notation(INFO.name, _told(state), _NOTHING, most, of_cells)


def _told(state: HalvesState) -> Text:
    """What a move names now."""
    if state.phase is Phase.CONTRACT:
        colours = either(list(_colours(state)))
        return Text("A move names the colour to play from now on: type {colours}.", colours=colours)
    if state.phase is Phase.WAXING:
        return Text(
            "A move names the hex where the tile goes, such as {example}.", example=_example(state)
        )
    return Text("A move names the tile that goes, such as {example}.", example=_example(state))


def _too_far(typed: str) -> Text:
    return Text("{cell} is too far out for any tile.", cell=typed)


def _example(state: HalvesState) -> str:
    """A cell that is a whole move now, or where there is none, one that a move can begin with."""
    if state.phase is not Phase.WANING:
        return openfield.name_of(_nearest(state.open_cells(), None)[0])
    tiles = _nearest(state.tiles[state.colour], None)
    alone = (
        each for each in tiles if len(openfield.largest_subsets(state.occupied ^ 1 << each)) == 1
    )
    return openfield.name_of(next(alone, tiles[0]))


def _read_cell(state: HalvesState, word: Word) -> int:
    """The cell that a word names; -1 where no tile has ever been."""
    place = place_named(word)
    if place is None:
        raise word.misread("no_colour_now", _no_colour_now(state, word.text))
    cell = openfield.cell_at(*place)
    return -1 if cell is None else cell


def _no_colour_now(state: HalvesState, colour: str) -> Text:
    if state.phase is not Phase.WAXING:
        return _CHOSEN
    if colour not in _colours(state):
        return Text("Nobody plays {colour} in this match. This turn places a tile.", colour=colour)
    return _COLOUR_LATER if state.has_contract() else _NO_CONTRACT


def _colours(state: HalvesState) -> dict[str, Colour]:
    """The colours that are played, by what people type for them."""
    return {COLOURS[colour].lower(): colour for colour in sorted(state.colours_playing())}


def _read_election(state: HalvesState, word: Word) -> Election:
    offered = _colours(state)
    if place_named(word):
        message = Text("This turn chooses a colour. Tiles are removed from the next turn on.")
        raise word.misread("no_tile_now", message)
    if word.text not in offered:
        message = Text(
            "Nobody plays {colour} in this match. Type {colours}.",
            colour=word.text,
            colours=either(list(offered)),
        )
        raise word.illegal("bad_colour", message)
    return Election(offered[word.text])


def _read_placement(state: HalvesState, cell: int, word: Word) -> Placement:
    if cell >= 0 and state.open_cells() >> cell & 1:
        return Placement(cell)
    code, message = "untouched", Text("{cell} touches no tile at all.", cell=word.text)
    if cell < 0:
        message = _too_far(word.text)
    if cell >= 0 and state.occupied >> cell & 1:
        code, message = "occupied", _held(state, cell, word.text)
    elif cell >= 0 and openfield.touching(state.occupied) >> cell & 1:
        side = NAMES[state.colour]
        message = Text("{cell} touches only tiles of {side}.", cell=word.text, side=side)
    if code == "untouched":
        message = sentences(message, Text("A tile goes next to one of another colour."))
    hints = tuple(map(openfield.name_of, _nearest(state.open_cells(), word)))
    raise word.illegal(code, message, hints)


def _read_removal(state: HalvesState, cells: list[int], words: tuple[Word, ...]) -> Removal:
    cell, name = cells[0], words[0].text
    if cell < 0 or not state.tiles[state.colour] >> cell & 1:
        there = Text("There is no tile on {cell}.", cell=name)
        if cell >= 0 and state.occupied >> cell & 1:
            there = _held(state, cell, name)
        own = Text("{mover} can remove only tiles of its own colour.", mover=NAMES[state.colour])
        message = sentences(there, own)
        nearest = _nearest(state.tiles[state.colour], words[0])
        hints = tuple(removals_of(near, state.occupied)[0].written for near in nearest)
        raise words[0].illegal("not_own", message, hints)
    moves = removals_of(cell, state.occupied)
    if len(cells) > 1:
        return _choose(state, moves, cells[1], words[1])
    if len(moves) > 1:
        message = Text(
            "Removing {cell} leaves equally large parts. Say which one stays.", cell=name
        )
        hints = tuple(move.written for move in moves)
        raise AmbiguousMove("which_subset", message, text=words[0].typed, hints=hints)
    return moves[0]


def _choose(state: HalvesState, moves: tuple[Removal, ...], cell: int, word: Word) -> Removal:
    """The removal after which the subset with ``cell`` stays."""
    rest = state.occupied ^ 1 << moves[0].cell
    parts = openfield.subsets(rest)
    most = max(part.bit_count() for part in parts)
    part = next((part for part in parts if cell >= 0 and part >> cell & 1), 0)
    if part.bit_count() == most:
        return next(move for move in moves if move.kept in (None, smallest_of(part)))
    message = Text("{cell} holds no tile that could stay.", cell=word.text)
    if cell == moves[0].cell:
        message = Text(
            "{cell} is the tile that is removed, so no part with it can stay.", cell=word.text
        )
    if part:
        message = Counted(
            "Only the largest part stays. The part with {cell} has {number} tile, another has "
            "{most}.",
            "Only the largest part stays. The part with {cell} has {number} tiles, another has "
            "{most}.",
            part.bit_count(),
            cell=word.text,
            most=most,
        )
    hints = tuple(move.written for move in moves)
    raise word.illegal("bad_subset", message, hints)


def _held(state: HalvesState, cell: int, name: str) -> Text:
    """Whose tile is on a cell."""
    colour = next(colour for colour, cells in enumerate(state.tiles) if cells >> cell & 1)
    if colour in state.colours_playing():
        return Text("{cell} holds a tile of {side}.", cell=name, side=NAMES[colour])
    return Text("{cell} holds a tile of a player who left.", cell=name)


def _nearest(cells: int, word: Word | None) -> list[int]:
    """A few of ``cells``, those nearest to the cell that ``word`` names first."""
    near_q, near_r = (place_named(word) if word else None) or (0, 0)

    def distance(cell: int) -> int:
        q, r = openfield.place_of(cell)
        return max(abs(q - near_q), abs(r - near_r), abs(q + r - near_q - near_r))

    return sorted(openfield.cells_of(cells), key=distance)[:_HINTS]
