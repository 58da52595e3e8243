"""Every small fault that can be put into a file, each told by where it is and what it does."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
"""What takes the place of an operator."""
SPOKEN = ("logger", "log")
"""To leave out what they say is no fault that a test has to find."""
TYPES = ("TypeAlias", "TypeVar", "ParamSpec", "NewType", "cast", "isinstance")

Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    """One fault: in which line of which file, and the whole text of the file with it."""

    path: Path
    line: int
    column: int
    told: str
    number: int
    """Which of the file's mutants it is."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.told}"


def mutants_of(path: Path, text: str) -> list[Mutant]:
    """All mutants of a file."""
    found = []
    for number, (node, change) in enumerate(_places(ast.parse(text))):
        before, after = ast.unparse(node), ast.unparse(change(copy.deepcopy(node)))
        told = f"{_first_line(before)}  ->  {_first_line(after)}"
        found.append(Mutant(path, node.lineno, node.col_offset, told, number))
    return found


def mutated(text: str, number: int) -> str:
    """A file's text with the mutant of this number in it; comments are left out."""
    tree = ast.parse(text)
    node, change = list(_places(tree))[number]
    return ast.unparse(_Putting(node, change).visit(tree))


class _Putting(ast.NodeTransformer):
    def __init__(self, node: ast.AST, change: Change) -> None:
        self._node = node
        self._change = change

    def visit(self, node: ast.AST) -> ast.AST:
        return self._change(node) if node is self._node else self.generic_visit(node)


def _places(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, Change]]:
    """Every node that can be changed, with how; always in the same order."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield from ((node, change) for change in _changes(node))
        stack.extend(reversed(list(_children(node))))


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: no types, no words, nothing that is only said."""
    if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Call) and _callee(node) in (*TYPES, *SPOKEN):
        return
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield each


def _changes(node: ast.expr | ast.stmt) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in SWAPPED.get(type(operator), ()):
                yield _swapping_at(at, other)
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and not _is_text(node):
        for other in SWAPPED.get(type(node.op), ()):
            yield _swapping(other)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield _inner
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    yield from _statements(node)


def _statements(node: ast.expr | ast.stmt) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
        yield _negating
    elif isinstance(node, ast.Return) and not _is_none(node.value):
        yield _giving_nothing
    elif isinstance(node, ast.Continue | ast.Break | ast.Raise | ast.AugAssign):
        yield _leaving_out
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if not (isinstance(call, ast.Call) and _callee(call) in SPOKEN):
            yield _leaving_out


def _constants(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield _valued(not node.value)
    elif isinstance(node.value, int):
        yield from (_valued(node.value + 1), _valued(node.value - 1))


def _swapping_at(at: int, other: type[ast.AST]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Compare)
        node.ops[at] = other()  # type: ignore[assignment]
        return node

    return change


def _swapping(other: type[ast.AST]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        node.op = other()  # type: ignore[attr-defined]
        return node

    return change


def _inner(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


def _valued(value: int) -> Change:
    return lambda node: ast.copy_location(ast.Constant(value), node)


def _negating(node: ast.AST) -> ast.AST:
    test = node.test  # type: ignore[attr-defined]
    node.test = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)  # type: ignore[attr-defined]
    return node


def _giving_nothing(node: ast.AST) -> ast.AST:
    return ast.copy_location(ast.Return(ast.Constant(None)), node)


def _leaving_out(node: ast.AST) -> ast.AST:
    return ast.copy_location(ast.Pass(), node)


def _callee(node: ast.Call) -> str:
    """The first name of what is called: ``logger`` of ``logger.info()``."""
    called = node.func
    while isinstance(called, ast.Attribute):
        called = called.value
    return called.id if isinstance(called, ast.Name) else ""


def _is_text(node: ast.BinOp | ast.BoolOp | ast.AugAssign) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _first_line(text: str) -> str:
    line, *more = text.splitlines()
    return f"{line[:90]}{'...' if more or len(line) > 90 else ''}"
