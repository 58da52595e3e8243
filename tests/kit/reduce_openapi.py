"""Makes the document that is shipped with the tests of Discord's own API document.

``python -m tests.kit.reduce_openapi FILE`` writes what tells a good request from a bad one: the
calls that the bot makes, and the shape of their bodies. Answers, descriptions and
the rest of Discord are left out.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.kit.strict.documented import CALLS

SHIPPED = Path(__file__).parent.parent / "data" / "discord_requests.json"
"""The reduced document."""

PROSE = {"description", "title", "example", "examples", "contentMediaType"}


def reduced(document: Mapping[str, Any]) -> dict[str, Any]:
    """What judges requests, of Discord's whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path in CALLS:
        operation = document["paths"][path][method.lower()]
        paths.setdefault(path, {})[method.lower()] = _operation(operation)
    schemas = document["components"]["schemas"]
    needed = {"SnowflakeType"}
    waiting = ["SnowflakeType", *_references(paths)]
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting += [each for each in _references(schemas[name]) if each not in needed]
    kept = {name: _without_prose(schemas[name]) for name in sorted(needed)}
    return {"paths": paths, "components": {"schemas": kept}}


def written(document: Mapping[str, Any]) -> str:
    """The document as it is stored: a line for each path and each schema, for readable diffs."""
    paths, schemas = document["paths"], document["components"]["schemas"]
    return f'{{"paths": {_lines(paths)},\n"components": {{"schemas": {_lines(schemas)}}}}}\n'


def _lines(values: Mapping[str, Any]) -> str:
    lines = (
        f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}"
        for key, value in values.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}"


def _operation(operation: Mapping[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    bodies = {
        kind: {"schema": _without_prose(media["schema"])}
        for kind, media in content.items()
        if "schema" in media
    }
    json_alone = {kind: body for kind, body in bodies.items() if kind == "application/json"}
    return {"requestBody": {"content": json_alone or bodies}} if bodies else {}


def _without_prose(value: Any, *, names: bool = False) -> Any:
    """The schema without what only people read. ``names``: the keys are names of fields."""
    if isinstance(value, list):
        return [_without_prose(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_prose(each, names=key == "properties" and not names)
        for key, each in value.items()
        if names or not (key in PROSE or key.startswith("x-"))
    }


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _references(each)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for each in value.values():
            yield from _references(each)


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    SHIPPED.write_text(written(reduced(whole)), encoding="utf-8")
