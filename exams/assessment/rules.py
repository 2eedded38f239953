"""Who may arrange an assessment, see its calls, mark and decide it. The candidate sees when and where, and the outcome."""

from __future__ import annotations

from typing import Any

import rules
from django.db.models import Q, QuerySet

from accounts.accreditation.evidencing import ASSESSED
from accounts.accreditation.models import Award
from accounts.accreditation.rules import counts_or_waits
from accounts.models import Body, Membership, Role, User
from accounts.rules import Person, is_own, is_registrar
from exams.assessment.models import ASSESSORS, Assessor

ARRANGE = "assessment.arrange"
SEE = "assessment.see"
SEE_CALLS = "assessment.see_calls"
MARK = "assessment.mark"
DECIDE = "assessment.decide"
CALL_OFF = "assessment.call_off"
MOVE = "assessment.move"
OPEN_DOCUMENT = "accreditation.open_document"


@rules.predicate
def assesses_it(user: Person, assessment: Any) -> bool:
    """Whether this person is one of its two assessors."""
    return user.pk is not None and any(one.person_id == user.pk for one in assessment.assessors.all())


@rules.predicate
def both_have_marked(user: Person, assessment: Any) -> bool:
    """Whether the sheets of both assessors are in, so that a registrar may have to decide between them. One query."""
    return bool(assessment.sheets.order_by().values("assessor").distinct().count() == ASSESSORS)


# On an assessment. Nobody has a part in their own, whatever their roles; and nobody decides between sheets of which one is
# theirs. The calls, with the engine's ruling and what each act is worth, are for its assessors; registrars read them once both
# have marked.
rules.add_perm(ARRANGE, is_registrar & ~is_own)
rules.add_perm(CALL_OFF, is_registrar & ~is_own)
rules.add_perm(MOVE, is_registrar & ~is_own)
rules.add_perm(SEE_CALLS, (assesses_it | (is_registrar & both_have_marked)) & ~is_own)
rules.add_perm(SEE, is_registrar | assesses_it | is_own)
rules.add_perm(MARK, assesses_it & ~is_own)
rules.add_perm(DECIDE, is_registrar & ~is_own & ~assesses_it)


@rules.predicate
def assessed_for_it(user: Person, evidence: Any) -> bool:
    """Whether the evidence is of an assessment in which this person assessed."""
    _kind, found, assessment = evidence.reference.partition(ASSESSED)
    return bool(found) and Assessor.objects.filter(person=user.pk, assessment=assessment).exists()


# Accreditation does not know assessors; here they are let in to the documents of what they assessed.
rules.set_perm(OPEN_DOCUMENT, rules.permissions.permissions[OPEN_DOCUMENT] | (assessed_for_it & counts_or_waits))


def may_assess(body: Body) -> QuerySet[User]:
    """Whom a registrar can name: the body's examiners and registrars, and whoever holds an award of the body in force."""
    staff = Membership.objects.active().filter(body=body, role__in=(Role.EXAMINER, Role.REGISTRAR)).values("person")
    directors = Award.objects.in_force().filter(body=body).values("person")
    return User.objects.filter(Q(pk__in=staff) | Q(pk__in=directors), is_active=True).order_by("name", "email")
