"""Who may change the law: law editors of the body that keeps the edition, never alone.

Ask `may_propose` and the others for whether; `must_propose` and the others refuse with a sentence.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import rules
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import Body, Role, User
from accounts.rules import Person, is_administrator, is_law_editor, may, roles_of
from laws.editing.models import Confirmation, Proposal, Stewardship
from laws.models import Edition

OPEN = "law_editing.open"
PROPOSE = "law_editing.propose"
CHANGE = "law_editing.change"
DECIDE = "law_editing.decide"
LAY_DOWN = "law_editing.lay_down"
CONFIRM = "law_editing.confirm"
ANSWER = "law_editing.answer_confirmation"
TAKE_BACK = "law_editing.take_back_confirmation"


class NotAllowed(PermissionDenied):
    """This person may not do this; the message says why, in a sentence for the person."""


def edited_bodies(user: Person) -> list[UUID]:
    """The bodies of which this person is a law editor."""
    return [body for body, roles in roles_of(user).items() if Role.LAW_EDITOR in roles]


@rules.predicate
def edits_somewhere(user: Person, thing: Any = None) -> bool:
    """A law editor of any body."""
    return bool(edited_bodies(user))


@rules.predicate
def is_proposer(user: Person, proposal: Proposal) -> bool:
    """Whether the proposal is the person's own."""
    return user.pk is not None and proposal.proposer_id == user.pk


@rules.predicate
def has_said_so(user: Person, confirmation: Confirmation) -> bool:
    """Whether the person has said that a wording changes words alone."""
    return user.pk is not None and confirmation.asked_by_id == user.pk


@rules.predicate
def body_keeps_edition(user: Person, proposal: Proposal | Confirmation) -> bool:
    """Whether the body of the proposal, or of a confirmation, keeps its edition, still."""
    return Stewardship.objects.filter(edition=proposal.edition_id, body=proposal.body_id).exists()


rules.add_perm(OPEN, edits_somewhere)
rules.add_perm(PROPOSE, is_law_editor)  # on a stewardship
rules.add_perm(CHANGE, is_law_editor & is_proposer)
rules.add_perm(DECIDE, is_law_editor & ~is_proposer & body_keeps_edition)
rules.add_perm(CONFIRM, is_law_editor)  # on a stewardship
rules.add_perm(ANSWER, is_law_editor & ~has_said_so & body_keeps_edition)
rules.add_perm(TAKE_BACK, is_law_editor & has_said_so)
rules.add_perm(LAY_DOWN, is_law_editor | is_administrator)  # on a body


def keeper_of(edition: Edition) -> Stewardship | None:
    """Who keeps the edition."""
    return Stewardship.objects.select_related("body").filter(edition=edition).first()


def may_propose(user: Person, edition: Edition) -> bool:
    """Whether the person may propose changes of the edition."""
    return bool(edited_bodies(user)) and may(user, PROPOSE, keeper_of(edition))


def must_propose(user: Person, edition: Edition) -> Stewardship:
    """Who keeps the edition, for a law editor of theirs; NotAllowed for anybody else."""
    keeper = keeper_of(edition)
    if keeper is None:
        raise NotAllowed(_("No body maintains “%(edition)s” here, so nobody can change it.") % {"edition": edition})
    if not may(user, PROPOSE, keeper):
        words = {"edition": edition, "body": keeper.body}
        raise NotAllowed(
            _("“%(edition)s” is maintained by %(body)s: only its law editors can propose changes.") % words
        )
    return keeper


def must_change(user: User, proposal: Proposal) -> None:
    """NotAllowed unless the proposal is the person's own, and he still is a law editor."""
    if not may(user, CHANGE, proposal):
        raise NotAllowed(_("Only the proposer can do that, and only as a law editor."))


def must_decide(user: User, proposal: Proposal) -> None:
    """NotAllowed unless the person is a second law editor of the body, and the body keeps the edition."""
    if may(user, DECIDE, proposal):
        return
    if not is_law_editor(user, proposal):
        words = {"body": proposal.body}
        raise NotAllowed(_("This is for the law editors of %(body)s to decide.") % words)
    if is_proposer(user, proposal):
        raise NotAllowed(_("You proposed this yourself: another law editor must decide about it."))
    names = {"body": proposal.body, "edition": proposal.edition}
    raise NotAllowed(_("%(body)s no longer maintains “%(edition)s”, so this can only be withdrawn.") % names)


def must_lay_down(user: Person, body: Body) -> None:
    """NotAllowed unless the person is a law editor or an administrator of the body."""
    if not may(user, LAY_DOWN, body):
        words = {"body": body}
        raise NotAllowed(_("Only law editors and administrators of %(body)s can enter its regulations.") % words)


def must_confirm(user: Person, edition: Edition) -> Stewardship:
    """Who keeps the edition, for a law editor of theirs, who may say that a wording changes words alone; else NotAllowed."""
    keeper = keeper_of(edition)
    if keeper is None or not may(user, CONFIRM, keeper):
        raise NotAllowed(
            _("Only law editors of the body that maintains “%(edition)s” can confirm this.") % {"edition": edition}
        )
    return keeper


def must_answer_confirmation(user: User, confirmation: Confirmation) -> None:
    """NotAllowed unless the person is a second law editor of the body, and the body keeps the edition."""
    if may(user, ANSWER, confirmation):
        return
    if is_law_editor(user, confirmation) and has_said_so(user, confirmation):
        raise NotAllowed(_("You have said this yourself: another law editor must confirm it."))
    raise NotAllowed(_("This is for the law editors of %(body)s to confirm.") % {"body": confirmation.body})


def must_take_back(user: User, confirmation: Confirmation) -> None:
    """NotAllowed unless the person has said it."""
    if not may(user, TAKE_BACK, confirmation):
        raise NotAllowed(_("Only the person who said this can withdraw it."))
