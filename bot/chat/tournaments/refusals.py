"""Why something is not done in a tournament, in sentences."""

from bot.chat.common.names import TITLE, harmless
from bot.chat.common.text import all_of, counted, mention
from bot.chat.interaction import Refusals
from bot.chat.tournaments.text import named, rated_matches, ratings_from_to, taken
from bot.services import tournaments as cups
from bot.services.clocks import say_clock


def _over(error: cups.TournamentOver) -> str:
    won = "" if error.winner_id is None else f" {mention(error.winner_id)} won."
    return f"*{harmless(error.tournament.name, TITLE)}* is over.{won}"


def _several(error: cups.SeveralTournaments) -> str:
    names = [f"**{named(each)}**" for each in error.tournaments]
    return (
        f"Which tournament? This server has {all_of(names)}. Name one with the `tournament` option."
    )


def _too_few(error: cups.TooFewPlayers) -> str:
    are = "One player is" if error.players == 1 else f"{error.players or 'No'} players are"
    return f"{are} in. It takes {error.least}, and waits until then."


def _too_few_for_rounds(error: cups.TooFewForRounds) -> str:
    return (
        f"{error.rounds} rounds need {2 * error.rounds} players; {error.players} are in. Take "
        f"{error.players // 2} rounds, or let everybody play everybody."
    )


def _outside(error: cups.RatingOutside) -> str:
    return f"It is {ratings_from_to(error.low, error.high)}; yours is {error.rating}."


REFUSALS: Refusals = {
    cups.UnknownTournament: lambda _: "There is no such tournament here.",
    cups.NoTournamentHere: lambda _: (
        "No tournament runs or opens in this server. People who manage it make one with "
        "`/tournament create`."
    ),
    cups.SeveralTournaments: _several,
    cups.TournamentForTwo: lambda error: (
        f"Tournaments are for two at a board. {error.info.name} has "
        f"{counted(sum(each.seats == 2 for each in error.info.variants), 'way')} for two."
    ),
    cups.TournamentNeedsClock: lambda _: (
        "A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual."
    ),
    cups.ClockTooQuick: lambda error: (
        f"With {say_clock(error.clock)} both must be there at once. Choose days."
    ),
    cups.BadName: lambda error: (
        f"A name has 1 to {error.longest} characters, a letter or digit among them."
    ),
    cups.BadRules: lambda _: "These settings do not go together. Nothing was made.",
    cups.LeagueExists: lambda error: (
        f"{named(error.tournament)} is the league of {error.tournament.info.name} here. "
        "Cancel it first."
    ),
    cups.TooManyTournaments: lambda error: (
        f"{error.most} tournaments are open here. End one first."
    ),
    cups.TooFewPlayers: _too_few,
    cups.TooFewForRounds: _too_few_for_rounds,
    cups.EntryEnded: lambda error: (
        f"Round {error.paired} of {error.rounds} is paired; entry ended with round "
        f"{error.rounds // 2}."
    ),
    cups.LastRoundPaired: lambda _: "The last round is paired.",
    cups.PairingFailed: lambda _: (
        "The next round could not be paired. It is tried again in a minute."
    ),
    cups.HasBegun: lambda _: "It has begun.",
    cups.NotBegun: lambda error: (
        f"{named(error.tournament)} is not being played, or stands so already."
    ),
    cups.TournamentOver: _over,
    cups.AlreadyIn: lambda error: f"You are in, as number {error.number}.",
    cups.NotIn: lambda error: f"{mention(error.player_id)} is not in {named(error.tournament)}.",
    cups.AlreadyOut: lambda error: f"{mention(error.entrant.player_id)} is out already.",
    cups.TournamentFull: lambda error: str(taken(error.most, error.place)),
    cups.RatingOutside: _outside,
    cups.TooFewMatches: lambda error: (
        f"Play {rated_matches(error.needed)} of "
        f"{error.info.name} here first; you have {error.played}."
    ),
    cups.NeedsRole: lambda error: f"Only <@&{error.role_id}> may enter.",
    cups.EntryByInvitation: lambda error: (
        f"Entry is by invitation. Ask {mention(error.tournament.organiser_id)}."
    ),
    cups.WithdrawnLately: lambda error: (
        f"You were withdrawn from *{harmless(error.tournament.name, TITLE)}* for two games "
        "lost on time. "
        f"Ask {mention(error.tournament.organiser_id)} to invite you."
    ),
    cups.EnteredTooMany: lambda error: (
        f"You are in {error.most} tournaments here. Let one end first."
    ),
    cups.NoSittingOut: lambda _: "Only who is in the league already sits a season out.",
    cups.SatOutBefore: lambda _: (
        "You sat the last season out. Play this one, or leave and keep no place."
    ),
    cups.NotTheOrganiser: lambda error: (
        f"Only {mention(error.organiser_id)} and people who rule over matches here can do that."
    ),
    cups.NothingToDecide: lambda _: (
        "These two have no game that has not begun. `/manage decide` decides one that has."
    ),
    cups.LetPlayOnTooLate: lambda error: (
        f"Others rely on this result in *{harmless(error.tournament.name, TITLE)}* by now: only "
        f"{mention(error.tournament.organiser_id)} and people who rule over matches here let "
        "somebody play on."
    ),
}
