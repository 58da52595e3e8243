"""The statements of a module, without the expressions in them, which are most of its nodes."""

import ast
from collections.abc import Iterable, Iterator

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """These statements, and all that stand inside them."""
    for node in nodes:
        yield node
        for block in _BLOCKS:
            inner = getattr(node, block, ())
            if isinstance(inner, list):
                yield from statements(inner)
