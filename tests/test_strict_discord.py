"""The simulated Discord refuses what the real one refuses, and tells what the real one tells."""

import io
import json
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Overwrite
from simcord.enums import OverwriteType
from simcord.http import router

from tests.kit import discord_rules
from tests.kit.limits import beyond_limits
from tests.kit.reduce_openapi import SHIPPED
from tests.kit.strict import servers, threads
from tests.kit.strict.channels import Sort, make
from tests.kit.strict.documented import CALLS, REFUSALS

NOBODY: dict[str, Any] = {"parse": []}
HOUR, DAY, WEEK = 3600, 86_400, 7 * 86_400


class Place:
    """A server with two people on a simulated Discord without a bot; a test asks in its place."""

    def __init__(self) -> None:
        discord_rules.install()
        self.backend = Backend()
        self.server = self.backend.create_guild("Board Club")
        self.ada, self.ben = (self.backend.make_user(name).id for name in ("Ada", "Ben"))
        for each in (self.ada, self.ben):
            self.backend.add_member(self.server.id, each)
        self.channel = self.make(Sort.TEXT)
        self.told: list[tuple[str, Any]] = []
        self.backend.subscribers.append(lambda event, payload: self.told.append((event, payload)))

    def make(self, sort: Sort) -> Channel:
        return make(self.backend, sort, self.server.id, (self.ada, self.ben))

    def ask(self, method: str, path: str, body: Any = None, *files: discord.File) -> Any:
        return router.dispatch(self.backend, method, path, json=body, files=list(files))

    def post(self, channel: Channel, content: str = "hello", **fields: Any) -> Any:
        return self.ask("POST", f"/channels/{channel.id}/messages", {"content": content, **fields})

    def edit(self, channel: Channel, message: Any, **fields: Any) -> Any:
        return self.ask("PATCH", f"/channels/{channel.id}/messages/{message['id']}", fields)

    def deny(self, channel: Channel, who: int, *names: str) -> None:
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        overwrite = Overwrite(who, OverwriteType.MEMBER, allow=0, deny=denied)
        self.backend.set_overwrite(channel.id, overwrite)

    def deny_bot(self, channel: Channel, *names: str) -> None:
        self.deny(channel, self.backend.bot_user.id, *names)

    def click(self, channel: Channel, who: int) -> tuple[Any, Any]:
        """Somebody presses something in a channel; its record, and what the bot is told."""
        return interactions.base_payload(
            self.backend,
            type=3,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=who,
            data={"custom_id": "c", "component_type": 2},
        )

    def callback(self, record: Any) -> Any:
        path = f"/interactions/{record.id}/{record.token}/callback"
        return self.ask("POST", path, {"type": 4, "data": {"content": "hello"}})


@pytest.fixture
def place() -> Place:
    return Place()


def code_of(doing: Any, *given: Any, **fields: Any) -> int:
    """With which code something is refused."""
    with pytest.raises(BackendError) as raised:
        doing(*given, **fields)
    return raised.value.code


def test_every_refusal_can_come_of_a_call_and_every_call_is_one_of_discords() -> None:
    assert {name for row in CALLS.values() for name in row} == REFUSALS.keys()
    paths = json.loads(SHIPPED.read_text(encoding="utf-8"))["paths"]
    assert {(how.upper(), path) for path, each in paths.items() for how in each} >= CALLS.keys()


REFUSED = {Sort.CATEGORY: 50008, Sort.FORUM: 40058, Sort.MEDIA: 40058, Sort.GROUP: 50001}


def test_each_sort_of_channel_takes_messages_or_not(place: Place) -> None:
    for sort in Sort:
        channel, facts = place.make(sort), sort.value
        assert channel.type == facts.number
        if facts.takes_messages:
            place.post(channel)
        else:
            assert code_of(place.post, channel) == REFUSED[sort]
        if channel.guild_id is not None:
            sent: Any = serializers.channel_payload(place.backend, channel)
            assert discord.ChannelType(sent["type"]).value == facts.number


@pytest.mark.parametrize(
    ("sort", "permission", "code"),
    [
        (Sort.VOICE, "connect", 50001),
        (Sort.STAGE, "connect", 50001),
        (Sort.TEXT, "view_channel", 50001),
        (Sort.TEXT, "send_messages", 50013),
    ],
)
def test_a_permission_that_a_channel_takes_away_is_missing(place, sort, permission, code) -> None:
    channel = place.make(sort)
    place.deny_bot(channel, permission)
    assert code_of(place.post, channel) == code


def test_who_may_not_read_history_may_not_answer(place: Place) -> None:
    first = place.post(place.channel)
    reference = {"message_id": first["id"], "fail_if_not_exists": False}
    place.post(place.channel, message_reference=reference)
    place.deny_bot(place.channel, "read_message_history")
    assert code_of(place.post, place.channel, message_reference=reference) == 160002
    assert place.ask("GET", f"/channels/{place.channel.id}/messages") == []


