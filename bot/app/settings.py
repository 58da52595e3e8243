"""The operator's settings, from the environment."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from data.addresses import is_file, read_address
from data.errors import OpeningError
from data.shards import ALL, Shards

DEFAULT_DATABASE = "sqlite+aiosqlite:///var/quintet.db"
DEFAULT_BACKUP_DAYS = 14
THIS_MACHINE = "127.0.0.1"
DEFAULT_FORGET_SERVERS_DAYS = 60
FASTEST = 3600
"""The highest speed of time in the demo."""
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")
ENV_FILE = Path(".env")
NAMES = frozenset(
    {
        *("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL", "DATABASE_URL_FILE"),
        *("LOG_LEVEL", "LOG_FORMAT", "BACKUP_DIR", "BACKUP_DAYS", "METRICS_PORT", "METRICS_HOST"),
        *("FORGET_SERVERS_DAYS", "DATABASE_POOL"),
        *("INVITE_URL", "SUPPORT_URL", "SHARDS", "QUINTET_DEMO_SPEED"),
    }
)
"""All settings."""
OF_OTHERS = frozenset({"POSTGRES_PASSWORD", "QUINTET_TEST_DATABASE"})
"""Names that compose.yaml and the tests read."""
OUR_PREFIX = "QUINTET_"
_OF_KUBERNETES = re.compile(r"\w+_(SERVICE_HOST|SERVICE_PORT\w*|PORT(_\d+_\w+)?)")
"""What it adds to the environment for a service that is called quintet."""
SIMILAR = 0.85
"""How alike a name of the environment and a setting are, from 0 to 1, where one may be meant."""


Default = TypeVar("Default", int, None)


class SettingsError(Exception):
    """A setting is missing or malformed; the message says what to write instead."""

    exit_code = os.EX_CONFIG


class TokenError(SettingsError):
    """Discord does not accept the token."""

    exit_code = os.EX_NOPERM


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings. ``repr`` does not show the token."""

    token: str = field(repr=False)
    database_url: str = DEFAULT_DATABASE
    log_level: str = "info"
    log_format: str = "text"
    backup_folder: Path | None = None
    backup_days: int = DEFAULT_BACKUP_DAYS
    metrics_port: int | None = None
    metrics_host: str = THIS_MACHINE
    demo_speed: int = 1
    invite_url: str | None = None
    support_url: str | None = None
    shards: Shards = ALL
    database_pool: int | None = None
    forget_servers_days: int = DEFAULT_FORGET_SERVERS_DAYS
    private_files: tuple[Path, ...] = ()
    """The files that hold the token and the address of the database, if they are named."""
    unknown: tuple[str, ...] = ()
    """A sentence about each name that is no setting."""

    @property
    def servers_kept(self) -> timedelta | None:
        """How long what is stored about a server is kept after the bot left it; None for ever."""
        days = self.forget_servers_days
        return timedelta(days=days) if days else None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """The settings in ``environment``; raises SettingsError."""
        url = _secret(environment, "DATABASE_URL") or DEFAULT_DATABASE
        try:
            read_address(url)
        except OpeningError as error:
            raise SettingsError(str(error)) from error
        folder = environment.get("BACKUP_DIR", "").strip()
        return cls(
            token=_secret(environment, "DISCORD_TOKEN"),
            database_url=url,
            log_level=_word(environment, "LOG_LEVEL", "info", LOG_LEVELS),
            log_format=_word(environment, "LOG_FORMAT", "text", LOG_FORMATS),
            backup_folder=Path(folder) if folder else None,
            backup_days=_number(environment, "BACKUP_DAYS", DEFAULT_BACKUP_DAYS, range(3651)),
            shards=_shards(environment, url),
            forget_servers_days=_number(
                environment, "FORGET_SERVERS_DAYS", DEFAULT_FORGET_SERVERS_DAYS, range(3651)
            ),
            database_pool=_number(environment, "DATABASE_POOL", None, range(2, 201)),
            metrics_port=_number(environment, "METRICS_PORT", None, range(1024, 65536)),
            metrics_host=_own_address(environment, "METRICS_HOST"),
            invite_url=_address(environment, "INVITE_URL"),
            support_url=_address(environment, "SUPPORT_URL"),
            demo_speed=_number(environment, "QUINTET_DEMO_SPEED", 1, range(1, FASTEST + 1)),
            private_files=tuple(
                Path(named)
                for name in ("DISCORD_TOKEN_FILE", "DATABASE_URL_FILE")
                if (named := environment.get(name, "").strip())
            ),
        )

    def require_token(self) -> str:
        """The bot's token; raises SettingsError when there is none."""
        if not self.token:
            raise SettingsError(
                "DISCORD_TOKEN is missing. Copy .env.example to .env and put the token of your "
                "application into it (Discord's developer portal, Bot, Reset Token)."
            )
        return self.token


