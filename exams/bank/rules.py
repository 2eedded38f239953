"""Who may do what in the bank: examiners, each in the bodies that appointed them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import rules

from accounts.models import Role
from accounts.rules import Person, is_administrator, is_examiner, roles_of

OPEN = "bank.open"
REVIEW = "bank.review_version"
APPROVE = "bank.approve_version"
GENERATE = "bank.generate"
SETTLE = "bank.settle"
WRITE = "bank.write"
EDIT = "bank.edit_version"
COMMENT = "bank.comment_on_version"
SEE_LEVELS = "bank.see_levels"
MOVE_LEVEL = "bank.move_level"


def examined_bodies(user: Person) -> list[UUID]:
    """The bodies whose questions this person may see and decide about."""
    return [body for body, roles in roles_of(user).items() if Role.EXAMINER in roles]


@rules.predicate
def examines_somewhere(user: Person, thing: Any = None) -> bool:
    """An examiner of any body: may open the bank, and meets in it the questions of those bodies."""
    return bool(examined_bodies(user))


@rules.predicate
def has_written(user: Person, version: Any) -> bool:
    """Whether something in this version is the person's. Who started the run that generated it has written nothing.

    What a file says of a generator is not asked: its words may be anybody's.
    """
    return user.pk in version.authors


rules.add_perm(OPEN, examines_somewhere)
rules.add_perm(REVIEW, is_examiner)
# An author is no second pair of eyes.
rules.add_perm(APPROVE, is_examiner & ~has_written)
rules.add_perm(WRITE, is_examiner)
rules.add_perm(EDIT, is_examiner)
rules.add_perm(COMMENT, is_examiner)
rules.add_perm(GENERATE, is_examiner)
# Take a body. What a whole body asks at which level is for whoever answers for its exams: both examiner and administrator.
rules.add_perm(SEE_LEVELS, is_examiner)
rules.add_perm(MOVE_LEVEL, is_examiner & is_administrator)
# On a flag or a reported problem.
rules.add_perm(SETTLE, is_examiner)


IMPORT = "bank.import_questions"

rules.add_perm(IMPORT, is_examiner)