def test_files_are_attached_where_that_is_granted_also_by_an_edit(place: Place) -> None:
    posted = place.post(place.channel)
    place.deny_bot(place.channel, "attach_files")
    path = f"/channels/{place.channel.id}/messages"
    for method, where in (("POST", path), ("PATCH", f"{path}/{posted['id']}")):
        file = discord.File(io.BytesIO(b"png"), "board.png")
        assert code_of(place.ask, method, where, {"content": "x"}, file) == 50013


def named(message: Any) -> list[int]:
    return [int(each["id"]) for each in message["mentions"]]


def test_a_message_names_those_whom_it_may_mention(place: Place) -> None:
    content, ada = f"<@{place.ada}> and <@{place.ben}>", str(place.ada)
    assert named(place.post(place.channel, content)) == [place.ada, place.ben]
    assert named(place.post(place.channel, content, allowed_mentions=NOBODY)) == []
    one = place.post(place.channel, content, allowed_mentions={"users": [ada]})
    assert named(one) == [place.ada]
    again = place.edit(place.channel, one, content=content)
    assert named(again) == [place.ada, place.ben]  # as if nothing had been said before
    assert named(place.edit(place.channel, one, content=content, allowed_mentions=NOBODY)) == []


@pytest.mark.parametrize(("minutes", "seconds"), [(60, HOUR), (1440, DAY), (10080, WEEK)])
def test_a_thread_is_hidden_when_nothing_was_posted_for_so_long(place, minutes, seconds) -> None:
    path = f"/channels/{place.channel.id}/threads"
    body = {"name": "match", "type": 11, "auto_archive_duration": minutes}
    thread = place.backend.get_channel(int(place.ask("POST", path, body)["id"]))
    place.backend.advance_clock(seconds - 10)
    first = place.post(thread)
    place.backend.advance_clock(seconds - 10)
    assert not threads.metadata_of(thread).archived
    place.backend.advance_clock(10)
    assert threads.metadata_of(thread).archived
    assert place.told[-1][0] == "THREAD_UPDATE"
    assert code_of(place.edit, thread, first, content="new") == 50083
    place.post(thread)
    assert not threads.metadata_of(thread).archived
    place.edit(thread, first, content="new")


def test_a_locked_thread_takes_nothing_but_from_who_manages_threads(place: Place) -> None:
    thread = place.make(Sort.PUBLIC_THREAD)
    posted = place.post(thread)
    place.backend.get_channel(thread.id)
    place.deny_bot(place.backend.get_channel(thread.parent_id or 0), "manage_threads")
    threads.lock(place.backend, thread.id)
    assert code_of(place.post, thread) == 160005
    assert code_of(place.edit, thread, posted, content="new") == 50083
    path = f"/channels/{thread.id}/messages/{posted['id']}"
    assert code_of(place.ask, "DELETE", path) == 50083


def test_an_archived_thread_lets_messages_be_deleted_and_is_reopened_by_who_may_write(
    place: Place,
) -> None:
    thread = place.make(Sort.PUBLIC_THREAD)
    posted = place.post(thread)
    parent = place.backend.get_channel(thread.parent_id or 0)
    place.deny(parent, place.ben, "send_messages_in_threads")
    threads.set_archived(place.backend, thread, archived=True)
    place.ask("DELETE", f"/channels/{thread.id}/messages/{posted['id']}")
    record, _ = place.click(thread, place.ben)
    assert code_of(place.callback, record) == 50083
    assert threads.metadata_of(thread).archived
    record, _ = place.click(thread, place.ada)
    place.callback(record)
    assert not threads.metadata_of(thread).archived


def test_a_bot_that_was_removed_is_told_once_and_refused_everywhere(place: Place) -> None:
    posted = place.post(place.channel)
    servers.remove_bot(place.backend, place.server.id)
    assert place.told[-1] == ("GUILD_DELETE", {"id": str(place.server.id)})
    heard = len(place.told)
    assert code_of(place.post, place.channel) == 50001
    assert code_of(place.edit, place.channel, posted, content="new") == 50001
    assert code_of(place.ask, "GET", f"/channels/{place.channel.id}") == 50001
    assert code_of(place.ask, "GET", f"/guilds/{place.server.id}/members/{place.ada}") == 10004
    assert code_of(place.post, place.backend.get_dm_channel(place.ada)) == 50278
    place.backend.create_message(place.channel.id, place.ada, "hello")
    place.backend.create_role(place.server.id, "new")
    assert len(place.told) == heard
    servers.add_bot(place.backend, place.server.id)
    assert place.told[-1][0] == "GUILD_CREATE"
    place.post(place.channel)


