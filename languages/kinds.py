"""What of a page a message is, such as the title of a form, and how long Discord lets it be.

It is read from the code: from what ``Form``, ``TextField``, ``Menu`` and the like are called with.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

TITLE, LABEL = "the title of a form", "the label of a field"
LIST, OPTION, EXAMPLE = "a list with nothing chosen", "an option of a list", "an example in a field"
LIMITS: Mapping[str, int] = {TITLE: 45, LABEL: 45, EXAMPLE: 100, LIST: 150, OPTION: 100}
"""How many characters each kind may have."""
_ARGUMENTS: Mapping[str, tuple[tuple[int, str, str], ...]] = {
    "Form": ((0, "title", TITLE),),
    "TextField": ((1, "label", LABEL), (4, "example", EXAMPLE)),
    "Pick": ((1, "label", LABEL),),
    "Menu": ((2, "placeholder", LIST),),
    "ChannelMenu": ((1, "placeholder", LIST),),
    "RoleMenu": ((1, "placeholder", LIST),),
    "PersonMenu": ((1, "placeholder", LIST),),
    "OneHere": ((1, "otherwise", LIST),),
    "Option": ((0, "label", OPTION),),
    "options": ((0, "labels", OPTION),),
    "OneOf": ((0, "choices", OPTION),),
    "OrganisersAct": ((-1, "title", TITLE), (-1, "label", TITLE)),
    "ManagersAct": ((-1, "label", TITLE),),
}
"""By what is called: the place of an argument, its name, and the kind of the texts in it."""


def described(kind: str) -> str:
    """What translators are told of a kind."""
    return f"{kind}: at most {LIMITS[kind]} characters"


def kinds_in(trees: Iterable[ast.Module]) -> Iterator[tuple[ast.Call, str]]:
    """The texts in files whose kind is known, as the calls that make them."""
    files = [(tree, dict(_constants(tree))) for tree in trees]
    often = Counter(name for _, own in files for name in own)
    everywhere = {n: each for _, own in files for n, each in own.items() if often[n] == 1}
    for tree, own in files:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for at, name, kind in _ARGUMENTS.get(_name_of(node.func), ()):
                    given = [each.value for each in node.keywords if each.arg == name]
                    given += node.args[at : at + 1] if at >= 0 else []
                    yield from (
                        (text, kind) for each in given for text in _texts(each, everywhere | own)
                    )


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                yield from (
                    (_name_of(each), value) for each, value in zip(names, values, strict=False)
                )


def _texts(given: ast.expr, known: Mapping[str, ast.expr]) -> Iterator[ast.Call]:
    match given:
        case ast.Call(func=ast.Name(id="Text" | "Counted")):
            yield given
            return
        case ast.Call(func=ast.Attribute(value=value, attr="of")):
            inner = [value]
        case ast.Name() | ast.Attribute():
            name = _name_of(given)
            inner = [known[name]] if name in known else []
            known = {each: value for each, value in known.items() if each != name}
        case ast.IfExp(body=one, orelse=other):
            inner = [one, other]
        case ast.BoolOp(values=inner) | ast.Dict(values=inner) | ast.Tuple(elts=inner):
            pass
        case ast.DictComp(value=value):
            inner = [value]
        case _:
            inner = []
    for each in inner:
        yield from _texts(each, known)


def _name_of(node: ast.expr) -> str:
    return (
        node.id
        if isinstance(node, ast.Name)
        else node.attr
        if isinstance(node, ast.Attribute)
        else ""
    )
