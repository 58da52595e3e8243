"""Languages: catalogs of messages, and texts said in them."""

from languages.finding import Found, find
from languages.known import (
    CATALOGS,
    DEFAULT,
    Known,
    all_known,
    code_of,
    languages,
    of_commands,
    offer,
    on_trial,
    own_names,
    read_all,
    reviewed,
    reviewed_code,
    speaks_others,
    spoken,
    unreadable,
    wording,
)
from languages.language import Language
from languages.reading import Catalog, CatalogError, read_catalog
