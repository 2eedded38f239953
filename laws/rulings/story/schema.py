"""The JSON Schema (2020-12) of a story, for other programs; `form.parse_story` reads it with messages for people."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from laws.rulings.schema import RECORD_SCHEMA
from laws.rulings.story.form import FRAME, VERBS

_FIELDS: Final[dict[str, Any]] = RECORD_SCHEMA["properties"]
_MEANINGS: Final[dict[str, Any]] = {"type": "object", "additionalProperties": {"$ref": "#/$defs/meaning"}}
_DETAILS: Final[dict[str, Any]] = {
    "means": {"$ref": "#/$defs/meaning"},
    "over": {"type": "boolean", "description": "the call was meant as a call over the irregular one"},
    "stands": {"type": "boolean", "description": "an earlier ruling that the story leaves out has let the call stand"},
    "face_down": {"type": "boolean"},
    "fifth": {"type": "boolean", "description": "the card was put on the trick that had just been completed"},
    "about": {"type": "integer", "minimum": 0, "description": "the entry that it is about, counted from 0"},
    "as": {"$ref": "#/$defs/meaning"},
    "agreed": {"oneOf": [{"type": "boolean"}, {"$ref": "#/$defs/meaning"}]},
    "words": {"type": "string"},
    "meant": {"type": "string", "description": "the call that was meant, or what the player says"},
    "to": {"$ref": "#/$defs/call"},
    "away": {"type": "boolean", "description": "away from the table"},
    "what": {"type": "string"},
    "at": {"type": "string"},
    "how": {"type": "string"},
    "cards": {"description": "cards such as SA or HT; how many, where a hand is counted"},
    "suit": {"enum": ["S", "H", "D", "C"]},
    "tricks": {"type": "integer", "minimum": 0},
    "seconds": {"type": "integer", "minimum": 0},
    "noticed": {"enum": ["auction", "clarification", "play", "untold"]},
    "poll": {"$ref": "#/$defs/poll"},
    "declarer": {"$ref": "#/$defs/seat"},
    "record": {"type": "object", "description": "fields of a record that the ruling asked for needs"},
}
_DONE: Final[dict[str, Any]] = {
    "type": "string",
    "description": f"a call (1S, P, X), a card with its suit first (SK), or one of: {', '.join(sorted(VERBS))}",
}
_ENTRY: Final[dict[str, Any]] = {
    "type": "object",
    "description": "one thing that happened: a seat with what its player did, or a word of nobody's, and its details",
    "properties": {
        **dict.fromkeys("NESW", _DONE),
        "director": {"enum": ["comes", "rules"]},
        "found": {"type": "object", "description": "facts by id, with what the Director found out"},
        "asked": {"type": "string", "description": "the law under which a ruling is asked for"},
        "ruled": {"type": "object", "description": "who must pass by an earlier ruling: once or throughout"},
        "contract": {"type": "string", "description": "the last bid, where the auction is not told to its end"},
        **_DETAILS,
    },
    "minProperties": 1,
    "additionalProperties": False,
}

STORY_SCHEMA: Final[dict[str, Any]] = {
    "$schema": RECORD_SCHEMA["$schema"],
    "title": "Story",
    "description": "A board as it was told: everything that happened, in order. Nobody marks what was irregular.",
    "type": "object",
    "properties": {
        **{name: deepcopy(_FIELDS[name]) for name in sorted(FRAME)},
        "methods": {
            "type": "object",
            "description": "what calls show, by side and call, as far as it is known",
            "properties": {"NS": _MEANINGS, "EW": _MEANINGS},
            "additionalProperties": False,
        },
        "story": {
            "type": "array",
            "items": {
                "oneOf": [
                    {"enum": ["director", "..."]},
                    {"$ref": "#/$defs/entry"},
                    {
                        "type": "object",
                        "description": "things that happened at one moment",
                        "properties": {
                            "together": {"type": "array", "items": {"$ref": "#/$defs/entry"}, "minItems": 2}
                        },
                        "required": ["together"],
                        "additionalProperties": False,
                    },
                ]
            },
        },
    },
    "required": ["story"],
    "anyOf": [{"required": ["dealer"]}, {"required": ["board"]}],
    "additionalProperties": False,
    "$defs": {**RECORD_SCHEMA["$defs"], "entry": _ENTRY},
}
