"""Who may do what: predicates on a person and a thing that belongs to a body.

Combine them with `&`, `|` and `~` and give the result a name with `rules.add_perm`; ask with `require` or `may`.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import rules
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Body, Membership, Role, User

Person = User | AnonymousUser


def roles_of(user: Person) -> dict[UUID, set[Role]]:
    """The roles a person holds now, by the id of the body.

    Read once for each user object, which lives as long as its request: however often a page asks, it costs one query.
    """
    if not (isinstance(user, User) and user.is_active):
        return {}
    if user.known_roles is None:
        known: dict[UUID, set[Role]] = {}
        for body_id, role in Membership.objects.active().filter(person=user).values_list("body_id", "role").order_by():
            known.setdefault(body_id, set()).add(Role(role))
        user.known_roles = known
    return user.known_roles


def clubs_of(user: Person) -> frozenset[UUID]:
    """The ids of the clubs whose contact the person is now. No query for whoever is no contact; read once, as the roles are."""
    if not isinstance(user, User) or not any(Role.CLUB_CONTACT in roles for roles in roles_of(user).values()):
        return frozenset()
    if user.known_clubs is None:
        held = Membership.objects.active().filter(person=user, role=Role.CLUB_CONTACT)
        user.known_clubs = frozenset(held.filter(club__isnull=False).values_list("club", flat=True))
    return user.known_clubs


def forget_roles(user: User) -> None:
    """Make the next question read the roles again; for whoever has just changed them."""
    user.known_roles = user.known_clubs = None


def body_id_of(thing: Any) -> UUID | None:
    """The body a thing belongs to: itself, or what its `body` says (without a query where `body` is a foreign key)."""
    if thing is None:
        return None
    if isinstance(thing, Body):
        return thing.pk
    body_id: UUID = thing.body_id if hasattr(thing, "body_id") else thing.body.pk
    return body_id


def _holds(role: Role) -> rules.Predicate:
    def predicate(user: Person, thing: Any) -> bool:
        return role in roles_of(user).get(body_id_of(thing), ())  # type: ignore[arg-type]

    named: rules.Predicate = rules.predicate(predicate, name=f"is_{role.value}")
    return named


is_candidate = _holds(Role.CANDIDATE)
is_examiner = _holds(Role.EXAMINER)
is_invigilator = _holds(Role.INVIGILATOR)
is_registrar = _holds(Role.REGISTRAR)
is_law_editor = _holds(Role.LAW_EDITOR)
is_administrator = _holds(Role.ADMINISTRATOR)


@rules.predicate
def is_own(user: Person, thing: Any) -> bool:
    """Whether the record is about this very person."""
    return thing is not None and user.pk is not None and thing.person_id == user.pk


@rules.predicate
def is_of_the_register(_user: Person, letter: Any) -> bool:
    """Whether a letter is about a record of the register; others may tell of a result."""
    return letter is not None and bool(letter.about)


def may(user: Person, permission: str, thing: Any) -> bool:
    """Whether the person has the permission on the thing.

    This asks the rules alone. Django's `has_perm` says yes to every superuser; but whoever runs the machine is not
    thereby an examiner or a registrar.
    """
    return bool(rules.has_perm(permission, user, thing))


def require(user: Person, permission: str, thing: Any) -> None:
    """Go on only with the permission; otherwise the answer is 403."""
    if not may(user, permission, thing):
        raise PermissionDenied


# The people of a body: the list is open to those who keep it.
rules.add_perm("accounts.keep_people", is_registrar | is_administrator)

# Takes a letter, whose text may tell a result: of it they see to whom it goes, its subject and why it does not go out.
rules.add_perm("letters.send_again", is_administrator & ~is_own)
# Takes a letter: whoever it was written to, and of what concerns the register its registrars.
rules.add_perm("letters.read", is_own | (is_registrar & is_of_the_register))
# Takes the body: those who answer for its awards answer for what it writes about them.
rules.add_perm("letters.word", is_registrar)

# Takes the body: how long it keeps what.
rules.add_perm("privacy.set_retention", is_administrator)

# Who opened which question, paper or script.
rules.add_perm("accounts.see_readers", is_administrator)

# Which roles one's own role lets one give and end. A registrar keeps the lists of an exam; who may decide about awards,
# about the law or about roles themselves, is for the administrators.
GIVES: dict[Role, frozenset[Role]] = {
    Role.REGISTRAR: frozenset({Role.CANDIDATE, Role.EXAMINER, Role.INVIGILATOR, Role.CLUB_CONTACT}),
    Role.ADMINISTRATOR: frozenset(Role),
}


def roles_given_by(user: Person, body: Body) -> set[Role]:
    """The roles this person may give and end in the body."""
    return {given for role in roles_of(user).get(body.pk, ()) for given in GIVES.get(role, ())}


def signed_in(request: HttpRequest) -> User:
    """The person who is signed in, for views that nobody else can reach."""
    if not isinstance(request.user, User):
        raise TypeError("This view must be behind login_required.")
    return request.user
