"""What pages of other rooms say of practice.

{% practised edition number procedures as laws %}      what of a law can be practised, as one may pick it, in its order
{% known_beside request laws as known %}               how much of these the reader knows: a row of the map, or nothing
{% lessons_beside edition number as lessons %}         the lessons of a law
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django import template
from django.http import HttpRequest

from accounts.models import User
from exams.practice.lessons import lessons_of
from exams.practice.progress import Row, row_of
from exams.practice.units import EDITION, catalogue
from exams.scenarios.lessons import Lesson

register = template.Library()


@register.simple_tag
def practised(edition: str, number: str, procedures: Iterable[str]) -> list[str]:
    """Its procedures, and the law itself where it has facts or is one of them. Of another edition nothing is asked."""
    if edition != EDITION:
        return []
    known = {unit.law for unit in catalogue().values()}
    return [one for one in dict.fromkeys([*procedures, number]) if one in known]


@register.simple_tag
def known_beside(request: HttpRequest | None, laws: Collection[str]) -> Row | None:
    """What a signed-in learner knows of these laws, two queries; None of nobody, and where nothing can be practised."""
    person = getattr(request, "user", None)
    return row_of(person, laws) if laws and isinstance(person, User) else None


@register.simple_tag
def lessons_beside(edition: str, number: str) -> Sequence[Lesson]:
    """The lessons that lead through a law; of another edition there are none."""
    return lessons_of(number) if edition == EDITION else ()
