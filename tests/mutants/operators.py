"""Every small fault that can be put into a file, each told by where it is and what it does."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True)
class Mutant:
    """One fault: which of its file's it is, in which line, and what it changes."""

    path: Path
    number: int
    line: int
    told: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.told}"


def mutants_of(path: Path, text: str) -> list[Mutant]:
    """All mutants of a file."""
    return [
        Mutant(path, number, node.lineno, f"{_first_line(node)}  ->  {_first_line(other)}")
        for number, (node, other) in enumerate(_changes(ast.parse(text)))
    ]


def mutated(text: str, number: int) -> str:
    """A file's text with the mutant of this number in it; comments are left out."""
    tree = ast.parse(text)
    return ast.unparse(_Putting(*list(_changes(tree))[number]).visit(tree))


class _Putting(ast.NodeTransformer):
    def __init__(self, node: ast.AST, other: ast.AST) -> None:
        self._node, self._other = node, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self._other if node is self._node else self.generic_visit(node)


def _changes(node: ast.AST) -> Iterator[tuple[Any, ast.AST]]:
    """Every node that can be changed, with what takes its place; always in the same order."""
    yield from ((node, other) for other in (*_in_its_place(node), *_without_it(node)))
    for child in _children(node):
        yield from _changes(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: no types, no words, nothing that is only said."""
    match node:
        case ast.AnnAssign(annotation=kind) if "TypeAlias" in ast.unparse(kind):
            return
        case ast.If(test=test) if "TYPE_CHECKING" in ast.unparse(test):
            return
        case ast.Call() if _callee(node) in (*TYPES, *SPOKEN):
            return
        case ast.Raise() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "bases"):
            values = value if isinstance(value, list) else [value]
            yield from (each for each in values if isinstance(each, ast.AST))


def _in_its_place(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=operators):
            for at, operator in enumerate(operators):
                for other in SWAPPED.get(type(operator), ()):
                    yield _with(node, ops=[*operators[:at], other(), *operators[at + 1 :]])
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator):
            if not _is_text(node):
                yield from (_with(node, op=other()) for other in SWAPPED.get(type(operator), ()))
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))


def _without_it(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Return(value=None | ast.Constant(value=None)):
            pass
        case ast.Return():
            yield ast.Return(ast.Constant(None))
        case ast.Continue() | ast.Break() | ast.Raise() | ast.AugAssign():
            yield ast.Pass()
        case (
            ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.Await(value=ast.Call() as call))
        ):
            if _callee(call) not in SPOKEN:
                yield ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _callee(node: ast.Call) -> str:
    """The first name of what is called: ``logger`` of ``logger.info()``."""
    called = node.func
    while isinstance(called, ast.Attribute):
        called = called.value
    return called.id if isinstance(called, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str)
        for side in sides
    )


def _first_line(node: ast.AST) -> str:
    line, *more = ast.unparse(node).splitlines()
    return f"{line[:90]}{'...' if more or len(line) > 90 else ''}"
