"""An item as a QTI 3.0 assessment item.

The order of the elements is the schema's: declarations of responses and outcomes, body, processing, feedback. Scores go
from 0 to 1, of written rulings to the sum of the rubric. The standard has no “choose all and only”: a mapping gives each
right option its share and takes away for a wrong one, so that the full score still means all and only the right ones.
"""

from __future__ import annotations

from typing import Final

from exams.bank.interchange.conventions import spellings
from exams.bank.interchange.item import LETTERS, Item, Way
from exams.bank.interchange.markup import explanation_of, rubric_of, stem_of
from exams.bank.interchange.qti import QTI
from exams.bank.interchange.xml import Element, document, el

_SCHEMA: Final = f"{QTI} https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0p1_v1p0.xsd"
_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
_CARDINALITY: Final = {Way.SINGLE: "single", Way.MULTIPLE: "multiple", Way.ORDER: "ordered"}
NOTHING: Final = "nothing"
"""What FEEDBACK names while no reason is to be shown."""
_PLACE: Final = {"response-identifier": "RESPONSE"}


def item_xml(item: Item, identifier: str) -> bytes:
    """The document of one item."""
    root = el(
        "qti-assessment-item",
        {
            "xmlns": QTI,
            "xmlns:xsi": _XSI,
            "xsi:schemaLocation": _SCHEMA,
            "identifier": identifier,
            "title": item.title,
            "xml:lang": "en",
            "tool-name": "Rectify",
            "tool-version": "1",
            "adaptive": "false",
            "time-dependent": "false",
        },
        _response(item),
        *_outcomes(item),
        _body(item),
        el("qti-response-processing", None, *_scoring(item), *_feedback(item)),
        *_reasons(item),
    )
    return document(root, indented=False)


def _response(item: Item) -> Element:
    """What a candidate answers, with what is right."""
    if item.way in _CARDINALITY:
        attributes = {"identifier": "RESPONSE", "cardinality": _CARDINALITY[item.way], "base-type": "identifier"}
        right = [LETTERS[int(place)] for place in item.right]
    else:
        kind = "integer" if item.way is Way.NUMBER else "string"
        attributes = {"identifier": "RESPONSE", "cardinality": "single", "base-type": kind}
        right = [str(one) for one in item.right[:1]]
    correct = el("qti-correct-response", None, *(el("qti-value", None, one) for one in right)) if right else None
    return el("qti-response-declaration", attributes, correct, _mapping(item))


def _mapping(item: Item) -> Element | None:
    """What each answer earns, where more than one earns something."""
    if item.way is Way.MULTIPLE:
        gain = _number(1 / len(item.right))
        loss = _number(-1 / (len(item.choices) - len(item.right)))
        entries = [
            (LETTERS[place], gain if place in item.right else loss, "true") for place in range(len(item.choices))
        ]
    elif item.way is Way.ENTRY:
        # Whatever people write for the same provision; each of these is read back as it.
        entries = [(spelled, "1", "false") for key in item.right for spelled in spellings(str(key))]
    else:
        return None
    bounds = {"lower-bound": "0", "upper-bound": "1", "default-value": "0"}
    names = ("map-key", "mapped-value", "case-sensitive")
    return el(
        "qti-mapping",
        bounds,
        *(el("qti-map-entry", dict(zip(names, entry, strict=True))) for entry in entries),
    )


def _outcomes(item: Item) -> list[Element]:
    """The score, which reasons to show, and the explanation."""
    score = {"identifier": "SCORE", "cardinality": "single", "base-type": "float", "normal-maximum": str(item.most)}
    if item.way is Way.ESSAY:
        score["external-scored"] = "human"
    outcomes = [
        el("qti-outcome-declaration", score, _default("0")),
        el(
            "qti-outcome-declaration",
            {"identifier": "MAXSCORE", "cardinality": "single", "base-type": "float"},
            _default(str(item.most)),
        ),
    ]
    if item.way in _CARDINALITY:
        cardinality = "single" if item.way is Way.SINGLE else "multiple"
        outcomes.append(
            el(
                "qti-outcome-declaration",
                {"identifier": "FEEDBACK", "cardinality": cardinality, "base-type": "identifier"},
                _default(NOTHING),
            )
        )
    shown = {"identifier": "EXPLANATION", "cardinality": "single", "base-type": "identifier"}
    return [*outcomes, el("qti-outcome-declaration", shown)]


