"""What Abstract Play's schema ``gamerecord`` 1-0-0 asks of a record, as far as it decides."""

import json
from pathlib import Path

from jsonschema_rs import Draft7Validator

SCHEMA = Path(__file__).parents[1] / "data" / "game_record-1-0-0.json"
VALID = Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
