"""A content as it stands in the fields of the editor, and what is made of them again.

Fields and rows go by the names that the form has for them, rows under the name of their part. Options are told apart by
their place alone: the first is a. What a person cannot type (record, receipt, generator, pair) stays as it was; but of hands,
auction or play that are others the engine's record does not tell, and record, receipt and generator go.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from exams.bank import notation
from exams.bank.content import without_engine
from exams.bank.editing.differences import same_table
from exams.bank.kinds import Content, Kind, kind_of

IDS = "abcdef"
# What no field holds; a later version has it from the one it is based on.
KEPT = ("pair", "record", "receipt", "generator", "fingerprint")


def fields_of(content: Content) -> dict[str, Any]:
    """What stands in the single fields."""
    explanation = content["explanation"]
    return {
        "level": content["level"],
        "topic": content["topic"],
        "edition": content["edition"],
        "stem": "\n\n".join(content["stem"]),
        "ruling": content.get("ruling", ""),
        "question": content["question"],
        **asdict(notation.write(content["diagrams"])),
        "accepted": ", ".join(content["key"]) if kind_of(content).keyed_by == "provisions" else "",
        "figure": content["key"] if kind_of(content).keyed_by == "number" else "",
        "right": _right_place(content),
        "reason": explanation.get("reason", {}).get("text", ""),
        "decides": ", ".join(explanation.get("reason", {}).get("provisions", [])),
        "say": explanation["say"],
        "cites": ", ".join(explanation["cites"]),
    }


def rows_of(content: Content) -> dict[str, list[dict[str, Any]]]:
    """What stands in the rows, by their part."""
    explanation = content["explanation"]
    keyed_by, key = kind_of(content).keyed_by, content["key"]
    options = [
        {
            "text": option["text"],
            "why": option["why"],
            "holds": keyed_by == "some" and option["id"] in key,
            "place": str(key.index(option["id"]) + 1) if keyed_by == "places" else "",
        }
        for option in content["options"]
    ]
    return {
        "options": options,
        "rubric": [dict(item) for item in content.get("rubric", [])],
        "steps": [dict(step) for step in explanation["steps"]],
        "outcomes": [{"main": True, **outcome} for outcome in explanation["outcomes"]],
    }


def content_of(
    kind: Kind,
    fields: Mapping[str, Any],
    rows: Mapping[str, Sequence[Mapping[str, Any]]],
    diagrams: Mapping[str, Any],
    base: Content | None = None,
) -> dict[str, Any]:
    """The content that fields and rows make. Rows are those that are filled in; what is missing is left empty.

    A provision that decides, or that an outcome or the key names, is cited too, behind those that were typed. What two calls
    show, side by side, has no field: it is kept as long as the table is the same.
    """
    options = [
        {"id": one, "text": row["text"], "why": row["why"]} for one, row in zip(IDS, rows["options"], strict=False)
    ]
    key = _key(kind, fields, rows["options"])
    named = [row["provision"] for row in rows["outcomes"]] + (key[:1] if kind.keyed_by == "provisions" else [])
    cites = list(dict.fromkeys(one for one in [*fields["cites"], *fields.get("decides", ()), *named] if one))
    content: dict[str, Any] = {
        "format": 1,
        "kind": kind.name,
        "level": fields["level"],
        "topic": fields["topic"],
        "edition": fields["edition"],
        "stem": paragraphs(fields["stem"]),
        "question": fields["question"],
        "diagrams": diagrams,
        "options": options,
        "key": key,
        "explanation": {
            "say": fields["say"],
            "steps": [_step(row) for row in rows["steps"]],
            "outcomes": [_outcome(row) for row in rows["outcomes"]],
            **_reason(fields, cites),
            "cites": cites,
        },
    }
    if kind.judges:
        content["ruling"] = fields["ruling"]
    if kind.keyed_by == "rubric":
        content["rubric"] = [_item(place, row) for place, row in enumerate(rows["rubric"], start=1)]
    kept = {name: base[name] for name in KEPT if name in base} if base else {}
    same = base is not None and same_table(base, content)
    if base and same and "comparison" in base["explanation"]:
        content["explanation"]["comparison"] = base["explanation"]["comparison"]
    return content | (kept if same else without_engine(kept))


def _reason(fields: Mapping[str, Any], cites: Sequence[str]) -> dict[str, Any]:
    """Why it is the ruling, if that was written; where nothing is said to decide, it is the first provision cited."""
    said = fields.get("reason", "")
    decides = list(fields.get("decides", ())) or list(cites[:1])
    return {"reason": {"text": said, "provisions": decides}} if said and decides else {}


def paragraphs(text: str) -> list[str]:
    """What empty lines set apart, each in one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def _right_place(content: Content) -> str:
    """The place of the one right option, from 0, as its radio button sends it."""
    if kind_of(content).keyed_by != "one":
        return ""
    ids = [option["id"] for option in content["options"]]
    return str(ids.index(content["key"])) if content["key"] in ids else ""


def _key(kind: Kind, fields: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> Any:
    """The key of a content of this kind; empty where it is not told yet."""
    told = list(zip(IDS, options, strict=False))
    match kind.keyed_by:
        case "one":
            return next((one for one, row in told if str(row["at"]) == fields["right"]), "")
        case "some":
            return [one for one, row in told if row["holds"]]
        case "places":
            placed = {str(row["place"]): one for one, row in told}
            wanted = [str(place) for place in range(1, len(told) + 1)]
            return [placed[place] for place in wanted] if set(placed) == set(wanted) else []
        case "provisions":
            return list(fields["accepted"])
        case "number":
            return str(fields["figure"])
        case _:
            return ""


def _step(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("question", "answer", "provision", "taken")}


def _outcome(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("text", "provision", "main")}


def _item(place: int, row: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: row[name] for name in ("part", "text", "provision", "marks")}
    return {"id": str(place), **told}
