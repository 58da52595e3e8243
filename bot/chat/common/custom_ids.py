"""What a button's ``custom_id`` says: which match or challenge, at which ply, and what to do."""

from __future__ import annotations

NUMBER = r"[0-9]{1,18}"  # what fits into the database's integers
MATCH = rf"m:(?P<match>{NUMBER}):(?P<ply>{NUMBER}):(?P<action>[a-z]{{1,16}})"
CHALLENGE = rf"c:(?P<challenge>{NUMBER}):(?P<action>[a-z]{{1,16}})"
MOVE_FORM = rf"t:(?P<match>{NUMBER}):(?P<ply>{NUMBER})"


def match_id(match: int, ply: int, action: str) -> str:
    """The ``custom_id`` of a button on a match's message."""
    return f"m:{match}:{ply}:{action}"


def challenge_id(challenge: int, action: str) -> str:
    """The ``custom_id`` of a button on a challenge's card."""
    return f"c:{challenge}:{action}"


def move_form_id(match: int, ply: int) -> str:
    """The ``custom_id`` of the form in which a move is typed."""
    return f"t:{match}:{ply}"


COMPOSER = (
    rf"s:(?P<match>{NUMBER}):(?P<ply>{NUMBER}):(?P<stage>[0-9a-f]{{8}})"
    r":(?P<action>[a-z]{1,16}):(?P<number>[0-9]{1,4})"
)


def composer_id(match: int, ply: int, stage: str, action: str, number: int = 0) -> str:
    """The ``custom_id`` of a choice on the way to a move: made where, and of what."""
    return f"s:{match}:{ply}:{stage}:{action}:{number}"


REQUEST = rf"r:(?P<kind>undo|draw):(?P<request>{NUMBER}):(?P<action>[a-z]{{1,16}})"
INBOX = rf"i:(?P<action>[a-z]{{1,16}}):(?P<number>{NUMBER})"


def request_id(kind: str, request: int, action: str) -> str:
    """The ``custom_id`` of a button to answer what somebody asked in a match."""
    return f"r:{kind}:{request}:{action}"


def inbox_id(action: str, number: int) -> str:
    """The ``custom_id`` of a button on the list of somebody's matches."""
    return f"i:{action}:{number}"


RULES = r"g:(?P<game>[a-z]{1,32}):(?P<page>[0-9]{1,3}):(?P<action>[a-z]{1,16})"


def rules_id(game: str, page: int, action: str) -> str:
    """The ``custom_id`` of a button or list below a page of rules; pages count from 0."""
    return f"g:{game}:{page}:{action}"


REPLAY = rf"h:(?P<match>{NUMBER}):(?P<number>{NUMBER}):(?P<action>[a-z]{{1,16}})"


def replay_id(match: int, number: int, action: str) -> str:
    """The ``custom_id`` of a button or list that leads to a match's ``number``-th position."""
    return f"h:{match}:{number}:{action}"


STAGE = r"(?P<stage>[0-9a-f]{8})"
PRACTICE = rf"p:{STAGE}:(?P<action>[a-z]{{1,16}}):(?P<number>[0-9]{{1,4}})"
PRACTICE_FORM = rf"q:{STAGE}"


def practice_id(stage: str, action: str, number: int = 0) -> str:
    """The ``custom_id`` of a button or list on somebody's practice board as it is at ``stage``."""
    return f"p:{stage}:{action}:{number}"


def practice_form_id(stage: str) -> str:
    """The ``custom_id`` of the form in which a move on a practice board is typed."""
    return f"q:{stage}"


SETTING = r"u:(?P<setting>[a-z]{1,16})"
SERVER_SETTING = r"v:(?P<setting>[a-z]{1,16})"
PERSON = r"[0-8]?[0-9]{1,18}"  # Discord's numbers are longer, and fit too
INVITATION = rf"o:(?P<person>{PERSON})"
RULING = rf"d:(?P<kind>decide|annul|place):(?P<match>{NUMBER}):(?P<deed>[0-9=>]{{0,40}})"


def setting_id(setting: str) -> str:
    """The ``custom_id`` of a list of one of somebody's settings."""
    return f"u:{setting}"


def server_setting_id(setting: str) -> str:
    """The ``custom_id`` of a list or button of one of a server's settings."""
    return f"v:{setting}"


def invitation_id(person: int) -> str:
    """The ``custom_id`` of the list of games for which ``person`` can be challenged."""
    return f"o:{person}"


def ruling_id(kind: str, match: int, deed: str) -> str:
    """The ``custom_id`` of the form in which a manager gives the reason for a ruling."""
    return f"d:{kind}:{match}:{deed}"
