"""The operator's orders, declared whole."""

from bot.core.services import Services
from bot.features.orders.service import OrderService
from bot.features.privacy import ServerPrivacy
from bot.features.timekeeping import Heart
from bot.screen.interaction import Feature


def _orders(of: Services) -> OrderService:
    servers, every = of[ServerPrivacy], of[Heart].every
    return OrderService(of.database, of.messenger, of.now, servers, every)


FEATURE = Feature(
    services={OrderService: _orders}, jobs={"orders": lambda of: of[OrderService].run}
)
