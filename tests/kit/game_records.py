"""What Abstract Play's schema ``gamerecord`` 1-0-0 asks of a record, as far as it decides."""

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
MOMENT = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$"}
PLAYER = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "userid": TEXT,
        "score": {"type": "number"},
        "is_ai": {"type": "boolean"},
        "result": {"type": "integer"},
    },
    "required": ["name", "result"],
}
HEADER = {
    "type": "object",
    "properties": {
        "game": {
            "type": "object",
            "properties": {
                "name": TEXT,
                "variants": {"type": "array", "uniqueItems": True, "items": TEXT},
            },
            "additionalProperties": False,
            "required": ["name"],
        },
        "event": TEXT,
        "round": TEXT,
        "site": {
            "type": "object",
            "properties": {"name": TEXT, "gameid": {"type": ["string", "number"]}},
            "additionalProperties": False,
            "required": ["name"],
        },
        "date-start": MOMENT,
        "date-end": MOMENT,
        "date-generated": MOMENT,
        "unrated": {"type": "boolean"},
        "players": {"type": "array", "minItems": 1, "uniqueItems": True, "items": PLAYER},
        "startingPosition": TEXT,
    },
    "dependencies": {"event": ["round"], "round": ["event"]},
    "required": ["game", "site", "date-start", "date-end", "date-generated", "players"],
}
GAME_RECORD = {
    "type": "object",
    "properties": {
        "header": HEADER,
        "moves": {
            "type": "array",
            "items": {"type": "array", "items": {"type": ["string", "null"]}},
        },
    },
    "additionalProperties": False,
    "required": ["header", "moves"],
}
