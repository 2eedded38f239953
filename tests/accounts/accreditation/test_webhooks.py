"""Webhooks: who keeps them, what is told, and how it reaches a real server on this machine."""

from __future__ import annotations

import datetime as dt
import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from standardwebhooks.webhooks import Webhook as Reader
from standardwebhooks.webhooks import WebhookVerificationError

from accounts.accreditation import deeds
from accounts.accreditation.intake import services as intake
from accounts.accreditation.models import Application, Award, Delivery, Level, Webhook
from accounts.accreditation.services import grant
from accounts.accreditation.webhooks import sender, services
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Body, User
from tests.accounts.accreditation.intake.conftest import ready
from tests.accounts.conftest import passed, signed_in

Standing = Delivery.Standing
EVERY = [event.value for event in Webhook.Event]


@dataclass
class Receiver:
    """A server of somebody else's. answers: the statuses it gives, the last one from then on."""

    url: str = ""
    answers: list[int] = field(default_factory=lambda: [204])
    location: str = ""
    slow: float = 0
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"]))
            told.got.append(({name.lower(): value for name, value in self.headers.items()}, text))
            time.sleep(told.slow)
            self.send_response(told.answers.pop(0) if len(told.answers) > 1 else told.answers[0])
            if told.location:
                self.send_header("Location", told.location)
            self.end_headers()

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_words: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://localhost:{server.server_port}/awards"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield told
    server.shutdown()
    server.server_close()


def registered(
    body: Body, actor: User, url: str = "https://example.org/awards", events: list[str] = EVERY
) -> tuple[Webhook, str]:
    """An address with its secret."""
    made, secret = services.register(body=body, actor=actor, url=url, events=events, reference=uuid.uuid4())
    assert secret is not None
    return made, secret


def listed(body: Body) -> str:
    return reverse("accreditation:webhooks", args=[body.slug])


class TestPermissions:
    def test_only_administrators_of_the_body_keep_them(
        self, body: Body, adam: User, request: pytest.FixtureRequest
    ) -> None:
        hook, secret = registered(body, adam)
        delivery = services.send_test(webhook=hook, actor=adam)
        one = reverse("accreditation:webhook", args=[hook.pk])
        deeds_ = [
            reverse("accreditation:webhook_test", args=[hook.pk]),
            reverse("accreditation:webhook_stop", args=[hook.pk]),
            reverse("accreditation:delivery_again", args=[delivery.pk]),
        ]
        before = AuditEntry.objects.count()
        for who in ("alice", "rita", "erin", "boris", "carol"):
            user = request.getfixturevalue(who)
            browser = signed_in(user)
            before = AuditEntry.objects.count()
            assert browser.get(listed(body)).status_code == 403
            assert browser.post(listed(body), {}).status_code == 403
            assert browser.get(one).status_code == 404
            assert [browser.post(address).status_code for address in deeds_] == [404] * 3
            with pytest.raises(PermissionDenied):
                registered(body, user)
            assert AuditEntry.objects.count() == before
        assert signed_in(None).get(one).status_code == 302
        page = signed_in(adam).get(one).content.decode()
        assert hook.url in page
        assert secret not in page + signed_in(adam).get(listed(body)).content.decode()


class TestRegistering:
    def form(self, **told: Any) -> dict[str, Any]:
        return {"url": "https://example.org/a", "events": EVERY[:2], "reference": uuid.uuid4(), **told}

    def test_the_secret_is_shown_once_and_kept_encrypted(self, body: Body, adam: User) -> None:
        browser, form = signed_in(adam), self.form()
        page = browser.post(listed(body), form).content.decode()
        hook = Webhook.objects.get()
        assert "whsec_" in page
        assert "whsec_" not in hook.secret
        assert hook.events == EVERY[:2]
        again = browser.post(listed(body), form)
        assert again["Location"] == reverse("accreditation:webhook", args=[hook.pk])
        assert AuditEntry.objects.filter(verb="webhook.registered").count() == 1
        assert "whsec_" not in json.dumps(list(AuditEntry.objects.values_list("data", flat=True)))

    @pytest.mark.parametrize(
        "url",
        [
            "http://example.org/a",
            "ftp://example.org/a",
            "https://",
            "https://localhost/a",
            "https://intranet/a",
            "https://127.0.0.1/a",
            "https://10.1.2.3/a",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://[64:ff9b::a00:1]/a",
            "https://[fd00::1]/a",
            "https://0/a",
            "https://user:word@example.org/a",
            "https://example.org:99999/a",
            "https://printer.local/a",
        ],
    )
    def test_what_is_no_public_address_is_refused(self, body: Body, adam: User, url: str) -> None:
        assert signed_in(adam).post(listed(body), self.form(url=url)).status_code == 400
        assert not Webhook.objects.exists()

    def test_an_address_is_registered_once_and_needs_an_event(self, body: Body, adam: User) -> None:
        registered(body, adam)
        with pytest.raises(ValidationError, match="registered already"):
            registered(body, adam)
        with pytest.raises(ValidationError, match="at least one"):
            registered(body, adam, url="https://example.org/b", events=[])


