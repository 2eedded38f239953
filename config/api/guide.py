"""The page about the API for those who write programs, made from the OpenAPI schema: it cannot say anything else.

The usual viewers of such schemas bring megabytes of scripts with styles inside the page, which ours forbid.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from laws.api.schema import openapi

Schema = dict[str, Any]

_CODE, _STRONG = re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*")
# A longer list of values says less than it takes room.
_MOST_VALUES = 12


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a field of a record. `record` names the record that the value is or has."""

    name: str
    type: str
    said: SafeString
    record: str = ""
    required: bool = False
    example: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One address: what may be asked of it, and what it answers: a record, or `pages` of them.

    `body` is the record that is sent, `sent` an example of it as JSON, and `command` what sends that from a shell; all
    empty where nothing is sent.
    """

    id: str
    method: str
    path: str
    summary: str
    said: SafeString
    parameters: list[Field]
    record: str
    pages: bool
    example: str
    body: str = ""
    sent: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Addresses that belong together."""

    name: str
    said: str
    operations: list[Operation]


@dataclass(frozen=True, slots=True)
class Record:
    """What answers are made of."""

    name: str
    said: SafeString
    fields: list[Field]


@dataclass(frozen=True, slots=True)
class Guide:
    """The whole page."""

    paragraphs: list[SafeString]
    sections: list[Section]
    records: list[Record]


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How to use the API: its rules, its addresses, its records."""
    return render(request, "api.html", {"guide": read(f"{request.scheme}://{request.get_host()}")})


@lru_cache(maxsize=8)
def read(site: str = "") -> Guide:
    """The page's content, from the schema; `site` begins the addresses in its commands."""
    schema = openapi()
    operations = [(method.upper(), path, one) for path, ways in schema["paths"].items() for method, one in ways.items()]
    shown = [
        Section(
            tag["name"],
            tag["description"],
            [_operation(site, *one) for one in operations if tag["name"] in one[2]["tags"]],
        )
        for tag in schema["tags"]
    ]
    records = [
        Record(
            name,
            _rich(one.get("description", "")),
            [_field(field, told, one) for field, told in one["properties"].items()],
        )
        for name, one in sorted(schema["components"]["schemas"].items())
        if one.get("type") == "object" and "properties" in one and not name.startswith("Paginated")
    ]
    paragraphs = schema["info"]["description"].strip().split("\n\n")
    return Guide([_rich(one) for one in paragraphs], shown, records)


def _operation(site: str, method: str, path: str, told: Schema) -> Operation:
    parameters = [
        Field(
            name=one["name"],
            type=_type(one["schema"]),
            said=_rich(one.get("description", "")),
            required=one.get("required", False) and one["in"] != "path",
            example=next((str(value["value"]) for value in one.get("examples", {}).values()), ""),
        )
        for one in told.get("parameters", ())
    ]
    examples = {one.name: one.example for one in parameters}
    address = re.sub(r"{(\w+)}", lambda part: examples.get(part[1]) or "1", path)
    asked = [f"{one.name}={one.example.replace(' ', '+')}" for one in parameters if one.required]
    answer = next(iter(told["responses"]["200"]["content"].values()))["schema"]
    sent = next(iter(told["requestBody"]["content"].values())) if "requestBody" in told else {}
    shown = next((json.dumps(one["value"]) for one in sent.get("examples", {}).values()), "")
    command = ["curl", f"{site}{path}", "-H", "Content-Type: application/json", "-d", shown] if shown else []
    return Operation(
        id=told["operationId"],
        method=method,
        path=path,
        summary=told["summary"],
        said=_rich(told.get("description", "")),
        parameters=parameters,
        record=_named(answer),
        pages="Paginated" in answer.get("$ref", ""),
        example=f"{address}?{'&'.join(asked)}" if asked else address,
        body=_named(sent["schema"]) if sent else "",
        sent=shown,
        command=shlex.join(command),
    )


def _field(name: str, told: Schema, record: Schema) -> Field:
    named = _named(told)
    return Field(name, _type(told), _rich(told.get("description", "")), named, name in record.get("required", ()))


def _named(told: Schema) -> str:
    """The record that a value is, or that a list or a page of a list has; empty for plain values."""
    if "$ref" in told:
        name = str(told["$ref"]).rsplit("/", 1)[-1]
        one = openapi()["components"]["schemas"][name]
        if name.startswith("Paginated"):
            return _named(one["properties"]["results"]["items"])
        return name if one.get("type") == "object" and "properties" in one else ""
    for inside in (*told.get("allOf", ()), *told.get("oneOf", ()), told.get("items", {})):
        if inside and (name := _named(inside)):
            return name
    return ""


def _type(told: Schema) -> str:
    """A type in few words."""
    if "$ref" in told:
        one = openapi()["components"]["schemas"][str(told["$ref"]).rsplit("/", 1)[-1]]
        return "record" if one.get("type") == "object" and "properties" in one else _type(one)
    several = [*told.get("allOf", ()), *told.get("oneOf", ())]
    if several:
        return " or ".join(dict.fromkeys(_type(one) for one in several))
    if "enum" in told:
        values = [str(value) for value in told["enum"] if value is not None]
        return ", ".join(values[:_MOST_VALUES]) + (" …" if len(values) > _MOST_VALUES else "")
    kinds = told.get("type", "any")
    kind, *more = kinds if isinstance(kinds, list) else [kinds]
    if kind == "array":
        told_of = _type(told["items"])
        return "list of records" if told_of == "record" else f"list of: {told_of}"
    formats = {"date": "date", "date-time": "date and time", "uri": "address"}
    plain = {"string": "text", "boolean": "true or false"}
    name: str = formats.get(told.get("format", "")) or plain.get(kind) or kind
    if "maximum" in told and "minimum" in told:
        name += f" {told['minimum']}–{told['maximum']}"
    return " or ".join([name, *more])


def _rich(text: str) -> SafeString:
    """Text in which `this` is code and **this** stands out."""
    told = _STRONG.sub(r"<strong>\1</strong>", _CODE.sub(r"<code>\1</code>", escape(text)))
    return mark_safe(told)  # noqa: S308 - escaped before
