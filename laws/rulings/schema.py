"""JSON Schemas (2020-12) of what goes into the engine and what comes out: the table record and the ruling.

`parse_record` reads the same record with messages for people; the schemas are for other programs. The tests hold both
together.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from laws.rulings.play.position import Limit, Rank
from laws.rulings.record import ASSUME, EXTENTS, LEAD_OCCASIONS, NOTICED, VULNERABILITIES
from laws.rulings.regulations import DEFAULTS

_CALL: Final = {"type": "string", "pattern": "^(P|X|XX|[1-9](C|D|H|S|NT))$"}
_SEAT: Final = {"enum": ["N", "E", "S", "W"]}
_RANGE: Final = {
    "oneOf": [
        {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2},
        {"type": "string", "pattern": r"^\d+(-\d+|\+)?$"},
        {"type": "integer", "minimum": 0},
    ]
}
_SUITS: Final = {
    "type": "object",
    "properties": {suit: {"$ref": "#/$defs/range"} for suit in "SHDC"},
    "additionalProperties": False,
}
_MEANING_PARTS: Final[dict[str, Any]] = {
    "hcp": {"$ref": "#/$defs/range"},
    "tp": {"$ref": "#/$defs/range"},
    "kings": {"$ref": "#/$defs/range"},
    "suits": {"$ref": "#/$defs/suits"},
    "balanced": {"type": "boolean"},
    "unbalanced": {"type": "boolean"},
    "features": {"type": "array", "items": {"type": "string"}},
}
_DEFINITIONS: Final[dict[str, Any]] = {
    "call": _CALL,
    "seat": _SEAT,
    "range": _RANGE,
    "suits": _SUITS,
    "meaning": {
        "type": "object",
        "properties": {
            **_MEANING_PARTS,
            "alternatives": {
                "type": "array",
                "items": {
                    "oneOf": [
                        {"type": "object", "properties": _MEANING_PARTS, "additionalProperties": False},
                        {"$ref": "#/$defs/suits"},
                    ]
                },
            },
            "asks": {"type": "string"},
            "artificial": {"type": "boolean"},
            "any_hand": {
                "type": "boolean",
                "description": "it can be made on any hand, or its hands are not described",
            },
            "words": {"type": "string"},
            "purpose": {"type": "string"},
        },
        "additionalProperties": False,
    },
    "made": {
        "oneOf": [
            {"type": "string", "pattern": r"^[NESW] \S+$"},
            {
                "type": "object",
                "properties": {
                    "by": {"$ref": "#/$defs/seat"},
                    "call": {"$ref": "#/$defs/call"},
                    "means": {"$ref": "#/$defs/meaning"},
                    "over": {"type": "boolean", "description": "the call was meant as a call over the irregular one"},
                    "stands": {"type": "boolean", "description": "an earlier ruling on the board has let it stand"},
                },
                "required": ["by", "call"],
                "additionalProperties": False,
            },
        ]
    },
    "card": {"type": "string", "pattern": "^[SHDC]([2-9TJQKA]|10)$"},
    "played": {
        "oneOf": [
            {"type": "string", "pattern": "^[NESW] [SHDC]([2-9TJQKA]|10)$"},
            {
                "type": "object",
                "properties": {"by": {"$ref": "#/$defs/seat"}, "card": {"$ref": "#/$defs/card"}},
                "required": ["by", "card"],
                "additionalProperties": False,
            },
        ]
    },
    "offered": {
        "oneOf": [
            {"$ref": "#/$defs/call"},
            {
                "type": "object",
                "properties": {
                    "call": {"$ref": "#/$defs/call"},
                    "means": {"$ref": "#/$defs/meaning"},
                    "stands": {"type": "boolean", "description": "an earlier ruling has let it stand"},
                },
                "required": ["call"],
                "additionalProperties": False,
            },
        ]
    },
    "calls": {"type": "array", "items": {"$ref": "#/$defs/made"}},
    "poll": {
        "type": "object",
        "description": "players polled about the alternative, without the unauthorised information (16B1(b))",
        "properties": {
            "asked": {"type": "integer", "minimum": 1},
            "considered": {"type": "integer", "minimum": 0},
            "selected": {"type": "integer", "minimum": 0},
        },
        "required": ["asked", "considered", "selected"],
        "additionalProperties": False,
    },
    "regulations": {
        "type": "object",
        "description": "what the body in charge has laid down where the law leaves it open",
        "propertyNames": {"enum": sorted(DEFAULTS)},
        "additionalProperties": {
            "type": "object",
            "properties": {
                "value": {
                    "oneOf": [
                        {"type": ["number", "string", "boolean"]},
                        {
                            "type": "object",
                            "description": "similar: how far meanings may lie apart (23A1)",
                            "properties": {
                                "points": {"type": "integer", "minimum": 0, "maximum": 37},
                                "cards": {"type": "integer", "minimum": 0, "maximum": 13},
                                "share": {"type": ["number", "string"]},
                                "overlap": {"type": ["number", "string"]},
                                "doubt": {"type": "integer", "minimum": 0, "maximum": 37},
                            },
                            "required": ["points", "cards"],
                            "additionalProperties": False,
                        },
                    ]
                },
                "since": {"type": "string", "format": "date"},
                "source": {"type": "string"},
            },
            "required": ["value", "since", "source"],
            "additionalProperties": False,
        },
    },
    "must_pass": {
        "oneOf": [
            {"enum": list(EXTENTS)},
            {
                "type": "object",
                "properties": {"extent": {"enum": list(EXTENTS)}, "from": {"type": "integer", "minimum": 0}},
                "required": ["extent"],
                "additionalProperties": False,
            },
        ]
    },
}


def _told(kind: dict[str, Any], description: str) -> dict[str, Any]:
    return {**kind, "description": description}


RECORD_SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Table record",
    "description": "One board as a director finds it, with all its irregularities.",
    "type": "object",
    "properties": {
        "dealer": {"$ref": "#/$defs/seat"},
        "board": _told({"type": "integer", "minimum": 1}, "gives dealer and vulnerability if left out (Law 2)"),
        "vulnerability": {"enum": list(VULNERABILITIES)},
        "scoring": {"type": "string"},
        "edition": _told({"type": "string"}, "the edition of the law, default duplicate-2017"),
        "date": _told({"type": "string", "format": "date"}, "the date of play"),
        "procedure": _told({"type": "string"}, "the law to rule by; default: that of the first irregularity"),
        "hands": {
            "type": "object",
            "properties": {seat: _told({"type": "string"}, "S.H.D.C, T for ten, - for a void") for seat in "NESW"},
            "additionalProperties": False,
        },
        "auction": _told(
            {
                "type": "array",
                "items": {
                    "oneOf": [
                        {"$ref": "#/$defs/made"},
                        {"type": "array", "items": {"$ref": "#/$defs/made"}, "minItems": 2, "maxItems": 4},
                    ]
                },
            },
            "the calls as they were made, until the Director took over; a list holds calls made at the same moment",
        ),
        "offender": _told({"$ref": "#/$defs/seat"}, "needed only when there is no auction"),
        "accepted": _told({"type": "boolean"}, "whether offender's LHO accepted the irregular call"),
        "premature": _told({"type": "boolean"}, "the replacement was made before the Director ruled (27C)"),
        "attempted": _told(
            {"type": "array", "items": {"$ref": "#/$defs/offered"}}, "replacements tried before the final one"
        ),
        "attempt_accepted": _told({"type": "boolean"}, "whether LHO accepted a second insufficient bid (27B4)"),
        "replacement": _told({"$ref": "#/$defs/offered"}, "the call the offender finally chose"),
        "continued": _told(
            {"$ref": "#/$defs/calls"}, "legal calls after the cancelled call and before the replacement"
        ),
        "after": _told({"$ref": "#/$defs/calls"}, "later calls"),
        "meanings": _told(
            {
                "type": "object",
                "propertyNames": {"anyOf": [{"enum": ["withdrawn", "replacement", "attempted"]}, _CALL]},
                "additionalProperties": {"$ref": "#/$defs/meaning"},
            },
            "what the withdrawn, attempted and replacement calls show; other calls of the system by name",
        ),
        "must_pass": _told(
            {
                "type": "object",
                "properties": {seat: {"$ref": "#/$defs/must_pass"} for seat in "NESW"},
                "additionalProperties": False,
            },
            "who is required to pass, and after how many calls of the auction that began (from)",
        ),
        "noticed": _told({"enum": list(NOTICED)}, "when attention was drawn to the irregularity"),
        "intended": _told({"$ref": "#/$defs/call"}, "what the offender says was intended (25A)"),
        "says_accept": _told({"type": "array", "items": {"$ref": "#/$defs/seat"}}, "players who spoke of accepting"),
        "remark": _told({"type": "string"}, "what the offender said beyond the call"),
        "deviates": _told({"type": "boolean"}, "the hand differs from what the replacement shows (40C1)"),
        "contract": {"type": "string"},
        "declarer": {"$ref": "#/$defs/seat"},
        "play": {
            "type": "object",
            "description": "the play, from some trick on, with the irregular card in it; needs `declarer`",
            "properties": {
                "on_lead": _told({"$ref": "#/$defs/seat"}, "whose turn it was to lead to the first trick that is told"),
                "from": _told({"type": "integer", "minimum": 1, "maximum": 13}, "the number of that trick, default 1"),
                "tricks": {
                    "type": "array",
                    "maxItems": 13,
                    "items": {"type": "array", "items": {"$ref": "#/$defs/played"}},
                    "description": "the cards in the order in which they were played; the last trick may be incomplete",
                },
                "remaining": {
                    "type": "object",
                    "description": "what hands still hold without these cards, S.H.D.C; - for a suit that is not known",
                    "properties": {seat: {"type": "string"} for seat in "NESW"},
                    "additionalProperties": False,
                },
                "won": {
                    "type": "object",
                    "description": "tricks won before the first one told",
                    "properties": {side: {"type": "integer", "minimum": 0, "maximum": 13} for side in ("NS", "EW")},
                    "additionalProperties": False,
                },
                "penalty_cards": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "card": {"$ref": "#/$defs/card"},
                            "by": {"$ref": "#/$defs/seat"},
                            "rank": {"enum": list(get_args(Rank))},
                        },
                        "required": ["card", "by"],
                        "additionalProperties": False,
                    },
                },
                "restrictions": {
                    "type": "array",
                    "description": "what declarer has chosen for a lead",
                    "items": {
                        "type": "object",
                        "properties": {
                            "player": {"$ref": "#/$defs/seat"},
                            "kind": {"enum": list(get_args(Limit))},
                            "suit": {"enum": ["S", "H", "D", "C"]},
                            "law": _told({"type": "string"}, "the provision that gives the choice"),
                            "lasts": _told({"type": "boolean"}, "it holds for as long as the lead is kept"),
                        },
                        "required": ["player", "kind"],
                        "additionalProperties": False,
                    },
                },
            },
            "additionalProperties": False,
        },
        "lead": {
            "type": "object",
            "properties": {
                "occasion": {"enum": list(LEAD_OCCASIONS)},
                "forbidden": {"enum": ["S", "H", "D", "C"]},
                "can_comply": {"type": "boolean"},
            },
            "required": ["occasion"],
            "additionalProperties": False,
        },
        "designation": _told(
            {"type": "string", "minLength": 1},
            "the words with which declarer calls for a card of dummy's: S4, spade four, spade, queen, high, low, win, play "
            "anything, run the diamonds",
        ),
        "player": _told(
            {"$ref": "#/$defs/seat"},
            "the player whom the case is about beside the offender: who was misinformed, asked, received information",
        ),
        "cards": _told(
            {"type": "array", "items": {"type": "string", "pattern": "^[SHDC][AKQJT2-9]$"}}, "cards exposed"
        ),
        "poll": {"$ref": "#/$defs/poll"},
        "regulations": {"$ref": "#/$defs/regulations"},
        "assume": _told(
            {"enum": list(ASSUME)},
            "what may be taken for granted of calls whose meaning is not told: `natural`, that they are natural; `usual`, the "
            "same, but what a pass of partner's double, redouble or 2C passed (30C) is asked. Left out: nothing, and the "
            "question is asked. Each step that rests on it says so (`assumed`)",
        ),
        "findings": _told({"type": "object"}, "facts stated by id, for what the record cannot show"),
    },
    "anyOf": [{"required": ["dealer"]}, {"required": ["board"]}, {"required": ["play", "declarer"]}],
    "additionalProperties": False,
    "$defs": _DEFINITIONS,
}

_JUDGEMENT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "what the director has to judge, and what each answer leads to",
    "properties": {
        "test": {"type": "string"},
        "law": {"type": "string"},
        "ask": {"type": "string"},
        "poll": {"type": "string"},
        "weigh": {"type": "string"},
        "rulings": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["test", "law", "ask", "poll", "rulings"],
    "additionalProperties": False,
}

_FORMER: Final[dict[str, Any]] = {
    "type": "string",
    "description": "present when the engine still follows the former text of the provision: what has become of it",
}

_ASSUMED: Final = {
    "type": "string",
    "description": (
        "what was taken for granted here, because the record does not say; state the meaning or the fact to change it"
    ),
}
_STEP: Final[dict[str, Any]] = {
    "oneOf": [
        {
            "type": "object",
            "properties": {
                "provision": {"type": "string"},
                "fact": {"type": "string"},
                "question": {"type": "string"},
                "answer": {"type": "string"},
                "source": {"enum": ["observed", "election", "finding"]},
                "reason": {"type": "string", "description": "why the record gives this answer"},
                "assumed": _ASSUMED,
                "judgement": _JUDGEMENT,
                "not_confirmed": _FORMER,
            },
            "required": ["provision", "fact", "question", "answer", "source"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "provision": {"type": "string"},
                "effect": {"type": "string"},
                "words": {"type": "string"},
                "main": {"type": "boolean"},
                "not_confirmed": _FORMER,
                "assumed": _ASSUMED,
            },
            "required": ["provision", "effect", "words", "main"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "provision": {"type": "string"},
                "doubt": {"type": "string"},
                "not_confirmed": _FORMER,
            },
            "required": ["provision", "doubt"],
            "additionalProperties": False,
        },
    ]
}

RULING_SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Ruling",
    "description": "What the engine decided on a table record, step by step.",
    "type": "object",
    "properties": {
        "procedure": {"type": "string"},
        "title": {"type": "string"},
        "edition": {"type": "string"},
        "complete": {"type": "boolean"},
        "steps": {"type": "array", "items": _STEP},
        "untaken": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "fact": {"type": "string"},
                    "answer": {"type": ["string", "boolean"]},
                    "provision": {"type": "string"},
                    "words": {"type": "string"},
                },
                "required": ["fact", "answer", "provision", "words"],
            },
        },
        "outcomes": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"outcome": {"type": "string"}, "provision": {"type": "string"}},
                "required": ["outcome", "provision"],
            },
        },
        "citations": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "obligations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "player": {"type": "string"},
                    "kind": {
                        "enum": [
                            "must_pass",
                            "lead_restriction",
                            "has_penalty_card",
                            "must_correct_explanation",
                            "may_use_information",
                            "may_not_use_information",
                        ]
                    },
                    "extent": {"type": "string"},
                },
                "required": ["player", "kind", "extent"],
            },
        },
        "say": {"type": "string"},
        "pending": {
            "oneOf": [
                {"type": "null"},
                {
                    "type": "object",
                    "properties": {
                        "fact": {"type": "string"},
                        "question": {"type": "string"},
                        "provision": {"type": "string"},
                        "ask": {"type": ["string", "null"]},
                        "find_out": {"type": ["string", "null"]},
                        "reason": {"type": "string"},
                        "judgement": _JUDGEMENT,
                        "answers": {"type": "array"},
                    },
                    "required": ["fact", "question", "provision", "answers"],
                },
            ]
        },
        "not_used": {
            "type": "array",
            "description": "fields that the record states and this ruling did not need; absent when none",
            "items": {"type": "string"},
        },
        "not_confirmed": {
            "type": "array",
            "description": "wordings of the law that the engine was not written from and this rests on; absent when none",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "description": "the provision, or a footnote of it"},
                    "provision": {"type": "string"},
                    "since": {"type": "string", "format": "date"},
                    "words": {"type": "string"},
                },
                "required": ["text", "provision", "since", "words"],
                "additionalProperties": False,
            },
        },
        "receipt": {
            "type": "object",
            "properties": {key: {"type": "string"} for key in ("engine", "edition", "facts", "path")},
            "required": ["engine", "edition", "facts", "path"],
        },
    },
    "required": ["procedure", "edition", "complete", "steps", "outcomes", "citations", "say", "pending", "receipt"],
    "additionalProperties": False,
}