class TestTelling:
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(one.text) for one in Delivery.objects.order_by("made_at", "id")]

    def test_a_grant_tells_the_public_facts_and_nothing_else(
        self, body: Body, adam: User, rita: User, application: Application
    ) -> None:
        registered(body, adam)
        award = grant(application=application, actor=rita, reason="Because of this.")
        (told,) = self.told()
        assert told["type"] == "award.granted"
        assert told["data"] == {
            "body": "mba",
            "code": award.verification_code,
            "level": "club",
            "status": "valid",
            "valid_from": award.valid_from.isoformat(),
            "valid_until": award.valid_until.isoformat(),
        }
        text = Delivery.objects.get().text
        for word in (award.name, award.person.email, "Because of this", str(award.person_id)):
            assert word not in text

    def test_each_turn_is_told_and_what_is_confidential_is_not(
        self, body: Body, adam: User, rita: User, award: Award
    ) -> None:
        registered(body, adam)
        Level.objects.update(revocation_countersigned=True)
        award.refresh_from_db()
        deeds.suspend(award=award, actor=rita, reason="r")
        deeds.reinstate(award=award, actor=rita, reason="r")
        deeds.propose(award=award, actor=rita, reason="r")
        deeds.record_death(award=award, actor=rita, reason="The family wrote.")
        assert [(one["type"], one["data"]["status"]) for one in self.told()] == [
            ("award.suspended", "suspended"),
            ("award.reinstated", "valid"),
            ("award.ended", "ended"),
        ]

    def test_nothing_is_told_of_what_did_not_happen(
        self, body: Body, adam: User, rita: User, application: Application
    ) -> None:
        registered(body, adam)
        with pytest.raises(RuntimeError), transaction.atomic():
            grant(application=application, actor=rita)
            raise RuntimeError
        assert not Delivery.objects.exists()

    def test_nor_to_other_bodies_of_other_events_or_to_who_was_stopped(
        self, body: Body, other_body: Body, adam: User, boris: User, rita: User, application: Application
    ) -> None:
        registered(other_body, boris)
        registered(body, adam, events=["award.revoked"])
        stopped, _secret = registered(body, adam, url="https://example.org/b")
        for _time in range(2):
            services.stop(webhook=stopped, actor=adam)
        grant(application=application, actor=rita)
        assert not Delivery.objects.exists()
        assert AuditEntry.objects.filter(verb="webhook.stopped").count() == 1

    def test_one_that_was_stopped_stays_listed_with_its_log(self, body: Body, adam: User) -> None:
        hook, _secret = registered(body, adam)
        services.stop(webhook=hook, actor=adam)
        shown = signed_in(adam).get(reverse("accreditation:webhooks", args=[body.slug])).content.decode()
        assert reverse("accreditation:webhook", args=[hook.pk]) in shown
        assert "stopped on" in shown

    def test_an_import_and_its_undoing_are_told(self, body: Body, adam: User, rita: User, level: Level) -> None:
        registered(body, adam)
        made = ready(body, rita, f"Lena Lowe,,,,{level.code},2026-01-01,2029-12-31")
        intake.apply(intake=made, actor=rita)
        intake.undo(intake=made, actor=rita, reason="Wrong file.")
        assert [(one["type"], one["data"]["status"]) for one in self.told()] == [
            ("award.granted", "valid"),
            ("award.ended", "ended"),
        ]


