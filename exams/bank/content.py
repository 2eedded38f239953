"""Checks the content of a question version before it is stored.

The format is `content.schema.json`; what a schema cannot say (a note that a call points at exists) is said here in
Python, and what each kind of question asks of its options and its key, in `exams.bank.kinds`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema import ValidationError as SchemaFault
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from exams.bank.diagram_faults import diagram_faults
from exams.bank.kinds import Content, kind_of
from laws import keys
from laws.rulings.meanings import BadMeaning, parse_meaning

__all__ = [
    "ENGINE_PARTS",
    "SCHEMA",
    "BrokenContent",
    "Content",
    "check",
    "columns",
    "faults",
    "fingerprint_of",
    "without_engine",
    "words",
]

ENGINE_PARTS: Final = ("record", "receipt", "generator")
"""What only the engine and the generator write; all three or none."""

SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("content.schema.json").read_text(encoding="utf-8"))


def _pattern(_validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[SchemaFault]:
    """As JSON Schema means it, where `$` is the end; Python's would let a line end pass behind it."""
    exact = f"{pattern[:-1]}\\Z" if pattern.endswith("$") else pattern
    if isinstance(instance, str) and not re.search(exact, instance):
        yield SchemaFault(f"{instance!r} does not match {pattern!r}")


_validator: Validator = extend(Draft202012Validator, {"pattern": _pattern})(SCHEMA)  # type: ignore[no-untyped-call]


class BrokenContent(ValueError):
    """A content that may not be stored: `field` is its place, as `options[2].why`; the message says what is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


def check(content: Content) -> None:
    """Refuse a content that a page could not show or a marker not mark."""
    for field, message in faults(content):
        raise BrokenContent(field, message)


def faults(content: Content) -> Iterator[tuple[str, str]]:
    """All that is wrong with a content: the place, as `options[2].why`, and the message.

    Parts that are malformed come alone: how they fit together can be told only when each is well formed.
    """
    errors = sorted(_validator.iter_errors(content), key=lambda error: [str(part) for part in error.absolute_path])
    if errors:
        yield from ((_place(error), error.message) for error in errors)
    else:
        yield from _contradictions(content)


def fingerprint_of(content: Content) -> str:
    """What tells a question that a person wrote from every other: sha256 of its first content in canonical JSON."""
    told = {name: part for name, part in content.items() if name != "fingerprint"}
    canonical = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def without_engine(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content as a person might have written it."""
    return {name: part for name, part in content.items() if name not in ENGINE_PARTS}


def columns(content: Content) -> dict[str, Any]:
    """The content of a version with the columns beside it, which repeat what lists are filtered by."""
    return {
        "kind": content["kind"],
        "level": content["level"],
        "topic": content["topic"],
        "edition": content["edition"],
        "provisions": content["explanation"]["cites"],
        "pair": content.get("pair", {}).get("id", ""),
        "content": content,
        "words": words(content),
    }


def words(content: Content) -> str:
    """The words an examiner would search a question by."""
    explanation = content["explanation"]
    parts = [*content["stem"], content["question"], *(option["text"] for option in content["options"])]
    parts += [content["ruling"]] if "ruling" in content else []
    parts += [item["text"] for item in content.get("rubric", [])]
    return "\n".join([*parts, explanation["say"], " ".join(explanation["cites"])])


def _place(error: SchemaFault) -> str:
    """Where the error is, written as one would reach it: `options[2].why`."""
    return error.json_path.removeprefix("$").removeprefix(".") or "content"


def _contradictions(content: Content) -> Iterator[tuple[str, str]]:
    """What the schema cannot see: parts that are well formed each but do not fit together."""
    ids = [option["id"] for option in content["options"]]
    if len(set(ids)) != len(ids):
        yield "options", "each option needs an id of its own."
    texts = [option["text"] for option in content["options"]]
    if len(set(texts)) != len(texts):
        yield "options", "two options say the same."
    yield from kind_of(content).faults(content)
    if "rubric" in content and kind_of(content).keyed_by != "rubric":
        yield "rubric", "only a written question has one."
    if "ruling" in content and not kind_of(content).judges:
        yield "ruling", "only a question that judges a ruling has one."
    for field, key in _provisions(content):
        try:
            keys.parse(key)
        except ValueError as error:
            yield field, f"{error}."
    cites = content["explanation"]["cites"]
    for position, step in enumerate(content["explanation"]["steps"]):
        if step["taken"] and not step["answer"]:
            yield f"explanation.steps[{position}].answer", "expected the answer of a step that was taken."
    for position, outcome in enumerate(content["explanation"]["outcomes"]):
        if outcome["provision"] not in cites:
            yield f"explanation.outcomes[{position}].provision", f"{outcome['provision']} is not among the cites."
    for position, provision in enumerate(content["explanation"].get("reason", {}).get("provisions", ())):
        if provision not in cites:
            yield f"explanation.reason.provisions[{position}]", f"{provision} is not among the cites."
    if "comparison" in content["explanation"]:
        yield from _comparison_faults(content["explanation"]["comparison"])
    yield from diagram_faults(content["diagrams"])
    if "receipt" in content:
        yield from _engine_faults(content)


def _comparison_faults(comparison: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Meanings that nobody could compare."""
    for side in ("withdrawn", "replacement"):
        try:
            parse_meaning(comparison[side]["meaning"])
        except BadMeaning as error:
            yield f"explanation.comparison.{side}.meaning", f"{error}."


def _engine_faults(content: Content) -> Iterator[tuple[str, str]]:
    """What the engine says of each question it rules on, and of which edition."""
    for part in ("steps", "outcomes"):
        if not content["explanation"][part]:
            yield f"explanation.{part}", "expected at least one, since the rules engine ruled."
    if content["receipt"]["edition"] != content["edition"]:
        yield "receipt.edition", f"expected {content['edition']}, the edition of the question."


def _provisions(content: Content) -> Iterator[tuple[str, str]]:
    """Every place that names a provision, but for the key, of which its kind knows more."""
    explanation = content["explanation"]
    for position, key in enumerate(explanation["cites"]):
        yield f"explanation.cites[{position}]", key
    for part, rows in (
        ("explanation.steps", explanation["steps"]),
        ("explanation.outcomes", explanation["outcomes"]),
        ("rubric", content.get("rubric", [])),
    ):
        for position, row in enumerate(rows):
            yield f"{part}[{position}].provision", row["provision"]


LONGEST: Final = 18
"""Digits: as many as the database's largest ids can have. Python refuses to read thousands of them."""


def whole(sent: str) -> int | None:
    """The number, zero or more, that stands there; None for anything else, and for one longer than any of ours."""
    return int(sent) if sent.isdecimal() and len(sent) <= LONGEST else None
