"""The rules of the games as pages."""

from bot.services.rulebook.errors import RulesMissing
from bot.services.rulebook.pages import RulesPage, rules_pages
