"""Privacy, declared whole: deleting people and servers, and giving people what is kept of them."""

from bot.core.services import Hooks, Services
from bot.features.privacy import screen
from bot.features.privacy.servers import ServerPrivacy
from bot.features.privacy.service import PrivacyService
from bot.screen.interaction import Feature


def _people(of: Services) -> PrivacyService:
    hooks = of.hooks
    return PrivacyService(of.database, of.store, of.now, hooks.forget, hooks.withdraw, of.deletions)


def _servers(of: Services) -> ServerPrivacy:
    hooks = of.hooks
    return ServerPrivacy(
        of.database, of.store, of.now, hooks.timers, hooks.forget_server, of.deletions
    )


def _hooks(of: Services) -> Hooks:
    kept = of.host.servers_kept
    return Hooks(prune=() if kept is None else (of[ServerPrivacy].prune(kept),))


FEATURE = Feature(
    services={PrivacyService: _people, ServerPrivacy: _servers},
    hooks=_hooks,
    screens=(screen.SCREEN,),
)
