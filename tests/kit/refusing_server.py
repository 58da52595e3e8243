"""A PostgreSQL server that refuses whoever comes, with the error it is told."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SSL_REQUEST = 80877103


@asynccontextmanager
async def refusing_server(code: str) -> AsyncIterator[int]:
    """Its port on this machine; ``code`` is the SQLSTATE of its refusal."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            (length,) = struct.unpack(">I", await reader.readexactly(4))
            if struct.unpack(">I", (await reader.readexactly(length - 4))[:4]) != (SSL_REQUEST,):
                break
            writer.write(b"N")
        fields = b"SFATAL\0VFATAL\0" + b"C" + code.encode() + b"\0Mit is so\0\0"
        writer.write(b"E" + struct.pack(">I", len(fields) + 4) + fields)
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
