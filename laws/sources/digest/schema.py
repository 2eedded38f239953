"""What the digest's files may hold, as JSON Schema. What needs more than one field is checked by the reader."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string", "minLength": 1, "pattern": r"^\S(.*\S)?$"}
_DATE = {"type": "string", "format": "date"}
_KEY = _TEXT
_SOME_DATE = {"type": "string", "pattern": r"^\d{4}(-\d{2}(-\d{2})?)?$"}
_SLUG_OF_REMARK = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80}
_STRING = {"type": "string"}
_PROSE = {"type": "string", "minLength": 1, "pattern": r"^\S[\s\S]*$"}
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


_TABLE = _record(
    {"caption": _TEXT, "head": _list(_STRING), "rows": _list(_list(_STRING))},
)

LAW = _record(
    {
        "law": _KEY,
        "title": _TEXT,
        "provisions": _list(_record({"key": _KEY}, heading=_TEXT, text=_PROSE, tables=_list(_TABLE))),
    },
    amended=_DATE,
    until=_DATE,
    footnotes=_list(_record({"mark": _TEXT, "on": _KEY, "text": _TEXT})),
)

DEFINITIONS = _record(
    {
        "definitions": _list(
            _record(
                {"term": _TEXT, "text": _TEXT},
                forms=_list(_TEXT),
                see=_list(_TEXT),
                unmarked={"type": "string", "enum": ["true"]},
            )
        )
    }
)

_AUCTION = _record({"dealer": {"enum": list("NESW")}, "calls": _list(_TEXT)}, vulnerability=_TEXT, notes=_list(_TEXT))
_DEAL = _record(
    {"show": {"type": "object", "propertyNames": {"enum": list("NESW")}, "additionalProperties": _TEXT}},
    board={"type": "integer"},
    dealer={"enum": list("NESW")},
    vulnerability=_TEXT,
)

COMMENTARY = _record(
    {
        "source": _SLUG,
        "commentary": _list(
            _record(
                {
                    "id": _SLUG_OF_REMARK,
                    "kind": {"enum": ["minute", "note", "example", "change", "rationale", "regulation", "caution"]},
                    "text": _PROSE,
                },
                on=_list(_KEY),
                terms=_list(_TEXT),
                title=_TEXT,
                author=_TEXT,
                authority=_TEXT,
                place=_TEXT,
                dated=_SOME_DATE,
                until=_DATE,
                lines={"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                auctions=_list(_AUCTION),
                deals=_list(_DEAL),
                **{"from": _DATE},
            )
        ),
    }
)

EDITION = _record(
    {"parts": _list(_record({"title": _TEXT, "first": _KEY, "last": _KEY}))},
    amendments=_list(_record({"instrument": _TEXT, "in_force": _DATE, "laws": _list(_KEY)})),
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
    },
    documents=_list(
        _record(
            {"slug": _SLUG, "title": _TEXT},
            publisher=_TEXT,
            dated=_DATE,
            sha256={"type": "string", "pattern": "^[0-9a-f]{64}$"},
        )
    ),
)

CONCORDANCE = _record(
    {
        "concordance": _list(
            _record(
                {
                    "between": {"type": "array", "items": _SLUG, "minItems": 2, "maxItems": 2},
                    "entries": _list(
                        _record(
                            {"kind": {"enum": ["same", "moved", "reworded", "split", "merged", "new", "deleted"]}},
                            earlier=_KEY,
                            later=_KEY,
                            remark=_TEXT,
                            since=_DATE,
                            until=_DATE,
                        )
                    ),
                },
                source=_TEXT,
            )
        )
    }
)
