"""People and servers: their settings, blocks and rights, and deletion of a person.

Features call its modules inside their transactions.
"""

from bot.core.people.orders import BlockedByOperator as BlockedByOperator
from bot.core.people.players import BlockedByYou as BlockedByYou
from bot.core.people.players import BlockedYou as BlockedYou
from bot.core.people.settings import NoServerHere as NoServerHere
from bot.core.people.settings import NotAManager as NotAManager
from bot.core.people.settings import PlayerSettings as PlayerSettings
from bot.core.people.settings import ReminderSettings as ReminderSettings
from bot.core.people.settings import ServerSettings as ServerSettings
from bot.core.people.settings import SettingsService as SettingsService
from bot.core.people.settings import administered as administered
from bot.core.people.settings import manages as manages
