"""Languages: catalogs of messages, and texts said in them."""

from languages.known import (
    CATALOGS,
    DEFAULT,
    Known,
    all_known,
    code_of,
    languages,
    offer,
    on_trial,
    own_names,
    read_all,
    speaks_others,
    spoken,
    unreadable,
    wording,
)
from languages.language import Language
from languages.reading import Catalog, CatalogError, read_catalog
