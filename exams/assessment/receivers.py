"""What assessments answer: which situations practice leaves alone, and what is arranged for somebody."""

from __future__ import annotations

from collections.abc import Collection

from django.dispatch import receiver

from accounts.accreditation.papers import Appointment
from accounts.accreditation.signals import appointments_asked
from accounts.models import Body, User
from exams.assessment import rules as _rules  # noqa: F401 - lets assessors in to documents
from exams.assessment.models import Assessment, Call
from exams.practice.signals import reserved_asked


@receiver(reserved_asked)
def kept_for_an_assessment(sender: object, fingerprints: Collection[str], **_more: object) -> bool:
    """Whether a call of an assessment that is still open shows one of these situations. One query."""
    return Call.objects.filter(fingerprint__in=list(fingerprints), assessment__ending=None).exists()


@receiver(appointments_asked)
def arranged_for(sender: object, body: Body, person: User, **_more: object) -> list[Appointment]:
    """The assessments of the person with the body that are still open. One query."""
    found = Assessment.objects.open().filter(body=body, person=person).select_related("level").order_by("day", "pk")
    return [Appointment(one.day, one.place, one.level.code, one.level.name, one.get_absolute_url()) for one in found]
