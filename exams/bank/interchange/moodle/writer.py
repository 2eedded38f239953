"""Items as a Moodle XML file: a category a topic, a question an item.

Fractions are percentages as Moodle spells them. A wrong option of several takes away its share, so that only all and only
the right ones earn everything; an order earns everything or nothing, which is the first rule of our own papers too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from exams.bank.interchange.conventions import spellings
from exams.bank.interchange.item import Item, Way, identifiers, words_of
from exams.bank.interchange.markup import explanation_of, html, rubric_of, stem_of
from exams.bank.interchange.moodle import CARRIED, TAG
from exams.bank.interchange.xml import Element, document, el

_TYPES: Final = {
    Way.SINGLE: "multichoice",
    Way.MULTIPLE: "multichoice",
    Way.ORDER: "ordering",
    Way.ENTRY: "shortanswer",
    Way.NUMBER: "numerical",
    Way.ESSAY: "essay",
}
_ROOT: Final = "$course$/top/Rectify"


def quiz_xml(items: Sequence[Item]) -> bytes:
    """The file, its questions by topic."""
    root = el("quiz")
    named = sorted(zip(items, identifiers(items), strict=True), key=_topic)
    for topic, those in groupby(named, key=_topic):
        # A slash divides categories; one in a name is written twice.
        name = topic.replace("-", " ").capitalize().replace("/", "//")
        path = f"{_ROOT}/{name}" if name else _ROOT
        root.append(el("question", {"type": "category"}, el("category", None, el("text", None, path))))
        root.extend(_question(item, identifier) for item, identifier in those)
    return document(root)


def _topic(named: tuple[Item, str]) -> str:
    return str(named[0].told.get("topic", ""))


def _question(item: Item, identifier: str) -> Element:
    asked = [*stem_of(item), el("p", {"data-rectify-role": "question"}, item.question)]
    parts = [
        el("name", None, _text(item.title)),
        _html("questiontext", asked),
        _html("generalfeedback", explanation_of(item)),
        el("defaultgrade", None, str(item.most)),
        el("penalty", None, "0"),
        el("hidden", None, "0"),
        el("idnumber", None, identifier),
    ]
    kept = None
    if item.carried is not None:
        kept = el(CARRIED, {"format": "1"}, json.dumps(item.carried, sort_keys=True))
    return el(
        "question",
        {"type": _TYPES[item.way]},
        *parts,
        *_answers(item),
        el("tags", None, *(el("tag", None, _text(one)) for one in words_of(item.told, TAG))),
        kept,
    )


def _answers(item: Item) -> list[Element]:
    match item.way:
        case Way.SINGLE | Way.MULTIPLE:
            return _choices(item)
        case Way.ORDER:
            return _order(item)
        case Way.ENTRY:
            spelled = [one for key in item.right for one in spellings(str(key))]
            return [el("usecase", None, "0"), *(_answer("100", one, "") for one in spelled)]
        case Way.NUMBER:
            # Nothing is near enough to be right.
            exact = _answer("100", str(item.right[0]), "")
            exact.append(el("tolerance", None, "0"))
            return [exact]
        case Way.ESSAY:
            return _essay(item)


def _choices(item: Item) -> list[Element]:
    """Options in our order, since their letters are spoken of; a mark is lost only where several may be chosen."""
    single = item.way is Way.SINGLE
    gain = 100 / len(item.right)
    loss = 0 if single else -100 / (len(item.choices) - len(item.right))
    return [
        el("single", None, "true" if single else "false"),
        el("shuffleanswers", None, "false"),
        el("answernumbering", None, "ABCD"),
        el("showstandardinstruction", None, "0"),
        *(
            _html_answer(_number(gain if place in item.right else loss), choice.text, choice.why)
            for place, choice in enumerate(item.choices)
        ),
    ]


def _order(item: Item) -> list[Element]:
    """The steps in the right order, which is how the type knows it; Moodle shuffles them."""
    settings = {
        "layouttype": "VERTICAL",
        "selecttype": "ALL",
        "selectcount": str(len(item.choices)),
        "gradingtype": "ALL_OR_NOTHING",
        "showgrading": "SHOW",
        "numberingstyle": "ABCD",
    }
    placed = [item.choices[int(place)] for place in item.right]
    return [
        *(el(name, None, value) for name, value in settings.items()),
        *(_html_answer(f"{place}.0000000", one.text, one.why) for place, one in enumerate(placed, start=1)),
    ]


def _essay(item: Item) -> list[Element]:
    settings = {
        "responseformat": "editor",
        "responserequired": "1",
        "responsefieldlines": "15",
        "attachments": "0",
        "attachmentsrequired": "0",
    }
    return [*(el(name, None, value) for name, value in settings.items()), _html("graderinfo", [rubric_of(item)])]


def _answer(fraction: str, text: str, why: str) -> Element:
    return el("answer", {"fraction": fraction, "format": "moodle_auto_format"}, _text(text), _feedback(why))


def _html_answer(fraction: str, text: str, why: str) -> Element:
    said = _text(html([el("p", None, text)]))
    return el("answer", {"fraction": fraction, "format": "html"}, said, _feedback(why))


def _feedback(why: str) -> Element:
    return _html("feedback", [el("p", None, why)] if why else [])


def _html(tag: str, said: list[Element]) -> Element:
    return el(tag, {"format": "html"}, _text(html(said)))


def _text(text: str) -> Element:
    return el("text", None, text)


def _number(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".")
