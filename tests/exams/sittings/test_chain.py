"""Whatever is done to stored events is refused or found."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exams.sittings import chain
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.saving import Draft, Refused, Why, save
from exams.sittings.verification import verify_chain
from tests.walking import walks


def fresh() -> Attempt:
    return Attempt.objects.with_sitting().get()


@pytest.fixture
def worked(attempt: Attempt) -> Attempt:
    """Three events: question 1, question 2, question 1 again."""
    for sequence, (question, option) in enumerate([(1, "a"), (2, "b"), (1, "c")], start=1):
        save(
            attempt_id=attempt.pk,
            person=attempt.entry.person,
            draft=Draft(question=question, answer=option, flagged=False, sequence=sequence),
        )
    return fresh()


def test_the_canonical_form_is_fixed_for_good() -> None:
    """Receipts given out rest on this spelling and this hash: if the test fails, they no longer verify."""
    moment = dt.datetime(2026, 11, 21, 10, 0, tzinfo=dt.timezone(dt.timedelta(hours=10)))
    record: dict[str, chain.Value] = {"option": "♠", "at": moment, "flagged": True, "question": None}
    spelled = '{"at":"2026-11-21T00:00:00.000000+00:00","flagged":true,"option":"♠","question":null}'.encode()
    assert chain.canonical(record) == spelled
    assert chain.link("before", record) == hashlib.sha256(b"before\n" + spelled).hexdigest()


def test_an_event_has_the_hash_it_had_when_an_answer_was_called_an_option() -> None:
    """Computed by the code of that time: chains, seals and receipts of then must go on verifying."""
    event = AnswerEvent(
        attempt_id=uuid.UUID(int=49),
        sequence=3,
        paper_question_id=7,
        answer="West may accept it.",
        flagged=True,
        at=dt.datetime(2026, 5, 4, 10, 30, tzinfo=dt.UTC),
        previous_hash="0" * 64,
    )
    assert event.computed_hash() == "fae612319404070c2c66df18a4136da3fd6eed35f0145154d10cdf18f9e771f5"
    event.answer = None
    assert event.computed_hash() == "124e99c28b09260a5156538202d7023cb56df3d4e3b770d6c2cc8ad7e100252c"


@pytest.mark.parametrize(("app", "number"), [("sittings", "0014"), ("marking", "0011")])
@pytest.mark.django_db
def test_to_call_an_option_an_answer_changes_no_table(
    app: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("sqlmigrate", app, number)
    written = [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith("--")]
    assert written in ([], ["BEGIN;", "COMMIT;"])


def test_an_untouched_chain_holds(worked: Attempt) -> None:
    check = verify_chain(worked)
    assert (check.holds, check.events, check.digest) == (True, 3, worked.digest)


def test_an_attempt_without_events_has_a_digest_too(attempt: Attempt) -> None:
    check = verify_chain(fresh())
    assert (check.holds, check.events, check.digest) == (True, 0, attempt.digest)


# --- refused: the table only grows ---------------------------------------------------------------------------------------


@walks(
    "sql",
    [
        "UPDATE sittings_answerevent SET option = 'd'",
        "DELETE FROM sittings_answerevent WHERE sequence = 2",
        "TRUNCATE sittings_answerevent",
    ],
    apart=True,
)
def test_the_database_refuses_to_change_events(worked: Attempt, sql: str) -> None:
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(sql)
    assert verify_chain(worked).holds


# --- found: what somebody did who could switch the triggers off ------------------------------------------------------------


@pytest.fixture
def forge(worked: Attempt) -> Iterator[Callable[..., None]]:
    """Run a statement as a superuser who has switched the triggers off."""

    def run(sql: str, *values: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(sql, values)
            cursor.execute("SET LOCAL session_replication_role = DEFAULT")

    yield run


@walks(
    ("sql", "broken_at"),
    [
        ("UPDATE sittings_answerevent SET option = 'd' WHERE sequence = 2", 2),
        ("UPDATE sittings_answerevent SET flagged = true WHERE sequence = 1", 1),
        ("UPDATE sittings_answerevent SET at = at - interval '1 microsecond' WHERE sequence = 3", 3),
        ("UPDATE sittings_answerevent SET sequence = 9 WHERE sequence = 3", 9),
        ("DELETE FROM sittings_answerevent WHERE sequence = 1", 2),
        ("DELETE FROM sittings_answerevent WHERE sequence = 2", 3),
        ("DELETE FROM sittings_answerevent WHERE sequence = 3", 3),
        ("DELETE FROM sittings_answerevent", 1),
        ("UPDATE sittings_attempt SET started_at = started_at - interval '1 minute'", 1),
    ],
    apart=True,
)
def test_a_forged_event_is_found(forge: Callable[..., None], sql: str, broken_at: int) -> None:
    forge(sql)
    assert verify_chain(fresh()).broken_at == broken_at


@walks(
    ("sql", "broken_at"),
    [
        ("UPDATE sittings_answer SET option = 'd' WHERE sequence = 2", 2),
        ("UPDATE sittings_answer SET flagged = true WHERE sequence = 3", 3),
        ("UPDATE sittings_answer SET sequence = 1 WHERE sequence = 3", 1),
        ("DELETE FROM sittings_answer WHERE sequence = 3", 3),
    ],
    apart=True,
)
def test_an_answer_that_no_event_tells_of_is_found(forge: Callable[..., None], sql: str, broken_at: int) -> None:
    """An answer is a copy for the pages, and no trigger protects it."""
    forge(sql)
    assert verify_chain(fresh()).broken_at == broken_at


def test_an_event_forged_with_its_hash_breaks_the_next_link(worked: Attempt, forge: Callable[..., None]) -> None:
    event = worked.events.get(sequence=2)
    event.answer = "c"
    forge("UPDATE sittings_answerevent SET option = 'c', hash = %s WHERE sequence = 2", event.computed_hash())
    assert verify_chain(fresh()).broken_at == 3


def test_a_chain_forged_to_the_end_has_another_digest_than_the_receipt(
    worked: Attempt, forge: Callable[..., None]
) -> None:
    """Who rewrites every hash and the attempt is consistent again; only the candidate's receipt tells, which is its use."""
    receipt, last = worked.digest, worked.events.get(sequence=3)
    last.answer = "d"
    forged = last.computed_hash()
    forge("UPDATE sittings_answerevent SET option = 'd', hash = %s WHERE sequence = 3", forged)
    forge("UPDATE sittings_attempt SET digest = %s", forged)
    forge("UPDATE sittings_answer SET option = 'd' WHERE sequence = 3")
    check = verify_chain(fresh())
    assert check.holds
    assert check.digest != receipt


