"""Nothing knows itself in a circle, not even for types alone, and areas have front doors."""

import graphlib
import importlib
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Set
from pathlib import Path

import grimp
import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
PACKAGES = ("rules", "renderer", "data", "bot")
FLOORS = ("bot.features.", "bot.core.")


def circle(imported: Mapping[str, Set[str]]) -> list[str]:
    """Some that import each other in a circle, empty if none do."""
    try:
        graphlib.TopologicalSorter(imported).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def area_of(module: str) -> str:
    """The area of a floor that a module belongs to; else the module itself."""
    return ".".join(module.split(".")[:3]) if module.startswith(FLOORS) else module


def modules_imported(graph: grimp.ImportGraph) -> dict[str, Set[str]]:
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def areas_imported(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    areas: dict[str, set[str]] = defaultdict(set)
    for module, imported in modules_imported(graph).items():
        areas[area_of(module)] |= {area_of(each) for each in imported} - {area_of(module)}
    return areas


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """What imports what; imports for types alone count too."""
    return grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)


def test_neither_modules_nor_areas_import_each_other(graph: grimp.ImportGraph) -> None:
    assert circle(modules_imported(graph)) == []
    assert circle(areas_imported(graph)) == []


def is_inside(module: str) -> bool:
    """Whether the module lies within a feature, or a folder of the core."""
    return module.startswith(FLOORS) and module.count(".") > 2


def is_shown(module: str) -> bool:
    """Whether the module is of what people see, in a feature or below."""
    feature, _, own = module.removeprefix("bot.features.").partition(".")
    shown = r"screen(\..*)?|(\w+_)?(words|pages)|refusals"
    return module.startswith("bot.screen") or bool(feature and re.fullmatch(shown, own))


def is_storage(module: str) -> bool:
    """Whether what takes part in a transaction may use the module: a feature's storage."""
    return module.endswith("storage") or module.startswith("bot.core.people.")


def test_a_feature_is_entered_by_its_front_door_or_its_storage(graph: grimp.ImportGraph) -> None:
    inside = [
        f"{module} -> {each}"
        for module, imported in modules_imported(graph).items()
        for each in imported
        if is_inside(each) and area_of(module) != area_of(each)
        if not is_open_to(module, each)
    ]
    assert inside == []


def is_open_to(module: str, inside: str) -> bool:
    """Whether the module may import one that lies inside another feature."""
    if module.startswith(("bot.app", "bot.demo")):
        return is_storage(inside) or is_shown(inside) or inside.endswith(".feature")
    return is_shown(inside) if is_shown(module) else is_storage(inside)


def test_what_a_feature_does_knows_nothing_of_how_it_is_shown(graph: grimp.ImportGraph) -> None:
    knows = [
        f"{module} -> {each}"
        for module, imported in modules_imported(graph).items()
        for each in imported
        if module.startswith("bot.features.") and not is_shown(module) and is_shown(each)
        if not module.endswith(".feature")
    ]
    assert knows == []


def test_names_are_imported_from_where_they_are_defined_or_from_a_front_door() -> None:
    root = Path(__file__).resolve().parent.parent
    imported, offered_by_others = dict[str, list[tuple[str, str]]](), dict[str, set[str]]()
    for path in (each for package in PACKAGES for each in (root / package).rglob("*.py")):
        text = re.sub("#.*", "", path.read_text("utf-8"))
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        imported[module] = [
            (source, name)
            for source, several, one in FROM.findall(text)
            for name in re.findall(r"\w+(?: as \w+)?", several or one)
        ]
        names = [name for _, name in imported[module]] + MODULE.findall(text)
        offered_by_others[module] = {own_name(each) for each in names if not is_offered(each)}
    borrowed = [
        f"{module}: {name} of {source}"
        for module, names in imported.items()
        for source, name in names
        if name.partition(" ")[0] in offered_by_others.get(source, ())
    ]
    assert borrowed == []


FROM = re.compile(r"^ *from (\w[\w.]*) import (?:\(([^)]*)\)|([^(\n]*))", re.MULTILINE)
MODULE = re.compile(r"^ *import (\w+(?:[\w.]*)(?: as \w+)?)$", re.MULTILINE)


def own_name(imported: str) -> str:
    """What a module calls what it imports, of ``x`` or ``x as y``."""
    return imported.rpartition(" ")[2]


def is_offered(imported: str) -> bool:
    """Whether a module offers what it imports to others, by ``x as x``."""
    first, _, own = imported.partition(" as ")
    return first == own


def test_a_bot_that_waits_holds_nothing_that_few_need() -> None:
    heavy = {"PIL", "alembic", "asyncpg", "numpy", "rustworkx"}
    code = f"import sys, bot.app.running; print(sorted({heavy} & sys.modules.keys()))"
    found = subprocess.run(
        (sys.executable, "-c", code), check=True, stdout=subprocess.PIPE, text=True
    )
    assert found.stdout == "[]\n"


def test_benchmarks_can_be_imported() -> None:
    """Nothing else imports them, and none is run by the suite."""
    for path in BENCHMARKS.glob("[!_]*.py"):
        importlib.import_module(f"benchmarks.{path.stem}")
