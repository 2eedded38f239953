"""The shapes of what is sent to the engine and of what it answers, as components of the OpenAPI schema.

Record and ruling are the engine's own schemas (`laws.rulings.schema`). What is sent is bounded besides: nobody at a
table makes four hundred calls, and a record from anywhere must not keep the engine busy. The longest auction that the
law allows has 319 calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any, Final

from jsonschema import Draft202012Validator

from laws.api import parameters
from laws.rulings.facts import FACTS
from laws.rulings.schema import RECORD_SCHEMA, RULING_SCHEMA
from laws.rulings.story.schema import STORY_SCHEMA

Schema = dict[str, Any]

CALLS: Final = 400
HAPPENINGS: Final = 160
"""Entries of a story: a long auction, fifty-two cards, and what was said besides."""
ITEMS: Final = 40
TEXT: Final = 1000
HIGHEST: Final = 40
"""A range of points is written up to 40, one of cards up to 13; see `laws.rulings.meanings`."""

_PREFIX: Final = "#/components/schemas/"


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": _PREFIX + name}


# A fraction is never written as a power: to work out 1e999999999 would take for ever.
_FRACTION: Final[Schema] = {"pattern": r"^[0-9]{1,4}(/[1-9][0-9]{0,3})?$", "maxLength": 9}


def _record() -> dict[str, Schema]:
    """The record and its parts, each under a name of its own, with bounds."""
    whole = deepcopy(RECORD_SCHEMA)
    parts: dict[str, Schema] = whole.pop("$defs")
    whole.pop("$schema")
    whole["properties"]["findings"] = {
        "type": "object",
        "description": "Facts stated by id, for what the record cannot show: those of `list_procedures`.",
        "properties": {"comparable": {"type": ["string", "boolean"]}},
        "additionalProperties": {"type": ["string", "boolean", "integer"]},
    }
    parts["regulations"]["additionalProperties"]["properties"]["value"] = {
        "oneOf": [
            {"type": "boolean"},
            {"type": "number", "minimum": 0, "maximum": 1},
            {"type": "string", **_FRACTION},
            {
                "type": "object",
                "properties": {
                    "points": {"type": "integer", "minimum": 0, "maximum": 37},
                    "cards": {"type": "integer", "minimum": 0, "maximum": 13},
                    "share": {"type": "string", **_FRACTION},
                    "overlap": {"type": "string", **_FRACTION},
                    "doubt": {"type": "integer", "minimum": 0, "maximum": 37},
                },
                "required": ["points", "cards"],
                "additionalProperties": False,
            },
        ]
    }
    parts["range"]["oneOf"][0]["items"]["maximum"] = HIGHEST
    parts["range"]["oneOf"][2]["maximum"] = HIGHEST
    parts["range"]["oneOf"][1]["pattern"] = r"^[0-9]{1,2}(-[0-9]{1,2}|\+)?$"
    parts["meaning"]["properties"]["alternatives"]["minItems"] = 1
    names = {part: _part_name(part) for part in parts}
    found = {"TableRecord": _bounded(whole, names)}
    for part, shape in parts.items():
        found[names[part]] = {"description": _PARTS[part], **_bounded(shape, names)}
    found["TableRecord"]["properties"]["auction"]["maxItems"] = CALLS
    found[names["calls"]]["maxItems"] = CALLS
    return found


_PARTS: Final = {
    "call": "P, X, XX or a bid from 1C to 7NT; bids of eight and nine are read as well, because they are made.",
    "seat": "A player.",
    "card": "A suit and a rank: SA, HT; a ten may be written 10.",
    "played": "A card with the hand that it was played from: `S HA`.",
    "range": "Lowest and highest, both included: `[12, 21]`, `12-21`, `5+` or `6`. Points go to 37, and 40 is no limit.",
    "suits": "How many cards of each suit.",
    "meaning": "What a call shows: ranges that the hand lies in, what it asks for, and what it promises besides.",
    "made": "A call and who made it: `S 1H`, or a record with what it means.",
    "offered": "A call of the offender, with what it means.",
    "calls": "Calls in the order in which they were made.",
    "poll": "Players who were asked about an alternative, without the unauthorised information.",
    "regulations": "What the body in charge has laid down where the law leaves it open.",
    "must_pass": "An obligation to pass from an earlier ruling on the board.",
}


def _part_name(part: str) -> str:
    return "Table" + part.title().replace("_", "")


def _bounded(shape: Any, names: Mapping[str, str]) -> Any:
    """A copy with its references led to components, and a bound on each list, text and number."""
    if isinstance(shape, list):
        return [_bounded(one, names) for one in shape]
    if not isinstance(shape, dict):
        return shape
    if "$ref" in shape:
        return {**shape, "$ref": _PREFIX + names[shape["$ref"].rsplit("/", 1)[-1]]}
    made = {key: _bounded(value, names) for key, value in shape.items()}
    kind = made.get("type")
    if kind == "array":
        made.setdefault("maxItems", ITEMS)
    elif kind == "string" and "enum" not in made and "pattern" not in made:
        made.setdefault("maxLength", TEXT)
    elif kind == "integer":
        made.setdefault("maximum", 1_000_000 if made.get("minimum") == 1 else HIGHEST * 10)
    return made


def _story() -> dict[str, Schema]:
    """The story and its entries, with bounds; its other parts are those of the record."""
    whole = deepcopy(STORY_SCHEMA)
    parts: dict[str, Schema] = whole.pop("$defs")
    whole.pop("$schema")
    names = {**{part: _part_name(part) for part in parts}, "entry": "StoryEntry"}
    found = {"Story": _bounded(whole, names), "StoryEntry": _bounded(parts["entry"], names)}
    found["Story"]["properties"]["story"]["maxItems"] = HAPPENINGS
    found["Story"]["properties"]["at"] = {
        "type": "integer",
        "minimum": 0,
        "maximum": HAPPENINGS,
        "description": "How many entries have been told: the rulings are those of that moment. Left out: all of them.",
    }
    return found


def _ruling() -> Schema:
    shape = deepcopy(RULING_SCHEMA)
    shape.pop("$schema")
    return shape


def _object(description: str, required: list[str], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _text(description: str, **more: Any) -> Schema:
    return {"type": "string", "description": description, **more}


def _list(items: Schema, description: str, **more: Any) -> Schema:
    return {"type": "array", "items": items, "description": description, **more}


_ANSWER: Final[Schema] = {"type": ["string", "boolean"]}
_EDITION: Final = _text(
    "The edition's short name; duplicate-2017 when left out.", pattern=parameters.SLUG, maxLength=50
)
_PROCEDURE: Final = _text("The number of the procedure, as `list_procedures` has it.", pattern=parameters.KEY)
_ANSWERS: Final[Schema] = {
    "type": "object",
    "description": "Answers by the id of their fact: true or false, or the answer's own word.",
    "maxProperties": len(FACTS),
    "additionalProperties": _ANSWER,
}
_CITATION: Final = _text("The provision.")
_ASKED: Final = {
    "fact": _text("The fact's permanent id."),
    "question": _text("In words."),
    "provision": _text("Under which provision it is asked."),
}


@lru_cache(maxsize=1)
def components() -> dict[str, Schema]:
    """Every shape by its name."""
    made = {**_record(), **_story()}
    made["Ruling"] = _ruling()
    made["Course"] = _object(
        "The rulings of a story, each given on the table that those before it left, and the table as it stands.",
        ["rulings", "auction", "must_pass", "leads", "looks", "information", "tricks"],
        rulings=_list(
            _object(
                "A ruling: on what happened at an entry, and how many entries had been told when it was given.",
                ["at", "given", "ruling"],
                at={"type": "integer"},
                given={"type": "integer"},
                ruling=ref("Ruling"),
            ),
            "In the order of what they are about. One that is not complete asks for what has to be found out.",
        ),
        auction=_list({"type": "string"}, "The legal auction: `S 1H`."),
        must_pass={"type": "object", "description": "Who has to pass, once or throughout.", "additionalProperties": {}},
        leads={
            "type": "object",
            "description": "Whose lead may still be restricted, with the entry of the call that was withdrawn.",
            "additionalProperties": {"type": "integer"},
        },
        looks=_list(
            _object(
                "A look at the score when play is over.",
                ["at", "provision", "words"],
                at={"type": "integer"},
                provision=_CITATION,
                words=_text("In words."),
            ),
            "What is looked at again when play is over.",
        ),
        information=_list(
            _object(
                "What a side may use, or may not.",
                ["player", "kind", "extent"],
                player=_text("The side."),
                kind=_text("Whether it may be used."),
                extent=_text("What it comes from."),
            ),
            "What each side may and may not use.",
        ),
        tricks={
            "type": ["object", "null"],
            "description": "Tricks won by each side and left to play; null before the play.",
            "additionalProperties": {"type": "integer"},
        },
    )
    made["Interview"] = _object(
        "What has been answered so far.",
        ["procedure"],
        edition=_EDITION,
        procedure=_PROCEDURE,
        answers=_ANSWERS,
        seat={**ref("TableSeat"), "description": "The seat of the player whom the procedure is about."},
    )
    made["InterviewTold"] = _object(
        "The ruling so far: its `pending` is the next question; null when there is nothing left to ask.",
        ["ruling", "waiting", "asides"],
        ruling=ref("Ruling"),
        waiting=_list({"type": "string"}, "Facts whose answers wait for their question to come."),
        asides=_list(
            _object(
                "What may have happened besides.",
                ["fact", "question", "provision", "answers", "default"],
                **_ASKED,
                answers=_list(_ANSWER, "Every answer."),
                default={**_ANSWER, "description": "The answer taken when nothing is said."},
            ),
            "Incidental facts that the procedure listens to and nobody has stated.",
        ),
    )
    made["Irregularity"] = _object(
        "An irregular call.",
        ["where", "index", "by", "call", "turn", "kinds", "law", "falls_with"],
        where=_text("The field of the record it stands in: auction, or what came after."),
        index={"type": "integer", "description": "Its place there, from 0."},
        by=ref("TableSeat"),
        call=ref("TableCall"),
        turn={**ref("TableSeat"), "description": "Whose turn it was."},
        kinds=_list(
            _object("What is wrong.", ["name", "provision"], name=_text("In words."), provision=_CITATION),
            "Everything that is wrong with it.",
        ),
        law=_text("The number of the law that deals with it."),
        falls_with={
            "type": ["integer", "null"],
            "description": "The place of an earlier irregular call whose rectification cancels this one too.",
        },
    )
    made["Diagnosis"] = _object(
        "What went wrong in an auction.",
        ["edition", "irregularities"],
        edition=_text("The edition of the record."),
        irregularities=_list(ref("Irregularity"), "In the order in which a director deals with them."),
        cards=_list(
            ref("IrregularCard"), "Of a record that tells a play: its irregular cards, in the order of the play."
        ),
    )
    made["IrregularCard"] = _object(
        "An irregular card.",
        ["trick", "hand", "player", "card", "turn", "kind", "law"],
        trick={"type": "integer", "description": "The number of the trick, from 1."},
        hand={**ref("TableSeat"), "description": "The hand it came from."},
        player={**ref("TableSeat"), "description": "Who played it: declarer, for dummy's cards."},
        card=ref("TableCard"),
        turn={**ref("TableSeat"), "description": "The hand whose turn it was."},
        kind=_text("What is wrong with it, in words."),
        law=_text("The number of the law that deals with it; empty where none is written."),
    )
    made["LegalPlays"] = _object(
        "Which cards may be played.",
        ["edition", "trick", "turn", "hands"],
        edition=_text("The edition of the record."),
        trick={"type": "integer", "description": "The number of the trick in progress, from 1."},
        turn={"type": ["string", "null"], "description": "The hand whose turn it is; null when play is over."},
        hands=_list(
            _object(
                "A hand of which cards are known.",
                ["hand", "player", "cards"],
                hand=ref("TableSeat"),
                player={**ref("TableSeat"), "description": "Who plays its cards."},
                cards=_list(
                    _object(
                        "A card.",
                        ["card", "legal"],
                        card=ref("TableCard"),
                        legal={"type": "boolean", "description": "Whether it may be played now."},
                        provision=_CITATION,
                        why=_text("Why it may not be played."),
                    ),
                    "Spades first, high card first.",
                ),
            ),
            "The hands, North first.",
        ),
    )
    made["Contrasted"] = _object(
        "A ruling to be looked at from the other side: a record, or a procedure with its answers.",
        [],
        record=ref("TableRecord"),
        edition=_EDITION,
        procedure=_PROCEDURE,
        answers=_ANSWERS,
    )
    made["Contrasted"]["oneOf"] = [
        {
            "required": ["record"],
            "not": {"anyOf": [{"required": [one]} for one in ("procedure", "answers", "edition")]},
        },
        {"required": ["procedure", "answers"], "not": {"required": ["record"]}},
    ]
    made["Contrast"] = _object(
        "The same case with one fact otherwise.",
        [*_ASKED, "was", "value", "difference", "say", "outcomes", "citations"],
        **_ASKED,
        was={**_ANSWER, "description": "The answer of this ruling."},
        value={**_ANSWER, "description": "The other answer."},
        difference=ref("Difference"),
        say=_text("What the director says then."),
        outcomes=deepcopy(RULING_SCHEMA["properties"]["outcomes"]),
        citations=_list({"type": "string"}, "The provisions it rests on then."),
    )
    line = _object("A decision.", ["words", "provision"], words=_text("In words."), provision=_CITATION)
    made["Difference"] = _object(
        "What another ruling decides otherwise; both lists are empty when it decides the same.",
        ["becomes", "instead_of"],
        becomes=_list(line, "What is decided there and not here."),
        instead_of=_list(line, "What is decided here and not there."),
    )
    made["Flip"] = _object(
        "A fact that decides: otherwise, with all else as it is, the ruling would be another one.",
        [*_ASKED, "was", "value", "complete", "difference"],
        **_ASKED,
        was={**_ANSWER, "description": "The answer of this ruling."},
        value={**_ANSWER, "description": "The other answer."},
        complete={"type": "boolean", "description": "False when more would have to be known then."},
        difference=ref("Difference"),
    )
    made["InEdition"] = _object(
        "The record under one edition.",
        ["edition", "ruling", "why", "difference"],
        edition=_text("The edition's short name."),
        ruling={"oneOf": [ref("Ruling"), {"type": "null"}], "description": "Null where it cannot rule on it."},
        why=_text("Why there is no ruling; else empty."),
        difference=ref("Difference"),
    )
    made["Contrasts"] = _object(
        "A ruling and what it would be if one fact were otherwise.",
        ["ruling", "contrasts"],
        ruling=ref("Ruling"),
        contrasts=_list(ref("Contrast"), "In the order in which the law asks."),
        flips=_list(ref("Flip"), "Of a record: the facts that decide, in the order in which the law asks."),
        editions=_list(ref("InEdition"), "Of a record: its own edition first, then every other that the engine knows."),
    )
    tolerance = {
        "points": {
            "type": "integer",
            "minimum": 0,
            "maximum": 37,
            "description": "High-card points beyond either end.",
        },
        "cards": {"type": "integer", "minimum": 0, "maximum": 13, "description": "Cards more or fewer in a suit."},
        "share": {
            **_text("More than this part of each call's hands has the points of the other; 1/2 when left out."),
            **_FRACTION,
        },
        "overlap": {
            **_text(
                "From this part on, of each call's hands, `points` is no limit; there is no such part when left out."
            ),
            **_FRACTION,
        },
        "doubt": {
            "type": "integer",
            "minimum": 0,
            "maximum": 37,
            "description": "So many points beyond `points` are left to the Director's judgement; none when left out.",
        },
        "source": _text("Who says so.", minLength=1, maxLength=TEXT),
    }
    made["Tolerance"] = _object(
        "How far two meanings may lie apart and still be similar.", ["points", "cards", "source"], **tolerance
    )
    made["Meanings"] = _object(
        "What the withdrawn call and the call in its place show.",
        ["withdrawn", "replacement"],
        withdrawn=ref("TableMeaning"),
        replacement=ref("TableMeaning"),
        tolerance={**ref("Tolerance"), "description": "Your body's; the default is told in the answer."},
    )
    made["Comparison"] = _object(
        "The tests of a comparable call on two meanings; one that is passed is enough.",
        ["comparable", "decisive", "tests", "tolerance"],
        comparable={"type": "boolean", "description": "Whether one of the tests is passed for certain."},
        decisive=_text(
            "The test that a ruling names: the one that leaves least to judge; `judgement` when none is passed for certain and "
            "one is open, so that the Director decides; `no` when none is passed."
        ),
        tests=_list(
            _object(
                "One test.",
                ["test", "provision", "holds", "open", "why"],
                test=_text("Its name, as a record's `findings.comparable` has it."),
                provision=_CITATION,
                holds={"type": "boolean"},
                open={"type": "boolean", "description": "Experienced directors differ: the Director judges."},
                why=_text("The reason in a sentence."),
            ),
            "In the order of the law.",
        ),
        tolerance=ref("Tolerance"),
    )
    for shape in made.values():
        shape.setdefault("description", shape.get("title", ""))
    return made


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of what must have the shape of a component."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": components()}})


def alone(name: str) -> Schema:
    """A shape by itself, as a JSON Schema with the parts that it needs."""
    needed: dict[str, Schema] = {}

    def visit(shape: Any) -> Any:
        if isinstance(shape, list):
            return [visit(one) for one in shape]
        if not isinstance(shape, dict):
            return shape
        made = {key: visit(value) for key, value in shape.items() if key != "$ref"}
        if "$ref" in shape:
            part = shape["$ref"].removeprefix(_PREFIX)
            made = {"$ref": f"#/$defs/{part}", **made}
            if part not in needed:
                needed[part] = {}
                needed[part] = visit(components()[part])
        return made

    whole = visit(components()[name])
    parts = {"$defs": needed} if needed else {}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, **parts}


def add_components(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Put the shapes into the OpenAPI schema; the settings name this as a hook of its generator."""
    result.setdefault("components", {}).setdefault("schemas", {}).update(deepcopy(components()))
    return result
