"""The JSON Schema of an export, read from the file beside this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads((Path(__file__).parent / "edition.schema.json").read_text(encoding="utf-8"))