def read_settings(file: Path, environment: Mapping[str, str]) -> Settings:
    """The settings in a file and in the environment, which goes first; raises SettingsError."""
    written = read_env_file(file)
    settings = Settings.from_environment({**written, **environment})
    return replace(settings, unknown=tuple(_unknown(file, written, environment)))


def _unknown(
    file: Path, written: Mapping[str, str], environment: Mapping[str, str]
) -> Iterator[str]:
    for name in sorted((written.keys() | environment.keys()) - NAMES - OF_OTHERS):
        meant = difflib.get_close_matches(name, sorted(NAMES), n=1, cutoff=SIMILAR)
        is_ours = name.startswith(OUR_PREFIX) and not _OF_KUBERNETES.fullmatch(name)
        if name in written or meant or is_ours:
            where = str(file) if name in written else "the environment"
            hint = f"; is {meant[0]} meant?" if meant else ""
            yield f"{name} in {where} is no setting{hint}"


def _secret(environment: Mapping[str, str], name: str) -> str:
    """The value of a setting that may be in a file, which ``NAME_FILE`` names; or empty."""
    value = environment.get(name, "").strip()
    file = environment.get(f"{name}_FILE", "").strip()
    if not file:
        return value
    if value:
        raise SettingsError(f"{name} and {name}_FILE are both set. Keep one of them.")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SettingsError(f"{name}_FILE is {file}, which cannot be read ({why}).") from error


def _word(environment: Mapping[str, str], name: str, default: str, allowed: Sequence[str]) -> str:
    word = environment.get(name, "").strip().lower() or default
    if word not in allowed:
        raise SettingsError(f"{name} is {word!r}; write one of {', '.join(allowed)}.")
    return word


def _number(
    environment: Mapping[str, str], name: str, default: Default, allowed: range
) -> int | Default:
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdecimal() or int(text) not in allowed:
        raise SettingsError(
            f"{name} is {text!r}; write a number from {allowed[0]} to {allowed[-1]}."
        )
    return int(text)


def _address(environment: Mapping[str, str], name: str) -> str | None:
    text = environment.get(name, "").strip()
    if text and not _ADDRESS.fullmatch(text):
        raise SettingsError(f"{name} is {text!r}; write an address that begins with https://.")
    return text or None


def _own_address(environment: Mapping[str, str], name: str) -> str:
    text = environment.get(name, "").strip() or THIS_MACHINE
    try:
        return str(ipaddress.ip_address(text))
    except ValueError as error:
        raise SettingsError(
            f"{name} is {text!r}; write an IP address of this machine, such as {THIS_MACHINE}, or "
            "0.0.0.0 for all of them."
        ) from error


_ADDRESS = re.compile(r"https://[!-~]{1,500}")
"""What Discord accepts for a link button."""
_RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?/([0-9]{1,4})")


def _shards(environment: Mapping[str, str], url: str) -> Shards:
    text = environment.get("SHARDS", "").strip()
    if not text:
        return ALL
    found = _RANGE.fullmatch(text)
    first, last, count = (0, -1, 0) if found is None else map(int, found.groups(found[1]))
    if not 0 <= first <= last < count:
        raise SettingsError(
            f"SHARDS is {text!r}; write which shards of how many this process has, counted from 0, "
            "such as 0-3/16 or 5/16."
        )
    shards = Shards(first, last, count)
    if not shards.are_all and is_file(read_address(url)):
        raise SettingsError(
            "SHARDS names some shards only, but an SQLite file is for one process. Name them all, "
            "or let DATABASE_URL be a PostgreSQL server."
        )
    return shards


def read_env_file(path: Path) -> dict[str, str]:
    """The ``NAME=value`` lines of a file, empty if there is none; raises SettingsError.

    Blank lines and lines that begin with ``#`` are skipped; quotes around a value are dropped.
    """
    if not path.exists():
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")  # editors on Windows add a BOM
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text; save it as that.") from error
    except OSError as error:
        raise SettingsError(f"{path} cannot be read by this user ({error.strerror}).") from error
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, equals, value = stripped.partition("=")
        if not equals or not name.strip().isidentifier():
            raise SettingsError(f"{path}, line {number}: write it as NAME=value.")
        found[name.strip()] = value.strip().strip("\"'")
    return found
