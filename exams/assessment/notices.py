"""The letters about an assessment: to its candidate and its assessors, stored in the transaction of the deed and sent once."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from accounts.accreditation.mail import catalogue
from accounts.accreditation.mail.notices import Told, tell_each, written
from accounts.accreditation.requirements import listed
from accounts.letters.services import address
from accounts.letters.texts import Kind
from accounts.models import User
from exams.assessment.models import Assessment, Ending


def arranged(assessment: Assessment) -> None:
    """Tell the candidate and both assessors when and where it is."""
    _tell_all(assessment, catalogue.ASSESSMENT_ARRANGED, catalogue.ASSESSOR_NAMED, f"arranged:{assessment.pk}", {})


def moved(assessment: Assessment, *, day_before: dt.date, reason: str, once: str) -> None:
    """Tell all three when and where it is now. once: what tells this move from another one."""
    values = {"day_before": written(day_before), "reason": reason}
    key = f"moved:{once}"
    _tell_all(assessment, catalogue.ASSESSMENT_MOVED, catalogue.ASSESSOR_TOLD_OF_MOVE, key, values)


def called_off(assessment: Assessment, reason: str) -> None:
    """Tell all three that it is not held, and why."""
    values, key = {"reason": reason}, f"called_off:{assessment.pk}"
    _tell_all(assessment, catalogue.ASSESSMENT_CALLED_OFF, catalogue.ASSESSOR_CALLED_OFF, key, values)


def settled(assessment: Assessment, kind: Ending.Kind) -> None:
    """Tell the candidate how it ended."""
    values = _values(assessment) | {"result": str(kind.label).lower()}
    _tell(catalogue.ASSESSMENT_SETTLED, assessment, [assessment.person], values, f"settled:{assessment.pk}")


def names_of(assessment: Assessment) -> str:
    """The names of both assessors in a sentence; never their addresses."""
    return listed(one.person.name or _("an assessor") for one in assessment.assessors.select_related("person"))


def _tell_all(assessment: Assessment, candidate: Kind, assessor: Kind, once: str, more: dict[str, str]) -> None:
    values = _values(assessment) | more
    _tell(candidate, assessment, [assessment.person], values, once)
    assessors = [one.person for one in assessment.assessors.select_related("person")]
    _tell(assessor, assessment, assessors, values, once)


def _tell(kind: Kind, assessment: Assessment, people: list[User], values: dict[str, str], once: str) -> None:
    about = f"assessment:{assessment.pk}"
    tell_each(kind, assessment.body, [Told(one, values, f"assessment.{once}", about) for one in people])


def _values(assessment: Assessment) -> dict[str, str]:
    return {
        "level": assessment.level.name,
        "day": written(assessment.day),
        "where": assessment.place,
        "candidate": assessment.person.name or _("a candidate"),
        "assessors": names_of(assessment),
        "page": address("assessment:assessment", assessment.pk),
    }
