"""People and records that tests of several apps start from.

Each function makes one thing and whatever that needs, takes what matters to a test as keywords, and goes through the
product's own services where there are some, so that a factory cannot make what the product would refuse.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
from typing import Any

from django.test import Client

from accounts.models import Body, Membership, Role, User
from exams.bank.models import Level, QuestionVersion, Review
from exams.bank.services import decide, stage_generated
from exams.papers.drawing import draw
from exams.papers.models import Blueprint, Paper, Quota, Topic

_numbers = itertools.count(1)

# A complete content as the generator writes it: South's insufficient 2♦ over 2♠, replaced by the cheapest bid that
# shows hearts.
CONTENT: dict[str, Any] = {
    "format": 1,
    "kind": "best_ruling",
    "level": "club",
    "topic": "insufficient-bid",
    "edition": "duplicate-2017",
    "stem": [
        "West calls you: South has bid 2♦ over 2♠, a transfer that shows five or more hearts.",
        "West declines to accept the bid, and South replaces it by 3♥, which is natural here.",
    ],
    "question": "What is your ruling?",
    "diagrams": {
        "auction": {
            "dealer": "N",
            "vulnerability": "EW",
            "board": 3,
            "calls": [
                {"by": "N", "call": "1NT"},
                {"by": "E", "call": "2S"},
                {"by": "S", "call": "2D", "bad": True, "note": 1},
            ],
            "notes": ["five or more hearts (transfer)"],
        },
        "hands": {"board": 3, "dealer": "N", "vulnerability": "EW", "show": {"S": "43.KT987.AJ2.965"}},
    },
    "options": [
        {
            "id": "a",
            "text": "North must pass for the rest of the auction.",
            "why": "That is 27B2, for calls outside 27B1.",
        },
        {"id": "b", "text": "North must pass once.", "why": "That is the ruling for a call out of rotation (30B1)."},
        {"id": "c", "text": "The auction goes on with no further rectification.", "why": ""},
        {"id": "d", "text": "2♦ stands, and West calls over it.", "why": "West has not accepted it (27A1)."},
    ],
    "key": "c",
    "explanation": {
        "say": "West has not accepted the bid. 3♥ shows hearts at the lowest level; the auction goes on.",
        "steps": [
            {"question": "Does West accept it?", "answer": "no", "provision": "27A1", "taken": True},
            {
                "question": "Is 3♥ the cheapest bid that shows hearts?",
                "answer": "yes",
                "provision": "27B1(a)",
                "taken": True,
            },
            {"question": "Is it a comparable call?", "answer": "", "provision": "27B1(b)", "taken": False},
        ],
        "outcomes": [{"text": "The auction goes on with no further rectification.", "provision": "27B1(a)"}],
        "cites": ["27A1", "27B1(a)", "27D"],
    },
    "record": {"board": 3, "dealer": "N"},
    "receipt": {"engine": "1", "edition": "duplicate-2017", "facts": "f" * 64, "path": "27/declined/cheapest"},
    "generator": {"procedure": "27", "seed": 7, "index": 0, "version": "1"},
}


def body(name: str = "Queensland Bridge Association", **fields: Any) -> Body:
    """A body; the same name gives the same one."""
    short = fields.get("short_name") or "".join(word[0] for word in name.split()).upper()
    defaults = {"short_name": short, "slug": short.lower(), "time_zone": "Australia/Brisbane", **fields}
    return Body.objects.get_or_create(name=name, defaults=defaults)[0]


def person(name: str, *roles: Role, at: Body | None = None) -> User:
    """A person with these roles in a body (ours unless another is named), who may sign in.

    The same name gives the same person, so a test can add a role later.
    """
    email = f"{name.lower().replace(' ', '.')}@example.org"
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, "a table of thirteen", name=name)
        if roles:
            # All at once: there is nothing yet that could be in the way.
            owner = at or body()
            Membership.objects.bulk_create(
                Membership(person=user, body=owner, role=role) for role in dict.fromkeys(roles)
            )
        return user
    for role in roles:
        Membership.objects.get_or_create(person=user, body=at or body(), role=role, until=None)
    return user


def content(path: str = "27/declined/cheapest", **changes: Any) -> dict[str, Any]:
    """The content of a question unlike any other, on that path through the law; `changes` replace whole parts."""
    number = next(_numbers)
    # A copy of its own, so that what one test does to its content no other one meets.
    made = copy.deepcopy({**CONTENT, **changes})
    made["receipt"]["path"] = path
    made["generator"]["index"] = number
    made.setdefault("fingerprint", hashlib.sha256(str(number).encode()).hexdigest())
    return made


def version(*, at: Body | None = None, **changes: Any) -> QuestionVersion:
    """A version in review, as the generator leaves it."""
    return stage_generated(body=at or body(), contents=[content(**changes)]).versions[0]


def approved_version(*, at: Body | None = None, **changes: Any) -> QuestionVersion:
    """A version that examiners have approved, as many as its level needs."""
    return _approved(version(at=at, **changes))


def _approved(made: QuestionVersion) -> QuestionVersion:
    for number in range(made.approvals_needed):
        examiner = person(f"Approver {number} {made.body.short_name}", Role.EXAMINER, at=made.body)
        made = decide(version_id=made.pk, examiner=examiner, decision=Review.Decision.APPROVE)
    return made


def topic(slug: str = "insufficient-bid", *, at: Body | None = None, **fields: Any) -> Topic:
    """A topic of the syllabus."""
    defaults = {"title": slug.replace("-", " ").capitalize(), "laws": ["27"], **fields}
    return Topic.objects.get_or_create(body=at or body(), slug=slug, defaults=defaults)[0]


def blueprint(
    *, at: Body | None = None, code: str = "club-auction", quotas: dict[Any, int], **fields: Any
) -> Blueprint:
    """A blueprint with quotas by topic slug, or by (topic slug, level) where the level is not club."""
    owner = at or body()
    terms = {"title": "Club, Laws of the auction", "level": Level.CLUB, "edition": "duplicate-2017", "minutes": 30}
    made = Blueprint.objects.create(body=owner, code=code, **{**terms, "pass_mark": 65, **fields})
    for cell, count in quotas.items():
        slug, level = cell if isinstance(cell, tuple) else (cell, Level.CLUB)
        Quota.objects.create(blueprint=made, topic=topic(slug, at=owner), level=level, count=count)
    return made


def paper(*, at: Body | None = None, questions: int = 3, seed: int = 1, **terms: Any) -> Paper:
    """A drawn paper of so many questions, each approved for it."""
    owner = at or body()
    for made in stage_generated(body=owner, contents=[content() for _number in range(questions)]).versions:
        _approved(made)
    code = terms.pop("code", f"blueprint-{next(_numbers)}")
    terms_of_it = blueprint(at=owner, code=code, quotas={"insufficient-bid": questions}, **terms)
    examiner = person(f"Drawer {owner.short_name}", Role.EXAMINER, at=owner)
    return draw(blueprint=terms_of_it, actor=examiner, seed=seed)


def browser(user: User) -> Client:
    """A browser in which this person is signed in."""
    client = Client()
    client.force_login(user)
    return client
