"""What the menus on people and messages say."""

from bot.chat.common.text import mention
from rules.game import GameInfo, Variant

CHALLENGE, SHOW = "Challenge to a match", "Show this match"
GAMES = "Choose a game"
NO_GAME = "This server plays no game for two now. Its managers choose with `/server settings`."


def which_game(person: int) -> str:
    """The question after somebody chose to challenge a person."""
    return f"### Challenge {mention(person)}\nTo which game? Who moves first is drawn at random."


def game(info: GameInfo, variant: Variant) -> str:
    """A game in the list, with the way it is played where there are several."""
    return info.name if variant is info.variants[0] else f"{info.name}: {variant.name}"
