"""What help says where the simulated Discord cannot go."""

from bot.chat.help import text as advice
from bot.services.people.settings import ServerSettings
from bot.services.requests import Inbox
from tests.kit.views import challenge, summary


def situation(**changes: object) -> advice.Situation:
    made_up: dict[str, object] = {
        "inbox": Inbox((), (), ()),
        "challenges": (),
        "server": ServerSettings(),
        "channel_id": 700,
    }
    return advice.Situation(**{**made_up, **changes})  # type: ignore[arg-type]


def test_in_direct_messages_one_is_sent_to_a_server() -> None:
    told = advice.next_steps(situation(server=None))
    assert "type `/challenge` in a server's channel" in told
    assert "friend" not in told


def test_a_match_without_a_board_yet_has_no_link() -> None:
    told = advice.next_steps(situation(inbox=Inbox((summary(),), (), ())))
    assert "It is Apart · match 1: press **Move**." in told


def test_a_challenge_without_a_server_or_a_card() -> None:
    told = advice.next_steps(situation(challenges=(challenge(),) * 5))
    assert told.count("challenges you to Apart") == advice.SHOWN


def test_a_server_that_plays_nothing() -> None:
    told = advice.next_steps(situation(server=ServerSettings(allowed_games=())))
    assert "This server plays no game now." in told


def test_commands_are_told_with_their_parts_what_all_need_first() -> None:
    told = advice.everything([("block", ("add", "list"), "No more"), ("move", (), "Move")])
    assert told.splitlines()[1:] == ["`/move`: Move", "`/block` add, list: No more"]
