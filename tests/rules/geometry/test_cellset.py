"""Sets of cells as integers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry.cellset import cell_set, cells_in, connected, groups, shortest_chain

LINE = [cell_set({cell - 1, cell + 1} & set(range(10))) for cell in range(10)]
"""Ten cells in a row."""

CELLS = st.sets(st.integers(0, 9))


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 200)))
def test_a_set_holds_its_cells_lowest_first(cells):
    assert list(cells_in(cell_set(cells))) == sorted(cells)
    assert cell_set(cells).bit_count() == len(cells)


def test_connected_goes_as_far_as_neighbours_reach():
    within = cell_set([0, 1, 3, 4, 5, 9])
    assert set(cells_in(connected(1 << 4, within, LINE))) == {3, 4, 5}
    assert set(cells_in(connected(1 << 9, within, LINE))) == {9}
    assert set(cells_in(connected(cell_set([0, 9]), within, LINE))) == {0, 1, 9}


@settings(max_examples=60, deadline=None)
@given(CELLS)
def test_groups_are_the_runs_of_a_row(cells):
    found = list(groups(cell_set(cells), LINE))
    assert sum(found) == cell_set(cells)
    assert [group & -group for group in found] == sorted(group & -group for group in found)
    for group in found:
        run = list(cells_in(group))
        assert run == list(range(run[0], run[-1] + 1))
        assert not {run[0] - 1, run[-1] + 1} & cells


def test_a_shortest_chain_leads_from_one_set_to_the_other():
    ring = [cell_set({(cell - 1) % 10, (cell + 1) % 10}) for cell in range(10)]
    everywhere = cell_set(range(10))
    assert shortest_chain(cell_set([0]), cell_set([3]), everywhere, ring) == (0, 1, 2, 3)
    assert shortest_chain(cell_set([0]), cell_set([7]), everywhere, ring) == (0, 9, 8, 7)
    assert shortest_chain(cell_set([0, 6]), cell_set([3, 7]), everywhere, ring) == (6, 7)
    assert shortest_chain(cell_set([4]), cell_set([4]), everywhere, ring) == (4,)


def test_without_a_way_there_is_no_chain():
    assert shortest_chain(1 << 0, 1 << 9, cell_set([0, 1, 8, 9]), LINE) == ()
    assert shortest_chain(1 << 0, 1 << 9, cell_set(range(1, 10)), LINE) == ()
