"""Holds the bot's requests against what Discord's own API document says of them."""

import functools
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cachetools import LRUCache
from jsonschema_rs import Draft202012Validator

from tests.kit.limits import beyond_limits
from tests.kit.reduce_openapi import SHIPPED

VARIABLE = "DISCORD_OPENAPI"
METHODS = ("get", "post", "put", "patch", "delete")
UNDOCUMENTED = {"tts", "flags", "nsfw", "nonce"}
"""Fields that discord.py sends, Discord takes, and the document does not list everywhere."""


Schema = Mapping[str, Any]
NO_TAG = object()
"""Instead of the ``type`` that a value does not have."""


@dataclass(frozen=True)
class Shape:
    """What a schema knows: the fields of an object, and what a list is made of."""

    fields: Mapping[str, Schema]
    items: Schema | None


@dataclass(frozen=True)
class Operation:
    method: str
    template: str
    pattern: re.Pattern[str]
    body: Schema | None


class ApiDocument:
    """The document, ready to judge requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        # Discord takes ids as numbers too, and discord.py sends them so
        document["components"]["schemas"]["SnowflakeType"] = {
            "anyOf": [{"type": "string", "pattern": "^[0-9]+$"}, {"type": "integer"}]
        }
        self._document = document
        self._operations = sorted(
            self._read(document["paths"]), key=lambda operation: operation.template.count("{")
        )
        self._judges: dict[tuple[str, str], Draft202012Validator] = {}
        self._shapes: dict[tuple[int, object], Shape] = {}
        self._known: LRUCache[tuple[str, str, str], list[str]] = LRUCache(64)

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """What Discord would not take of this request; empty for a good one."""
        operation = self._find(method, path)
        if operation is None:
            return [f"{method} {path}: there is no such operation"]
        if operation.body is None or body is None:
            return []
        return [f"{method} {path}: {fault}" for fault in self._of_body(operation, body)]

    def _of_body(self, operation: Operation, body: Any) -> list[str]:
        """What is wrong with the body. Every start sends all commands, always the same ones."""
        key = (operation.method, operation.template, json.dumps(body, default=str))
        if key not in self._known:
            self._known[key] = self._found(operation, body)
        return self._known[key]

    def _found(self, operation: Operation, body: Any) -> list[str]:
        found = [
            f"{'/'.join(map(str, error.instance_path)) or 'body'}: {error.message[:200]}"
            for error in self._judge(operation).iter_errors(body)
        ]
        if operation.body is not None:
            unknown = self._unknown(operation.body, body, "")
            found += [f"{where}: unknown field" for where in unknown]
        return found + beyond_limits(operation.template, body)

    def _read(self, paths: Mapping[str, Any]) -> Iterator[Operation]:
        for template, operations in paths.items():
            pattern = re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template)))
            for method in METHODS:
                if method in operations:
                    content: Any = operations[method].get("requestBody", {}).get("content", {})
                    media: Any = content.get("application/json") or next(iter(content.values()), {})
                    yield Operation(method.upper(), template, pattern, media.get("schema"))

    def _find(self, method: str, path: str) -> Operation | None:
        plain = unquote(path).split("?")[0]
        fitting = (
            operation
            for operation in self._operations
            if operation.method == method and operation.pattern.fullmatch(plain)
        )
        return next(fitting, None)

    def _judge(self, operation: Operation) -> Draft202012Validator:
        key = (operation.method, operation.template)
        if key not in self._judges:
            schema = {**(operation.body or {}), "components": self._document["components"]}
            self._judges[key] = Draft202012Validator(schema)
        return self._judges[key]

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            node: Any = self._document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            schema = node
        return schema

    def _branches(self, schema: Schema, tag: object) -> list[Schema]:
        """The schemas that may describe a value: of a union, those with its ``type``."""
        whole = self._resolved(schema)
        found = [whole]
        for union in ("allOf", "anyOf", "oneOf"):
            options = [self._resolved(option) for option in whole.get(union, ())]
            tagged = [option for option in options if self._is_tagged(option, tag)]
            for option in tagged or options:
                found += self._branches(option, tag)
        return found

    def _is_tagged(self, schema: Schema, tag: object) -> bool:
        if tag is NO_TAG:
            return False
        type_ = self._resolved(schema.get("properties", {}).get("type", {}))
        options = [*type_.get("oneOf", ()), *type_.get("allOf", ()), type_]
        return tag in [
            constant
            for option in options
            for constant in (self._resolved(option).get("const"), *option.get("enum", ()))
        ]

    def _shape(self, schema: Schema, value: Any) -> Shape:
        """What a value may hold, worked out once for each schema and ``type``."""
        tag = value.get("type", NO_TAG) if isinstance(value, dict) else NO_TAG
        key = (id(schema), tag)
        if key not in self._shapes:
            branches = self._branches(schema, tag)
            items = [branch["items"] for branch in branches if "items" in branch]
            fields: dict[str, Schema] = {}
            for branch in branches:
                fields.update(branch.get("properties", {}))
            self._shapes[key] = Shape(fields, items[0] if items else None)
        return self._shapes[key]

    def _unknown(self, schema: Schema, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list | dict):
            return
        shape = self._shape(schema, value)
        if isinstance(value, list):
            if shape.items is not None:
                for number, each in enumerate(value):
                    yield from self._unknown(shape.items, each, f"{where}/{number}")
            return
        for key in value if shape.fields else ():
            if key in shape.fields:
                yield from self._unknown(shape.fields[key], value[key], f"{where}/{key}")
            elif key not in UNDOCUMENTED:
                yield f"{where}/{key}"


@functools.cache
def api_document() -> ApiDocument:
    """Discord's whole document if the environment names it, else what the tests ship of it."""
    path = Path(os.environ.get(VARIABLE) or SHIPPED)
    return ApiDocument(json.loads(path.read_text(encoding="utf-8")))