class TestSending:
    def test_it_arrives_signed_and_can_be_checked(
        self, body: Body, adam: User, rita: User, application: Application, receiver: Receiver
    ) -> None:
        _hook, secret = registered(body, adam, receiver.url)
        grant(application=application, actor=rita)
        assert sender.deliver_due() == 1
        assert sender.deliver_due() == 0
        ((headers, text),) = receiver.got
        assert Reader(secret).verify(text, headers)["type"] == "award.granted"
        assert headers["host"].startswith("localhost:")
        delivery = Delivery.objects.get()
        assert headers["webhook-id"] == str(delivery.pk)
        assert (delivery.standing, delivery.outcome) == (Standing.TAKEN, "204")
        with pytest.raises(WebhookVerificationError):
            Reader(secret).verify(text.replace(b"valid", b"VALID"), headers)

    def test_a_redirect_is_not_followed(self, body: Body, adam: User, receiver: Receiver) -> None:
        hook, _secret = registered(body, adam, receiver.url)
        receiver.answers, receiver.location = [302], receiver.url
        services.send_test(webhook=hook, actor=adam)
        assert sender.deliver_due() == 0
        assert len(receiver.got) == 1
        assert Delivery.objects.get().outcome == "Answered with 302."

    def test_a_slow_answer_is_cut_off(
        self, body: Body, adam: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sender, "SECONDS", 0.3)
        receiver.slow = 1.0
        hook, _secret = registered(body, adam, receiver.url)
        services.send_test(webhook=hook, actor=adam)
        assert sender.deliver_due() == 0
        assert "No answer within" in Delivery.objects.get().outcome

    def test_a_name_that_leads_inside_is_not_reached(
        self, body: Body, adam: User, receiver: Receiver, settings: Any
    ) -> None:
        """Registered while it was allowed; what counts is where the name leads when something is sent."""
        hook, _secret = registered(body, adam, receiver.url)
        services.send_test(webhook=hook, actor=adam)
        settings.WEBHOOKS_TO_LOOPBACK = False
        Webhook.objects.update(url=receiver.url.replace("http:", "https:").replace("localhost", "inside.example.org"))

        def led_inside(*_args: Any, **_more: Any) -> Any:
            raise AssertionError

        loop = "asyncio.base_events.BaseEventLoop.getaddrinfo"

        async def lookup(*_args: Any, **_more: Any) -> list[Any]:
            return [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, lookup)
            patch.setattr("httpx.AsyncClient.stream", led_inside)
            assert sender.deliver_due() == 0
        assert "cannot be reached from the internet" in Delivery.objects.get().outcome
        assert receiver.got == []

    def test_it_is_tried_for_three_days_then_given_up_and_told(
        self, body: Body, adam: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        receiver.answers = [500]
        hook, _secret = registered(body, adam, receiver.url)
        delivery = services.send_test(webhook=hook, actor=adam)
        began = now = timezone.now()
        while delivery.standing == Standing.WAITING:
            monkeypatch.setattr(timezone, "now", lambda at=now: at)
            sender.deliver_due()
            delivery.refresh_from_db()
            assert delivery.next_at > now or delivery.standing == Standing.GIVEN_UP
            now = max(delivery.next_at, now)
        assert now - began == dt.timedelta(days=3)
        assert len(receiver.got) == len(sender.WAITS) + 1
        assert len({headers["webhook-id"] for headers, _text in receiver.got}) == 1
        (letter,) = Letter.objects.filter(person=adam)
        assert "Answered with 500." in letter.text

    def test_it_can_be_sent_again(self, body: Body, adam: User, receiver: Receiver) -> None:
        hook, _secret = registered(body, adam, receiver.url)
        delivery = services.send_test(webhook=hook, actor=adam)
        sender.deliver_due()
        browser = signed_in(adam)
        address = reverse("accreditation:delivery_again", args=[delivery.pk])
        for _press in range(2):
            assert browser.post(address)["Location"] == reverse("accreditation:webhook", args=[hook.pk])
        assert sender.deliver_due() == 1
        assert [headers["webhook-id"] for headers, _text in receiver.got] == [str(delivery.pk)] * 2
        assert AuditEntry.objects.filter(verb="webhook.sent_again").count() == 1

    def test_one_that_fails_stops_no_other(
        self, body: Body, other_body: Body, adam: User, boris: User, receiver: Receiver
    ) -> None:
        dead, _secret = registered(body, adam, "http://localhost:1/")
        going, _secret = registered(other_body, boris, receiver.url)
        for hook, actor in ((dead, adam), (going, boris)):
            services.send_test(webhook=hook, actor=actor)
        Delivery.objects.create(webhook=dead, event="test", text="{}")
        assert sender.deliver_due() == 1
        assert sorted(Delivery.objects.values_list("webhook__url", "tries")) == [
            ("http://localhost:1/", 0),
            ("http://localhost:1/", 1),
            (receiver.url, 1),
        ]

    def test_nothing_waits_for_who_was_stopped(self, body: Body, adam: User, receiver: Receiver) -> None:
        hook, _secret = registered(body, adam, receiver.url)
        services.send_test(webhook=hook, actor=adam)
        services.stop(webhook=hook, actor=adam)
        assert sender.deliver_due() == 0
        assert receiver.got == []
        with pytest.raises(ValidationError, match="stopped"):
            services.send_test(webhook=hook, actor=adam)


class TestLog:
    def test_its_queries_do_not_grow(
        self, body: Body, adam: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        hook, _secret = registered(body, adam)
        browser = signed_in(adam)
        for number in (1, 3):
            for _n in range(number):
                Delivery.objects.create(webhook=hook, event="test", text="{}")
            with django_assert_num_queries(6):  # session, person, webhook, roles, count, deliveries
                browser.get(reverse("accreditation:webhook", args=[hook.pk]))


def test_nobody_pays_for_webhooks_that_are_not_there(
    level: Level, alice: User, rita: User, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    application = passed(alice, level)
    with django_assert_max_num_queries(40):
        grant(application=application, actor=rita)
    assert not Delivery.objects.exists()
