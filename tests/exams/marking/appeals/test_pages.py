"""The pages of appeals."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking.appeals.proceedings import deadline, decide, make
from exams.marking.models import Appeal, Regrade, Result
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose, withdraw
from exams.papers.models import PaperQuestion
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.appeals.conftest import GROUNDS, result_of
from tests.exams.marking.appeals.test_appeals import remedy
from tests.exams.marking.conftest import Clock


def test_the_result_shows_the_way_and_the_deadline(result: Result, ben: User, client: Client, erin: User) -> None:
    client.force_login(ben)
    address = reverse("marking:result", args=[result.pk])
    shown = client.get(address).content.decode()
    assert "You can appeal until the end of" in shown
    for number in range(1, 6):
        assert f'{reverse("marking:make_appeal", args=[result.pk])}?question={number}"' in shown
    # Examiners read the result without being offered to appeal.
    assert "You can appeal" not in factories.browser(erin).get(address).content.decode()


def test_afterwards_it_says_that_time_is_over(result: Result, ben: User, client: Client, clock: Clock) -> None:
    end = deadline(result)
    assert end is not None
    clock.now = end
    client.force_login(ben)
    shown = client.get(reverse("marking:result", args=[result.pk])).content.decode()
    assert "The time to appeal ended on" in shown
    assert "?question=1" not in shown.split("Question by question")[1].replace("report/?question=1", "")
    late = client.post(reverse("marking:make_appeal", args=[result.pk]), {"grounds": GROUNDS})
    shown = late.content.decode()
    assert (late.status_code, "The time to appeal is over" in shown, GROUNDS in shown) == (409, True, True)


def test_from_grounds_to_status(result: Result, ben: User, client: Client) -> None:
    client.force_login(ben)
    address = reverse("marking:make_appeal", args=[result.pk]) + "?question=1"
    assert "Appeal about question 1" in client.get(address).content.decode()
    assert [client.post(address, {"grounds": grounds}).status_code for grounds in ("", "\u200b")] == [400, 400]
    shown = client.post(address, {"grounds": GROUNDS}, follow=True).content.decode()
    assert "Your appeal has been made" in shown
    assert "Waiting for a decision" in shown
    appeal = Appeal.objects.get()
    assert appeal.get_absolute_url() in client.get(reverse("marking:appeals")).content.decode()
    # The candidate is not told who may decide.
    assert "Who decides" not in shown
    withdrawn = client.post(reverse("marking:withdraw_appeal", args=[appeal.pk]), follow=True).content.decode()
    assert "Your appeal has been withdrawn" in withdrawn


def test_a_question_that_is_not_there(result: Result, ben: User, client: Client) -> None:
    client.force_login(ben)
    for question in ("9", "x", "99999999999"):
        address = f"{reverse('marking:make_appeal', args=[result.pk])}?question={question}"
        assert client.get(address).status_code == 404


def test_what_it_does_is_shown_before_it_is_decided(
    appeal: Appeal, frank: User, ben: User, client: Client, worked: Sitting
) -> None:
    client.force_login(frank)
    assert appeal.get_absolute_url() in client.get(reverse("marking:appeals")).content.decode()
    assert "Decide it" in client.get(appeal.get_absolute_url()).content.decode()
    address = reverse("marking:decide_appeal", args=[appeal.pk])
    fields = {
        "outcome": "upheld",
        "reasons": "Both can be defended (27B1).",
        "regrade-remedy": "accept",
        "regrade-answer": "b",
        "regrade-nobody_loses": "on",
        "regrade-everywhere": "on",
        "regrade-reason": "After an appeal b is accepted as well.",
    }
    shown = client.post(address, {**fields, "preview": "1"}).content.decode()
    for words in ("What it would do", "passes now", "Record the decision", "Both can be defended (27B1)."):
        assert words in shown
    assert not Regrade.objects.exists()
    done = client.post(address, {**fields, "decide": "1"}, follow=True).content.decode()
    assert "Upheld" in done
    regrade = Regrade.objects.get()
    assert regrade.get_absolute_url() in done
    assert "after an appeal" in client.get(regrade.get_absolute_url()).content.decode()
    shown = factories.browser(ben).get(appeal.get_absolute_url()).content.decode()
    assert "Another examiner has to approve it" in shown
    assert "Both can be defended (27B1)." in shown
    assert "Frank" not in shown


def test_the_result_is_linked_for_those_who_may_see_it(appeal: Appeal, frank: User, ben: User, adam: User) -> None:
    """An administrator names who decides; the marks of others are none of his business beyond what the appeal tells."""
    for person, linked in ((ben, True), (frank, True), (adam, False)):
        client, address = factories.browser(person), reverse("marking:result", args=[appeal.result_id])
        shown = client.get(appeal.get_absolute_url()).content.decode()
        assert ("2 of 5 marks" in shown, f'href="{address}"' in shown) == (True, linked)
        assert (client.get(address).status_code == 200) == linked


def test_a_refused_regrade_is_told_with_its_reason_and_another_can_be_proposed(
    appeal: Appeal, frank: User, erin: User, adam: User, ben: User, worked: Sitting
) -> None:
    page, examiner, candidate = appeal.get_absolute_url(), factories.browser(frank), factories.browser(ben)
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=remedy(appeal, frank))
    assert done.regrade is not None
    refusal = reverse("marking:refuse_regrade", args=[done.regrade.pk])
    # Of another body, or himself the proposer, nobody refuses it.
    stranger = factories.person("Zoe", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    assert factories.browser(stranger).post(refusal, {"refuse-note": "No"}).status_code == 404
    assert examiner.post(refusal, {"refuse-note": "No"}).status_code == 403
    said = factories.browser(erin).post(refusal, {"refuse-note": "27B1(b) says\n<c> only."}, follow=True)
    assert "We have written to the candidate who appealed" in said.content.decode()

    letter = Letter.objects.get(person=ben, once=f"appeal.regrade_refused:{appeal.pk}")
    assert (letter.subject, page in letter.text) == (
        "Regrade refused after your appeal: Club directors, November",
        True,
    )
    assert "27B1" not in letter.text
    new = reverse("marking:new_regrade", args=[worked.pk, done.regrade.version_id])
    shown = candidate.get(page).content.decode()
    assert "was refused by another examiner" in shown
    assert "27B1(b) says<br>&lt;c&gt; only." in shown
    assert "Your result stays as it is, unless another regrade is proposed" in shown
    assert not any(hidden in shown for hidden in ("Erin", "Frank", new, done.regrade.get_absolute_url()))
    for elsewhere in (reverse("marking:appeals"), reverse("marking:result", args=[done.result_id])):
        assert "Upheld, its regrade: refused" in candidate.get(elsewhere).content.decode()
    shown = examiner.get(page).content.decode()
    assert all(told in shown for told in ("was refused by Erin", "&lt;c&gt; only.", new, "The result stays as it is"))
    # An administrator reads it, without the ways that are the examiners'.
    shown = factories.browser(adam).get(page).content.decode()
    assert "was refused by Erin" in shown
    assert not any(hidden in shown for hidden in (new, done.regrade.get_absolute_url()))

    second = propose(remedy(appeal, frank))
    shown = examiner.get(page).content.decode()
    assert (second.get_absolute_url() in shown, new in shown) == (True, False)
    shown = candidate.get(page).content.decode()
    assert "Another regrade has been proposed" in shown
    approve(regrade=second, actor=erin, seen=1)
    assert "The question has been marked again since" in candidate.get(page).content.decode()


def test_a_regrade_taken_back_leaves_the_result(appeal: Appeal, frank: User, ben: User) -> None:
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=remedy(appeal, frank))
    assert done.regrade is not None
    withdraw(regrade=done.regrade, actor=frank)
    shown = factories.browser(ben).get(appeal.get_absolute_url()).content.decode()
    assert "was withdrawn by its proposer" in shown
    assert "Your result stays as it is" in shown


def test_bad_input_is_named_and_nothing_typed_is_lost(appeal: Appeal, frank: User, client: Client) -> None:
    client.force_login(frank)
    address = reverse("marking:decide_appeal", args=[appeal.pk])
    for fields, said in (
        ({"outcome": "upheld", "reasons": "Because of 27B1."}, "Say what should be done about the question"),
        ({"outcome": "", "reasons": "Because of 27B1."}, "This field is required"),
        (
            {
                "outcome": "upheld",
                "reasons": "Because of 27B1.",
                "regrade-remedy": "accept",
                "regrade-answer": "c",
                "regrade-reason": "x",
            },
            "already right by the key",
        ),
    ):
        response = client.post(address, {**fields, "decide": "1"})
        shown = response.content.decode()
        assert (response.status_code, said in shown, "Because of 27B1." in shown) == (400, True, True), said
    appeal.refresh_from_db()
    assert appeal.standing == "open"


def test_dismissed_needs_no_remedy(appeal: Appeal, frank: User, client: Client) -> None:
    client.force_login(frank)
    address = reverse("marking:decide_appeal", args=[appeal.pk])
    fields = {"outcome": "dismissed", "reasons": "27B1(a) rules."}
    assert "No marks change" in client.post(address, {**fields, "preview": "1"}).content.decode()
    assert "Dismissed" in client.post(address, {**fields, "decide": "1"}, follow=True).content.decode()


def test_against_the_whole_a_question_is_chosen(result: Result, ben: User, frank: User, client: Client) -> None:
    whole = make(result=result, person=ben, grounds="Question 1 misled me.")
    client.force_login(frank)
    address = reverse("marking:decide_appeal", args=[whole.pk])
    shown = client.get(address).content.decode()
    assert "Question to be marked again, if any" in shown
    assert "regrade-remedy" not in shown
    assert "regrade-remedy" in client.get(f"{address}?question=1").content.decode()


def test_choosing_a_question_loses_nothing_typed(result: Result, ben: User, frank: User, client: Client) -> None:
    whole = make(result=result, person=ben, grounds="Something misled me.")
    client.force_login(frank)
    address = reverse("marking:decide_appeal", args=[whole.pk])
    decision = {"outcome": "upheld", "reasons": "27B1 & the rest.", "about": "", "question": "2"}
    first = client.post(address, {**decision, "choose": "1"})
    form, remedy = first.context["form"], first.context["remedy"]
    assert (first.status_code, first.context["question"].position, first.context["previewed"]) == (200, 2, False)
    assert (form["outcome"].value(), form["reasons"].value(), form.errors) == ("upheld", "27B1 & the rest.", {})
    assert [remedy[name].value() for name in ("everywhere", "nobody_loses", "reason")] == [True, True, None]

    filled = {
        **decision,
        "about": "2",
        "regrade-remedy": "accept",
        "regrade-answer": "b",
        "regrade-everywhere": "on",
        "regrade-reason": "To everybody.",
    }
    names = ("remedy", "answer", "everywhere", "nobody_loses", "reason")
    # Pressed without another choice, and asked for a decision that needs no remedy: all stands there still.
    for changes in ({"choose": "1"}, {"outcome": "dismissed", "preview": "1"}):
        remedy = client.post(address, {**filled, **changes}).context["remedy"]
        assert [remedy[name].value() for name in names] == ["accept", "b", True, False, "To everybody."]
    # A question chosen but not looked at is not decided about; the answer was one to the other question.
    for button in ("choose", "preview", "decide"):
        shown = client.post(address, {**filled, "question": "1", button: "1"})
        assert (shown.context["question"].position, shown.context["previewed"]) == (1, False)
        assert shown.context["form"]["reasons"].value() == "27B1 & the rest."
        remedy = shown.context["remedy"]
        assert [remedy[name].value() for name in names] == ["accept", None, True, False, "To everybody."]
    assert not Regrade.objects.exists()

    done = client.post(address, {**filled, "about": "1", "question": "1", "decide": "1"})
    first_of_all = whole.result.attempt.paper.questions.get(position=1).version
    assert (done.status_code, Regrade.objects.get().version) == (302, first_of_all)


def test_the_list_of_somebody_without_any(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert "You have not made any appeals" in client.get(reverse("marking:appeals")).content.decode()


def test_results_of_others_are_not_told_by_the_list(appeal: Appeal, worked: Sitting) -> None:
    dan = result_of(worked, "Dan").attempt.entry.person
    assert str(appeal.pk) not in factories.browser(dan).get(reverse("marking:appeals")).content.decode()


def test_the_question_is_told_to_examiners_as_the_candidates(appeal: Appeal, frank: User, ben: User) -> None:
    for address in (appeal.get_absolute_url(), reverse("marking:decide_appeal", args=[appeal.pk])):
        shown = factories.browser(frank).get(address).content.decode()
        assert "The candidate chose this." in shown
        assert not any(said in shown for said in ("You chose this.", "Your ruling"))
    shown = factories.browser(ben).get(appeal.get_absolute_url()).content.decode()
    assert "You chose this." in shown
    assert "The answer earned 0 of 1 in the result appealed against." in shown


def test_an_appeal_that_replaced_the_key_does_not_go_on_explaining_the_old_one(
    appeal: Appeal, frank: User, erin: User, ben: User
) -> None:
    better = remedy(appeal, frank, remedy="key")
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=better)
    assert done.regrade is not None
    approve(regrade=done.regrade, actor=erin, seen=1)
    shown = " ".join(factories.browser(ben).get(appeal.get_absolute_url()).content.decode().split())
    assert '<b>The ruling</b> <span class="letter">B</span>' in shown
    assert "The explanation as it was written when the question was set:" in shown


def test_of_a_dropped_question_nothing_is_said_to_be_earned(
    worked: Sitting, ben: User, question: PaperQuestion, erin: User, frank: User
) -> None:
    about = {"version": question.version, "remedy": "drop", "reason": "It is unclear."}
    dropped = propose(drafted(actor=erin, sitting=worked, **about))  # type: ignore[arg-type]
    approve(regrade=dropped, actor=frank, seen=1)
    again = make(result=result_of(worked, "Ben"), person=ben, grounds="It was clear.", question=question)
    shown = factories.browser(ben).get(again.get_absolute_url()).content.decode()
    assert "The question was dropped: it does not count." in shown
    assert "The answer earned" not in shown


def test_a_reason_for_naming_somebody_is_kept_when_it_is_refused(
    appeal: Appeal, adam: User, frank: User, worked: Sitting
) -> None:
    """Somebody who had no part is an examiner by now."""
    response = factories.browser(adam).post(
        reverse("marking:assign_appeal", args=[appeal.pk]), {"to": str(frank.pk), "why": "He has only released it."}
    )
    shown = response.content.decode()
    assert (response.status_code, "One of them has to decide" in shown) == (409, True)
    assert "He has only released it.</textarea>" in shown