def test_an_outage_is_no_removal_and_a_server_that_is_withheld_answers_all_the_same(
    place: Place,
) -> None:
    servers.begin_outage(place.backend, place.server.id)
    assert place.told[-1][1]["unavailable"] is True
    with pytest.raises(BackendError, match="503"):
        place.post(place.channel)
    servers.end_outage(place.backend, place.server.id)
    place.post(place.channel)
    servers.withhold(place.backend, place.server.id)
    heard = len(place.told)
    place.post(place.channel)
    assert len(place.told) == heard
    servers.tell(place.backend, place.server.id)
    assert place.told[-1][0] == "GUILD_CREATE"


def test_where_a_person_alone_has_installed_the_bot_it_only_answers(place: Place) -> None:
    servers.remove_bot(place.backend, place.server.id)
    record, sent = place.click(place.channel, place.ada)
    assert sent["authorizing_integration_owners"] == {"1": str(place.ada)}
    assert (sent["app_permissions"], sent["guild"]["id"]) == ("0", str(place.server.id))
    place.callback(record)
    path = f"/webhooks/{place.backend.application_id}/{record.token}"
    for _ in range(5):
        place.ask("POST", path, {"content": "more"})
    assert code_of(place.ask, "POST", path, {"content": "more"}) == 40094


def test_an_interaction_is_answered_in_three_seconds_and_changed_for_a_quarter(place) -> None:
    late, _ = place.click(place.channel, place.ada)
    place.backend.advance_clock(3)
    assert code_of(place.callback, late) == 10062
    record, _ = place.click(place.channel, place.ada)
    place.callback(record)
    assert code_of(place.callback, record) == 40060
    path = f"/webhooks/{place.backend.application_id}/{record.token}/messages/@original"
    place.ask("PATCH", path, {"content": "new"})
    place.backend.advance_clock(15 * 60)
    assert code_of(place.ask, "PATCH", path, {"content": "newer"}) == 50027


COMMANDS = "/applications/{application_id}/commands"


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "play", "description": "d", **fields}


def option(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "d" * 100, **fields}


LONG = [{"name": "n" * 50, "value": "v" * 100}]
TWICE = [{"name": "one", "value": "1"}, {"name": "two", "value": "1"}]
SAME = [option("a", name_localizations={"de": "x"}), option("b", name_localizations={"de": "x"})]
CHOICES = [{"name": f"{number:03}" * 30, "value": f"{number:03}" * 33} for number in range(25)]
TOO_MUCH = {
    "8000 characters": [
        command(options=[option("a", choices=CHOICES), option("b", choices=CHOICES)])
    ],
    "8000 in one language": [
        command(
            options=[
                option(f"o{number}", description_localizations={"de": "d" * 320})
                for number in range(25)
            ]
        )
    ],
    "100 commands": [command(name=f"c{number}") for number in range(101)],
    "25 options": [command(options=[option(f"o{number}") for number in range(26)])],
    "an option twice": [command(options=[option("a"), option("a")])],
    "an option twice in a language": [command(options=SAME)],
    "a choice twice": [command(options=[option("a", choices=TWICE)])],
    "a command twice": [command(), command()],
    "an option that is required last": [command(options=[option("a"), option("b", required=True)])],
}


def test_commands_have_their_limits() -> None:
    assert beyond_limits(COMMANDS, [command(options=[option("a", choices=LONG)])]) == []
    assert [name for name, body in TOO_MUCH.items() if beyond_limits(COMMANDS, body) == []] == []


def choices(*names: str, **fields: Any) -> dict[str, Any]:
    return {
        "type": 3,
        "custom_id": "c",
        "options": [{"label": n, "value": n} for n in names],
        **fields,
    }


CHOSEN = [{"label": name, "value": name, "default": True} for name in "ab"]
PEOPLE = [{"id": str(number), "type": "user"} for number in range(2)]
WRONG = {
    "an option value twice": choices("a", "a"),
    "an option without a word": choices(" "),
    "more chosen than may be": {"type": 3, "custom_id": "c", "options": CHOSEN},
    "more people chosen than may be": {"type": 5, "custom_id": "c", "default_values": PEOPLE},
    "fewer people chosen than must be": {
        "type": 5,
        "custom_id": "c",
        "min_values": 3,
        "max_values": 5,
        "default_values": PEOPLE,
    },
    "more to choose than there are": choices("a", max_values=2),
    "a text without a word": {"type": 10, "content": " \n"},
    "a button without a word": {"type": 2, "style": 1, "custom_id": "c", "label": " "},
    "a field that is filled too far": {
        "type": 4,
        "custom_id": "c",
        "style": 1,
        "value": "abc",
        "max_length": 2,
    },
}


def test_components_have_their_limits() -> None:
    def faults(component: Any) -> list[str]:
        return beyond_limits("/channels/{channel_id}/messages", {"components": [component]})

    assert faults(choices("a", "b", max_values=2)) == []
    assert [name for name, each in WRONG.items() if faults(each) == []] == []
