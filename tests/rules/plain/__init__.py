"""The games read a second time, plainly: sets of places, straight from the rule sheets.

Nothing here uses the boards, sets of bits or tables of ``rules``. Each module offers ``position``,
the line of an arbitrary position, and ``check``, which raises AssertionError where the game and
the plain reading disagree.
"""

from types import ModuleType

from tests.rules.plain import abande, apart, detach, glaisher, halves

READINGS: dict[str, ModuleType] = {
    "abande": abande,
    "apart": apart,
    "detach": detach,
    "glaisher": glaisher,
    "halves": halves,
}
