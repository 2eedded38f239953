"""The receipt: its check by anybody, the candidate's file, and the command that checks all chains."""

from __future__ import annotations

import hashlib
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from exams.marking.models import Result
from exams.sittings import closure, services
from exams.sittings.models import Attempt, Sitting
from exams.sittings.receipts import verification_url
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks


@pytest.fixture
def closed(attempt: Attempt, alice: User, clock: Clock) -> Attempt:
    """Handed in with two answers."""
    for sequence, (question, option) in enumerate([(1, "a"), (2, "b"), (1, "c")], start=1):
        clock.forward(seconds=40)
        save(attempt_id=attempt.pk, person=alice, draft=Draft(question, option, False, sequence))
    closure.submit(attempt_id=attempt.pk, person=alice)
    return Attempt.objects.with_sitting().get()


def check(client: Client, **fields: str) -> tuple[int, str]:
    response = client.get(reverse("receipts:verify"), fields)
    return response.status_code, " ".join(response.content.decode().split())


def forge(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def test_anybody_learns_that_a_receipt_is_genuine_and_nothing_else(closed: Attempt, client: Client) -> None:
    url = verification_url(closed)
    assert url.startswith("https://rectify.example/receipts/verify/?")
    response = client.get(url.removeprefix("https://rectify.example"))
    shown = response.content.decode()
    assert "The receipt is genuine." in shown
    for secret in ("Alice", closed.sitting.title, closed.paper.title, str(closed.sitting.pk)):
        assert secret not in shown
    status, shown = check(client, attempt=closed.pk.hex, digest=closed.digest.upper())
    assert (status, "The receipt is genuine." in shown) == (200, True)


def test_a_wrong_digest_an_unknown_attempt_and_a_running_one_read_alike(
    closed: Attempt, client: Client, bob: User
) -> None:
    running = make_attempt(closed.sitting, bob)
    answers = {
        check(client, attempt=str(closed.pk), digest="0" * 64),
        check(client, attempt="00000000-0000-0000-0000-000000000000", digest="0" * 64),
        check(client, attempt=str(running.pk), digest=running.digest),
    }
    told = {shown.split("<h1>")[1].split("<form")[0] for _status, shown in answers}
    assert len(told) == 1
    assert "not the digest of that attempt" in told.pop()


def test_a_receipt_outlives_what_somebody_changed(closed: Attempt, client: Client) -> None:
    forge("UPDATE sittings_answerevent SET option = 'd' WHERE sequence = 2")
    assert "no longer matches it" in check(client, attempt=str(closed.pk), digest=closed.digest)[1]


@walks(
    ("fields", "told"),
    [
        ({"attempt": "x", "digest": "0" * 64}, "32 characters"),
        ({"attempt": "", "digest": "0" * 64}, "required"),
        ({"attempt": "00000000-0000-0000-0000-000000000000", "digest": "0" * 63}, "64 characters"),
        ({"attempt": "00000000-0000-0000-0000-000000000000", "digest": "\0"}, "64 characters"),
    ],
    apart=True,
)
def test_what_is_no_receipt_is_told_which_part(db: None, client: Client, fields: dict[str, str], told: str) -> None:
    status, shown = check(client, **fields)
    assert status == 422
    assert told in shown


def test_the_file_of_answers_holds_what_recomputes_the_digest(closed: Attempt, alice: User) -> None:
    """Done here as its own description says, with nothing of ours."""
    response = factories.browser(alice).get(reverse("sittings:answers", args=[closed.pk]))
    assert "attachment" in response["Content-Disposition"]
    file = json.loads(response.content)
    digest = hashlib.sha256(b"\n" + file["start"]["record"].encode()).hexdigest()
    for event in file["events"]:
        assert event["previous_hash"] == digest
        digest = hashlib.sha256(f"{digest}\n{event['record']}".encode()).hexdigest()
        assert event["hash"] == digest
        assert json.loads(event["record"])["option"] == event["answer"]
    assert digest == file["digest"] == closed.digest
    assert [(one["question"], one["answer"]) for one in file["answers"]] == [(1, "c"), (2, "b")]
    content = closed.paper.questions.select_related("version").get(position=1).version.content
    assert content["explanation"]["say"] not in response.content.decode()


@pytest.mark.parametrize("what", ["attempt", "sitting"])
def test_declared_void_after_it_was_handed_in_the_receipt_says_so(
    closed: Attempt, alice: User, erin: User, what: str
) -> None:
    page, receipt = factories.browser(alice), reverse("sittings:receipt", args=[closed.pk])
    before = page.get(receipt).content.decode()
    assert "Your paper is handed in" in before
    assert "See your result" in before
    if what == "attempt":
        services.void_attempt(attempt=closed, actor=erin, reason="A telephone.")
    else:
        services.void_sitting(sitting=closed.sitting, actor=erin, reason="The hall was flooded.")
    after = page.get(receipt).content.decode()
    assert "This attempt is void" in after
    assert "does not count" in after
    assert closed.digest in after
    for untrue in ("handed in</h1>", "Handed in on", "See your result"):
        assert untrue not in after


@pytest.mark.parametrize("release", ["at_once", "together"])
def test_the_receipt_leads_to_the_result_when_there_is_one(
    closed: Attempt, alice: User, client: Client, release: str
) -> None:
    Sitting.objects.filter(pk=closed.sitting.pk).update(release=release)
    client.force_login(alice)
    page = client.get(reverse("sittings:receipt", args=[closed.pk])).content.decode()
    result = reverse("marking:result", args=[Result.objects.get(attempt=closed).pk])
    assert (result in page, "Your result is not ready yet" in page) == (release == "at_once", release == "together")


def test_before_the_end_there_is_no_file(attempt: Attempt, alice: User) -> None:
    response = factories.browser(alice).get(reverse("sittings:answers", args=[attempt.pk]))
    assert response["Location"] == reverse("sittings:attempt", args=[attempt.pk])


def test_the_command_checks_every_chain(closed: Attempt) -> None:
    out = io.StringIO()
    call_command("verify_chains", stdout=out)
    call_command("verify_chains", str(closed.sitting.pk), stdout=out)
    assert out.getvalue() == "1 attempts, 3 events, 0 drafts being typed: every chain holds\n" * 2


def test_the_command_names_the_broken_one_and_fails(closed: Attempt) -> None:
    forge("UPDATE sittings_answerevent SET option = 'd' WHERE sequence = 2")
    out = io.StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("verify_chains", stdout=out)
    assert f"attempt {closed.pk}" in out.getvalue()
    assert "from change 2 on" in out.getvalue()


@pytest.mark.parametrize("sitting", ["x", "00000000-0000-0000-0000-000000000000"])
def test_the_command_says_which_sitting_does_not_exist(db: None, sitting: str) -> None:
    with pytest.raises(CommandError, match=sitting) as error:
        call_command("verify_chains", sitting)
    assert error.value.returncode == 2
