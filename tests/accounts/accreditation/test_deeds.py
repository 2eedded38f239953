"""What is done to an award after it was granted. Permissions first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection, transaction

from accounts.accreditation import deeds
from accounts.accreditation.life import TABLE, AwardState, Deed, Status, Term, Verb, months_later, standings_after
from accounts.accreditation.models import Award, AwardEvent, Level, Revocation
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

OUTSIDE = ["alice", "erin", "adam", "boris", "carol"]


def ending_in(award: Award, days: int) -> date:
    """Let the award end so many days from today."""
    award.valid_until = award.body.today() + timedelta(days=days)
    award.valid_from = award.valid_until - timedelta(days=1000)
    award.save()
    return award.valid_until


def at(award: Award, status: Status, term: Term, *, proposer: User | None = None) -> None:
    """Bring the award there, past the services."""
    ending_in(award, {Term.RUNNING: 400, Term.NOTICE: 10, Term.RETURN: -10, Term.OVER: -500}[term])
    award.status = status
    award.save()
    if proposer is not None:
        Revocation.objects.create(award=award, proposed_by=proposer, reason="Found out")


def doing(deed: Deed, award: Award, actor: User) -> Callable[[], object]:
    """The deed, ready to be done with input that nothing is wrong with."""
    reason = "Because"
    match deed:
        case Deed.RENEW:
            return partial(deeds.renew, award=award, actor=actor, ending=award.valid_until, reason=reason)
        case Deed.EXTEND:
            last = deeds.extension(award)[1]
            return partial(deeds.extend, award=award, actor=actor, until=last, reason=reason)
        case Deed.COUNTERSIGN:
            found = award.revocations.order_by("-proposed_at").first()
            assert found
            return partial(deeds.countersign, revocation=found, actor=actor)
        case Deed.WITHDRAW:
            found = award.revocations.order_by("-proposed_at").first()
            assert found
            return partial(deeds.withdraw, revocation=found, actor=actor, reason=reason)
        case _:
            return partial(getattr(deeds, deed.value), award=award, actor=actor, reason=reason)


def fit(deed: Deed, award: Award, proposer: User) -> None:
    """Bring the award to where the table allows the deed."""
    line = next(line for line in TABLE if line.deed == deed)
    term = next(term for term in Term if term in line.terms)
    status = next(status for status in Status if status in line.found)
    Level.objects.update(revocation_countersigned=line.by_two is not False)
    award.refresh_from_db()
    at(award, status, term, proposer=proposer if line.proposal == "open" else None)


class TestWhoMay:
    @pytest.mark.parametrize("deed", list(Deed))
    def test_nobody_but_registrars_of_the_body(
        self, deed: Deed, award: Award, rita: User, rolf: User, request: pytest.FixtureRequest
    ) -> None:
        fit(deed, award, rita)
        before = award.events.count()
        for who in OUTSIDE:
            if (deed, who) == (Deed.SURRENDER, "alice"):
                continue
            with pytest.raises(PermissionDenied):
                doing(deed, award, request.getfixturevalue(who))()
        assert award.events.count() == before
        doing(deed, award, rolf)()
        assert award.events.count() == before + 1

    @pytest.mark.parametrize("deed", [deed for deed in Deed if deed != Deed.SURRENDER])
    def test_no_registrar_about_themselves(self, deed: Deed, rita: User, rolf: User, level: Level) -> None:
        own = grant(application=passed(rita, level), actor=rolf)
        fit(deed, own, rolf)
        with pytest.raises(PermissionDenied):
            doing(deed, own, rita)()
        assert own.events.count() == 1

    def test_whoever_proposed_a_revocation_does_not_countersign_it(self, award: Award, rita: User) -> None:
        made = deeds.propose(award=award, actor=rita, reason="Found out")
        with pytest.raises(PermissionDenied):
            deeds.countersign(revocation=made, actor=rita)
        with pytest.raises(DatabaseError, match="countersigned_by_another"), transaction.atomic():
            Revocation.objects.update(standing="countersigned", closed_by=rita, closed_at=made.proposed_at)


class TestTheTable:
    @pytest.mark.parametrize("deed", list(Deed))
    def test_each_deed_does_what_its_line_says_and_nothing_elsewhere(
        self, deed: Deed, award: Award, rita: User, rolf: User
    ) -> None:
        line = next(line for line in TABLE if line.deed == deed)
        Level.objects.update(revocation_countersigned=line.by_two is not False)
        for status in Status:
            for term in Term:
                with transaction.atomic():
                    at(award, status, term, proposer=rita if line.proposal == "open" else None)
                    award.refresh_from_db()
                    if status in line.found and term in line.terms:
                        doing(deed, award, rolf)()
                        award.refresh_from_db()
                        assert award.status == (line.left or status), (status, term)
                        assert award.events.latest("pk").verb == line.verb
                    else:
                        with pytest.raises(ValidationError):
                            doing(deed, award, rolf)()
                        award.refresh_from_db()
                        assert award.status == status
                    transaction.set_rollback(True)

    @pytest.mark.parametrize("deed", [deed for deed in Deed if deed != Deed.COUNTERSIGN])
    def test_a_reason_is_asked_for(self, deed: Deed, award: Award, rita: User, rolf: User) -> None:
        fit(deed, award, rita)
        doing_ = doing(deed, award, rolf)
        assert isinstance(doing_, partial)
        with pytest.raises(ValidationError, match="Say why"):
            doing_.func(**doing_.keywords | {"reason": " "})

    @pytest.mark.parametrize("deed", list(Deed))
    def test_sent_twice_it_is_done_once(self, deed: Deed, award: Award, rita: User, rolf: User) -> None:
        fit(deed, award, rita)
        pressed = doing(deed, award, rolf)
        pressed()
        events = list(award.events.values_list("pk", flat=True))
        pressed()
        assert list(award.events.values_list("pk", flat=True)) == events

    @pytest.mark.parametrize("deed", list(Deed))
    def test_it_is_in_the_history_and_in_the_log(self, deed: Deed, award: Award, rita: User, rolf: User) -> None:
        fit(deed, award, rita)
        doing(deed, award, rolf)()
        event, entry = award.events.latest("pk"), AuditEntry.objects.filter(target_id=str(award.pk)).latest("pk")
        assert (entry.verb, entry.actor, entry.reason) == (f"award.{event.verb}", rolf, event.reason)
        assert (entry.data, event.actor) == (event.data, rolf)


class TestRenew:
    @pytest.mark.parametrize("days", [89, 0, -1, -360])
    def test_the_new_term_is_counted_from_the_old_end(self, days: int, award: Award, rita: User) -> None:
        end = ending_in(award, days)
        deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")
        assert award.valid_until == months_later(end, 36)
        event = award.events.latest("pk")
        assert (event.verb, event.reason) == (Verb.RENEWED, "Ten sessions")
        assert event.data == {"end_before": f"{end}", "end_after": f"{award.valid_until}"}
        assert award.state == AwardState.VALID

    def test_before_the_notice_it_is_too_early(self, award: Award, rita: User) -> None:
        end = ending_in(award, 100)
        with pytest.raises(ValidationError, match="Too early: this award can be renewed from"):
            deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")

    def test_after_the_return_it_has_lapsed(self, award: Award, rita: User) -> None:
        end = ending_in(award, -400)
        with pytest.raises(ValidationError, match="has lapsed: it could be renewed until"):
            deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")

    def test_a_common_day_is_the_first_that_gives_the_months(self, award: Award, rita: User) -> None:
        Level.objects.update(end_month=12, end_day=31)
        end = ending_in(award, 5)
        deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")
        assert (award.valid_until.month, award.valid_until.day) == (12, 31)
        assert months_later(end, 36) <= award.valid_until < months_later(end, 48)

    def test_a_page_that_was_opened_before_adds_no_second_term(self, award: Award, rita: User, rolf: User) -> None:
        Level.objects.update(notice_months=120)
        end = ending_in(award, 5)
        deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")
        for actor, reason in ((rolf, "Ten sessions"), (rita, "Another reason")):
            with pytest.raises(ValidationError, match="has changed since you opened the page"):
                deeds.renew(award=award, actor=actor, ending=end, reason=reason)
        assert award.events.count() == 2

    def test_a_suspended_award_stays_suspended(self, award: Award, rita: User) -> None:
        end = ending_in(award, 5)
        deeds.suspend(award=award, actor=rita, reason="A complaint")
        deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")
        assert (award.status, award.state) == (Status.SUSPENDED, AwardState.SUSPENDED)

    def test_an_expired_one_is_not_renewed_beside_a_newer_one(self, award: Award, rita: User) -> None:
        end = ending_in(award, -5)
        grant(application=passed(award.person, award.level, "result-2"), actor=rita)
        with pytest.raises(ValidationError, match="holds this level until"):
            deeds.renew(award=award, actor=rita, ending=end, reason="Ten sessions")


class TestExtend:
    def test_to_a_day_at_most_a_year_beyond_the_end(self, award: Award, rita: User) -> None:
        end = ending_in(award, 5)
        last = months_later(end, 12)
        for day in (end - timedelta(days=1), end, last + timedelta(days=1)):
            with pytest.raises(ValidationError, match="Choose a day from"):
                deeds.extend(award=award, actor=rita, until=day, reason="Illness")
        deeds.extend(award=award, actor=rita, until=last, reason="Illness")
        assert award.events.latest("pk").data == {"end_before": f"{end}", "end_after": f"{last}"}

    def test_the_year_is_not_begun_anew_by_extending_again(self, award: Award, rita: User) -> None:
        end = ending_in(award, 5)
        for days in (100, 200):
            deeds.extend(award=award, actor=rita, until=end + timedelta(days=days), reason="Illness")
        with pytest.raises(ValidationError, match="Choose a day from"):
            deeds.extend(award=award, actor=rita, until=end + timedelta(days=400), reason="Illness")
        deeds.extend(award=award, actor=rita, until=months_later(end, 12), reason="Illness")
        with pytest.raises(ValidationError, match="as far as it can be"):
            deeds.extend(award=award, actor=rita, until=end + timedelta(days=400), reason="Illness")

    def test_a_renewal_begins_it_anew(self, award: Award, rita: User) -> None:
        end = ending_in(award, 5)
        deeds.extend(award=award, actor=rita, until=end + timedelta(days=60), reason="Illness")
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Ten sessions")
        last = months_later(award.valid_until, 12)
        deeds.extend(award=award, actor=rita, until=last, reason="Illness")
        assert award.valid_until == last

    def test_an_expired_one_is_not_extended_into_the_past(self, award: Award, rita: User) -> None:
        ending_in(award, -50)
        yesterday = award.body.today() - timedelta(days=1)
        with pytest.raises(ValidationError, match="Choose a day from"):
            deeds.extend(award=award, actor=rita, until=yesterday, reason="Illness")
        deeds.extend(award=award, actor=rita, until=award.body.today(), reason="Illness")
        assert award.state == AwardState.EXPIRING


class TestRevokedByTwo:
    def test_until_it_is_countersigned_the_award_stands_as_it_stood(self, award: Award, rita: User, rolf: User) -> None:
        made = deeds.propose(award=award, actor=rita, reason="Found out")
        award.refresh_from_db()
        assert (award.status, award.state) == (Status.GRANTED, AwardState.VALID)
        deeds.countersign(revocation=made, actor=rolf)
        award.refresh_from_db()
        event = award.events.latest("pk")
        assert (award.status, event.verb, event.actor, event.reason) == (Status.REVOKED, "revoked", rolf, "Found out")
        assert event.data["proposed_by"] == str(rita.pk)

    def test_one_registrar_does_not_revoke_alone(self, award: Award, rita: User) -> None:
        with pytest.raises(ValidationError, match="Another registrar must countersign"):
            deeds.revoke(award=award, actor=rita, reason="Found out")

    def test_there_is_one_proposal_at_a_time(self, award: Award, rita: User, rolf: User) -> None:
        deeds.propose(award=award, actor=rita, reason="Found out")
        with pytest.raises(ValidationError, match="Rita Rowe has already proposed"):
            deeds.propose(award=award, actor=rolf, reason="Found out too")

    @pytest.mark.parametrize("who", ["rita", "rolf"])
    def test_either_withdraws_it_and_it_can_be_proposed_again(
        self, who: str, award: Award, rita: User, rolf: User, request: pytest.FixtureRequest
    ) -> None:
        made = deeds.propose(award=award, actor=rita, reason="Found out")
        deeds.withdraw(revocation=made, actor=request.getfixturevalue(who), reason="A mistake")
        with pytest.raises(ValidationError, match="no longer open: withdrawn"):
            deeds.countersign(revocation=made, actor=rolf)
        assert deeds.propose(award=award, actor=rolf, reason="Found out again") != made

    def test_what_ends_the_award_overtakes_it(self, award: Award, rita: User, rolf: User, alice: User) -> None:
        made = deeds.propose(award=award, actor=rita, reason="Found out")
        deeds.surrender(award=award, actor=alice)
        made.refresh_from_db()
        assert made.standing == Revocation.Standing.OVERTAKEN
        with pytest.raises(ValidationError, match="no longer open"):
            deeds.countersign(revocation=made, actor=rolf)

    def test_what_was_proposed_cannot_be_rewritten(self, award: Award, rita: User) -> None:
        deeds.propose(award=award, actor=rita, reason="Found out")
        for attempt in (lambda: Revocation.objects.update(reason="x"), lambda: Revocation.objects.all().delete()):
            with pytest.raises(DatabaseError, match=r"revocation_is_fixed|Cannot"), transaction.atomic():
                attempt()


class TestItEnds:
    def test_the_holder_surrenders_without_a_reason(self, award: Award, alice: User) -> None:
        deeds.surrender(award=award, actor=alice)
        event = award.events.latest("pk")
        assert (award.state, event.actor, event.reason) == (AwardState.SURRENDERED, alice, "")
        assert event.data["by_holder"] is True

    @pytest.mark.parametrize("status", [Status.REVOKED, Status.SURRENDERED, Status.DECEASED])
    def test_what_was_ended_does_not_block_a_new_grant(self, status: Status, award: Award, rita: User) -> None:
        Award.objects.update(status=status)
        assert grant(application=passed(award.person, award.level, "result-2"), actor=rita) != award

    def test_neither_does_a_lapsed_one_nor_an_expired_one(self, award: Award, rita: User) -> None:
        for number, days in enumerate((-500, -5)):
            ending_in(award, days)
            with transaction.atomic():
                assert grant(application=passed(award.person, award.level, f"result-{number + 2}"), actor=rita) != award
                transaction.set_rollback(True)

    def test_a_death_ends_all_the_awards_of_the_body(self, award: Award, rita: User, alice: User) -> None:
        congress = Level.objects.create(body=award.body, code="congress", name="Congress Director", validity_months=36)
        ask_paper(congress, "club-auction", "Pass the paper")
        other = Award.objects.create(
            body=award.body,
            person=alice,
            name=award.name,
            level=congress,
            application=passed(alice, congress, "result-2"),
            granted_by=rita,
            valid_from=award.valid_from,
            valid_until=award.valid_until,
        )
        deeds.record_death(award=award, actor=rita, reason="Her club wrote")
        other.refresh_from_db()
        assert (award.state, other.state) == (AwardState.DECEASED, AwardState.DECEASED)
        assert not Award.objects.on_register().exists()
        assert other.events.get().verb == Verb.DECEASED


class TestWhatWasStoredBefore:
    def test_an_award_revoked_by_one_registrar_without_data_is_reinstated(self, award: Award, rita: User) -> None:
        Award.objects.update(status=Status.REVOKED)
        AwardEvent.objects.create(award=award, actor=rita, verb="revoked", reason="Found out")
        award.refresh_from_db()
        assert list(standings_after(award.events.all()))[-1][0] == award.status
        deeds.reinstate(award=award, actor=rita, reason="It was not so")
        assert award.state == AwardState.VALID

    def test_an_award_granted_without_data_is_extended(self, application: object, rita: User, level: Level) -> None:
        alice = person("Ann Old", level.body, Role.CANDIDATE)
        start = level.body.today() - timedelta(days=100)
        old = Award.objects.create(
            body=level.body,
            person=alice,
            name="Ann Old",
            level=level,
            application=passed(alice, level, "old"),
            granted_by=rita,
            valid_from=start,
            valid_until=start + timedelta(days=900),
        )
        AwardEvent.objects.create(award=old, actor=rita, verb="granted")
        deeds.extend(award=old, actor=rita, until=start + timedelta(days=950), reason="Illness")
        assert deeds.extension(old)[1] == months_later(start + timedelta(days=900), 12)

    def test_the_history_stays_closed(self, award: Award) -> None:
        connection.check_constraints()
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
            AwardEvent.objects.update(data={"end_after": "2099-01-01"})
