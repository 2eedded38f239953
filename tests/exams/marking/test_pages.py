"""Results as people read them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Level
from accounts.accreditation.services import decline, grant, revoke, suspend
from accounts.models import Role, User
from exams.marking.explained_result import explained_questions, to_study
from exams.marking.models import Result
from exams.sittings import closure
from exams.sittings.models import Attempt, Release, Sitting
from exams.sittings.signals import attempt_closed
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock, Work, make_attempt, make_sitting
from tests.exams.sittings.conftest import DAY
from tests.walking import walks


def read(client: Client, person: User, name: str, *args: object) -> str:
    client.force_login(person)
    response = client.get(reverse(f"marking:{name}", args=args))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


# --- who ------------------------------------------------------------------------------------------------------------------

ROLES = [role for role in Role if role is not Role.EXAMINER]


@pytest.fixture
def result(sitting: Sitting, alice: User, work: Work) -> Result:
    """Alice's: right, wrong, not answered."""
    return work(sitting, alice, ["c", "a", None])


def test_only_the_candidate_and_the_bodys_examiners_see_a_result(
    result: Result, alice: User, bob: User, erin: User, charlie: User, client: Client
) -> None:
    others = [factories.person(f"Mere {role.label}", role) for role in ROLES]
    seen = {}
    for person in (alice, erin, bob, charlie, *others):
        client.force_login(person)
        seen[person.name] = client.get(reverse("marking:result", args=[result.pk])).status_code
    assert seen == {"Alice": 200, "Erin": 200, "Bob": 404, "Charlie": 404} | {other.name: 404 for other in others}


def test_only_the_bodys_examiners_see_the_results_of_a_sitting(
    result: Result, sitting: Sitting, alice: User, erin: User, charlie: User, client: Client
) -> None:
    others = [factories.person(f"Mere {role.label}", role) for role in ROLES]
    seen = {}
    for person in (alice, erin, charlie, *others):
        client.force_login(person)
        seen[person.name] = client.get(reverse("marking:of_sitting", args=[sitting.pk])).status_code
    assert seen == {"Alice": 404, "Erin": 200, "Charlie": 404} | {other.name: 404 for other in others}


def test_one_finds_only_the_result_of_ones_own_attempt(
    result: Result, alice: User, bob: User, erin: User, client: Client
) -> None:
    url = reverse("marking:of_attempt", args=[result.attempt_id])
    client.force_login(alice)
    assert client.get(url)["Location"] == reverse("marking:result", args=[result.pk])
    for person in (bob, erin):
        client.force_login(person)
        assert client.get(url).status_code == 404


@walks("name", ["list", "result", "of_sitting", "of_attempt"], apart=True)
def test_strangers_are_asked_to_sign_in(result: Result, sitting: Sitting, client: Client, name: str) -> None:
    args = {"list": [], "result": [result.pk], "of_sitting": [sitting.pk], "of_attempt": [result.attempt_id]}[name]
    response = client.get(reverse(f"marking:{name}", args=args))
    assert response["Location"].startswith(reverse("account_login"))


# --- a result -----------------------------------------------------------------------------------------------------------------


def sections(shown: str) -> list[str]:
    """The questions of the page, one by one."""
    return shown.split('<section class="reviewed"')[1:]


def test_it_begins_with_the_verdict_and_the_marks_by_topic(result: Result, alice: User, client: Client) -> None:
    shown = read(client, alice, "result", result.pk)
    assert '<span class="verdict wrong">Not passed</span>' in shown
    assert "<b>33.33 %</b> 1 of 3 marks · pass mark 65 %" in shown
    assert re.search(r'<th scope="row">Insufficient bid</th>.*?1 of 3 · 33 %</td>', shown)


def test_each_question_is_explained(result: Result, alice: User, client: Client) -> None:
    right, wrong, unanswered = sections(read(client, alice, "result", result.pk))
    assert '<span class="verdict right">Right</span>' in right
    assert '<span class="verdict wrong">Wrong</span>' in wrong
    assert '<span class="verdict wrong">Not answered</span>' in unanswered
    for section in (right, wrong, unanswered):
        # The table, the ruling, what is said, the steps with those not needed, and why each other option fails.
        assert "West declines to accept the bid" in section
        assert "The auction goes on with no further rectification." in section
        assert "West has not accepted the bid." in section
        assert "Does West accept it?" in section
        assert "Is it a comparable call?" in section
        assert "for calls outside" in section
        assert "the ruling for a call out of rotation" in section
    assert "North must pass for the rest of the auction." in wrong
    assert wrong.count("You chose this.") == 1
    assert right.count("You chose this.") == unanswered.count("You chose this.") == 0


