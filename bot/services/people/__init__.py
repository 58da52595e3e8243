"""People and servers: their settings, blocks, rights, and who asked to be forgotten.

Other areas of the services use its modules inside their transactions.
"""

from bot.services.people.blocks import BlockedByYou as BlockedByYou
from bot.services.people.blocks import BlockedYou as BlockedYou
from bot.services.people.forgotten import is_stand_in as is_stand_in
from bot.services.people.rights import NoServerHere as NoServerHere
from bot.services.people.rights import NotAManager as NotAManager
from bot.services.people.rights import administered as administered
from bot.services.people.rights import manages as manages
from bot.services.people.settings import PlayerSettings as PlayerSettings
from bot.services.people.settings import ReminderSettings as ReminderSettings
from bot.services.people.settings import ServerSettings as ServerSettings
