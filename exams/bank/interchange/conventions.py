"""How files say what no format has an element for: which words are the stem and which the question, rubrics, provisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from exams.bank.interchange.item import BrokenItem, Criterion, Way
from exams.bank.interchange.markup import Read
from exams.bank.kinds.base import Unreadable
from exams.bank.kinds.cite_law import CiteLaw
from laws import keys

# --- Stem and question ------------------------------------------------------------------------------------------------


def _asks(way: Way) -> str:
    """What to ask where a file asks nothing apart from what it tells."""
    return {
        Way.SINGLE: _("What is your ruling?"),
        Way.MULTIPLE: _("Which of these are right? Select all that apply."),
        Way.ORDER: _("Put these steps in order."),
        Way.ENTRY: _("Which provision decides?"),
        Way.NUMBER: _("How many?"),
        Way.ESSAY: _("Give your ruling as you would say it at the table."),
    }[way]


def asked_and_told(said: Read, prompt: str, way: Way) -> tuple[tuple[str, ...], str]:
    """The paragraphs of the stem, and the question.

    The question is what the file marks as such: a prompt, or a paragraph of ours. Otherwise it is the last paragraph
    where there is one before it, and where there is only one, a sentence that suits the way of answering.
    """
    marked = [one.text for one in said.paragraphs if one.role == "question"]
    stem = [one.text for one in said.paragraphs if one.role not in ("question", "ruling")]
    question = " ".join(filter(None, [*marked, prompt]))
    if not question and len(stem) > 1:
        question = stem.pop()
    if not stem and not question:
        raise BrokenItem(_("It has no question text."))
    if not stem:
        stem, question = [question], ""
    return tuple(stem), question or _asks(way)


def ruling_in(said: Read) -> str:
    """The ruling that is to be judged, where the file marks one."""
    return " ".join(one.text for one in said.paragraphs if one.role == "ruling")


# --- Numbers ----------------------------------------------------------------------------------------------------------


def number_in(texts: Sequence[str]) -> str:
    """The one whole number that a file accepts, in figures: “2”, also of “2.0”. Raises BrokenItem."""
    if not texts:
        raise BrokenItem(_("It does not say which answer is right."))
    found = {_whole(text) for text in texts}
    if len(found) > 1:
        raise BrokenItem(_("It accepts several numbers (%s); a question of the bank has one.") % ", ".join(texts))
    return found.pop()


def _whole(text: str) -> str:
    number = re.fullmatch(r"\+?([0-9]{1,3})(?:\.0*)?", text.strip(), re.ASCII)
    if number is None:
        raise BrokenItem(
            _("Its answer “%s” is not a whole number from 0 to 999; the bank asks for no other number.") % text
        )
    return str(int(number[1]))


# --- Rubrics ----------------------------------------------------------------------------------------------------------


def rubric_in(blocks: Iterable[Read], marks: int = 1) -> tuple[Criterion, ...]:
    """The lines; `marks` is what the whole is worth where the file has no lines of ours."""
    told = list(blocks)
    ours = tuple(line for block in told for line in block.rubric)
    words = " ".join(filter(None, (block.words for block in told)))
    if ours or not words:
        return ours
    return (Criterion(words, marks=marks),)


# --- Provisions -------------------------------------------------------------------------------------------------------


_CITING = CiteLaw()


def spellings(key: str) -> list[str]:
    """The key as our book writes it, and the ways to write it that differ in more than capitals; the key first."""
    place = keys.parse(key)
    tried = [key, place.name]
    if not place.series:
        bare = key.replace("(", "").replace(")", "")
        tried += [bare, f"Law {key}", f"Law {bare}", f"L{key}", key.replace("(", " (")]
    return [one for one in dict.fromkeys(tried) if provision(one) == key]


def provision(text: str) -> str | None:
    """The provision that a text names and no other; None where it names none, or several."""
    try:
        return _CITING.read({}, text)
    except Unreadable:
        return None


def provisions(texts: Iterable[str]) -> list[str]:
    """The provisions that the texts name, each once, in their order; those that name none are left out."""
    return list(dict.fromkeys(key for text in texts if (key := provision(text)) is not None))
