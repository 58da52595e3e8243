"""The geometry of the open field, against plain coordinates."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry import openfield

EDGE = openfield.REACH
anywhere = st.tuples(st.integers(-EDGE, EDGE), st.integers(-EDGE, EDGE))


def as_set(places):
    return sum(1 << openfield.cell_at(q, r) for q, r in set(places))


@given(anywhere)
def test_a_cell_has_its_place_and_its_name(place):
    cell = openfield.cell_at(*place)
    assert openfield.place_of(cell) == place
    assert openfield.record_name(cell) == f"{place[0]},{place[1]}"
    assert openfield.place_named(openfield.record_name(cell)) == place
    assert openfield.place_named(openfield.name_of(cell)) == place


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ((0, 0), "m50"),
        ((2, -1), "n52"),
        ((-1, 1), "l49"),
        ((0, -13), "z50"),
        ((0, -14), "aa50"),
        ((0, 12), "a50"),
        ((0, 13), "zz50"),
        ((35, 35), "zd85"),
        ((-35, -35), "av15"),
    ],
)
def test_people_call_a_cell_by_a_letter_and_a_number(place, name):
    assert openfield.name_of(openfield.cell_at(*place)) == name


@pytest.mark.parametrize("name", ["", "m", "50", "50m", "mmm50", "light", "M50"])
def test_anything_else_is_no_name(name):
    with pytest.raises(ValueError, match=r"no cell is called"):
        openfield.place_named(name)


def test_the_field_is_every_cell():
    span = range(-EDGE, EDGE + 1)
    assert as_set(itertools.product(span, span)) == openfield.FIELD


def test_cells_at_opposite_edges_do_not_touch():
    places = {(EDGE, r) for r in (-EDGE, 0, EDGE)} | {(q, EDGE) for q in (-EDGE, 0)}
    places |= {(-EDGE, -EDGE), (0, -EDGE), (1, -EDGE)}
    assert len(openfield.subsets(as_set(places))) == len(places) - 1
