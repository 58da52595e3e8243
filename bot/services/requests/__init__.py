"""What one player asks and the others grant."""

from bot.services.requests.kinds import Requests
from bot.services.requests.models import *
from bot.services.requests.service import RequestService, requests_part
