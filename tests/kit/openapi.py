"""Holds the bot's requests against what Discord's own API document says of them."""

import functools
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cachetools import LRUCache
from jsonschema_rs import Draft202012Validator

from tests.kit.limits import beyond_limits
from tests.kit.reduce_openapi import SHIPPED
from tests.kit.strict.documented import Call

VARIABLE = "DISCORD_OPENAPI"
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


class ApiDocument:
    """The document, ready to judge requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        # Discord takes ids as numbers too, and discord.py sends them so
        document["components"]["schemas"]["SnowflakeType"] = {
            "anyOf": [{"type": "string", "pattern": "^[0-9]+$"}, {"type": "integer"}]
        }
        self._document = document
        self._judges: dict[Call, Draft202012Validator] = {}
        self._shapes: dict[tuple[int, object], Shape] = {}
        self._known: LRUCache[tuple[Call, str], list[str]] = LRUCache(64)

    def faults(self, call: Call, body: Any) -> list[str]:
        """What Discord would not take of a call with this body; empty for a good one."""
        # every start sends all commands, always the same ones
        key = (call, json.dumps(body, default=str))
        if key not in self._known:
            found = [] if body is None else self._found(call, body)
            self._known[key] = [f"{' '.join(call)}: {fault}" for fault in found]
        return self._known[key]

    def _found(self, call: Call, body: Any) -> Iterator[str]:
        schema = self._schema(call)
        if schema is None:
            return
        for error in self._judge(call, schema).iter_errors(body):
            yield f"{'/'.join(map(str, error.instance_path)) or 'body'}: {error.message[:200]}"
        yield from (f"{where}: unknown field" for where in self._unknown(schema, body, ""))
        yield from beyond_limits(call[1], body)

    def _schema(self, call: Call) -> Schema | None:
        """What a call's body is; None for a call that has none."""
        method, path = call
        operation = self._document["paths"][path][method.lower()]
        content: Any = operation.get("requestBody", {}).get("content", {})
        media: Any = content.get("application/json") or next(iter(content.values()), {})
        found: Schema | None = media.get("schema")
        return found

    def _judge(self, call: Call, schema: Schema) -> Draft202012Validator:
        if call not in self._judges:
            whole = {**schema, "components": self._document["components"]}
            self._judges[call] = Draft202012Validator(whole)
        return self._judges[call]

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
