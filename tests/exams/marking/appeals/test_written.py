"""An appeal about a written ruling: whose script is marked again."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Role, User
from exams.marking.appeals.proceedings import make
from exams.marking.models import Appeal, Result, Script
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, points, sitting_of


@pytest.fixture
def written(clock: Clock, alice: User, bob: User) -> Sitting:
    """Alice and Bob have written the second question; two markers gave each of them half of it."""
    sitting = sitting_of(paper_with("best_ruling", "written", marks=[1, 6]), clock.now)
    for person in (alice, bob):
        hand_in(sitting, person, ["c", f"{person.name} asks West."])
    markers = [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]
    choose_markers(sitting=sitting, people=markers, actor=factories.person("Drawer QBA"))
    for script in Script.objects.filter(sitting=sitting):
        for marker in markers:
            give(script=script, person=marker, points=points(0.5, 1))
    return sitting


@pytest.fixture
def appeal(written: Sitting, alice: User) -> Appeal:
    """Alice's, about her ruling."""
    result = Result.objects.with_sitting().get(attempt__entry__person=alice)
    question = written.paper.questions.select_related("version").get(position=2)
    return make(result=result, person=alice, grounds="My last sentence was overlooked.", question=question)


def fields(script: Script) -> dict[str, str]:
    return {
        "outcome": "upheld",
        "reasons": "She names the choice.",
        "regrade-remedy": "remark",
        "regrade-script": str(script.pk),
        "regrade-points-f1": "1",
        "regrade-points-r1": "2",
        "regrade-reason": "A sentence was overlooked.",
    }


def test_only_the_script_of_who_appealed_is_offered(appeal: Appeal, erin: User, alice: User, bob: User) -> None:
    own, other = (Script.objects.get(attempt__entry__person=person) for person in (alice, bob))
    client, address = factories.browser(erin), reverse("marking:decide_appeal", args=[appeal.pk])
    shown = client.get(address).content.decode()
    assert (
        f'<option value="{own.pk}">Alice, candidate number {own.attempt.entry.number} (script {own.code})</option>'
        in shown
    )
    assert other.code not in shown

    preview = client.post(address, {**fields(own), "preview": "1"})
    assert (preview.status_code, "Record the decision" in preview.content.decode()) == (200, True)
    # Of a script of somebody else nothing is worked out, in the preview either.
    preview = client.post(address, {**fields(other), "preview": "1"})
    shown = preview.content.decode()
    assert (preview.status_code, "Record the decision" in shown, "Bob" in shown) == (400, False, False)
    assert "She names the choice." in shown


def test_what_was_written_stands_there_once(appeal: Appeal, erin: User, alice: User) -> None:
    for person, said in ((erin, "The candidate wrote:"), (alice, "You wrote:")):
        shown = factories.browser(person).get(appeal.get_absolute_url()).content.decode()
        assert (said in shown, shown.count("Alice asks West.")) == (True, 1)


def test_who_left_it_blank_has_no_script_to_be_marked_again(written: Sitting, erin: User, bob: User) -> None:
    cy = factories.person("Cy", Role.CANDIDATE)
    hand_in(written, cy, ["c"])
    question = written.paper.questions.select_related("version").get(position=2)
    result = Result.objects.with_sitting().get(attempt__entry__person=cy)
    about = make(result=result, person=cy, grounds="It was not shown.", question=question)
    shown = factories.browser(erin).get(reverse("marking:decide_appeal", args=[about.pk])).content.decode()
    assert 'value="drop"' in shown
    assert 'value="remark"' not in shown
    assert "regrade-points-f1" not in shown
