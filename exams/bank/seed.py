"""The demo's bank: questions from the generator, most of them approved, the rest left for a visitor to review; one by hand."""

from __future__ import annotations

from accounts.models import Body, Membership, Role, User
from exams import scenarios
from exams.bank.editing.seed import write_one
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide, stage_generated

MIXED = 260
# Of what the mix has not, or too few of for every quota: pairs with one fact changed, rulings to judge and to write,
# numbers of tricks.
APART = {scenarios.PAIR: 8, "judge_ruling": 48, "number": 4, "written": 6}
SEED = 2017
# One question in so many stays in review.
LEFT = 4


def seed(demo: bool) -> None:
    """In the demo, fill the empty bank of each body that has the examiners to review it."""
    if not demo:
        return
    for body in Body.objects.all():
        examiners = [
            membership.person
            for membership in Membership.objects.active()
            .filter(body=body, role=Role.EXAMINER)
            .select_related("person")
            .order_by("person__email")
        ]
        if len(examiners) > 1 and not QuestionVersion.objects.filter(body=body).exists():
            _fill(body, examiners)


def _fill(body: Body, examiners: list[User]) -> None:
    # First, since a pair of which the mix has one question already is not stored.
    for kind, count in APART.items():
        made = scenarios.generate(scenarios.ALL, count=count, seed=SEED, kind=kind)
        versions = stage_generated(body=body, contents=made).versions
        # Half of them stays to be reviewed, and of no pair one alone.
        _approve(versions[: len(versions) // 2], examiners)
    made = scenarios.generate(scenarios.ALL, count=MIXED, seed=SEED)
    versions = stage_generated(body=body, contents=made).versions
    _approve([version for position, version in enumerate(versions) if position % LEFT != LEFT - 1], examiners)
    write_one(body=body, author=examiners[0])


def _approve(versions: list[QuestionVersion], examiners: list[User]) -> None:
    for version in versions:
        for examiner in examiners[: version.approvals_needed]:
            decide(version_id=version.pk, examiner=examiner, decision=Review.Decision.APPROVE)
