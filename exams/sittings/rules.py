"""Who may do what around a sitting. Attempts need no rule: each is looked up among the person's own."""

from __future__ import annotations

from uuid import UUID

import rules

from accounts.models import Role
from accounts.rules import Person, is_administrator, is_candidate, is_examiner, is_invigilator, is_own, roles_of

SCHEDULE = "sittings.schedule"
SEE = "sittings.see"
ENTER = "sittings.enter"
WATCH = "sittings.watch"
GRANT_TIME = "sittings.grant_extra_minutes"

# The roles that run sittings: they see the room.
STAFF = frozenset({Role.EXAMINER, Role.INVIGILATOR, Role.ADMINISTRATOR})


def bodies_where(user: Person, *roles: Role) -> list[UUID]:
    """The bodies in which this person holds one of the roles."""
    return [body for body, held in roles_of(user).items() if held.intersection(roles)]


# Takes a paper: whoever may draw it may let candidates sit it.
rules.add_perm(SCHEDULE, is_examiner | is_administrator)
# Take a sitting. Examiners may read the paper beforehand, so they may not sit it, candidates or not.
rules.add_perm(SEE, is_candidate | is_examiner | is_invigilator | is_administrator)
rules.add_perm(ENTER, is_candidate & ~is_examiner)
rules.add_perm(WATCH, is_examiner | is_invigilator | is_administrator)
# Takes an entry. Time is a matter for those who answer for the exam, not for the room's invigilator; nor for oneself.
rules.add_perm(GRANT_TIME, (is_examiner | is_administrator) & ~is_own)
