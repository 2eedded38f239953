"""The provisions of an edition, law by law: which ones an approved question cites, and which none does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import CharField, Count, F, Func

from accounts.models import Body
from exams.bank.models import QuestionVersion
from laws import keys
from laws.models import ProvisionVersion


@dataclass(frozen=True, slots=True)
class Cited:
    """A provision and how many approved questions cite just it."""

    key: str
    questions: int


@dataclass(frozen=True, slots=True)
class Law:
    """A law with its provisions that say something, in the order of the book."""

    number: str
    title: str
    provisions: Sequence[Cited]

    @property
    def cited(self) -> int:
        """How many of them a question cites."""
        return sum(one.questions > 0 for one in self.provisions)


def laws(body: Body, edition: str) -> list[Law]:
    """The laws in force today by the body's day; two queries. A provision that only heads others is not counted."""
    questions = _counted(body, edition)
    held = ProvisionVersion.objects.on(body.today()).filter(provision__edition__slug=edition)
    rows = held.order_by("provision__order").values_list("provision__key", "heading", "text")
    found: dict[str, tuple[str, list[Cited]]] = {}
    for key, heading, text in rows:
        top = keys.parse(key).top
        _title, provisions = found.setdefault(top, (heading if key == top else "", []))
        if text or key in questions:
            provisions.append(Cited(key, questions.get(key, 0)))
    return [Law(number, title, provisions) for number, (title, provisions) in found.items() if provisions]


def _counted(body: Body, edition: str) -> Mapping[str, int]:
    """How many approved questions cite each key."""
    approved = QuestionVersion.objects.approved().filter(body=body, edition=edition).order_by()
    each = Func(F("provisions"), function="unnest", output_field=CharField(), set_returning=True)
    return dict(approved.annotate(key=each).values_list("key").annotate(Count("pk")))
