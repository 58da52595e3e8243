"""A password may have any characters, and nothing that is printed or logged has it."""

import traceback
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.settings import Settings, SettingsError
from data.addresses import read_address
from tests.kit.command_line import run_here
from tests.kit.databases import lay_out
from tests.kit.examples import examples

BEGIN, END = "Zq7", "Kx9"
"""Around what is arbitrary, so that nothing else that is said has them."""
MIDDLES = st.text(st.sampled_from("@:/%#?&=+ []\\'\"$~|<>{}^`!*();,é字4x"), max_size=12) | st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12
)
AT = "postgresql+asyncpg://q:{}@127.0.0.1:1/q"


@examples(60)
@given(MIDDLES)
@example("p@ss:w/o%r#d?")
@example("%40")
@example("@%41")
def test_a_password_is_read_as_it_is_or_percent_encoded(middle: str) -> None:
    secret = f"{BEGIN}{middle}{END}"
    for written in (quote(secret, safe=""), *([] if is_encoded(secret) else [secret])):
        url = read_address(AT.format(written))
        assert (url.password, url.host, url.port, url.database) == (secret, "127.0.0.1", 1, "q")
        assert read_address(url.render_as_string(hide_password=False)) == url


def is_encoded(secret: str) -> bool:
    """Whether it would be taken for a percent-encoded one, if it was pasted as it is."""
    percents = secret.count("%")
    return percents > 0 and "@" not in secret and quote_signs(secret) == percents


def quote_signs(secret: str) -> int:
    digits = "0123456789abcdefABCDEF"
    parts = secret.split("%")[1:]
    return sum(len(part) >= 2 and part[0] in digits and part[1] in digits for part in parts)


MALFORMED = (
    *("postgresql+asyncpg://q:{}@host:x/q", "postgresql+asyncpg://q:{}@host:1"),
    *("postgresql+asyncpg://q:{}@host/q?pool=9", "postgresql+asyncpg://q:{}@[::1/q"),
    *("postgresql+asyncpg:/q:{}@host/q", "mysql://q:{}@host/q"),
    *("sqlite+aiosqlite://q:{}@host/q", "postgresql+psycopg2://q:{}@host/q"),
)


@examples(40)
@given(MIDDLES, st.sampled_from(MALFORMED))
def test_a_refused_address_repeats_no_password(middle: str, address: str) -> None:
    environment = {"DATABASE_URL": address.format(f"{BEGIN}{middle}{END}")}
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment(environment)
    told = "".join(traceback.format_exception(refused.value))
    assert BEGIN not in told
    assert END not in told


COMMANDS = (
    *(("migrate",), ("doctor",), ("backup", "copy.dump"), ("timeouts", "show"), ("stuck",)),
    *(("restore-check", "{}"), ("move-database", "sqlite+aiosqlite:///q.db", "{}"), ("blocked",)),
    *(("forget", "5"), ("block", "5"), ("restore", "q.dump")),
)


@pytest.mark.parametrize("command", COMMANDS, ids=[each[0] for each in COMMANDS])
@pytest.mark.parametrize("middle", ["p@ss:w/o%r#d?", " %40'\"[é"])
async def test_no_command_says_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], middle: str
) -> None:
    monkeypatch.setattr("data.operating.PATIENCE", timedelta(0))
    (tmp_path / "q.dump").write_bytes(b"PGDMP and what follows")
    await lay_out(tmp_path / "q.db")
    url = AT.format(f"{BEGIN}{middle}{END}")
    given = {"DATABASE_URL": url, "LOG_LEVEL": "debug", "DISCORD_TOKEN": ""}
    ended = await run_here(tmp_path, *(each.format(url) for each in command), **given)
    assert ended.code > 0
    assert BEGIN not in ended.said
    assert END not in ended.said
    assert "Traceback" not in ended.said
