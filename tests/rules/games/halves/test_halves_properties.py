"""What holds in every position of Halves, checked against a second, plain reading of its rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import MoveError
from rules.game import Reason
from rules.games.halves import Halves
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase, State
from rules.geometry.openfield import cell_at, cells_of, place_named, place_of

GAME = Halves()
VARIANTS = [variant.id for variant in GAME.info.variants]
BOUNDS = {"2p": 46, "3p": 68, "2p-nocontract": 45, "3p-nocontract": 67}
BOUNDS |= {"2p-random": 24, "3p-random": 35}
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CHOICE = st.integers(0, 10**6)
CHOICES = st.lists(CHOICE, min_size=70, max_size=70)
TURNS = 6


def beside(place):
    return {(place[0] + q, place[1] + r) for q, r in STEPS}


def name(place):
    return f"{place[0]},{place[1]}"


def played(variant, choices, leavers=()):
    """The positions of a match: who is in ``leavers``, (ply, seat), leaves at that ply."""
    position = GAME.start(variant, seed=choices[0] if "random" in variant else None)
    met = [position]
    for ply, choice in enumerate(choices):
        for when, seat in leavers:
            if when == ply and position.outcome is None:
                position = position.leave(seat)
                met.append(position)
        if position.outcome:
            break
        moves = list(position.moves())
        position = position.play(moves[choice % len(moves)])
        met.append(position)
    return met


@st.composite
def positions(draw):
    """A position met in a match of any variant, a seat of three having left now and then."""
    variant = draw(st.sampled_from(VARIANTS))
    leavers = ()
    if variant.startswith("3p") and draw(st.booleans()):
        leavers = ((draw(st.integers(0, 40)), draw(st.integers(0, 2))),)
    return played(variant, draw(st.lists(CHOICE, min_size=1, max_size=68)), leavers)[-1]


def tiles_of(position):
    return {place_named(cell): piece.colour for cell, piece in position.pieces().items()}


def plain_moves(position):
    """The legal moves, as texts, by a slow reading of the rule sheet over coordinates."""
    if position.outcome:
        return set()
    tiles, mine = tiles_of(position), position.colour_of(position.to_move)
    phase = position.encode().split()[1]
    if phase == "contract":
        names = [colour.lower() for colour in GAME.info.colours]
        return {names[colour] for colour in set(tiles.values()) - {None}}
    if phase == "waxing":
        others = {place for place, colour in tiles.items() if colour != mine}
        return {name(place) for other in others for place in beside(other) - set(tiles)}
    found = set()
    for place in (place for place, colour in tiles.items() if colour == mine):
        subsets = plain_subsets(set(tiles) - {place})
        largest = [subset for subset in subsets if len(subset) == max(map(len, subsets))]
        for subset in largest:
            found.add(name(place) + f"/{name(min(subset))}" * (len(largest) > 1))
    return found


def plain_subsets(places):
    rest, found = set(places), []
    while rest:
        subset, fresh = set(), {min(rest)}
        while fresh:
            subset |= fresh
            fresh = set().union(*map(beside, fresh)) & rest - subset
        found.append(subset)
        rest -= subset
    return found


@settings(max_examples=60)
@given(positions())
def test_the_moves_are_those_of_a_plain_reading(position):
    moves = [str(move) for move in position.moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == plain_moves(position)


@settings(max_examples=60)
@given(positions())
def test_an_encoded_position_comes_back(position):
    again = GAME.decode(position.encode())
    assert again == position
    assert hash(again) == hash(position)


@settings(max_examples=40)
@given(positions(), st.data())
def test_a_removal_leaves_one_subset_and_no_larger_one_goes(position, data):
    moves = list(position.moves())
    if not moves or position.encode().split()[1] != "waning":
        return
    move = data.draw(st.sampled_from(moves))
    before, after = set(tiles_of(position)), set(tiles_of(position.play(move)))
    subsets = plain_subsets(before - {place_of(move.cell)})
    assert after in subsets
    assert len(after) == max(map(len, subsets))


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=15)
@given(choices=CHOICES)
def test_a_match_ends_in_time_and_two_players_have_one_winner(variant, choices):
    last = played(variant, choices)[-1]
    assert last.outcome is not None
    assert last.outcome.reason is Reason.EMPTIED
    assert last.ply <= BOUNDS[variant]
    ranking = last.outcome.ranking
    assert sorted(sum(ranking, ())) == list(range(last.variant.seats))
    held = {last.colour_of(seat) for seat in last.outcome.winners}
    assert held == set(range(last.variant.seats)) - set(tiles_of(last).values())
    assert last.variant.seats == 3 or len(ranking[0]) == 1


@pytest.mark.parametrize(
    ("variant", "plies"), [("2p", 46), ("2p-nocontract", 45), ("2p-random", 24)]
)
def test_a_match_without_any_cut_lasts_to_the_bound(variant, plies):
    """Taking only tiles that hold nothing together prolongs a match to its last ply."""
    position = GAME.start(variant, seed=3 if "random" in variant else None)
    while position.outcome is None:
        position = position.play(
            next(
                move
                for move in position.moves()
                if len(position.events(move)) == 1 and str(move) not in ("dark", "grey")
            )
        )
    assert position.ply == plies


@settings(max_examples=50)
@given(CHOICES, st.integers(0, 34), st.integers(0, 2), st.integers(0, 1))
def test_a_match_that_a_seat_left_goes_on_between_the_others(choices, ply, seat, when):
    met = played("3p", choices, ((ply, seat), (ply + 40 * when, (seat + 1) % 3)))
    last = met[-1]
    assert last.outcome is not None
    assert last.outcome.ranking[-1] == (seat,)
    for position in met:
        if position.encode().endswith(f"left:{seat}"):
            assert position.to_move != seat
            assert seat not in (position.outcome.winners if position.outcome else ())


def turned(place, turns, mirrored):
    q, r = place[::-1] if mirrored else place
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


@settings(max_examples=40)
@given(positions(), st.integers(1, TURNS), st.booleans())
def test_a_turned_field_has_the_turned_moves(position, turns, mirrored):
    def image(cells):
        places = (turned(place_of(cell), turns, mirrored) for cell in cells_of(cells))
        return sum(1 << cell_at(*place) for place in places)

    def results(start):
        return {start.play(move).state.tiles for move in start.moves()}

    state = position.state
    tiles = tuple(map(image, state.tiles))
    kept = ("variant_id", "phase", "colours", "turn", "plies", "left", "seed")
    other = HalvesPosition(State(tiles=tiles, **{field: getattr(state, field) for field in kept}))
    assert results(other) == {tuple(map(image, after)) for after in results(position)}


@settings(max_examples=40)
@given(positions(), st.text(alphabet="0123456789,-/ \u2212lightdarkgrey", max_size=30))
def test_typed_text_is_a_move_or_a_move_error(position, text):
    legal = plain_moves(position)
    try:
        meant = str(position.parse(text))
    except MoveError as error:
        meant = error.text
        legal = {text}
    assert meant in legal


@settings(max_examples=60)
@given(positions())
def test_positions_know_their_phase(position):
    state = position.state
    if state.phase is Phase.WAXING:
        assert min(state.tiles[colour].bit_count() for colour in state.colours_playing()) < 12
    assert max(cells.bit_count() for cells in state.tiles) <= 12
