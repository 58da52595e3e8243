"""``python -m tests.container``: the image is built on this machine, and tried as it is hosted.

The base comes from Debian's packages, so no registry of images is needed. It takes root, podman,
buildah, runc and mmdebstrap, and PostgreSQL where the tests have it.
"""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from tests.kit.databases import VARIABLE
from tests.kit.loopback import Loopback
from tests.kit.redirect import API, GATEWAY
from tests.kit.remote import Remote
from tests.kit.shown import look, posted
from tests.kit.waiting import until

ROOT = Path(__file__).parents[1]
TOOLS = ("podman", "buildah", "runc", "mmdebstrap")
BASE, IMAGE = "localhost/quintet-base", "localhost/quintet"
MOST = 250 * 10**6
"""Bytes of the image."""
STOPPED_WITHIN = 20
SANDBOXED = (
    *("--runtime", "runc", "run", "--network", "host", "--read-only", "--tmpfs", "/tmp"),
    *("--no-healthcheck", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"),
)
DIRECTED = """
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

Route.BASE = "{api}"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("{gateway}")
"""


def called(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(folder: Path) -> None:
    """The image, on a Debian made here; pip trusts the certificates that this machine trusts."""
    packages, registry = folder / "base.tar", folder / "pip"
    called("mmdebstrap", "--variant=minbase", "trixie", str(packages))
    called("podman", "import", str(packages), BASE)
    registry.mkdir()
    trusted = ssl.get_default_verify_paths().cafile or ssl.get_default_verify_paths().openssl_cafile
    shutil.copy(trusted, registry / "trusted.pem")
    (registry / "pip.conf").write_text("[global]\ncert = /etc/xdg/pip/trusted.pem\n")
    called(
        *("buildah", "bud", "--isolation", "chroot", "--network", "host", "--format", "docker"),
        *("--volume", f"{registry}:/etc/xdg/pip:ro", "--build-arg", f"BASE={BASE}"),
        *("--tag", IMAGE, "."),
    )


def refused(code: int, says: str, *options: str, **settings: str) -> None:
    """Check that the bot does not start, and that the last it says is one sentence."""
    given = [f"--env={name}={value}" for name, value in settings.items()]
    command = ("podman", *SANDBOXED, "--rm", *options, *given, IMAGE)
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    said = ended.stdout + ended.stderr
    assert ended.returncode == code, said
    assert says in said.splitlines()[-1], said
    assert "Traceback" not in said, said


class Hosted:
    """One container of the bot, which reaches a Discord on this machine."""

    def __init__(self, name: str, port: int, redirect: Path, **settings: str) -> None:
        self.name = name
        self._port = port
        given = {
            **settings,
            "DISCORD_TOKEN": "a.token.of.three",
            "METRICS_PORT": str(port),
            "PYTHONPATH": "/redirect",
        }
        self._options = (
            *("--detach", "--name", name, "--volume", f"{name}:/data"),
            *("--volume", f"{name}-copies:/backups"),
            *("--volume", f"{redirect}:/redirect:ro"),
            *(f"--env={key}={value}" for key, value in given.items()),
        )

    def start(self) -> None:
        called("podman", *SANDBOXED, *self._options, IMAGE)

    async def healthy(self) -> None:
        """Wait until the image's own health check passes and the bot serves."""
        await until(lambda: asyncio.to_thread(self._is_healthy))
        await until(lambda: asyncio.to_thread(self._is_ready))

    def _is_healthy(self) -> bool:
        """What the image's own health check says."""
        (image,) = json.loads(called("podman", "image", "inspect", IMAGE))
        _, *check = image["Healthcheck"]["Test"]
        command = ("podman", "exec", self.name, *check)
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def _is_ready(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self._port}/ready", timeout=5) as answer:
                return bool(json.load(answer)["ready"])
        except OSError:
            return False

    def kill(self) -> None:
        called("podman", "kill", "--signal", "KILL", self.name)
        called("podman", "wait", self.name)
        called("podman", "rm", self.name)

    async def stop(self) -> None:
        command = ("podman", "stop", "--time", str(STOPPED_WITHIN), self.name)
        await asyncio.to_thread(called, *command)
        code = called("podman", "inspect", "--format", "{{.State.ExitCode}}", self.name)
        assert int(code) == 0, called("podman", "logs", self.name)


ACCEPT = "c:1:accept"


async def on_a_file(remote: Remote, redirect: Path) -> None:
    """Killed, and started again on its volume: a match goes on, and so it does from a copy."""
    bot = Hosted("quintet-file", 9871, redirect, BACKUP_DIR="/backups")
    bot.start()
    await bot.healthy()
    remote.ada.slash(remote.channel_id, "challenge", game="apart", first_move="first")
    card = await until(lambda: challenge(remote))
    bot.kill()
    bot.start()
    await bot.healthy()
    remote.ben.press(remote.channel_id, card, ACCEPT)
    await until(lambda: posted(remote.backend, card))  # its thread has the message's id
    bot.kill()
    bot.start()
    await bot.healthy()
    remote.move(remote.ada, card, "b2-b4")
    await until(lambda: len(posted(remote.backend, card)) == 2)
    told = await asyncio.to_thread(restored, bot.name)
    assert "Restored from /backups/" in told
    await bot.healthy()
    await bot.stop()


def restored(name: str) -> str:
    """The drill of ``docs/backups.md``, with the copy of today; what it says."""
    page = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8")
    drill = page.split("### One container and SQLite\n\n```sh\n")[1].split("```")[0]
    for before, after in (
        ("--volumes-from quintet quintet", f"--volumes-from {name} {IMAGE}"),
        ("stop quintet", f"stop {name}"),
        ("start quintet", f"start {name}"),
        ("podman run", f"podman {' '.join(SANDBOXED)}"),
        ("2026-01-31", f"{datetime.now(UTC):%Y-%m-%d}"),
    ):
        assert before in drill
        drill = drill.replace(before, after)
    return called("/bin/sh", "-ec", drill)


def challenge(remote: Remote) -> int | None:
    """The message of the first challenge, once it is there."""
    messages = remote.backend.messages[remote.channel_id].values()
    return next((each.id for each in messages if ACCEPT in look(each).custom_ids), None)


async def on_a_server(remote: Remote, redirect: Path) -> None:
    """Two processes that share the shards and one PostgreSQL database."""
    url = os.environ[VARIABLE]
    pair = [
        Hosted(f"quintet-{n}", 9872 + n, redirect, DATABASE_URL=url, SHARDS=f"{n}/2")
        for n in range(2)
    ]
    for bot in pair:
        bot.start()
    for bot in pair:
        await bot.healthy()
    asked = remote.ada.slash(remote.channel_id, "matches")
    await until(lambda: asked.responded and not asked.loading)
    for bot in pair:
        await bot.stop()


@asynccontextmanager
async def discord_for(folder: Path) -> AsyncIterator[Remote]:
    """A Discord on this machine; ``folder`` directs the bot's process there."""
    discord = Loopback()
    async with discord.listening():
        api, gateway = discord.address / API, discord.address.with_scheme("ws") / GATEWAY
        text = DIRECTED.format(api=api, gateway=gateway)
        (folder / "sitecustomize.py").write_text(text, encoding="utf-8")
        yield Remote(discord)


async def tried_on_discord(trial: Callable[[Remote, Path], Awaitable[None]]) -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        async with discord_for(Path(folder)) as remote:
            await trial(remote, Path(folder))


def clear() -> None:
    """Nothing is left of an earlier run."""
    names = ("quintet-file", "quintet-0", "quintet-1")
    called("podman", "rm", "--force", "--ignore", "--time", "0", *names)
    copies = (f"{name}-copies" for name in names)
    called("podman", "volume", "rm", "--force", *names, *copies)


def main() -> int:
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        print(f"Missing: {', '.join(missing)}. On Debian: apt-get install {' '.join(missing)}.")
        return 1
    with TemporaryDirectory() as folder:
        build(Path(folder))
    (image,) = json.loads(called("podman", "image", "inspect", IMAGE))
    print(f"{image['Size'] / 10**6:.0f} MB")
    assert image["Size"] <= MOST
    assert image["Config"]["User"] == "1000:1000"
    refused(os.EX_CONFIG, "DISCORD_TOKEN is missing")
    refused(os.EX_CANTCREAT, "var/quintet.db cannot be", "--tmpfs=/data:ro", DISCORD_TOKEN="a.b.c")
    clear()
    asyncio.run(tried_on_discord(on_a_file))
    if os.environ.get(VARIABLE):
        asyncio.run(tried_on_discord(on_a_server))
    clear()
    print("The container was built, started, killed and stopped as it should.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
