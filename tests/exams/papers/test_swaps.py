"""Questions that rest, the exposure that is shown, and one question of a drawn paper swapped for another."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.difficulty import note_observed
from exams.bank.models import Review
from exams.bank.services import decide
from exams.papers.draws import CannotFill, draw, draw_form, preview
from exams.papers.models import Paper, Quota
from exams.papers.stock import stock
from exams.papers.swaps import NotSwapped, fitting, objection, swap
from exams.sittings import closure, services
from exams.sittings.exposure import exposures_of
from exams.sittings.models import Sitting
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def erin(db: None) -> User:
    return factories.person("Erin", Role.EXAMINER)


def sat(paper: Paper, hours: float, by: User) -> Sitting:
    """A sitting of the paper that opens in so many hours."""
    opens = timezone.now() + dt.timedelta(hours=hours)
    return services.schedule(
        paper=paper, title=f"In {hours} h", opens_at=opens, closes_at=opens + dt.timedelta(hours=1), actor=by
    )


def questions_of(paper: Paper) -> set[object]:
    return set(paper.questions.values_list("version__question", flat=True))


# --- resting --------------------------------------------------------------------------------------------------------------


def test_what_the_last_sittings_asked_is_not_drawn(erin: User) -> None:
    first = factories.paper(questions=3, rest_sittings=1)
    for _more in range(3):
        factories.approved_version()
    blueprint = first.blueprint
    sat(first, -2, erin)
    second = draw(blueprint=blueprint, actor=erin, seed=1)
    assert not questions_of(first) & questions_of(second)
    assert second.rest_sittings == 1
    sat(second, -1, erin)
    # Of the last sitting only: those of the first may come again.
    assert questions_of(draw(blueprint=blueprint, actor=erin, seed=2)) == questions_of(first)


def test_a_shortage_says_how_many_rest(erin: User) -> None:
    first = factories.paper(questions=3, rest_sittings=2)
    sat(first, -2, erin)
    with pytest.raises(CannotFill) as refused:
        preview(blueprint=first.blueprint, actor=erin, seed=1)
    told = "3 approved questions that fit are left out, because they were asked in the last 2 sittings."
    assert refused.value.reasons[-1] == told
    assert refused.value.shortages[0].available == 0
    held = stock(first.blueprint)
    assert held.reasons[-1] == told
    first.blueprint.rest_sittings = 0
    assert stock(first.blueprint).reasons == []


def test_the_forms_of_a_set_do_not_keep_each_other_from_being_drawn(erin: User) -> None:
    first = factories.paper(questions=2, one_each=True, rest_sittings=1)
    sat(first, -1, erin)
    assert questions_of(draw_form(paper=first, actor=erin, seed=2)) == questions_of(first)


def test_a_cancelled_sitting_has_asked_nobody(erin: User) -> None:
    first = factories.paper(questions=3, rest_sittings=1)
    sitting = sat(first, 1, erin)
    assert stock(first.blueprint).reasons
    services.void_sitting(sitting=sitting, actor=erin, reason="Nobody came.")
    assert stock(first.blueprint).reasons == []


def test_the_blueprint_form_asks_for_it_and_says_so(erin: User, client: Client) -> None:
    blueprint = factories.paper(questions=3, rest_sittings=2).blueprint
    client.force_login(erin)
    page = client.get(reverse("papers:edit", args=[blueprint.body.slug, blueprint.code])).content.decode()
    assert 'name="rest_sittings" value="2"' in page
    assert "no questions from the last 2 sittings" in client.get(blueprint.get_absolute_url()).content.decode()


# --- exposure -------------------------------------------------------------------------------------------------------------


def test_where_a_question_was_asked_is_shown_at_it(erin: User, client: Client) -> None:
    paper = factories.paper(questions=1)
    [question] = paper.questions.select_related("version")
    client.force_login(erin)
    assert (
        "not yet"
        in client.get(question.version.get_absolute_url()).content.decode().split("Where it has been asked")[1]
    )
    sitting = sat(paper, -0.5, erin)
    alice = factories.person("Alice", Role.CANDIDATE)
    services.enter(sitting=sitting, person=alice)
    attempt = services.start(sitting=sitting, person=alice)
    found = exposures_of([question.version.question_id])[question.version.question_id]
    assert (found.papers, found.sittings, found.released) == (1, [sitting], 0)
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert exposures_of([question.version.question_id])[question.version.question_id].released == 1
    page = client.get(question.version.get_absolute_url()).content.decode().split("Where it has been asked")[1]
    assert sitting.title in page
    assert "in 1 sitting" in page


def test_a_paper_says_which_of_its_questions_were_asked_in_others(erin: User, client: Client) -> None:
    paper = factories.paper(questions=2)
    sat(paper, -1, erin)
    again = draw(blueprint=paper.blueprint, actor=erin, seed=2)
    client.force_login(erin)
    assert client.get(again.get_absolute_url()).content.decode().count("1 sitting, last on") == 2
    assert client.get(paper.get_absolute_url()).content.decode().count("1 sitting, last on") == 0


# --- swapping -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def paper(erin: User) -> Paper:
    """Three questions of one topic; the bank has a fourth, and one of another topic."""
    made = factories.paper(questions=3)
    factories.approved_version()
    factories.approved_version(topic="revokes")
    return made


def test_a_swap_writes_another_paper_that_says_which_it_replaces(paper: Paper, erin: User) -> None:
    before = list(paper.questions.values_list("position", "version", "marks"))
    [other] = fitting(paper, 2)
    made = swap(paper=paper, position=2, version=other.version, actor=erin)
    assert list(paper.questions.values_list("position", "version", "marks")) == before
    assert (made.replaces, made.terms(), made.quotas) == (paper, paper.terms(), paper.quotas)
    expected = [(place, other.version if place == 2 else version, worth) for place, version, worth in before]
    assert list(made.questions.values_list("position", "version", "marks")) == expected
    assert AuditEntry.objects.get(verb="paper.swapped").data["position"] == 2
    with pytest.raises(NotSwapped, match="replaced"):
        swap(paper=paper, position=1, version=other.version, actor=erin)
    with pytest.raises(services.NotPossible, match="replaced"):
        sat(Paper.objects.get(pk=paper.pk), 1, erin)


def test_sittings_to_come_ask_the_new_paper(paper: Paper, erin: User) -> None:
    sitting = sat(paper, 1, erin)
    made = swap(paper=paper, position=1, version=fitting(paper, 1)[0].version, actor=erin)
    sitting.refresh_from_db()
    assert sitting.paper == made
    assert AuditEntry.objects.filter(verb="sitting.paper_replaced").count() == 1


@pytest.mark.parametrize("void", [False, True])
def test_nothing_is_swapped_once_a_sitting_has_opened(paper: Paper, erin: User, void: bool) -> None:
    """Void or not: somebody may have seen it. Nor for one that opens as the swap is made."""
    sat(paper, 1, erin)
    opened = sat(paper, -0.1, erin)
    if void:
        services.void_sitting(sitting=opened, actor=erin, reason="Flood.")
    assert "has opened" in objection(paper)
    with pytest.raises(NotSwapped, match="has opened"):
        swap(paper=paper, position=1, version=fitting(paper, 1)[0].version, actor=erin)
    assert Paper.objects.count() == 1


def test_what_does_not_fit_or_is_taken_back_is_refused(paper: Paper, erin: User) -> None:
    [other] = fitting(paper, 1)
    revoke = factories.approved_version(topic="revokes")
    own = paper.questions.get(position=2).version_id
    for wrong in (revoke.pk, own):
        with pytest.raises(NotSwapped, match="no longer fits"):
            swap(paper=paper, position=1, version=wrong, actor=erin)
    decide(version_id=other.version, examiner=erin, decision=Review.Decision.RETIRE, reason="Ambiguous.")
    with pytest.raises(NotSwapped, match="no longer fits"):
        swap(paper=paper, position=1, version=other.version, actor=erin)


def test_a_set_of_forms_is_not_swapped(erin: User) -> None:
    assert "form" in objection(factories.paper(questions=2, one_each=True))


def test_who_may_not_read_the_questions_swaps_none(paper: Paper, erin: User, client: Client) -> None:
    other = fitting(paper, 1)[0].version
    url = reverse("papers:swap", args=[1, paper.pk])
    stranger = factories.person("Xaver", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    for person in (stranger, factories.person("Ada", Role.ADMINISTRATOR), factories.person("Alice", Role.CANDIDATE)):
        with pytest.raises(PermissionDenied):
            swap(paper=paper, position=1, version=other, actor=person)
        client.force_login(person)
        assert client.get(url).status_code in (403, 404)
        assert client.post(url, {"version": str(other)}).status_code in (403, 404)
    assert Paper.objects.count() == 1


def test_the_page_offers_what_fits(paper: Paper, erin: User, client: Client) -> None:
    client.force_login(erin)
    url = reverse("papers:swap", args=[1, paper.pk])
    assert url in client.get(paper.get_absolute_url()).content.decode()
    assert client.get(url).content.decode().count('type="radio"') == 1
    assert client.post(url, {"version": "nonsense"}).status_code == 409
    answer = client.post(url, {"version": str(fitting(paper, 1)[0].version)}, follow=True)
    page = answer.content.decode()
    assert "It replaces" in page
    assert "of which question 1 was swapped" in page
    assert "See the current one" in client.get(paper.get_absolute_url()).content.decode()
    assert client.get(reverse("papers:swap", args=[9, paper.pk])).status_code == 404
    assert str(paper.pk) not in client.get(reverse("sittings:choose_paper")).content.decode()


def test_for_a_question_that_was_harder_than_thought_nothing_is_offered(erin: User) -> None:
    """The quota asks how hard a question is, which is observed after the paper was drawn: the old one counts for it no more."""
    versions = [factories.approved_version() for _one in range(3)]
    blueprint = factories.blueprint(quotas={})
    band = versions[0].difficulty
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", difficulty=band, count=1)
    paper = draw(blueprint=blueprint, actor=erin, seed=1)
    assert len(fitting(paper, 1)) == 2
    note_observed(paper.questions.get().version_id, 100, 0.02, None)
    assert fitting(paper, 1) == []
    page = factories.browser(erin).get(reverse("papers:swap", kwargs={"position": 1, "pk": paper.pk}))
    assert page.status_code == 200
