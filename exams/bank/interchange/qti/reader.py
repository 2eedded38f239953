"""A QTI 3.0 assessment item, ours or anybody's, as an item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from exams.bank.interchange.conventions import asked_and_told, number_in, provisions, rubric_in, ruling_in
from exams.bank.interchange.item import BrokenItem, Choice, Item, Way
from exams.bank.interchange.markup import read
from exams.bank.interchange.qti import QTI
from exams.bank.interchange.xml import BrokenXml, Element, all_text, el, name_of, parse, strip_names

_WAYS: Final = {
    "qti-choice-interaction": Way.SINGLE,
    "qti-order-interaction": Way.ORDER,
    "qti-text-entry-interaction": Way.ENTRY,
    "qti-extended-text-interaction": Way.ESSAY,
}
_INTERACTION: Final = "-interaction"
_ASIDE: Final = ("qti-rubric-block", "qti-feedback-block", "qti-template-block")


def item_in(data: bytes, told: Mapping[str, Any] | None = None, carried: Mapping[str, Any] | None = None) -> Item:
    """The item of a document. Raises BrokenItem, which names what is wrong or not known."""
    try:
        root = parse(data)
    except BrokenXml as error:
        raise BrokenItem(str(error)) from error
    if root.tag != f"{{{QTI}}}qti-assessment-item":
        raise BrokenItem(_wrong_root(root))
    strip_names(root)
    body = root.find("qti-item-body")
    if body is None:
        raise BrokenItem(_("It has no qti-item-body."))
    interaction = _the_interaction(body)
    declared = _declaration(root, interaction)
    way = _WAYS[interaction.tag]
    if way is Way.SINGLE and declared.get("cardinality") == "multiple":
        way = Way.MULTIPLE
    if way is Way.ENTRY and declared.get("base-type") in ("integer", "float"):
        way = Way.NUMBER
    reasons, explanation = _feedback(root)
    prompt = read(_copy(interaction.find("qti-prompt")))
    rubric_blocks = [read(_copy(block)) for block in body.iter("qti-rubric-block")]
    choices, ids = _choices(interaction, reasons)
    _clear(body, interaction)
    said = read(_as(body, "div"))
    if media := [*said.media, *prompt.media]:
        raise BrokenItem(_("It needs <%s>; the bank stores only text, hands, auctions and play.") % media[0])
    stem, question = asked_and_told(said, prompt.words, way)
    return Item(
        way=way,
        stem=stem,
        question=question,
        ruling=ruling_in(said),
        choices=choices,
        right=_right(declared, way, ids),
        rubric=rubric_in(rubric_blocks) if way is Way.ESSAY else (),
        diagrams=said.diagrams,
        explanation=explanation,
        told=told or {},
        carried=carried,
    )


def _wrong_root(root: Element) -> str:
    found = name_of(root)
    if found in ("assessmentItem", "questestinterop"):
        return _("It is QTI of an earlier version; export it as QTI 3.0.")
    if found == "qti-assessment-item":
        return _("Its qti-assessment-item is not in the namespace %s.") % QTI
    return _("Expected a qti-assessment-item, found %s.") % found


def _the_interaction(body: Element) -> Element:
    """The one interaction of a kind that the bank has."""
    found = [one for one in body.iter() if one.tag.endswith(_INTERACTION)]
    if unknown := [one.tag for one in found if one.tag not in _WAYS]:
        raise BrokenItem(_("It is answered by a %s, which the bank does not support.") % unknown[0])
    if len(found) != 1:
        raise BrokenItem(_("It has %d interactions; a question of the bank has one.") % len(found))
    return found[0]


def _declaration(root: Element, interaction: Element) -> Element:
    wanted = interaction.get("response-identifier", "RESPONSE")
    for one in root.iter("qti-response-declaration"):
        if one.get("identifier") == wanted:
            return one
    raise BrokenItem(_("It does not declare the response %s.") % wanted)


def _feedback(root: Element) -> tuple[dict[str, str], tuple[str, ...]]:
    """What is said of each option, by its identifier; and what is said in any case."""
    named = {one.get("identifier", "") for one in root.iter("qti-simple-choice")}
    reasons: dict[str, str] = {}
    explanation: list[str] = []
    for one in root.iter("qti-modal-feedback"):
        said = read(_as(one, "div"))
        identifier = one.get("identifier", "")
        if identifier in named:
            reasons[identifier] = " ".join(filter(None, [reasons.get(identifier, ""), said.words]))
        else:
            explanation += said.texts
    return reasons, tuple(explanation)


def _choices(interaction: Element, reasons: Mapping[str, str]) -> tuple[tuple[Choice, ...], list[str]]:
    """The options with their reasons, and their identifiers in the same order."""
    choices, ids = [], []
    for one in interaction.iter("qti-simple-choice"):
        identifier = one.get("identifier", "")
        inline = [child for child in one.iter() if child.tag in ("qti-feedback-inline", "qti-feedback-block")]
        why = [reasons.get(identifier, ""), *(all_text(child) for child in inline)]
        for child in inline:
            tail = child.tail
            child.clear()
            child.tag, child.tail = "span", tail
        words = read(_as(one, "div"))
        if words.media:
            raise BrokenItem(_("Its option %s has no text.") % identifier)
        choices.append(Choice(words.words, " ".join(filter(None, why))))
        ids.append(identifier)
    return tuple(choices), ids


def _right(declared: Element, way: Way, ids: list[str]) -> tuple[int, ...] | tuple[str, ...]:
    values = [all_text(one) for one in declared.findall("qti-correct-response/qti-value")]
    mapped = [one.get("map-key", "") for one in declared.iter("qti-map-entry") if _positive(one.get("mapped-value"))]
    if way is Way.ESSAY:
        return ()
    if way is Way.ENTRY:
        accepted = [*values, *mapped]
        if not accepted:
            raise BrokenItem(_("It does not say which answer is right."))
        if not (found := provisions(accepted)):
            raise BrokenItem(_("Its answer “%s” is not a provision; the bank only asks for provisions.") % accepted[0])
        return tuple(found)
    if way is Way.NUMBER:
        return (number_in(values or mapped),)
    if not (right := values or mapped):
        raise BrokenItem(_("It does not say which answer is right."))
    if strangers := [one for one in right if one not in ids]:
        raise BrokenItem(_("Its key is %s, which is not one of its options.") % strangers[0])
    return tuple(ids.index(one) for one in right)


def _positive(value: str | None) -> bool:
    try:
        return float(value or "0") > 0
    except ValueError:
        return False


def _clear(body: Element, interaction: Element) -> None:
    """Take out what is no part of the stem; a place to write in leaves a gap in its line."""
    for parent in list(body.iter()):
        for child in list(parent):
            if child.tag in _ASIDE or child is interaction:
                tail = child.tail
                child.clear()
                child.tag, child.tail = "span", tail
                if child is interaction and parent is not body:
                    child.set("data-rectify-role", "gap")


def _as(element: Element, tag: str) -> Element:
    """The element under a name that HTML knows, without what its attributes meant in QTI."""
    return el(tag, None, element.text, *element)


def _copy(element: Element | None) -> Element:
    return _as(element, "div") if element is not None else el("div")
