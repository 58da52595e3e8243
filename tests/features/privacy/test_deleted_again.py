"""A restored copy of the database forgets again whom the list beside the backups names."""

import asyncio
import stat
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.daily_backups import DailyBackups
from bot.app.settings import Settings
from bot.core.deletions import NAME, Deleted, DeletedKind, Deletions, drop_before
from bot.core.services import Host, Pruning
from bot.features.privacy import PrivacyService, ServerPrivacy
from data.operating import back_up
from tests.kit.club import ADA, BEN, CHLOE, DAN, ELSEWHERE, PLACE, Club, OpenClub
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.leaving import leave
from tests.kit.logs import captured
from tests.kit.times import DAY

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def listed(folder: Path) -> list[str]:
    return [line.split(" ", 1)[1] for line in (folder / NAME).read_text().splitlines()]


async def restarted(path: Path, club: Club, host: Host) -> Club:
    """The next run of the bot on a file."""
    again = await Club.open(path, clock=club.clock, host=host, first_click=1000)
    await again.services[PrivacyService].forget_again()
    await again.services[ServerPrivacy].forget_again()
    return again


async def test_what_was_deleted_since_a_backup_is_deleted_again(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    club = await Club.open(tmp_path / "quintet.db", host=Host(folder))
    await club.play(await club.start(ADA, BEN), 2)
    await club.play(await club.start(CHLOE, DAN, place=ELSEWHERE), 2)
    copy = tmp_path / "copy.db"
    await back_up(sqlite_url(tmp_path / "quintet.db"), copy)
    club.clock.now += DAY
    await club.services[PrivacyService].delete(club.actor(ADA))
    await club.services[ServerPrivacy].forget(ELSEWHERE.server_id)
    assert listed(folder) == [f"person {ADA}", f"server {ELSEWHERE.server_id}"]
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    club.clock.now += DAY
    await club.start(ADA, BEN)  # who comes back is not deleted again
    await club.close()
    again = await restarted(tmp_path / "quintet.db", club, Host(folder))
    assert await again.rows("players", f"id = {ADA}") == 1
    await again.close()
    restored = await restarted(copy, club, Host(folder))
    assert await restored.rows("players", f"id = {ADA}") == 0
    assert (await restored.state(1)).players == (-1, BEN)
    assert await restored.rows("servers", f"id = {ELSEWHERE.server_id}") == 0
    assert await restored.rows("servers", f"id = {PLACE.server_id}") == 1
    await restored.close()


async def test_a_deletion_does_not_depend_on_the_list(tmp_path: Path, club: Club) -> None:
    await club.start(ADA, BEN)
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert list(tmp_path.rglob(NAME)) == []
    (tmp_path / "file").touch()
    other = Club(club.database, club.discord, club.clock, host=Host(tmp_path / "file" / "b"))
    with captured() as told:
        await other.services[PrivacyService].delete(other.actor(BEN))
    assert await club.rows("players", "id > 0") == 0
    assert [each["event"] for each in told] == ["deletion not listed beside the backups"]
    assert told[0]["id"] == BEN, "so that an operator can add the line"


async def test_several_write_the_list_and_a_torn_line_costs_one_alone(tmp_path: Path) -> None:
    both = Deletions(tmp_path), Deletions(tmp_path)
    (tmp_path / NAME).write_text("2026-01-01T00:00:00+00:00 pers")
    notes = [Deleted(START, DeletedKind.PERSON, number) for number in range(1, 41)]
    await asyncio.gather(*(both[each.id % 2].note(each) for each in notes))
    with captured() as told:
        assert {each.id for each in await both[0].read(DeletedKind.PERSON)} == set(range(1, 41))
    assert [each["lines"] for each in told] == [1]
    assert await both[1].read(DeletedKind.SERVER) == ()


async def test_a_list_that_cannot_be_read_keeps_no_bot_from_starting(tmp_path: Path) -> None:
    for spoil in (Path.mkdir, lambda path: path.write_bytes(b"\xff")):
        spoil(tmp_path / NAME)
        with captured() as told:
            assert await Deletions(tmp_path).read(DeletedKind.PERSON) == ()
        assert [each["event"] for each in told] == ["list of deletions cannot be read"]
        if (tmp_path / NAME).is_dir():
            (tmp_path / NAME).rmdir()


@pytest.mark.parametrize(("oldest", "left"), [(-1, 3), (0, 3), (1, 2), (2, 1), (3, 0)])
async def test_the_list_ends_with_the_oldest_backup(tmp_path: Path, oldest: int, left: int) -> None:
    for days in range(3):
        at = START + days * DAY
        await Deletions(tmp_path).note(Deleted(at, DeletedKind.PERSON, days + 1))
    drop_before(tmp_path, (START + oldest * DAY).date())
    kept = await Deletions(tmp_path).read(DeletedKind.PERSON)
    assert [each.id for each in kept] == [1, 2, 3][3 - left :]


async def test_daily_backups_shorten_the_list(tmp_path: Path, path: Path) -> None:
    folder, old = tmp_path / "backups", START - timedelta(days=20)
    await lay_out(path)
    await Deletions(folder).note(Deleted(old, DeletedKind.PERSON, ADA))
    await Deletions(folder).note(Deleted(START, DeletedKind.PERSON, BEN))
    (folder / f"quintet-{date(2020, 1, 1)}.db").touch()
    settings = Settings("", sqlite_url(path), backup_folder=folder)
    await DailyBackups(settings, lambda: START).catch_up()
    assert listed(folder) == [f"person {BEN}"]


async def test_a_server_that_removed_the_bot_is_forgotten_in_time(open_club: OpenClub) -> None:
    club = await open_club(host=Host(servers_kept=60 * DAY))
    match = await club.play(await club.start(), 2)
    await leave(club)
    for days, is_known in ((59, True), (2, False)):
        club.clock.now += days * DAY
        await club.services[Pruning].prune()
        assert ((await club.state(match.id)).server_id == PLACE.server_id) is is_known
