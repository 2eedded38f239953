"""Who reads which letter, and what a registrar can say in one. Permissions first."""

from __future__ import annotations

import datetime
import html
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.accreditation import deeds
from accounts.accreditation.mail.catalogue import KINDS, LETTERS, SUSPENDED
from accounts.accreditation.mail.reminders import remind
from accounts.accreditation.models import Award, ReminderRun
from accounts.audit.models import AuditEntry
from accounts.letters.models import TRIES, Letter, LetterText
from accounts.letters.services import send_words
from accounts.letters.texts import SIGNATURE, filled, go_back, must_be_plain, part_of, write
from accounts.models import Body, User
from accounts.rules import may
from tests.accounts.conftest import signed_in

pytestmark = pytest.mark.django_db

PEOPLE = ("alice", "erin", "adam", "boris", "carol")


def shown(response: Any) -> str:
    return html.unescape(response.content.decode())


def page(body: Body, step: str = "suspended") -> str:
    return reverse("accreditation:letter_text", args=[body.slug, step])


def typed(**changes: Any) -> dict[str, Any]:
    """The form of a letter as a registrar fills it in."""
    told = {"subject": "About {{ level }}", "text": "We have suspended you, {{ name }}: {{ reason }}", "number": 0}
    return {**told, "reason": "Kinder", "do": "save", **changes}


def said(body: Body, rita: User, **changes: Any) -> LetterText:
    told = {"subject": "About {{ level }}", "text": "Suspended: {{ reason }}", "reason": "Kinder", "number": 0}
    return write(body=body, actor=rita, kind=SUSPENDED, **{**told, **changes})


class TestWhoMay:
    @pytest.mark.parametrize("who", PEOPLE)
    def test_registrars_alone_word_letters(self, who: str, body: Body, rita: User, request: Any) -> None:
        somebody = request.getfixturevalue(who)
        assert may(rita, "letters.word", body) and not may(somebody, "letters.word", body)
        for address in (reverse("accreditation:letter_texts", args=[body.slug]), page(body)):
            assert signed_in(somebody).get(address).status_code == 403
            assert Client().get(address).status_code == 302
        assert signed_in(somebody).post(page(body), typed()).status_code == 403
        with pytest.raises(PermissionDenied):
            said(body, somebody)

    @pytest.mark.parametrize("who", ["erin", "adam", "boris", "carol"])
    def test_whom_a_letter_is_to_and_registrars_read_it(self, who: str, award: Award, rita: User, request: Any) -> None:
        letter = Letter.objects.get(about=f"award:{award.pk}")
        address = reverse("accreditation:letter", args=[letter.pk])
        somebody = request.getfixturevalue(who)
        assert not may(somebody, "letters.read", letter)
        assert signed_in(somebody).get(address).status_code == 404
        for reader in (award.person, rita):
            assert "has granted you the level" in shown(signed_in(reader).get(address))

    def test_of_an_exam_registrars_read_none(self, alice: User, body: Body, rita: User) -> None:
        letter = send_words(person=alice, subject="Your result", text="It is there.", body=body, once="result:1")
        assert may(alice, "letters.read", letter) and not may(rita, "letters.read", letter)
        assert signed_in(rita).get(reverse("accreditation:letter", args=[letter.pk])).status_code == 404


