"""Friends at a table: their server with the running bot, what they do there, and what they see."""

from tests.kit.passing_time import DAY, HOUR, pass_time
from tests.kit.people import (
    acting,
    chosen,
    decide,
    fill,
    hide_elsewhere,
    keeper_of,
    newcomers,
    pick,
    ruling,
    server_panel,
    stranger,
    with_role,
)
from tests.kit.play import (
    FOUR_MOVES,
    SHORT_APART,
    begin,
    begin_three,
    in_match,
    offer,
    play,
    play_all,
    prepare,
    resign,
)
from tests.kit.shown import Shown, components_of, file_of, lists, look, message_of, posted
from tests.kit.world import World, open_world, press, renderer
