"""Why something is not done in a tournament, in sentences."""

from bot.features.tournaments.errors import (
    IsOut,
    LeagueExists,
    LetPlayOnTooLate,
    NeedsRole,
    NotBegun,
    NotIn,
    RatingOutside,
    TooFewForRounds,
    TooFewPlayers,
    TournamentFull,
    TournamentOver,
    WithdrawnLately,
)
from bot.features.tournaments.values import Tournament
from bot.features.tournaments.words import named, ratings_from_to, taken
from bot.screen import words
from bot.screen.names import TITLE, harmless
from bot.screen.words import mention
from rules.texts import Counted, Plain, Text, Words, sentences


def _name(tournament: Tournament) -> Words:
    return Plain("*{name}*", name=harmless(tournament.name, TITLE))


@words.sentence.register
def _over(error: TournamentOver) -> Text:
    won = None
    if error.winner_id is not None:
        won = Text("{players} won.", players=mention(error.winner_id))
    return sentences(Text("{name} is over.", name=_name(error.tournament)), won)


_WITHIN = Counted("One player is in.", "{number} players are in.")


@words.sentence.register
def _too_few_for_rounds(error: TooFewForRounds) -> Text:
    return sentences(
        Counted("{rounds} rounds need {number} players.", "", 2 * error.rounds).of(
            rounds=error.rounds
        ),
        _WITHIN.of(number=error.players),
        Text("Choose {rounds} rounds, or a round robin.", rounds=error.players // 2),
    )


@words.sentence.register
def _(error: LeagueExists) -> Words:
    return Text(
        "{name} is already the {game} league here. Cancel it first.",
        name=named(error.tournament),
        game=error.tournament.info.name,
    )


@words.sentence.register
def _(error: TooFewPlayers) -> Words:
    return sentences(
        _WITHIN.of(number=error.players) if error.players else Text("Nobody is in yet."),
        Text("It needs {least}, and waits until then.", least=error.least),
    )


@words.sentence.register
def _(error: NotBegun) -> Words:
    return Text(
        "That changes nothing: {name} is not running, or is already so.",
        name=named(error.tournament),
    )


@words.sentence.register
def _(error: NotIn) -> Words:
    return Text(
        "{player} is not in {name}.",
        player=mention(error.player_id),
        name=named(error.tournament),
    )


@words.sentence.register
def _(error: TournamentFull) -> Words:
    return taken(error.most, error.place)


@words.sentence.register
def _(error: RatingOutside) -> Words:
    return sentences(
        Text("Entry: {conditions}.", conditions=ratings_from_to(error.low, error.high)),
        Text("Your rating is {rating}.", rating=error.rating),
    )


@words.sentence.register
def _(error: NeedsRole) -> Words:
    return Text("Only {role} may enter.", role=f"<@&{error.role_id}>")


@words.sentence.register
def _(error: WithdrawnLately) -> Words:
    return sentences(
        Text(
            "You were withdrawn from {name} for two games lost on time.",
            name=_name(error.tournament),
        ),
        Text(
            "Ask {organiser} to invite you.",
            organiser=mention(error.organiser_id),
        ),
    )


@words.sentence.register
def _(error: IsOut) -> Words:
    return sentences(
        Text(
            "{player} is out of {name}, and would lose the game again at once.",
            player=mention(error.player_id),
            name=_name(error.tournament),
        ),
        Text("The organiser can readmit them first.")
        if error.tournament.has_begun
        else Text("People who manage matches here can decide it: `/manage`."),
    )


@words.sentence.register
def _(error: LetPlayOnTooLate) -> Words:
    told = Text("{name} is over.")
    if error.tournament.has_begun:
        told = Text("Other games in {name} already depend on this result.")
    return sentences(
        told.of(name=_name(error.tournament)),
        Text(
            "Only {organiser} and people who manage matches here can let somebody play on.",
            organiser=mention(error.tournament.organiser_id),
        ),
    )