class TestReading:
    def test_my_letters_are_mine_alone(self, award: Award, rita: User, carol: User) -> None:
        address = reverse("accreditation:letters")
        mine = shown(signed_in(award.person).get(address))
        assert "You are accredited as Club Director" in mine and "2 letters" in mine
        assert "You are accredited" not in shown(signed_in(carol).get(address))
        assert Client().get(address).status_code == 302

    def test_the_page_of_an_award_tells_what_was_sent_and_what_was_not(self, award: Award, rita: User) -> None:
        address = reverse("accreditation:award", args=[award.pk])
        assert "waiting to be sent" in shown(signed_in(rita).get(address))
        Letter.objects.update(failures=TRIES, error="550 no such address")
        told = shown(signed_in(rita).get(address))
        assert "not sent" in told and "550 no such address" in told
        own = shown(signed_in(award.person).get(address))
        assert "Letters to you" in own and "550 no such" not in own

    @pytest.mark.parametrize("many", [1, 5])
    def test_any_number_costs_the_same_queries(self, many: int, alice: User, body: Body) -> None:
        for number in range(many):
            send_words(person=alice, subject="Told", text="So it is.", body=body, once=f"told:{number}")
        browser = signed_in(alice)
        with CaptureQueriesContext(connection) as asked:
            browser.get(reverse("accreditation:letters"))
        assert len(asked) <= 6


class TestPlaces:
    def test_each_shipped_text_has_known_places_alone(self) -> None:
        for kind in KINDS.values():
            must_be_plain(str(kind.subject), kind.places)
            must_be_plain(str(kind.text), kind.places)

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            ("Dear {{ firstname }}", "{{ firstname }}"),
            ("{{ level.body.awards }}", "{{ level.body.awards }}"),
            ("{{ name|safe }}", "{{ name|safe }}"),
            ("{% load static %}", "{%"),
            ("{{ name }", "{{"),
            ("{# nothing #}", "{#"),
        ],
    )
    def test_an_unknown_place_is_refused_by_name_and_nothing_is_lost(
        self, words: str, told: str, body: Body, rita: User
    ) -> None:
        response = signed_in(rita).post(page(body), typed(text=words, subject="My own subject"))
        answer = shown(response)
        assert told in answer and "{{ reason }}" in answer
        assert words in answer and "My own subject" in answer and "Kinder" in answer
        assert not LetterText.objects.exists()

    def test_what_is_filled_in_is_taken_as_it_is(self) -> None:
        assert filled("{{ name }}: {{reason}}", {"name": "{{ reason }}", "reason": "<b>"}) == "{{ reason }}: <b>"

    def test_a_subject_may_have_places_too(self, body: Body, rita: User) -> None:
        with pytest.raises(ValidationError) as refused:
            said(body, rita, subject="{{ reason }} {{ nothing }}")
        assert list(refused.value.message_dict) == ["subject"]


