"""One content of each kind of question, all about the same insufficient bid, and papers made of them."""

from __future__ import annotations

from typing import Any

from accounts.models import Role
from exams.papers.draws import draw
from exams.papers.models import Paper, Quota
from tests import factories

# What changes in tests.factories.CONTENT for a question of another kind. The right answers are in RIGHT.
CHANGES: dict[str, dict[str, Any]] = {
    "best_ruling": {},
    "judge_ruling": {
        "kind": "judge_ruling",
        "ruling": "3♥ stands. North must pass throughout.",
        "question": "Is the ruling right? If not, what has to be changed?",
        "options": [
            {"id": "a", "text": "Yes.", "why": "3♥ specifies what 2♦ specified (27B1(a))."},
            {
                "id": "b",
                "text": "No. North must pass at their next turn (30B1).",
                "why": "2♦ was too low, but not out of turn.",
            },
            {
                "id": "c",
                "text": "No. The auction goes on with no further rectification (27B1).",
                "why": "",
            },
            {
                "id": "d",
                "text": "No. 2♦ stands, and West calls over it (27A1).",
                "why": "West has not accepted it (27A1).",
            },
        ],
        "key": "c",
    },
    "whose_turn": {
        "kind": "whose_turn",
        "question": "Whose turn is it to call?",
        "options": [
            {"id": "a", "text": "South", "why": "South has called out of turn already."},
            {"id": "b", "text": "West", "why": ""},
            {"id": "c", "text": "North", "why": "West has not called yet."},
            {"id": "d", "text": "Nobody: the auction is over.", "why": "Three passes have not followed."},
        ],
        "key": "b",
    },
    "choose_all": {
        "kind": "choose_all",
        "question": "Which of these may South choose?",
        "options": [
            {"id": "a", "text": "A sufficient bid.", "why": "27B allows it."},
            {"id": "b", "text": "A pass.", "why": "27B2 allows it."},
            {"id": "c", "text": "A double.", "why": "27B3 does not allow it here."},
            {"id": "d", "text": "To leave 2♦ standing.", "why": "Only West could have accepted it (27A1)."},
            {"id": "e", "text": "A redouble.", "why": "There is nothing to redouble."},
        ],
        "key": ["a", "b"],
    },
    "order_steps": {
        "kind": "order_steps",
        "question": "In which order does the Director go on?",
        "options": [
            {"id": "a", "text": "Let South replace the bid.", "why": "Only when it has been declined."},
            {"id": "b", "text": "Ask West about accepting it.", "why": ""},
            {"id": "c", "text": "Explain the choices to the table.", "why": ""},
        ],
        "key": ["c", "b", "a"],
    },
    "cite_law": {
        "kind": "cite_law",
        "question": "Which law lets the auction go on?",
        "options": [],
        "key": ["27B1(a)", "27B1"],
    },
    "number": {
        "kind": "number",
        "question": "How many times has North to pass?",
        "options": [],
        "key": "0",
    },
    "book_fact": {
        "kind": "book_fact",
        "question": "How many tricks are transferred?",
        "options": [
            {"id": "a", "text": "None", "why": "The side that revoked won the revoke trick (64A)."},
            {
                "id": "b",
                "text": "One",
                "why": "The player who revoked won the trick, and their side a later one (64A1).",
            },
            {"id": "c", "text": "Two", "why": ""},
            {"id": "d", "text": "Three", "why": "Never more than two (64A1)."},
        ],
        "key": "c",
    },
    "written": {
        "kind": "written",
        "question": "Give your ruling as you would say it at the table.",
        "options": [],
        "key": "",
        "rubric": [
            {"id": "f1", "part": "facts", "text": "2♦ is insufficient over 2♠.", "provision": "27A1", "marks": 1},
            {"id": "r1", "part": "rectification", "text": "The auction goes on.", "provision": "27B1(a)", "marks": 2},
        ],
    },
}
RIGHT = {
    "best_ruling": "c",
    "judge_ruling": "c",
    "whose_turn": "b",
    "choose_all": "a,b",
    "order_steps": "c,b,a",
    "cite_law": "27B1(a)",
    "number": "0",
    "book_fact": "c",
}
IN_PAPERS = tuple(RIGHT)


def content(kind: str, **changes: Any) -> dict[str, Any]:
    """A content of this kind."""
    return factories.content(**{**CHANGES[kind], **changes})


def paper_of(*kinds: str, **terms: Any) -> Paper:
    """A paper of one question of each of these kinds."""
    for kind in kinds:
        factories.approved_version(**CHANGES[kind])
    blueprint = factories.blueprint(code="kinds", quotas={"insufficient-bid": len(kinds)}, **terms)
    return draw(blueprint=blueprint, actor=factories.person("Drawer of kinds", Role.EXAMINER), seed=1)


def written_paper(*, options: int = 1, **terms: Any) -> Paper:
    """A paper of two rulings to write and so many questions with options; in which order, its drawing decides."""
    for _number in range(2):
        factories.approved_version(**CHANGES["written"])
    for _number in range(options):
        factories.approved_version()
    blueprint = factories.blueprint(code=terms.pop("code", "written"), quotas={"insufficient-bid": options}, **terms)
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="written", count=2)
    return draw(blueprint=blueprint, actor=factories.person("Drawer of kinds", Role.EXAMINER), seed=1)
