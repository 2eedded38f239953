"""Evidence: who may put it on record and settle it, what has to be told, and when it counts."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from accounts.accreditation import evidencing
from accounts.accreditation.evidence import in_words
from accounts.accreditation.models import Evidence, Level
from accounts.accreditation.particulars import PARTICULARS
from accounts.accreditation.requirements import LEAVES, Sessions, Standing
from accounts.accreditation.standing import judged
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.conftest import person
from tests.asking import ask

SESSION = {"role": "directed", "event": "club", "club": "Jacaranda Bridge Club"}
REFERENCE = {"of": "club", "by": "Jacaranda Bridge Club"}


def entered(body: Body, somebody: User, actor: User, **more: Any) -> Evidence:
    told: dict[str, Any] = {
        "kind": "reference",
        "day": body.today(),
        "details": REFERENCE,
        "reference": "form:1",
    } | more
    return evidencing.enter(body=body, person=somebody, actor=actor, **told)


def logged(body: Body, somebody: User, **more: Any) -> Evidence:
    told: dict[str, Any] = {"day": body.today(), "details": SESSION, "reference": "session:1"} | more
    return evidencing.log_session(body=body, person=somebody, **told)


@pytest.fixture
def session(body: Body, alice: User) -> Evidence:
    return logged(body, alice)


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body_enters(
        self, who: str, body: Body, alice: User, request: pytest.FixtureRequest
    ) -> None:
        with pytest.raises(PermissionDenied):
            entered(body, alice, request.getfixturevalue(who))
        assert not Evidence.objects.exists()

    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body_settles(
        self, who: str, session: Evidence, request: pytest.FixtureRequest
    ) -> None:
        actor = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            evidencing.accept(evidence=session, actor=actor)
        with pytest.raises(PermissionDenied):
            evidencing.refuse(evidence=session, actor=actor, reason="Because")
        session.refresh_from_db()
        assert session.waits

    def test_nobody_settles_what_is_about_themselves(self, body: Body, rita: User, rolf: User) -> None:
        Membership.objects.create(person=rita, body=body, role=Role.CANDIDATE)
        with pytest.raises(PermissionDenied):
            entered(body, rita, rita)
        own = logged(body, rita)
        with pytest.raises(PermissionDenied):
            evidencing.accept(evidence=own, actor=rita)
        evidencing.accept(evidence=own, actor=rolf)
        with pytest.raises(PermissionDenied):
            evidencing.withdraw(evidence=own, actor=rita, reason="I change my mind")

    @pytest.mark.parametrize("who", ["rita", "boris", "carol"])
    def test_only_a_candidate_of_the_body_logs(self, who: str, body: Body, request: pytest.FixtureRequest) -> None:
        with pytest.raises(PermissionDenied):
            logged(body, request.getfixturevalue(who))

    def test_what_one_logged_one_takes_back_while_it_waits(self, session: Evidence, alice: User, rita: User) -> None:
        other = person("Olga Orr", session.body, Role.CANDIDATE)
        with pytest.raises(PermissionDenied):
            evidencing.withdraw(evidence=session, actor=other, reason="Not hers")
        evidencing.withdraw(evidence=session, actor=alice, reason="It was another day")
        assert session.standing == Evidence.Standing.WITHDRAWN

    def test_what_a_registrar_entered_its_person_does_not_take_back(self, body: Body, alice: User, rita: User) -> None:
        with pytest.raises(PermissionDenied):
            evidencing.withdraw(evidence=entered(body, alice, rita), actor=alice, reason="I do not like it")


class TestEntering:
    def test_it_counts_at_once_with_one_entry_in_the_log(self, body: Body, alice: User, rita: User) -> None:
        found = entered(body, alice, rita)
        assert (found.standing, found.entered_by, found.settled_by) == ("accepted", rita, rita)
        entry = AuditEntry.objects.get()
        assert (entry.verb, entry.actor, entry.target_id) == ("evidence.entered", rita, str(found.pk))

    def test_the_same_reference_again_gives_the_first_back(self, body: Body, alice: User, rita: User) -> None:
        first = entered(body, alice, rita)
        assert entered(body, alice, rita, details=REFERENCE | {"by": "Somebody else"}) == first
        assert Evidence.objects.count() == AuditEntry.objects.count() == 1
        with pytest.raises(ValidationError, match="Open it again"):
            entered(body, person("Olga Orr", body, Role.CANDIDATE), rita)

    @pytest.mark.parametrize("reference", ["", " ", "paper:another's result", "x" * 101])
    def test_a_reference_is_drawn_by_the_form(self, reference: str, body: Body, alice: User) -> None:
        with pytest.raises(ValidationError, match="Something is wrong with this form"):
            logged(body, alice, reference=reference)

    def test_only_of_a_candidate(self, body: Body, carol: User, rita: User) -> None:
        with pytest.raises(ValidationError, match="is not a candidate of MBA"):
            entered(body, carol, rita)

    def test_a_club_of_the_body_is_stored_as_it_is_spelt(self, body: Body, club: Club, alice: User) -> None:
        for n, told in enumerate((club, "JACARANDA bridge club", " Jacaranda Bridge Club ")):
            found = logged(body, alice, details=SESSION | {"club": told, "title": f"Pairs {n}"}, reference=f"s{n}")
            assert found.details["club"] == "Jacaranda Bridge Club"
        elsewhere = logged(body, alice, details=SESSION | {"club": "A club on tour"}, reference="s9")
        assert elsewhere.details["club"] == "A club on tour"

    @pytest.mark.parametrize(
        ("kind", "details", "faults"),
        [
            ("sessions", {}, {"role", "event", "club"}),
            ("sessions", SESSION | {"role": "watched"}, {"role"}),
            ("sessions", SESSION | {"event": "cruise"}, {"event"}),
            ("sessions", SESSION | {"club": "x" * 201}, {"club"}),
            ("reference", {"of": "aunt", "by": ""}, {"of", "by"}),
            ("assessment", {"outcome": "maybe"}, {"outcome"}),
            ("course", {"name": " "}, {"name"}),
            ("recognition", {"award": "National Director"}, {"body"}),
            ("age", {"years": "old"}, {"years"}),
            ("age", {"years": "130"}, {"years"}),
            ("paper", {"blueprint": "gone", "percent": "101"}, {"blueprint", "percent"}),
        ],
    )
    def test_what_is_wrong_is_said_by_name(
        self, kind: str, details: dict[str, Any], faults: set[str], body: Body, alice: User, rita: User
    ) -> None:
        with pytest.raises(ValidationError) as refused:
            entered(body, alice, rita, kind=kind, details=details)
        assert set(refused.value.message_dict) == faults

    def test_a_day_that_has_not_come_and_kinds_that_are_none(self, body: Body, alice: User, rita: User) -> None:
        tomorrow = body.today() + datetime.timedelta(days=1)
        with pytest.raises(ValidationError) as refused:
            entered(body, alice, rita, day=tomorrow)
        assert set(refused.value.message_dict) == {"day"}
        for kind in ("good_standing", "level", "magic"):
            with pytest.raises(ValidationError, match="no evidence of the kind"):
                entered(body, alice, rita, kind=kind)
        with pytest.raises(ValidationError, match="means nothing here"):
            entered(body, alice, rita, details=REFERENCE | {"colour": "red"})

    def test_every_requirement_that_asks_for_evidence_can_be_told(self) -> None:
        assert set(PARTICULARS) == set(LEAVES) - {"level", "good_standing"}
        for kind in PARTICULARS:
            assert in_words(kind, {})
        assert in_words("reference", REFERENCE) == "A reference: a club, Jacaranda Bridge Club"


class TestSettling:
    @pytest.fixture
    def two_sessions(self, level: Level) -> Level:
        ask(level, Sessions(number=2))
        return level

    def test_a_session_counts_once_it_is_accepted(self, two_sessions: Level, alice: User, rita: User) -> None:
        told = [SESSION | {"title": title} for title in ("Afternoon", "Evening")]
        both = [logged(two_sessions.body, alice, details=one, reference=one["title"]) for one in told]
        found = judged(alice, two_sessions)
        assert (found.standing, found.have, len(found.waiting)) == (Standing.WAITING, 0, 2)
        evidencing.accept(evidence=both[0], actor=rita)
        assert judged(alice, two_sessions).have == 1
        evidencing.refuse(evidence=both[1], actor=rita, reason="The club knows nothing of it")
        found = judged(alice, two_sessions)
        assert (found.standing, found.have, found.waiting) == (Standing.PARTLY, 1, ())
        evidencing.withdraw(evidence=both[0], actor=rita, reason="It was another director")
        assert judged(alice, two_sessions).standing == Standing.MISSING

    def test_sent_twice_it_is_done_once(self, session: Evidence, rita: User) -> None:
        for _ in range(2):
            evidencing.accept(evidence=session, actor=rita)
        with pytest.raises(ValidationError, match="this evidence is accepted"):
            evidencing.refuse(evidence=session, actor=rita, reason="Too late")
        for _ in range(2):
            evidencing.withdraw(evidence=session, actor=rita, reason="An error")
        with pytest.raises(ValidationError, match="this evidence is withdrawn"):
            evidencing.accept(evidence=session, actor=rita)
        verbs = list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True))
        assert verbs == ["evidence.entered", "evidence.accepted", "evidence.withdrawn"]

    def test_the_person_reads_why(self, session: Evidence, rita: User) -> None:
        with pytest.raises(ValidationError, match="Say why"):
            evidencing.refuse(evidence=session, actor=rita, reason=" ")
        evidencing.refuse(evidence=session, actor=rita, reason="The club knows nothing of it")
        assert (session.note, session.settled_by) == ("The club knows nothing of it", rita)

    def test_what_it_is_never_changes(self, session: Evidence) -> None:
        changes: list[dict[str, Any]] = [{"day": datetime.date(2020, 1, 1)}, {"details": {}}, {"reference": "another"}]
        for change in changes:
            with pytest.raises(Exception, match=r"evidence_is_what_it_was|Cannot update"), transaction.atomic():
                Evidence.objects.update(**change)
        with pytest.raises(Exception, match="Cannot delete"), transaction.atomic():
            session.delete()
