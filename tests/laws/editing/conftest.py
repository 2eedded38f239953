"""Alice and Bob edit the law for the body that keeps the small shelf, Charlie for another body; Dora is a candidate."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Role, User
from laws.editing import drafting, publishing, subjects
from laws.editing.models import Proposal, Stewardship, Thing
from laws.models import Edition, Provision
from tests import factories
from tests.laws.conftest import Digest

SLUG = "duplicate-2017"
NEXT_YEAR = datetime.date(2030, 1, 1)

Propose = Callable[..., Proposal]


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("Alice", Role.LAW_EDITOR)


@pytest.fixture
def bob(db: None) -> User:
    return factories.person("Bob", Role.LAW_EDITOR)


@pytest.fixture
def charlie(db: None) -> User:
    return factories.person("Charlie", Role.LAW_EDITOR, at=factories.body("Northern Rivers Bridge"))


@pytest.fixture
def dora(db: None) -> User:
    return factories.person("Dora", Role.CANDIDATE)


@pytest.fixture
def edition(small_shelf: Digest) -> Edition:
    """The small shelf's edition, kept by our body."""
    edition = Edition.objects.get(slug=SLUG)
    Stewardship.objects.create(edition=edition, body=factories.body())
    return edition


def drafted(alice: User, thing: Thing | str, **fields: Any) -> Proposal:
    """A draft of Alice's: a new wording from 2030 unless the fields say otherwise."""
    if isinstance(thing, str):
        thing = Provision.objects.get(key=thing)
    shown = subjects.shown_to_editor(thing)
    proposal = Proposal(
        body=factories.body(), edition=subjects.edition_of(thing), subject=subjects.subject_of(thing), act="amend"
    )
    setattr(proposal, proposal.subject, thing)
    told = {
        "text": "Other words.",
        "heading": subjects.heading_of(shown),
        "first_day": NEXT_YEAR,
        "instrument": "Amendment of 2030",
        "reason": "Decided in June.",
    }
    for name, value in (told | fields).items():
        setattr(proposal, name, value)
    return drafting.save(actor=alice, proposal=proposal)


def submitted(alice: User, thing: Thing | str, **fields: Any) -> Proposal:
    """The same, handed in."""
    return drafting.submit(actor=alice, proposal_id=drafted(alice, thing, **fields).pk)


def published(alice: User, bob: User, thing: Thing | str, **fields: Any) -> Proposal:
    """The same, published by Bob."""
    return publishing.publish(actor=bob, proposal_id=submitted(alice, thing, **fields).pk)


def comment(alice: User, edition: Edition, **fields: Any) -> Proposal:
    """A draft of Alice's for a new caution on 27A."""
    told = {
        "kind": "caution",
        "on": ["27A"],
        "text": "Mind 27B1(a).",
        "heading": "Mind",
        "first_day": datetime.date(2026, 1, 1),
        "reason": "Asked often.",
    }
    proposal = Proposal(body=factories.body(), edition=edition, subject="commentary", act="new", **(told | fields))
    return drafting.save(actor=alice, proposal=proposal)
