"""What the digest's files may hold, as JSON Schema. What needs more than one field is checked by the reader."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string", "minLength": 1, "pattern": r"^\S(.*\S)?$"}
_DATE = {"type": "string", "format": "date"}
_LAW = {"type": "string", "pattern": "^[1-9][0-9]?$"}
_SLUG = {"type": "string", "pattern": "^[a-z]+(-[a-z0-9]+)*$"}


def _record(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """A mapping with exactly these fields."""
    return {
        "type": "object",
        "properties": required | optional,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of, "minItems": 1}


LAW = _record(
    {
        "law": _LAW,
        "title": _TEXT,
        "provisions": _list(_record({"key": _TEXT}, heading=_TEXT, text=_TEXT)),
    },
    amended=_DATE,
    footnotes=_list(_record({"mark": _TEXT, "on": _TEXT, "text": _TEXT})),
)

EDITION = _record(
    {"parts": _list(_record({"title": _TEXT, "first": {"type": "integer"}, "last": {"type": "integer"}}))},
    amendments=_list(_record({"instrument": _TEXT, "in_force": _DATE, "laws": _list(_LAW)})),
)

CODES = _record(
    {
        "codes": _list(
            _record(
                {
                    "slug": _SLUG,
                    "title": _TEXT,
                    "editions": _list(
                        _record(
                            {"slug": _SLUG, "title": _TEXT, "year": {"type": "integer"}, "in_force": _DATE},
                        )
                    ),
                }
            )
        )
    }
)
