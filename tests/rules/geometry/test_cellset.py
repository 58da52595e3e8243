"""Sets of cells as integers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry.cellset import cell_set, cells_in, groups

LINE = [cell_set({cell - 1, cell + 1} & set(range(10))) for cell in range(10)]
"""Ten cells in a row."""

CELLS = st.sets(st.integers(0, 9))


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 200)))
def test_a_set_holds_its_cells_lowest_first(cells):
    assert list(cells_in(cell_set(cells))) == sorted(cells)
    assert cell_set(cells).bit_count() == len(cells)


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
