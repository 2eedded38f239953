"""People and records that tests of several apps start from.

Each function makes one thing and whatever that needs, takes what matters to a test as keywords, and goes through the
product's own services where there are some, so that a factory cannot make what the product would refuse.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
from typing import Any

from django.db.models import Model
from django.test import Client

from accounts.audit import seals
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Role, User
from exams.bank.content import check, columns
from exams.bank.difficulty import estimated
from exams.bank.models import Difficulty, Level, Question, QuestionVersion, Review, Status
from exams.bank.models.difficulty import EXPECTED
from exams.bank.services import decide, stage_generated
from exams.papers.assembly import Candidate, arrange
from exams.papers.draws import Recipe, draw
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota, Topic

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
                Membership(person=user, body=owner, role=role, club=_club(role, owner)) for role in dict.fromkeys(roles)
            )
        return user
    for role in roles:
        owner = at or body()
        club = _club(role, owner)
        Membership.objects.get_or_create(person=user, body=owner, role=role, until=None, defaults={"club": club})
    return user


def _club(role: Role, owner: Body) -> Club | None:
    """The club that a contact speaks for: the first of the body, made where it has none."""
    if role != Role.CLUB_CONTACT:
        return None
    first = Club.objects.filter(body=owner).order_by("name").first()
    return first or Club.objects.create(body=owner, name=f"{owner.name} Club")


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
    """A version that examiners have approved, as many as its level needs.

    The rows are those that the services write, which tests/test_factories.py holds side by side.
    """
    if SERVICES_DECIDE & changes.keys():
        return _approved(version(at=at, **changes))
    made = content(**changes)
    check(made)
    (found,) = _approved_at_once(at or body(), [made])
    return found


SERVICES_DECIDE = frozenset({"pair", "fingerprint", "generator"})
"""Parts of a content by which the services know whether, and of which procedure, they store it."""


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


def drawn_paper(*, at: Body | None = None, questions: int = 3, seed: int = 1, **terms: Any) -> Paper:
    """A paper of so many questions, each approved for it, all through the services."""
    owner = at or body()
    for made in stage_generated(body=owner, contents=[content() for _number in range(questions)]).versions:
        _approved(made)
    terms_of_it, examiner = _terms_and_drawer(owner, questions, terms)
    return draw(blueprint=terms_of_it, actor=examiner, seed=seed)


def paper(*, at: Body | None = None, questions: int = 3, seed: int = 1, **terms: Any) -> Paper:
    """The same, with far fewer questions to the database: nearly every test of a sitting starts from a paper.

    The rows are those that the services write, which tests/test_factories.py holds side by side. Of a bank that has other
    questions too, it always takes its own.
    """
    owner = at or body()
    versions = _approved_at_once(owner, [content() for _number in range(questions)])
    terms_of_it, examiner = _terms_and_drawer(owner, questions, terms)
    recipe = Recipe.of(terms_of_it)
    made = Paper.objects.create(
        body=owner,
        blueprint=terms_of_it,
        drawn_by=examiner,
        seed=seed,
        quotas=[quota.asked() for quota in recipe.quotas],
        syllabus=recipe.syllabus,
        **terms_of_it.terms(),
    )
    chosen = arrange([_candidate(each) for each in versions], seed, order=terms_of_it.order)
    PaperQuestion.objects.bulk_create(
        PaperQuestion(paper=made, position=position, version_id=each.version)
        for position, each in enumerate(chosen, start=1)
    )
    told = {"blueprint": terms_of_it.code, "seed": seed, "questions": questions}
    AuditEntry.objects.bulk_create([_noted(examiner, "paper.drawn", made, owner, told)])
    return made


def _terms_and_drawer(owner: Body, questions: int, terms: dict[str, Any]) -> tuple[Blueprint, User]:
    code = terms.pop("code", f"blueprint-{next(_numbers)}")
    made = blueprint(at=owner, code=code, quotas={"insufficient-bid": questions}, **terms)
    return made, person(f"Drawer {owner.short_name}", Role.EXAMINER, at=owner)


def _approved_at_once(owner: Body, contents: list[dict[str, Any]]) -> list[QuestionVersion]:
    """Versions of these contents, which are sound and new, approved by as many examiners as their level needs."""
    questions = [
        Question(
            body=owner,
            source=Question.Source.GENERATED,
            procedure=each["generator"]["procedure"],
            fingerprint=each["fingerprint"],
        )
        for each in contents
    ]
    versions = [
        QuestionVersion(
            body=owner, question=question, status=Status.APPROVED, difficulty=estimated(each), **columns(each)
        )
        for question, each in zip(questions, contents, strict=True)
    ]
    needed = max(each.approvals_needed for each in versions)
    examiners = [person(f"Approver {number} {owner.short_name}", Role.EXAMINER, at=owner) for number in range(needed)]
    approvals = [(each, number) for each in versions for number in range(each.approvals_needed)]
    approve = Review.Decision.APPROVE
    Question.objects.bulk_create(questions)
    QuestionVersion.objects.bulk_create(versions)
    Review.objects.bulk_create(
        Review(version=each, body=owner, examiner=examiners[number], decision=approve, round=each.round)
        for each, number in approvals
    )
    notes = [_noted(None, "question.staged", owner, owner, {"stored": len(versions), "duplicates": 0})]
    for each, number in approvals:
        status = Status.APPROVED if number + 1 == each.approvals_needed else Status.IN_REVIEW
        notes.append(
            _noted(examiners[number], "question.approve", each, owner, {"status": status, "round": each.round})
        )
    AuditEntry.objects.bulk_create(notes)
    return versions


def _noted(actor: User | None, verb: str, target: Model, owner: Body, data: dict[str, Any]) -> AuditEntry:
    entry = AuditEntry(
        actor=actor,
        body_id=owner.pk,
        verb=verb,
        target_type=target._meta.label,
        target_id=str(target.pk),
        data=seals.plain(data),
    )
    entry.seal = seals.seal(entry.record())
    return entry


def _candidate(made: QuestionVersion) -> Candidate:
    """As the drawing sees it; that none of them is harder than another leaves their order to the lot."""
    fingerprint, band = made.content["fingerprint"], made.difficulty
    return Candidate(made.pk, fingerprint, "", (made.topic,), made.level, made.kind, band, EXPECTED[Difficulty(band)])


def browser(user: User) -> Client:
    """A browser in which this person is signed in."""
    client = Client()
    client.force_login(user)
    return client
