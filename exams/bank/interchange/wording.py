"""Which of a file's words are the stem and which the question: our own say so, others do not."""

from __future__ import annotations

from django.utils.translation import gettext as _

from exams.bank.interchange.item import Way
from exams.bank.interchange.markup import Read
from exams.bank.interchange.problems import BrokenItem


def _asks(way: Way) -> str:
    """What to ask where a file asks nothing apart from what it tells."""
    return {
        Way.SINGLE: _("What is your ruling?"),
        Way.MULTIPLE: _("Which of these hold? Choose all that do, and no other."),
        Way.ORDER: _("Put these steps in order."),
        Way.ENTRY: _("Which provision decides?"),
        Way.ESSAY: _("Give your ruling as you would say it at the table."),
    }[way]


def asked_and_told(said: Read, prompt: str, way: Way) -> tuple[tuple[str, ...], str]:
    """The paragraphs of the stem, and the question.

    The question is what the file marks as such: a prompt, or a paragraph of ours. Otherwise it is the last paragraph
    where there is one before it, and where there is only one, a sentence that suits the way of answering.
    """
    marked = [one.text for one in said.paragraphs if one.role == "question"]
    stem = [one.text for one in said.paragraphs if one.role != "question"]
    question = " ".join(filter(None, [*marked, prompt]))
    if not question and len(stem) > 1:
        question = stem.pop()
    if not stem and not question:
        raise BrokenItem(_("It asks nothing: it has no words."))
    if not stem:
        stem, question = [question], ""
    return tuple(stem), question or _asks(way)
