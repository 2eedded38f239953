"""Each step of accreditation writes its letter, once, in the transaction of the deed; and not to the dead."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from accounts.accreditation import appeals, deeds, dispensations, evidencing
from accounts.accreditation.models import Application, Award, Evidence, Level
from accounts.accreditation.scope import EventKind
from accounts.accreditation.services import apply, decline, grant, grant_by_hand
from accounts.letters.models import Letter
from accounts.letters.services import deliver_due
from accounts.models import Body, User
from tests.accounts.conftest import passed
from tests.asking import ask_paper

pytestmark = pytest.mark.django_db


def told(person: User) -> list[str]:
    """The subjects of a person's letters, the earliest first."""
    return list(person.letters.order_by("made_at", "pk").values_list("subject", flat=True))


def text_to(person: User) -> str:
    """The latest letter to a person, as it reads."""
    return Letter.objects.filter(person=person).latest("made_at").text


def logged(person: User, body: Body, number: int = 0) -> Evidence:
    return evidencing.log_session(
        body=body,
        person=person,
        day=body.today() - datetime.timedelta(days=number),
        details={"role": "directed", "event": "club", "club": f"Club {number}"},
        reference=f"sessions:{uuid.uuid4()}",
    )


def test_a_pass_an_application_and_a_grant(alice: User, level: Level, rita: User) -> None:
    application = passed(alice, level)
    assert told(alice) == ["Your application for Club Director"]
    assert f"/accreditation/applications/{application.pk}/" in text_to(alice)
    award = grant(application=application, actor=rita)
    grant(application=application, actor=rita)
    passed(alice, level)
    assert told(alice)[1:] == ["You are accredited as Club Director"]
    assert f"until {award.valid_until:%-d %B %Y}" in text_to(alice)
    assert set(Letter.objects.values_list("about", flat=True)) == {f"application:{application.pk}", f"award:{award.pk}"}
    assert not Letter.objects.exclude(person=alice).exists()


def test_an_application_by_a_press_is_told_of_once(alice: User, level: Level) -> None:
    for _press in range(2):
        apply(person=alice, level=level, reference="drawn")
    assert told(alice) == ["Your application for Club Director"]


def test_a_refusal_tells_the_reason_and_until_when_to_appeal(application: Application, rita: User) -> None:
    for _press in range(2):
        decline(application=application, actor=rita, reason="The session was not yours.\n\nAsk the club.")
    alice = application.person
    assert told(alice)[1:] == ["Your application for Club Director was declined"]
    last = application.body.today() + datetime.timedelta(days=28)
    assert "The session was not yours." in text_to(alice)
    assert f"you can appeal until {last:%-d %B %Y}" in text_to(alice)


def test_a_grant_by_hand_writes_one_letter(alice: User, level: Level, rita: User) -> None:
    grant_by_hand(
        level=level,
        person=alice,
        actor=rita,
        kind=Application.HAND,
        evidence="Seen",
        valid_from=level.body.today(),
        reason="Known for years",
        reference=uuid.uuid4(),
    )
    assert told(alice) == ["You are accredited as Club Director"]


def test_the_life_of_an_award_is_told_step_by_step(award: Award, rita: User, rolf: User) -> None:
    alice, until = award.person, award.valid_until
    deeds.extend(award=award, actor=rita, until=until + datetime.timedelta(days=30), reason="Ill")
    deeds.suspend(award=award, actor=rita, reason="Looked at <b>hands</b> & cards")
    deeds.reinstate(award=award, actor=rita, reason="It was not so")
    revocation = deeds.propose(award=award, actor=rita, reason="It was so after all")
    assert len(told(alice)) == 5  # nothing of the proposal
    deeds.countersign(revocation=revocation, actor=rolf)
    assert told(alice)[2:] == [
        "Your award as Club Director is extended",
        "Your award as Club Director is suspended",
        "Your award as Club Director is reinstated",
        "Your award as Club Director is revoked",
    ]
    assert "It was so after all" in text_to(alice)
    suspended = Letter.objects.get(subject__contains="suspended")
    assert "Looked at <b>hands</b> & cards" in suspended.text
    assert "Looked at &lt;b&gt;hands&lt;/b&gt; &amp; cards" in suspended.html


def test_a_renewal_and_a_surrender(award: Award, rita: User) -> None:
    alice = award.person
    Award.objects.filter(pk=award.pk).update(valid_until=award.body.today() + datetime.timedelta(days=10))
    award.refresh_from_db()
    for _press in range(2):
        deeds.renew(award=award, actor=rita, ending=award.body.today() + datetime.timedelta(days=10), reason="Sessions")
    deeds.surrender(award=award, actor=alice)
    assert told(alice)[2:] == ["Your award as Club Director is renewed", "Your award as Club Director has ended"]