def test_every_provision_is_cited_at_the_date_of_the_sitting(
    result: Result, sitting: Sitting, alice: User, client: Client, law_book: None
) -> None:
    shown = read(client, alice, "result", result.pk)
    for section in sections(shown):
        for key in ("27A1", "27B1(a)", "27B1(b)", "27D", "27B2"):
            link = f'href="{reverse("laws:provision", args=["duplicate-2017", key])}?on={DAY}"'
            assert link in section, key
    # No link to a law of today by mistake.
    links = re.findall(r'href="(/laws/duplicate-2017/[^"]*)"', shown)
    assert links
    assert [link for link in links if not link.split("#")[0].endswith(f"?on={DAY}")] == []


def test_who_failed_learns_what_to_study(result: Result, alice: User, client: Client, law_book: None) -> None:
    shown = read(client, alice, "result", result.pk)
    study = shown.split('<ul class="study">')[1].split("<h2")[0]
    assert "Insufficient bid" in study
    assert f'href="{reverse("laws:law", args=["duplicate-2017", "27"])}?on={DAY}"' in study


def test_the_paths_on_which_marks_were_lost_are_named_in_words(result: Result) -> None:
    reviewed = explained_questions(result)
    for one in reviewed:
        one.question.version.content["receipt"]["path"] = (
            "27/out_of_rotation=no/lho_called=no/replaced_early=no/lho_accepts=no"
            "/replacement_kind=a sufficient bid/lowest_same=yes"
        )
    [row] = to_study(result, reviewed)
    [path] = row["paths"]
    assert path.words == "an insufficient bid, not accepted, corrected to the lowest bid in the same denomination"
    assert (path.decides, path.procedure) == (("27B1(a)",), "27")
    assert path.questions == [one.number for one in reviewed if one.how != "right"]


def test_a_path_that_the_words_of_today_do_not_know_leaves_the_laws(result: Result) -> None:
    [row] = to_study(result, explained_questions(result))
    assert (row["paths"], row["laws"]) == ([], ["27"])


def test_who_passed_learns_of_the_application(
    clock: Clock, alice: User, erin: User, work: Work, client: Client
) -> None:
    level = Level.objects.create(body=factories.body(), code="club", name="Club Director", validity_months=36, order=1)
    ask_paper(level, "club-auction", "Laws of the auction")
    sitting = make_sitting(opens_at=clock.now, code="club-auction")
    result = work(sitting, alice, ["c", "c", "c"])
    shown = read(client, alice, "result", result.pk)
    application = alice.applications.get()
    assert '<span class="verdict right">Passed</span>' in shown
    assert "Your application for Club Director has been made" in shown
    assert reverse("accreditation:application", args=[application.pk]) in shown
    assert 'class="study"' not in shown


