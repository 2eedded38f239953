"""Checks the content of a question version before it is stored.

The format is `content.schema.json`; what a schema cannot say (the key is one of the options, a note that a call
points at exists) is said here in Python.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("content.schema.json").read_text(encoding="utf-8"))
_validator = Draft202012Validator(SCHEMA)

Content = Mapping[str, Any]


class BrokenContent(ValueError):
    """A content that may not be stored: `field` is its place, as `options[2].why`; the message says what is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


def check(content: Content) -> None:
    """Refuse a content that a page could not show or a marker not mark."""
    errors = sorted(_validator.iter_errors(content), key=lambda error: [str(part) for part in error.absolute_path])
    if errors:
        raise BrokenContent(_place(errors[0]), errors[0].message)
    for field, message in _contradictions(content):
        raise BrokenContent(field, message)


def words(content: Content) -> str:
    """The words an examiner would search a question by."""
    explanation = content["explanation"]
    parts = [*content["stem"], content["question"], *(option["text"] for option in content["options"])]
    return "\n".join([*parts, explanation["say"], " ".join(explanation["cites"])])


def _place(error: ValidationError) -> str:
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
    for position, option in enumerate(content["options"]):
        if option["id"] != content["key"] and not option["why"].strip():
            yield f"options[{position}].why", "expected why this option is wrong."
    cites = content["explanation"]["cites"]
    for position, step in enumerate(content["explanation"]["steps"]):
        if step["taken"] and not step["answer"]:
            yield f"explanation.steps[{position}].answer", "expected the answer of a step that was taken."
    for position, outcome in enumerate(content["explanation"]["outcomes"]):
        if outcome["provision"] not in cites:
            yield f"explanation.outcomes[{position}].provision", f"{outcome['provision']} is not among the cites."
    auction = content["diagrams"].get("auction", {})
    for position, call in enumerate(auction.get("calls", [])):
        if call.get("note", 0) > len(auction.get("notes", [])):
            yield f"diagrams.auction.calls[{position}].note", f"there is no note {call['note']}."
    if content["receipt"]["edition"] != content["edition"]:
        yield "receipt.edition", f"expected {content['edition']}, the edition of the question."
