"""The language of a match, fixed when it begins."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Person
from bot.services.matches.storage import NewMatch
from bot.services.people.settings import player_settings, server_settings
from data.ids import Engine, ServerId
from languages import DEFAULT, code_of, speaks_others

LocaleOf: TypeAlias = Callable[[ServerId], str | None]
"""The locale that a server has chosen in Discord; None for one that cannot choose."""


def language_of(
    connection: Connection, new: NewMatch, locale_of: LocaleOf, by: Person | None = None
) -> str:
    """The server's choice, else its locale's, else what all the people share, else English.

    ``by`` is who begins the match, whose locale may not be stored yet.
    """
    if not speaks_others():
        return DEFAULT
    if new.server_id is not None:
        chosen = server_settings.get(connection, new.server_id).language
        locale = locale_of(new.server_id)
        if chosen or locale:
            return chosen or code_of(locale or "")
    people = [each for each in new.players if not isinstance(each, Engine)]
    known = player_settings.of(connection, people)
    if by is not None and by.id in known:
        known[by.id] = replace(known[by.id], locale=by.locale or known[by.id].locale)
    spoken = {each.language or code_of(each.locale) for each in known.values()}
    return spoken.pop() if len(spoken) == 1 else DEFAULT
