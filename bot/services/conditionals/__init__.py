"""Conditional moves: if they play this, I answer that."""

from bot.services.conditionals.models import *
from bot.services.conditionals.service import PART, ConditionalService, was_prepared
