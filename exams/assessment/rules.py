"""Who may arrange an assessment, see its calls, mark and decide it. The candidate sees when and where, and the outcome."""

from __future__ import annotations

from typing import Any

import rules
from django.db.models import Q, QuerySet

from accounts.accreditation.models import Award
from accounts.models import Body, Membership, Role, User
from accounts.rules import Person, is_own, is_registrar

ARRANGE = "assessment.arrange"
SEE = "assessment.see"
SEE_CALLS = "assessment.see_calls"
MARK = "assessment.mark"
DECIDE = "assessment.decide"
CALL_OFF = "assessment.call_off"


@rules.predicate
def assesses_it(user: Person, assessment: Any) -> bool:
    """Whether this person is one of its two assessors."""
    return user.pk is not None and any(one.person_id == user.pk for one in assessment.assessors.all())


# On an assessment. Nobody has a part in their own, whatever their roles; and nobody decides between sheets of which one is
# theirs.
rules.add_perm(ARRANGE, is_registrar & ~is_own)
rules.add_perm(CALL_OFF, is_registrar & ~is_own)
rules.add_perm(SEE_CALLS, (is_registrar | assesses_it) & ~is_own)
rules.add_perm(SEE, is_registrar | assesses_it | is_own)
rules.add_perm(MARK, assesses_it & ~is_own)
rules.add_perm(DECIDE, is_registrar & ~is_own & ~assesses_it)


def may_assess(body: Body) -> QuerySet[User]:
    """Whom a registrar can name: the body's examiners and registrars, and whoever holds an award of the body in force."""
    staff = Membership.objects.active().filter(body=body, role__in=(Role.EXAMINER, Role.REGISTRAR)).values("person")
    directors = Award.objects.in_force().filter(body=body).values("person")
    return User.objects.filter(Q(pk__in=staff) | Q(pk__in=directors), is_active=True).order_by("name", "email")
