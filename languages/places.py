"""What fills the places of messages, for those who translate. Each place stands here."""

from collections.abc import Iterable, Iterator, Mapping

from rules.texts import Message

_TOLD: Mapping[str, str] = {
    "a cell of the board, such as d4": "cell end start target landing passed",
    "cells of the board in a list, such as d4, d5 and e5": (
        "cells places origins placed swaps tiles stones"
    ),
    "the name of a side, such as White, without article; always the same form": (
        "side white black mover"
    ),
    "one name of a side, or several in a list": "sides",
    "a person's name; in games a side, a cell, a number or a force; it takes no ending": "other",
    "a person's name; it takes no ending": (
        "player by manager asker holder person organiser asked loser one"
    ),
    "people's names in a list, or one": (
        "players accepted silent awaiting names opponents followed forgiven"
    ),
    "people's names in a list, or one; in games sides, cells or numbers": "others kept",
    "a person's name, or that of a side; it takes no ending": "who",
    "whoever won: a person's name, or that of a side": "winner",
    "whoever won, one or several in a list": "winners",
    "the name of a thing, such as a ladder, a tournament or a person": "name",
    "a shorter or another name of the same": "short name_other",
    "the name of a game, which no language translates": "game",
    "names of games in a list": "games",
    "the name of a variant, such as Advanced": "variant",
    "names of variants in a list": "variants known",
    "the name of a ladder": "ladder",
    "the name of a tournament": "tournament",
    "the name of a team, as its manager typed it": "team",
    "a code to hand over": "code",
    "the name of a season, mostly a number": "season",
    "the name of a round of a knockout, such as Final": "stage",
    "a match, such as Apart · match 1; after the word match its number alone": "match",
    "matches in a list, or one": "matches",
    "a move as it is typed, such as b2-b4": "move better answer",
    "one move or several as they are typed": "moves line written hints example either right",
    "what somebody typed": "typed wrong choice",
    "a number": (
        "number most longest shortest least total last before after count rounds "
        "points theirs mine yours won drawn lost wins low high begin done all pages page "
        "seats percent solved opened size sum lowest cut berger step steps force more paired "
        "played spread level shown height rating best place columns often weeks turns "
        "timestamp"
    ),
    "a number; in games a cell, an edge or a stack": "first second",
    "a number or a phrase": "left then now what pieces",
    "won, drawn and lost matches, such as 3, 1 and 2": "record",
    "stars that say how hard a puzzle is": "stars",
    "a change of a rating, such as +12": "change",
    "numbers in a list": "forces parts stacks",
    "a chance in percent, with its sign where the message has none": "chance missed",
    "a date and an hour without article, such as 3 March 14:00": ("moment paused_until"),
    "a phrase such as: in 3 days": "called_off_at begun",
    "a date and an hour without article; after come, comes and deadline a phrase: in 3 days": (
        "when"
    ),
    "a date without article; where the word until is not there, the phrase: until 3 March 14:00": (
        "until"
    ),
    "when, as a phrase that ends a sentence": "deadline again_at again_from at possible",
    "a date or a day of the month, without article": "day",
    "the name of a month": "month",
    "a year, such as 2026": "year",
    "days, as a number alone, or as a phrase such as: 3 days": "days",
    "how long, such as 3 days": "time length amount distance forgive_within",
    "a time control, such as 3 days for every move": "clock",
    "time controls in a list": "clocks",
    "a channel or thread, as a mention": "channel",
    "a role, as a mention or a name": "role",
    "the name of a permission, in Discord's words": "permission",
    "the name of a language in itself, such as Deutsch": "language",
    "the label of a button": "button create next here manage",
    "the label of what follows": "label title kind mark",
    "a command, such as /move": "command",
    "an address of a message, which is not shown": "board where link",
    "a phrase or a sentence of its own": (
        "reason why text told does advice facts result results rows conditions climbed called "
        "streak lens shape"
    ),
    "what one of two has, and what the other": "ahead behind",
    "the names of colours in a list, or one": "colour colours",
    "a part of a stack": "part",
    "a letter or a number beside the board": "letter row",
    "a direction on the board, or several in a list": "way directions",
    "a city or a time zone": "city cities zone",
    "whoever invented a game": "designer",
    "the version of the bot": "version",
    "what an operator finds in the log": "reference",
    "half of the ladder": "half",
}
PLACES: Mapping[str, str] = {name: told for told, names in _TOLD.items() for name in names.split()}
"""What is told of each place."""


def explained(message: Message) -> Iterator[str]:
    """A line about each place of a message, but for ``number``."""
    places = sorted(message.places & PLACES.keys() - {"number"})
    yield from (f"{{{each}}}: {PLACES[each]}" for each in places)


def unexplained(messages: Iterable[Message]) -> Iterator[str]:
    """The places that have none."""
    for message in messages:
        for each in sorted(message.places - PLACES.keys()):
            yield f"{message.english[:60]!r}: {{{each}}} is not explained in languages/places.py"