def _default(value: str) -> Element:
    return el("qti-default-value", None, el("qti-value", None, value))


def _body(item: Item) -> Element:
    rubric = None
    if item.way is Way.ESSAY:
        content = el("qti-content-body", None, rubric_of(item))
        rubric = el("qti-rubric-block", {"use": "scoring", "view": "scorer"}, content)
    return el("qti-item-body", None, *stem_of(item), *_interaction(item), rubric)


def _interaction(item: Item) -> list[Element]:
    prompt = el("qti-prompt", None, item.question)
    choices = [
        el("qti-simple-choice", {"identifier": LETTERS[place]}, choice.text)
        for place, choice in enumerate(item.choices)
    ]
    match item.way:
        case Way.SINGLE:
            return [el("qti-choice-interaction", {**_PLACE, "shuffle": "false", "max-choices": "1"}, prompt, *choices)]
        case Way.MULTIPLE:
            return [el("qti-choice-interaction", {**_PLACE, "shuffle": "false", "max-choices": "0"}, prompt, *choices)]
        case Way.ORDER:
            return [
                el("qti-order-interaction", {**_PLACE, "shuffle": "false", "orientation": "vertical"}, prompt, *choices)
            ]
        case Way.ENTRY | Way.NUMBER:
            # It stands in a line of text and has no prompt of its own.
            length = "3" if item.way is Way.NUMBER else "20"
            entry = el("qti-text-entry-interaction", {**_PLACE, "expected-length": length})
            return [el("p", {"data-rectify-role": "question"}, item.question), el("p", None, entry)]
        case Way.ESSAY:
            return [
                el(
                    "qti-extended-text-interaction",
                    {**_PLACE, "expected-lines": "12", "format": "plain"},
                    prompt,
                )
            ]


def _scoring(item: Item) -> list[Element]:
    """The rule that gives the score; none where people mark."""
    if item.way is Way.ESSAY:
        return []
    if item.way in (Way.MULTIPLE, Way.ENTRY):
        return [_set("SCORE", el("qti-map-response", {"identifier": "RESPONSE"}))]
    right = el("qti-match", None, _variable(), el("qti-correct", {"identifier": "RESPONSE"}))
    return [
        el(
            "qti-response-condition",
            None,
            el("qti-response-if", None, right, _set("SCORE", _value("float", "1"))),
            el("qti-response-else", None, _set("SCORE", _value("float", "0"))),
        )
    ]


def _feedback(item: Item) -> list[Element]:
    """The rules that show reasons: of what was chosen, or of every step; and the explanation in any case."""
    rules = []
    if item.way is Way.ORDER:
        told = [_value("identifier", LETTERS[place]) for place, one in enumerate(item.choices) if one.why]
        rules = [_set("FEEDBACK", el("qti-multiple", None, *told))] if told else []
    elif item.way in _CARDINALITY:
        # Without an answer there is nothing to set, and some players cannot look into a set that is null.
        answered = el("qti-not", None, el("qti-is-null", None, _variable()))
        given = el("qti-response-if", None, answered, _set("FEEDBACK", _variable()))
        rules = [el("qti-response-condition", None, given)]
    return [*rules, _set("EXPLANATION", _value("identifier", "explained"))]


def _reasons(item: Item) -> list[Element]:
    reasons = [
        _modal("FEEDBACK", LETTERS[place], [el("p", None, choice.why)])
        for place, choice in enumerate(item.choices)
        if choice.why
    ]
    explained = explanation_of(item)
    return [*reasons, _modal("EXPLANATION", "explained", explained)] if explained else reasons


def _modal(outcome: str, identifier: str, said: list[Element]) -> Element:
    attributes = {"outcome-identifier": outcome, "show-hide": "show", "identifier": identifier}
    return el("qti-modal-feedback", attributes, el("qti-content-body", None, *said))


def _set(outcome: str, value: Element) -> Element:
    return el("qti-set-outcome-value", {"identifier": outcome}, value)


def _variable() -> Element:
    return el("qti-variable", {"identifier": "RESPONSE"})


def _value(kind: str, value: str) -> Element:
    return el("qti-base-value", {"base-type": kind}, value)


def _number(value: float) -> str:
    return f"{value:.7f}".rstrip("0").rstrip(".")
