"""An operator deletes people and servers, and blocks them; what cannot be is told in a sentence."""

import asyncio
from pathlib import Path

import pytest

from bot.features.orders import OrderService
from data.addresses import is_file, read_address
from tests.kit.club import ADA, BEN, CHLOE, ELSEWHERE, PLACE, Club, OpenClub
from tests.kit.command_line import Ended, run_here
from tests.kit.waiting import until

pytestmark = pytest.mark.both_databases
SERVER = PLACE.server_id


class Operator:
    """Types commands beside the running bot of the club."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url

    async def types(self, *arguments: object, typed: object = "") -> Ended:
        words = map(str, arguments)
        backups = {"BACKUP_DIR": str(self.folder / "backups"), "DATABASE_URL": self.url}
        return await run_here(self.folder, *words, typed=str(typed), **backups)


@pytest.fixture
def operator(tmp_path: Path, url: str, club: Club) -> Operator:
    assert club
    return Operator(tmp_path, url)


NO_IDS = ("ada", "-5", "0", "1.5", "9" * 19, "9" * 40, "", "٣")


@pytest.mark.parametrize("command", ["forget", "forget-server", "block", "unblock"])
async def test_what_is_no_id_is_refused(operator: Operator, command: str) -> None:
    for text in NO_IDS:
        ended = await operator.types(command, "--", text)
        assert ended.code == 2
        assert "is no id. An id is a number" in ended.err
        assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("forget", "Nothing is stored about a person 5. Nothing was changed."),
        ("forget-server", "Nothing is stored about a server 5. Nothing was changed."),
        ("unblock", "5 is not blocked. Nothing was changed."),
    ],
)
async def test_what_is_not_known_is_told(operator: Operator, command: str, says: str) -> None:
    ended = await operator.types(command, 5, typed=5)
    assert (ended.code, ended.out.strip()) == (1, says)


@pytest.mark.parametrize(
    ("command", "typed", "says"),
    [
        ("forget", "", "Nothing was typed, which takes a terminal."),
        ("forget-server", "yes", "another number"),
        ("block", "6", "other"),
    ],
)
async def test_nothing_is_done_without_the_id_typed_again(
    operator: Operator, club: Club, command: str, typed: str, says: str
) -> None:
    await club.start(place=PLACE)
    ended = await operator.types(command, SERVER if "server" in command else ADA, typed=typed)
    assert ended.code == 1
    assert ended.out.endswith("Nothing was changed.\n")
    assert says in ended.out
    assert " will " in ended.out
    assert "1 running match " in ended.out.replace(".", " ")
    assert await club.rows("players", "id > 0") == 2
    assert await club.rows("servers") == 1
    assert await club.rows("operator_orders") == 0


async def test_a_person_is_forgotten_once(operator: Operator, club: Club) -> None:
    match = await club.play(await club.start(), 2)
    done = await operator.types("forget", ADA, typed=ADA)
    says = f"This will delete everything about person {ADA} and resign 1 running match."
    assert (done.code, says in done.out) == (0, True), done.said
    assert (await operator.types("forget", ADA, typed=ADA)).code == 1
    after = await club.state(match.id)
    assert (after.players, after.is_running) == ((-1, BEN), False)
    await club.deliver()


async def test_a_server_is_forgotten_and_left(operator: Operator, club: Club) -> None:
    running = await club.play(await club.start(), 2)
    ended = await club.start(ADA, CHLOE)
    await club.resign(ended, ADA)
    there = await club.start(ADA, CHLOE, place=ELSEWHERE)
    done = await operator.types("forget-server", SERVER, typed=SERVER)
    says = "end 1 running match without a result, and take the server's name from 2 matches."
    assert (done.code, says in done.out) == (0, True), done.said
    assert not (await club.state(running.id)).is_running
    assert (await club.state(ended.id)).match.server_id is None
    assert (await club.state(there.id)).match.server_id == ELSEWHERE.server_id
    orders = club.services[OrderService]
    await orders.refresh()
    assert orders.is_left(SERVER)
    assert not orders.is_left(ELSEWHERE.server_id)
    assert not orders.is_blocked(ADA)


async def test_a_block_is_heard_by_every_process(
    operator: Operator, club: Club, open_club: OpenClub, url: str
) -> None:
    """On PostgreSQL at once; on a file, which one process has, at its next look."""
    found = [each.services[OrderService] for each in (club, await open_club())]
    running = [asyncio.create_task(each.run()) for each in found]
    await operator.types("block", 7, typed=7)
    if not is_file(read_address(url)):
        await until(lambda: all(each.is_blocked(7) for each in found))
    for each in running:
        each.cancel()
    for service in found:
        await service.refresh()
        assert service.is_blocked(7)


async def test_who_is_blocked_is_listed_until_unblocked(operator: Operator, club: Club) -> None:
    assert "7 is blocked" in (await operator.types("block", 7, typed=7)).out
    assert (await operator.types("block", 7, typed=7)).out.endswith("7 was already blocked.\n")
    assert (await operator.types("blocked")).out.startswith("7: blocked since ")
    await club.services[OrderService].refresh()
    assert club.services[OrderService].is_blocked(7)
    assert (await operator.types("unblock", 7)).code == 0
    assert (await operator.types("blocked")).out == "Nobody is blocked.\n"
