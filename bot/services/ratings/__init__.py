"""How strong players are, as their results tell."""

from bot.services.ratings.models import *