# --- any saves, in any order -----------------------------------------------------------------------------------------------

drafts = st.builds(
    Draft,
    question=st.integers(1, 3),
    answer=st.sampled_from(["a", "b", "c", "d", None]),
    flagged=st.booleans(),
    sequence=st.integers(1, 12),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(drafts, max_size=15))
def test_any_order_of_saves_ends_with_the_highest_accepted_number(attempt: Attempt, sent: list[Draft]) -> None:
    person = attempt.entry.person
    model: dict[int, Draft] = {}
    accepted: list[Draft] = []
    with transaction.atomic():
        for draft in sent:
            try:
                save(attempt_id=attempt.pk, person=person, draft=draft)
            except Refused as refused:
                assert refused.why == Why.STALE
                assert draft not in accepted
                assert draft.sequence <= accepted[-1].sequence
            else:
                if draft not in accepted:
                    assert not accepted or draft.sequence > accepted[-1].sequence
                    accepted.append(draft)
                    model[draft.question] = draft
        stored = {
            answer.paper_question.position: (answer.answer, answer.flagged, answer.sequence)
            for answer in Answer.objects.select_related("paper_question")
        }
        assert stored == {question: (d.answer, d.flagged, d.sequence) for question, d in model.items()}
        assert list(AnswerEvent.objects.order_by("sequence").values_list("sequence", flat=True)) == [
            draft.sequence for draft in accepted
        ]
        check = verify_chain(fresh())
        assert (check.holds, check.events) == (True, len(accepted))
        # Each example starts from the same attempt.
        transaction.set_rollback(True)
