"""Who may do what with papers.

Blueprints and the syllabus are policy: examiners and administrators of the body keep them. What is examined is told to
every member. The questions of a paper are secret until it has been sat, so only examiners see those.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import rules

from accounts.models import Role
from accounts.rules import Person, body_id_of, is_administrator, is_examiner, roles_of

OPEN = "papers.open"
CHANGE_BLUEPRINT = "papers.change_blueprint"
DRAW = "papers.draw"
SEE_QUESTIONS = "papers.see_questions"
SEE_SYLLABUS = "papers.see_syllabus"
CHANGE_SYLLABUS = "papers.change_syllabus"

KEEPERS = frozenset({Role.EXAMINER, Role.ADMINISTRATOR})


def kept_bodies(user: Person) -> list[UUID]:
    """The bodies whose blueprints and papers this person keeps."""
    return [body for body, roles in roles_of(user).items() if KEEPERS & roles]


def read_bodies(user: Person) -> list[UUID]:
    """The bodies whose questions this person may read."""
    return [body for body, roles in roles_of(user).items() if Role.EXAMINER in roles]


@rules.predicate
def keeps_somewhere(user: Person, thing: Any = None) -> bool:
    """An examiner or administrator of any body."""
    return bool(kept_bodies(user))


@rules.predicate
def is_member(user: Person, thing: Any) -> bool:
    """Somebody with any role in the body."""
    return body_id_of(thing) in roles_of(user)


rules.add_perm(OPEN, keeps_somewhere)
rules.add_perm(CHANGE_BLUEPRINT, is_examiner | is_administrator)
rules.add_perm(DRAW, is_examiner | is_administrator)
rules.add_perm(SEE_QUESTIONS, is_examiner)
# Take a body.
rules.add_perm(SEE_SYLLABUS, is_member)
rules.add_perm(CHANGE_SYLLABUS, is_examiner | is_administrator)