def test_an_appeal_that_is_upheld_writes_one_letter(award: Award, rita: User, rolf: User) -> None:
    alice = award.person
    deeds.suspend(award=award, actor=rita, reason="Seen")
    appeal = appeals.make(application=award.application, person=alice, grounds="It was somebody else")
    for _press in range(2):
        appeals.answer(appeal=appeal, actor=rolf, outcome="upheld", reasons="So it was")
    assert told(alice)[3:] == ["Your appeal about Club Director is answered"]
    assert "(against: suspension). It is upheld." in text_to(alice) and "So it was" in text_to(alice)


def test_several_sessions_accepted_together_make_one_letter(alice: User, body: Body, rita: User) -> None:
    pieces = [logged(alice, body, number) for number in range(3)]
    assert told(alice) == []
    assert evidencing.settle_together(pieces=pieces, actor=rita, accepted=True) == []
    evidencing.settle_together(pieces=pieces, actor=rita, accepted=True)
    assert told(alice) == ["Your evidence was accepted"]
    assert all(f"Club {number}" in text_to(alice) for number in range(3))
    refused = logged(alice, body, 5)
    evidencing.refuse(evidence=refused, actor=rita, reason="Nobody knows of it")
    assert told(alice)[1:] == ["Your evidence was refused"]
    assert "Nobody knows of it" in text_to(alice)


def test_what_a_colleague_settled_holds_up_none_of_the_others(alice: User, body: Body, rita: User, rolf: User) -> None:
    first, second = logged(alice, body), logged(alice, body, 1)
    evidencing.refuse(evidence=first, actor=rolf, reason="No")
    [(left, why)] = evidencing.settle_together(pieces=[first, second], actor=rita, accepted=True)
    assert (left, "refused" in why) == (first, True)
    second.refresh_from_db()
    assert second.standing == Evidence.Standing.ACCEPTED
    assert "Club 1" in text_to(alice) and "Club 0" not in text_to(alice)


def test_what_a_registrar_enters_is_told_once(alice: User, body: Body, rita: User) -> None:
    for _press in range(2):
        evidencing.enter(
            body=body,
            person=alice,
            actor=rita,
            kind="course",
            day=body.today(),
            details={"name": "Refresher"},
            reference="course:drawn",
        )
    assert told(alice) == ["Evidence was entered for you"]
    assert "Refresher" in text_to(alice) and f"/{body.slug}/" in text_to(alice)


def test_a_dispensation_given_and_withdrawn(alice: User, body: Body, rita: User) -> None:
    event = {
        "event": "Spring Congress",
        "place": "Town hall",
        "first_day": body.today(),
        "last_day": body.today(),
        "kind": EventKind.CLUB,
        "tables": 12,
        "screens": False,
    }
    made = dispensations.give(
        body=body, person=alice, actor=rita, event=event, why="Nobody else", reference=uuid.uuid4()
    )
    for _press in range(2):
        dispensations.withdraw(dispensation=made, actor=rita, reason="Somebody else came")
    assert told(alice) == ["You may direct Spring Congress", "You may no longer direct Spring Congress"]


def test_a_deed_that_is_undone_tells_nobody(award: Award, rita: User) -> None:
    before = Letter.objects.count()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        deeds.suspend(award=award, actor=rita, reason="Seen")
        raise ZeroDivisionError
    assert Letter.objects.count() == before


def test_nobody_is_written_to_after_a_death(
    award: Award, rita: User, rolf: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    alice, body = award.person, award.body
    evidence = logged(alice, body)
    deeds.record_death(award=award, actor=rita, reason="The club wrote")
    # What waited is not sent any more, and no other step is told.
    assert deliver_due() == 0 and mailoutbox == []
    before = len(told(alice))
    evidencing.refuse(evidence=evidence, actor=rita, reason="Closed")
    assert len(told(alice)) == before
    assert {one.standing for one in alice.letters.all()} == {Letter.Standing.NOT_SENT}
    assert {one.error for one in alice.letters.all()} == {"The death of this person was recorded."}
    # Recorded in error: from now on they are written to again.
    deeds.reinstate(award=award, actor=rolf, reason="It was somebody of the same name")
    assert deliver_due() == 1
    assert mailoutbox[0].subject == "Your award as Club Director is reinstated"


def test_another_body_still_writes_to_them(award: Award, rita: User, boris: User, other_body: Body) -> None:
    alice = award.person
    deeds.record_death(award=award, actor=rita, reason="The club wrote")
    there = Level.objects.create(body=other_body, code="club", name="Byfield Director", validity_months=36)
    ask_paper(there, "club-auction", "Pass the paper on the auction")
    passed(alice, there, "another result")
    assert told(alice)[-1] == "Your application for Byfield Director"
