"""Who meets whom in a tournament, and who stands where: pure rules, without any database.

Players are known by their start numbers, from 1, the strongest first. Points are half points.
"""

from bot.features.tournaments.pairing.asking import read_round, round_question, round_reply
from bot.features.tournaments.pairing.berger import berger, bracket, groups, sizes
from bot.features.tournaments.pairing.files import Player, Report, spreadsheet, trf
from bot.features.tournaments.pairing.history import Histories, Line, Played
from bot.features.tournaments.pairing.league import divisions, exchanged, next_list
from bot.features.tournaments.pairing.swiss import (
    Block,
    NoPairingError,
    Round,
    WrongPairingError,
    check_round,
    pair_round,
)
from bot.features.tournaments.pairing.tables import (
    Criterion,
    Standing,
    cross_table,
    opponents,
    swiss_table,
)
