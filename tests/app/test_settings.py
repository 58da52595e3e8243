"""Settings are checked early, and what is wrong with them is said."""

from pathlib import Path

import pytest

from bot.app.settings import (
    DEFAULT_DATABASE,
    NAMES,
    Settings,
    SettingsError,
    read_env_file,
    read_settings,
)


def test_everything_but_the_token_has_a_default() -> None:
    settings = Settings.from_environment({})
    assert settings.database_url == DEFAULT_DATABASE
    assert settings.log_level == "info"
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is missing"):
        settings.require_token()


def test_the_token_is_never_shown() -> None:
    settings = Settings.from_environment({"DISCORD_TOKEN": " secret "})
    assert settings.require_token() == "secret"
    assert "secret" not in repr(settings)


SHARDS = ["4", "4-3/16", "0-16/16", "-1/4", "0-3/", "a/b", "0/0"]
DAYS = ["-1", "many", "1.5", "99999", "²"]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("LOG_LEVEL", "loud", "one of debug, info, warning, error"),
        ("LOG_FORMAT", "xml", "one of text, json"),
        ("DISCORD_TOKEN_FILE", "nowhere", r"nowhere, which cannot be read \(No such file"),
        ("DATABASE_URL", "quintet.db", "sqlite"),
        *(("SHARDS", text, "such as 0-3/16") for text in SHARDS),
        ("SHARDS", "0-3/16", "PostgreSQL"),
        *(
            ("BACKUP_DAYS", text, r"BACKUP_DAYS is .*; write a number from 0 to 3650")
            for text in DAYS
        ),
        ("SUPPORT_URL", "discord.gg/x", "begins with https://"),
        ("INVITE_URL", "https://a b", "begins with https://"),
        ("DATABASE_POOL", "1", "a number from 2 to 200"),
        ("METRICS_HOST", "everywhere", "an IP address of this machine"),
        *(
            ("METRICS_PORT", text, "a number from 1024 to 65535")
            for text in ("80", "http", "70000")
        ),
    ],
)
def test_a_malformed_setting_says_what_to_write(name: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        Settings.from_environment({name: value})


def test_the_file_of_settings_is_read(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert read_env_file(file) == {}
    file.write_text("# the bot\n\nDISCORD_TOKEN='abc=d'\nLOG_LEVEL = debug\n", encoding="utf-8")
    assert read_env_file(file) == {"DISCORD_TOKEN": "abc=d", "LOG_LEVEL": "debug"}


def test_a_file_that_cannot_be_read_is_refused_and_that_of_another_system_is_read(tmp_path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=a\r\n", encoding="utf-8-sig")
    assert read_env_file(file) == {"DISCORD_TOKEN": "a"}
    file.write_text("DISCORD_TOKEN=a\nwhat is this\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="line 2"):
        read_env_file(file)
    file.write_text("DISCORD_TOKEN=ä", encoding="utf-16")
    with pytest.raises(SettingsError, match="is not UTF-8 text; save it as that"):
        read_env_file(file)
    file.unlink()
    file.mkdir()
    with pytest.raises(SettingsError, match="cannot be read by this user"):
        read_env_file(file)


def test_the_shards_of_a_process_are_read() -> None:
    server = {"DATABASE_URL": "postgresql+asyncpg://q@host/q"}
    some = Settings.from_environment({**server, "SHARDS": "4-7/16"}).shards
    assert (some.ids, some.count, some.have_first, some.are_all) == ((4, 5, 6, 7), 16, False, False)
    one = Settings.from_environment({**server, "SHARDS": "0/16"}).shards
    assert (one.ids, one.have_first) == ((0,), True)
    assert Settings.from_environment({"SHARDS": "0-3/4"}).shards.are_all
    assert Settings.from_environment({"SHARDS": ""}).shards.are_all


def test_a_secret_may_stand_in_a_file_but_not_in_two_places(tmp_path: Path) -> None:
    for name, value in {"DISCORD_TOKEN": "secret", "DATABASE_URL": DEFAULT_DATABASE}.items():
        file = tmp_path / name
        file.write_text(f"{value}\n", encoding="utf-8")
        there = {f"{name}_FILE": str(file)}
        settings = Settings.from_environment({**there, name: ""})
        assert value in (settings.token, settings.database_url)
        with pytest.raises(SettingsError, match=f"{name} and {name}_FILE are both set"):
            Settings.from_environment({**there, name: value})
        file.write_bytes(b"\xff")
        with pytest.raises(SettingsError, match="it is not UTF-8 text"):
            Settings.from_environment(there)


def test_every_name_that_is_read_is_known() -> None:
    asked = set[str]()

    class Asking(dict[str, str]):
        def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
            asked.add(name)
            return default

    Settings.from_environment(Asking())
    assert asked == NAMES


@pytest.mark.parametrize(
    ("written", "environment", "says"),
    [
        ("DISCORD_TOKN=a", {}, "DISCORD_TOKN in {file} is no setting; is DISCORD_TOKEN meant?"),
        ("COLOUR=red", {}, "COLOUR in {file} is no setting"),
        (
            "",
            {"BACKUP_DAY": "3", "HOME": "/", "EDITOR": "vi"},
            "BACKUP_DAY in the environment is no setting; is BACKUP_DAYS meant?",
        ),
        ("", {"QUINTET_THEME": "wood"}, "QUINTET_THEME in the environment is no setting"),
        ("POSTGRES_PASSWORD=a\nSHARDS=", {"QUINTET_SERVICE_HOST": "10.0.0.1"}, None),
    ],
)
def test_a_name_that_is_no_setting_is_told(
    tmp_path: Path, written: str, environment: dict[str, str], says: str | None
) -> None:
    file = tmp_path / ".env"
    file.write_text(written, encoding="utf-8")
    found = read_settings(file, environment).unknown
    assert found == (() if says is None else (says.format(file=file),))
