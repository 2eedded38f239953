"""The shape of our QTI items: which elements stand where, in which order, with which attributes.

This is the part of the standard's schema that our items use, as it was read from a binding that a generator had made of that
schema; the schema itself may not be shipped. A player that is not ours is tried in tests/browser/test_qti_player.py.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from exams.bank.interchange.item import item_of
from exams.bank.interchange.qti import ITEM, PACKAGE, QTI
from exams.bank.interchange.qti.package import package
from exams.bank.interchange.qti.writer import item_xml
from exams.bank.interchange.xml import Element, name_of, parse
from tests.exams.bank.interchange.conftest import KINDS, by_hand, generated

FLOW = ("p", "div", "table", "ul", "ol", "blockquote")
INLINE = ("span", "sup")
# What may stand in an element: a sequence has its order, a set has none.
CHILDREN: Mapping[str, Sequence[str] | set[str]] = {
    "qti-assessment-item": (
        "qti-response-declaration",
        "qti-outcome-declaration",
        "qti-item-body",
        "qti-response-processing",
        "qti-modal-feedback",
    ),
    "qti-response-declaration": ("qti-correct-response", "qti-mapping"),
    "qti-outcome-declaration": ("qti-default-value",),
    "qti-correct-response": ("qti-value",),
    "qti-default-value": ("qti-value",),
    "qti-mapping": ("qti-map-entry",),
    "qti-item-body": {
        *FLOW,
        "qti-choice-interaction",
        "qti-order-interaction",
        "qti-extended-text-interaction",
        "qti-rubric-block",
    },
    "qti-choice-interaction": ("qti-prompt", "qti-simple-choice"),
    "qti-order-interaction": ("qti-prompt", "qti-simple-choice"),
    "qti-extended-text-interaction": ("qti-prompt",),
    "qti-rubric-block": ("qti-content-body",),
    "qti-modal-feedback": ("qti-content-body",),
    "qti-content-body": set(FLOW),
    "qti-response-processing": {"qti-response-condition", "qti-set-outcome-value"},
    "qti-response-condition": ("qti-response-if", "qti-response-else"),
    "qti-response-if": ("qti-match", "qti-not", "qti-set-outcome-value"),
    "qti-response-else": ("qti-set-outcome-value",),
    "qti-match": ("qti-variable", "qti-correct"),
    "qti-not": ("qti-is-null",),
    "qti-is-null": ("qti-variable",),
    "qti-multiple": ("qti-base-value",),
    "qti-set-outcome-value": {"qti-variable", "qti-base-value", "qti-map-response", "qti-multiple"},
    "div": set(FLOW),
    "blockquote": set(FLOW),
    "p": {*INLINE, "qti-text-entry-interaction"},
    "table": ("caption", "thead", "tbody"),
    "thead": ("tr",),
    "tbody": ("tr",),
    "tr": {"th", "td"},
    "ul": ("li",),
    "ol": ("li",),
    **{one: set(INLINE) for one in ("caption", "th", "td", "li")},
}
# Attributes: those that must be there, and those that may. Any element of the body may have data-…, role and aria-….
ATTRIBUTES: Mapping[str, tuple[set[str], set[str]]] = {
    "qti-assessment-item": (
        {"identifier", "title", "time-dependent"},
        {"adaptive", "tool-name", "tool-version", "xml:lang", "xsi:schemaLocation"},
    ),
    "qti-response-declaration": ({"identifier", "cardinality"}, {"base-type"}),
    "qti-outcome-declaration": ({"identifier", "cardinality"}, {"base-type", "normal-maximum", "external-scored"}),
    "qti-mapping": (set(), {"lower-bound", "upper-bound", "default-value"}),
    "qti-map-entry": ({"map-key", "mapped-value"}, {"case-sensitive"}),
    "qti-choice-interaction": ({"response-identifier"}, {"shuffle", "max-choices"}),
    "qti-order-interaction": ({"response-identifier"}, {"shuffle", "orientation"}),
    "qti-text-entry-interaction": ({"response-identifier"}, {"expected-length"}),
    "qti-extended-text-interaction": ({"response-identifier"}, {"expected-lines", "format"}),
    "qti-simple-choice": ({"identifier"}, set()),
    "qti-rubric-block": ({"use", "view"}, set()),
    "qti-modal-feedback": ({"outcome-identifier", "show-hide", "identifier"}, set()),
    "qti-variable": ({"identifier"}, set()),
    "qti-correct": ({"identifier"}, set()),
    "qti-map-response": ({"identifier"}, set()),
    "qti-set-outcome-value": ({"identifier"}, set()),
    "qti-base-value": ({"base-type"}, set()),
    "th": (set(), {"scope"}),
}
ANYWHERE = ("data-", "aria-")
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
WRITTEN = {"{http://www.w3.org/XML/1998/namespace}lang": "xml:lang"}
WRITTEN["{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"] = "xsi:schemaLocation"


def every_item() -> list[Any]:
    return [*(by_hand(kind) for kind in KINDS), *generated()]


def check(element: Element) -> None:
    """An element and all in it are as the tables say."""
    name = name_of(element)
    children = [name_of(child) for child in element]
    allowed = CHILDREN.get(name, ())
    assert set(children) <= set(allowed), (name, children)
    if not isinstance(allowed, set):
        places = [allowed.index(child) for child in children]
        assert places == sorted(places), (name, children)
    needed, possible = ATTRIBUTES.get(name, (set(), set()))
    given = {WRITTEN.get(attribute, attribute) for attribute in element.attrib}
    assert needed <= given, (name, given)
    more = {one for one in given - needed - possible if one != "role" and not one.startswith(ANYWHERE)}
    assert not more, (name, more)
    for child in element:
        check(child)


def test_every_item_has_the_shape_of_the_standard() -> None:
    for content in every_item():
        root = parse(item_xml(item_of(content), "item-1"))
        assert all(one.tag.startswith(f"{{{QTI}}}") for one in root.iter())
        check(root)


def test_what_is_named_is_declared() -> None:
    for content in every_item():
        root = parse(item_xml(item_of(content), "item-1"))
        found: dict[str, list[Element]] = {}
        for one in root.iter():
            found.setdefault(name_of(one), []).append(one)
        responses = {one.attrib["identifier"] for one in found["qti-response-declaration"]}
        outcomes = {one.attrib["identifier"] for one in found["qti-outcome-declaration"]}
        for name, elements in found.items():
            for one in elements:
                if "response-identifier" in one.attrib:
                    assert one.attrib["response-identifier"] in responses
                if name in ("qti-variable", "qti-correct", "qti-map-response"):
                    assert one.attrib["identifier"] in responses
                if name == "qti-set-outcome-value":
                    assert one.attrib["identifier"] in outcomes
                if "outcome-identifier" in one.attrib:
                    assert one.attrib["outcome-identifier"] in outcomes
                if "identifier" in one.attrib:
                    assert IDENTIFIER.fullmatch(one.attrib["identifier"])
        choices = [one.attrib["identifier"] for one in found.get("qti-simple-choice", [])]
        assert len(set(choices)) == len(choices)
        if choices:
            right = {one.text for one in found["qti-correct-response"][0]}
            assert right <= set(choices)
            assert {one.attrib["map-key"] for one in found.get("qti-map-entry", [])} <= set(choices)


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_and_the_reasons_stand_where_no_candidate_sees_them(kind: str) -> None:
    content = by_hand(kind)
    body = parse(item_xml(item_of(content), "item-1")).find(f"{{{QTI}}}qti-item-body")
    assert body is not None
    for rubric in body.findall(f"{{{QTI}}}qti-rubric-block"):
        assert rubric.attrib["view"] == "scorer"
        body.remove(rubric)
    seen = " ".join(body.itertext()) + " ".join(value for one in body.iter() for value in one.attrib.values())
    for secret in [
        content["explanation"]["say"],
        *(one["why"] for one in content["options"] if one["why"]),
        *(one["text"] for one in content.get("rubric", [])),
    ]:
        assert secret not in seen


def test_the_manifest_lists_every_file_of_the_package() -> None:
    with zipfile.ZipFile(io.BytesIO(package([item_of(one) for one in generated()[:4]]))) as packed:
        root = parse(packed.read("imsmanifest.xml"))
        names = set(packed.namelist())
    resources = root.findall(f"{{{PACKAGE}}}resources/{{{PACKAGE}}}resource")
    listed = {one.attrib["href"] for resource in resources for one in resource.findall(f"{{{PACKAGE}}}file")}
    assert listed == names - {"imsmanifest.xml"}
    assert sum(one.attrib["type"] == ITEM for one in resources) == 4
    ids = [one.attrib["identifier"] for one in resources]
    needed = {one.attrib["identifierref"] for one in root.iter(f"{{{PACKAGE}}}dependency")}
    assert len(set(ids)) == len(ids)
    assert needed < set(ids)