class TestWording:
    def test_a_body_words_its_letter_and_the_next_deed_uses_it(self, award: Award, rita: User) -> None:
        body = award.body
        response = signed_in(rita).post(page(body), typed(), follow=True)
        assert "Saved. It holds from now on." in shown(response)
        deeds.suspend(award=award, actor=rita, reason="Seen")
        letter = Letter.objects.get(once__startswith="award:", subject="About Club Director")
        assert "We have suspended you, Alice Archer: Seen" in letter.text
        assert AuditEntry.objects.get(verb="letter_text.written").reason == "Kinder"

    def test_another_body_keeps_the_text_that_we_ship(self, body: Body, other_body: Body, rita: User) -> None:
        said(body, rita)
        assert "standard text" in shown(signed_in(rita).get(reverse("accreditation:letter_texts", args=[body.slug])))
        assert not LetterText.objects.filter(body=other_body).exists()

    def test_sent_twice_it_is_one_version(self, body: Body, rita: User) -> None:
        assert said(body, rita) == said(body, rita)
        assert LetterText.objects.count() == AuditEntry.objects.filter(verb="letter_text.written").count() == 1

    def test_a_colleague_was_faster(self, body: Body, rita: User, rolf: User) -> None:
        said(body, rolf, text="Rolf says so: {{ reason }}")
        answer = shown(signed_in(rita).post(page(body), typed()))
        assert "A colleague has changed this letter" in answer
        assert "Rolf says so" in answer and "We have suspended you, {{ name }}" in answer
        # With the version that she sees now, it can be saved.
        assert signed_in(rita).post(page(body), typed(number=1)).status_code == 302
        assert [one.number for one in LetterText.objects.order_by("number")] == [1, 2]

    def test_a_change_needs_a_reason(self, body: Body, rita: User) -> None:
        answer = shown(signed_in(rita).post(page(body), typed(reason=" ")))
        assert "Say why you change it." in answer and "We have suspended you" in answer
        assert not LetterText.objects.exists()

    def test_back_to_what_we_ship(self, award: Award, rita: User) -> None:
        said(award.body, rita)
        browser = signed_in(rita)
        assert "Back to the standard text" in shown(browser.get(page(award.body)))
        browser.post(page(award.body), {"do": "back", "reason": "Better", "number": 1})
        assert LetterText.objects.latest("number").is_shipped
        deeds.suspend(award=award, actor=rita, reason="Seen")
        assert Letter.objects.filter(subject="Your award as Club Director is suspended").exists()
        listed = shown(browser.get(page(award.body)))
        assert "Version 2" in listed and "Version 1" in listed and "Suspended: {{ reason }}" in listed

    def test_versions_are_never_altered(self, body: Body, rita: User) -> None:
        made = said(body, rita)
        with pytest.raises(DatabaseError), transaction.atomic():
            LetterText.objects.filter(pk=made.pk).update(text="")

    def test_no_such_letter(self, body: Body, rita: User) -> None:
        assert signed_in(rita).get(page(body, "nothing")).status_code == 404

    @pytest.mark.parametrize("step", [kind.code for kind in LETTERS])
    def test_each_letter_has_its_page_and_a_preview(self, step: str, body: Body, rita: User) -> None:
        kind = KINDS[step]
        browser = signed_in(rita)
        assert str(kind.label) in shown(browser.get(page(body, step)))
        told = {"subject": str(kind.subject), "text": str(kind.text), "number": 0, "do": "preview"}
        answer = shown(browser.post(page(body, step), told))
        assert "Dear Kim Taylor," in answer and "Nothing is saved or sent yet." in answer
        assert not Letter.objects.exists() and not LetterText.objects.exists()

    def test_a_preview_for_a_real_award(self, award: Award, rita: User, other_body: Body) -> None:
        told = typed(do="preview", reason="", text="{{ name }} until {{ until }}: {{ reason }}", award=award.pk)
        # Of a suspension the last day is no place; of a reinstatement it is.
        answer = shown(signed_in(rita).post(page(award.body, "reinstated"), told))
        assert f"Alice Archer until {award.valid_until:%-d %B %Y}: The reason that you give." in answer
        assert not Letter.objects.filter(subject="About Club Director").exists()

    def test_the_signature_stands_under_every_letter(self, award: Award, rita: User) -> None:
        body = award.body
        write(
            body=body, actor=rita, kind=SIGNATURE, subject="", text="The registrars\n{{ body }}", reason="So", number=0
        )
        assert part_of(body, SIGNATURE) == f"The registrars\n{body}"
        deeds.suspend(award=award, actor=rita, reason="Seen")
        told = Letter.objects.get(subject__contains="suspended")
        assert f"The registrars\n{body}\n" in told.text and "The registrars<br>" in told.html
        go_back(body=body, actor=rita, kind=SIGNATURE, reason="As before", number=1)
        assert part_of(body, SIGNATURE) == str(body)


class TestWhenItRan:
    def test_a_registrar_reads_when_reminders_went_out_and_when_they_did_not(self, body: Body, rita: User) -> None:
        address = reverse("accreditation:letter_texts", args=[body.slug])
        browser = signed_in(rita)
        assert "No reminders have been sent yet" in shown(browser.get(address))
        remind(body, body.today())
        assert "Reminders were last sent on" in shown(browser.get(address))
        before = body.today() - datetime.timedelta(days=40)
        ReminderRun.objects.update(day=before)
        assert f"No reminders have been sent since {before:%-d %B %Y}" in shown(browser.get(address))