@pytest.fixture
def passed(clock: Clock, alice: User, erin: User, work: Work) -> Result:
    """Alice's pass, which has applied for a level."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club Director", validity_months=36, order=1)
    ask_paper(level, "club-auction", "Laws of the auction")
    return work(make_sitting(opens_at=clock.now, code="club-auction"), alice, ["c", "c", "c"])


def test_a_declined_application_is_told_with_its_reason_to_who_made_it(
    passed: Result, alice: User, erin: User, client: Client
) -> None:
    application, registrar = alice.applications.get(), factories.person("Helen", Role.REGISTRAR)
    decline(application=application, actor=registrar, reason="You have to direct\n<three> sessions first.")
    shown = read(client, alice, "result", passed.pk)
    assert "Your application for Club Director was declined, for this reason:" in shown
    assert "You have to direct<br>&lt;three&gt; sessions first." in shown
    assert reverse("accreditation:application", args=[application.pk]) in shown
    assert "The registrar will decide" not in shown
    # What the registrar wrote is between him and the candidate.
    shown = read(client, erin, "result", passed.pk)
    assert "The pass led to an application for Club Director, which the registrar declined." in shown
    assert "sessions first" not in shown


@walks(
    ("deed", "said", "certificate"),
    [
        (None, "Club Director is granted.", True),
        (suspend, "Club Director was granted; the award is now suspended.", False),
        (revoke, "Club Director was granted; the award is now revoked.", False),
    ],
    apart=True,
)
def test_the_certificate_is_offered_while_there_is_one(
    passed: Result, alice: User, client: Client, deed: Any, said: str, certificate: bool
) -> None:
    registrar = factories.person("Helen", Role.REGISTRAR)
    award = grant(application=alice.applications.get(), actor=registrar)
    Level.objects.update(revocation_countersigned=False)
    if deed:
        deed(award=award, actor=registrar, reason="See the letter.")
    shown = read(client, alice, "result", passed.pk)
    assert said in shown
    assert reverse("accreditation:award", args=[award.pk]) in shown
    address = reverse("accreditation:certificate", args=[award.pk])
    assert (address in shown) == (client.get(address).status_code == 200) == certificate


def test_examiners_are_not_told_that_they_chose(result: Result, alice: User, erin: User, client: Client) -> None:
    _right, wrong, _unanswered = sections(read(client, erin, "result", result.pk))
    assert "The candidate’s answer" in wrong
    assert "The candidate chose this." in wrong
    assert not any(said in wrong for said in ("Your ruling", "You chose this."))
    _right, wrong, _unanswered = sections(read(client, alice, "result", result.pk))
    assert "Your ruling" in wrong
    assert "The candidate" not in wrong


def test_a_pass_that_no_accreditation_asks_for_says_so(
    sitting: Sitting, alice: User, work: Work, client: Client
) -> None:
    result = work(sitting, alice, ["c", "c", "c"])
    assert "This paper is not required for any" in read(client, alice, "result", result.pk)


@pytest.mark.parametrize("questions", [1, 3])
def test_the_number_of_queries_does_not_grow(
    clock: Clock,
    alice: User,
    work: Work,
    client: Client,
    questions: int,
    law_book: None,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    result = work(make_sitting(opens_at=clock.now, questions=questions), alice, ["a"] * questions)
    read(client, alice, "result", result.pk)
    # Session, person, attempts that run, result, its versions, marks with questions, what the notes say, what regrades laid
    # down, application, laws to study, own reports, own appeals; the keys of the edition have been kept.
    with django_assert_num_queries(13):
        client.get(reverse("marking:result", args=[result.pk]))


# --- lists ------------------------------------------------------------------------------------------------------------------


def test_own_results_are_ones_own(result: Result, bob: User, alice: User, client: Client) -> None:
    url = reverse("marking:result", args=[result.pk])
    assert url in read(client, alice, "list")
    shown = read(client, bob, "list")
    assert url not in shown
    assert "You have no results yet" in shown


@pytest.mark.parametrize("results", [1, 3])
def test_lists_take_a_fixed_number_of_queries(
    clock: Clock,
    alice: User,
    erin: User,
    work: Work,
    client: Client,
    results: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sitting = make_sitting(opens_at=clock.now, questions=1)
    for number in range(results):
        work(make_sitting(opens_at=clock.now, questions=1), alice, [])
        work(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE), [])
    for person, name, args, queries in ((alice, "list", [], 5), (erin, "of_sitting", [sitting.pk], 11)):
        read(client, person, name, *args)
        with django_assert_num_queries(queries):
            client.get(reverse(f"marking:{name}", args=args))


def test_results_of_a_sitting_are_the_best_first(
    sitting: Sitting, alice: User, bob: User, erin: User, work: Work, client: Client
) -> None:
    work(sitting, alice, ["c"])
    work(sitting, bob, ["c", "c"])
    client.force_login(erin)
    page = client.get(reverse("marking:of_sitting", args=[sitting.pk])).context["page"]
    assert [result.attempt.entry.person for result in page] == [bob, alice]


# --- while marking is owed ------------------------------------------------------------------------------------------------


def test_a_result_that_is_owed_still_is_waited_for(
    attempt: Attempt, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt_closed, "receivers", [])
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert "being marked" in read(client, alice, "of_attempt", attempt.pk)


def test_an_open_attempt_has_no_result(sitting: Sitting, alice: User, client: Client) -> None:
    attempt = make_attempt(sitting, alice)
    client.force_login(alice)
    assert client.get(reverse("marking:of_attempt", args=[attempt.pk])).status_code == 404


def test_no_mark_is_shown_higher_than_it_is(clock: Clock, alice: User, erin: User, client: Client, work: Work) -> None:
    """Two of three are 66.66 %, rounded down; with one place after the point 69.96 % would be shown as the 70 % asked for."""
    held = make_sitting(opens_at=clock.now, pass_mark=67)
    result = work(held, alice, ["c", "c", "a"])
    assert not result.passed
    pages = [
        read(client, alice, "result", result.pk),
        read(client, alice, "list"),
        read(client, erin, "of_sitting", held.pk),
    ]
    clock.forward(hours=3)
    Sitting.objects.filter(pk=held.pk).update(release=Release.TOGETHER)
    pages.append(read(client, erin, "moderation", held.pk))
    for shown in pages:
        assert "66.66 %" in shown
        assert "66.7" not in shown
    assert "0 passed (0 %); mean 66.66 %, median 66.66 %, pass mark 67 %" in pages[-1]
