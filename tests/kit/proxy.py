"""What stands between the bot and a server, and can be cut or frozen like a cable."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import URL


class Cable:
    """A port of this machine that leads to another one, while it is whole."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._last_words: tuple[bytes, ...] = ()
        self._carries_last = False
        self.port = 0

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._server is not None:
            self._server.close()
        self._abort()
        while self._writers and self._flows.is_set():
            await asyncio.sleep(0)
            self._abort()  # those too that were let in just before

    def _abort(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def freeze(self) -> None:
        """Carry nothing any more, neither words nor that somebody has hung up."""
        self._flows.clear()

    def freeze_at(self, *words: bytes, carried: bool) -> None:
        """Freeze once these words come by one connection, with the last one ``carried`` or not."""
        self._last_words, self._carries_last = words, carried

    def thaw(self) -> None:
        """Carry what has waited, and whatever comes."""
        self._last_words = ()
        self._flows.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        await self._flows.wait()
        there, back = await asyncio.open_connection(*self._target)
        self._writers.add(back)
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        for each in (writer, back):
            each.transport.abort()
        self._writers -= {writer, back}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard = 0
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                heard = self._heard(data, heard)
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        await self._flows.wait()
        writer.transport.abort()

    def _heard(self, data: bytes, heard: int) -> int:
        """How many of the last words have come by this connection, which is frozen at the last."""
        awaited = self._last_words[heard:]
        if not awaited or awaited[0] not in data:
            return heard
        if len(awaited) > 1:
            return self._heard(data, heard + 1)
        if self._carries_last:
            asyncio.get_running_loop().call_soon(self.freeze)  # when it is on its way
        else:
            self.freeze()
        return heard + 1


@asynccontextmanager
async def cable_to(url: URL) -> AsyncIterator[tuple[Cable, str]]:
    """A cable to the server of a database, and the database's address by it."""
    cable = Cable(url.host or "127.0.0.1", url.port or 5432)
    await cable.mend()
    address = url.set(host="127.0.0.1", port=cable.port)
    try:
        yield cable, address.render_as_string(hide_password=False)
    finally:
        cable.thaw()
        await cable.cut()
