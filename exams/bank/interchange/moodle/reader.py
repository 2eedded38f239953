"""The questions of a Moodle XML file, ours or anybody's, as items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from django.utils.translation import gettext as _

from exams.bank.interchange.conventions import asked_and_told, number_in, provisions, rubric_in, ruling_in
from exams.bank.interchange.item import BrokenItem, Choice, Item, Way, kept_in, told_in
from exams.bank.interchange.markup import Read, read
from exams.bank.interchange.moodle import CARRIED, TAG
from exams.bank.interchange.xml import Element, all_text

_KNOWN: Final = ("multichoice", "truefalse", "ordering", "shortanswer", "numerical", "essay")
# A line break means something in Moodle's own plain format only.
_HTML_FORMATS: Final = ("html", "", "moodle_auto_format")
_LINES: Final = re.compile(r"\n\s*\n")


def questions(root: Element) -> Iterator[Element]:
    """The questions of the file, without its categories."""
    return (one for one in root.iter("question") if one.get("type") != "category")


def item_in(question: Element) -> Item:
    """The item of one question. Raises BrokenItem, which names what is wrong or not known."""
    kind = question.get("type", "")
    if kind not in _KNOWN:
        raise BrokenItem(_("Its type, %s, is not one that the bank has.") % (kind or "–"))
    way = _way(question, kind)
    said = _read(question.find("questiontext"))
    if said.media or question.find("questiontext/file") is not None:
        raise BrokenItem(_("It needs a picture or a file; the bank stores only text, hands, auctions and play."))
    stem, text = asked_and_told(said, "", way)
    answers = question.findall("answer")
    choices: tuple[Choice, ...] = ()
    right: tuple[int, ...] | tuple[str, ...] = ()
    match way:
        case Way.SINGLE | Way.MULTIPLE:
            choices = tuple(_choice(one) for one in answers)
            right = tuple(place for place, one in enumerate(answers) if _is_right(one, way))
            if not right:
                raise BrokenItem(_("It does not say which answer is right."))
        case Way.ORDER:
            placed = sorted(answers, key=_fraction)
            choices, right = tuple(_choice(one) for one in placed), tuple(range(len(placed)))
        case Way.ENTRY:
            accepted = [all_text(one.find("text")) for one in answers if _fraction(one) >= 100]
            if not accepted:
                raise BrokenItem(_("It does not say which answer is right."))
            right = tuple(provisions(accepted))
            if not right:
                raise BrokenItem(
                    _("Its answer “%s” is not a provision; the bank only asks for provisions.") % accepted[0]
                )
        case Way.NUMBER:
            right = (_exact([one for one in answers if _fraction(one) >= 100]),)
    return Item(
        way=way,
        stem=stem,
        question=text,
        ruling=ruling_in(said),
        choices=choices,
        right=right,
        rubric=_rubric(question) if way is Way.ESSAY else (),
        diagrams=said.diagrams,
        explanation=tuple(_read(question.find("generalfeedback")).texts),
        told=_told(question),
        carried=_carried(question),
    )


def title_of(question: Element) -> str:
    """The question's name."""
    return all_text(question.find("name/text"))


def _way(question: Element, kind: str) -> Way:
    match kind:
        case "multichoice":
            return Way.SINGLE if all_text(question.find("single")).lower() not in ("false", "0") else Way.MULTIPLE
        case "truefalse":
            return Way.SINGLE
        case "ordering":
            return Way.ORDER
        case "shortanswer":
            return Way.ENTRY
        case "numerical":
            return Way.NUMBER
        case _:
            return Way.ESSAY


def _read(field: Element | None) -> Read:
    """The words of a field, whose text is HTML unless it says that it is not."""
    if field is None:
        return Read()
    text = "".join(field.find("text").itertext()) if field.find("text") is not None else ""  # type: ignore[union-attr]
    if field.get("format", "") not in _HTML_FORMATS:
        text = "".join(f"<p>{escape(part, quote=False)}</p>" for part in _LINES.split(text))
    return read(text)


def _choice(answer: Element) -> Choice:
    said = _read(answer)
    if said.media:
        raise BrokenItem(_("One of its options has no text."))
    return Choice(said.words, _read(answer.find("feedback")).words)


def _exact(answers: list[Element]) -> str:
    """The number that is right, where no other is near enough."""
    if any(all_text(one.find("tolerance")).strip("0.") for one in answers):
        raise BrokenItem(_("It accepts every number near its answer; the bank takes exactly one."))
    return number_in([all_text(one.find("text")) for one in answers])


def _is_right(answer: Element, way: Way) -> bool:
    return _fraction(answer) >= 100 if way is Way.SINGLE else _fraction(answer) > 0


def _fraction(answer: Element) -> float:
    try:
        return float(answer.get("fraction", "0"))
    except ValueError as error:
        raise BrokenItem(_("The fraction %s is not a number.") % answer.get("fraction")) from error


def _rubric(question: Element) -> Any:
    try:
        marks = round(float(all_text(question.find("defaultgrade")) or "1"))
    except (ValueError, OverflowError):
        marks = 1
    return rubric_in([_read(question.find("graderinfo"))], marks=min(max(marks, 1), 20))


def _told(question: Element) -> dict[str, Any]:
    return told_in((all_text(tag.find("text")) for tag in question.findall("tags/tag")), TAG)


def _carried(question: Element) -> Mapping[str, Any] | None:
    return kept_in(question.findtext(CARRIED))
