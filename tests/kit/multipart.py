"""Reading the forms with files that discord.py sends, in memory and in one go."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import discord

_NAME = re.compile(rb'[; ]name="([^"]*)"')
_FILE_NAME = re.compile(rb'filename="([^"]*)"')


def read_form(content: bytes, boundary: str) -> tuple[Any, list[discord.File]]:
    """The form's JSON, or its fields where there is none, and the files that came along."""
    fields: dict[str, Any] = {}
    files: list[discord.File] = []
    for head, body in _parts(content, boundary.encode()):
        file_name, name = _FILE_NAME.search(head), _NAME.search(head)
        if file_name is not None:
            files.append(discord.File(io.BytesIO(body), file_name[1].decode()))
        elif name is not None:
            fields[name[1].decode()] = body.decode()
    if "payload_json" in fields:
        return json.loads(fields["payload_json"]), files
    return fields or None, files


def _parts(content: bytes, boundary: bytes) -> Iterator[tuple[bytes, bytes]]:
    # between two boundaries: a line break, the part's headers, an empty line, its content
    for part in content.split(b"--" + boundary)[1:-1]:
        head, _, body = part.partition(b"\r\n\r\n")
        yield head, body.removesuffix(b"\r\n")
