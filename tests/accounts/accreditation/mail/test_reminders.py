"""The reminders of a night: the latest that is due, once, however often a run is killed, missed or started twice."""

from __future__ import annotations

import contextlib
import datetime
import html
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation import deeds
from accounts.accreditation.life import months_later
from accounts.accreditation.mail import reminders
from accounts.accreditation.mail.reminders import CATCH_UP, last_run, remind, remind_all
from accounts.accreditation.models import Application, Award, AwardEvent, Level, ReminderRun
from accounts.letters.models import Letter
from accounts.letters.services import composed
from accounts.models import Body, Role, User
from tests.accounts.conftest import person, signed_in

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
LONG_AGO = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)


def held(level: Level, actor: User, ends_in: int, name: str = "Dora Dean", granted: Any = LONG_AGO) -> Award:
    """An award that ends in so many days, granted long ago unless `granted` says otherwise."""
    body = level.body
    holder = person(name, body, Role.CANDIDATE)
    application = Application.objects.create(body=body, person=holder, level=level, evidence={"result": name})
    end = body.today() + ends_in * DAY
    award = Award.objects.create(
        body=body,
        person=holder,
        name=name,
        level=level,
        application=application,
        granted_at=granted,
        granted_by=actor,
        valid_from=end - 1000 * DAY,
        valid_until=end,
    )
    AwardEvent.objects.create(award=award, at=granted, actor=actor, verb="granted", data={"end_after": end})
    return award


def subjects(award: Award) -> list[str]:
    return list(Letter.objects.filter(about=f"award:{award.pk}").order_by("made_at").values_list("subject", flat=True))


class TestWhatIsDue:
    @pytest.mark.parametrize(
        ("ends_in", "words"),
        [
            (91, None),
            (90, "ends on"),
            (90 - CATCH_UP, "ends on"),
            (90 - CATCH_UP - 1, None),
            (30, "ends on"),
            (7, "ends on"),
            (0, "ends on"),
            (-1, "has expired"),
            (-1 - CATCH_UP, "has expired"),
            (-2 - CATCH_UP, None),
        ],
    )
    def test_by_the_days_before_the_end_and_after_it(
        self, ends_in: int, words: str | None, level: Level, rita: User
    ) -> None:
        award = held(level, rita, ends_in)
        assert remind(level.body, level.body.today()) == (words is not None)
        assert [words in one for one in subjects(award)] == [True] * (words is not None)  # type: ignore[operator]

    def test_after_the_last_day_on_which_it_can_be_renewed_it_has_lapsed(self, level: Level, rita: User) -> None:
        award = held(level, rita, -1)
        after = months_later(award.valid_until, level.return_months) + DAY
        remind(level.body, after)
        assert subjects(award) == ["Your award as Club Director has lapsed"]

    def test_the_day_is_told_in_words(self, level: Level, rita: User) -> None:
        for days in (0, 1, 29):
            held(level, rita, days, f"Ends in {days}")
        remind(level.body, level.body.today())
        told = {letter.person.name: letter.text for letter in Letter.objects.select_related("person")}
        assert "ends today, on" in told["Ends in 0"]
        assert "ends tomorrow, on" in told["Ends in 1"]
        assert "ends in 29 days, on" in told["Ends in 29"]

    def test_a_body_sets_other_days_or_none(self, level: Level, rita: User) -> None:
        Level.objects.update(reminder_days=[60])
        first, second = held(level, rita, 60, "First"), held(level, rita, 30, "Second")
        remind(level.body, level.body.today())
        assert (len(subjects(first)), len(subjects(second))) == (1, 0)
        Level.objects.update(reminder_days=[])
        assert remind(level.body, level.body.today() + 61 * DAY) == 1
        assert subjects(first)[1:] == ["Your award as Club Director has expired"]

    def test_never_three_at_once_but_the_latest_alone(self, level: Level, rita: User) -> None:
        Level.objects.update(reminder_days=[9, 8, 7])
        award = held(level, rita, 7)
        assert remind(level.body, level.body.today()) == 1
        assert Letter.objects.get(about=f"award:{award.pk}").once.endswith(":7-days")

    def test_a_missed_night_is_caught_up_once(self, level: Level, rita: User) -> None:
        award, today = held(level, rita, 30), level.body.today()
        for later in (3, 4, 5):
            remind(level.body, today + later * DAY)
        assert len(subjects(award)) == 1

    def test_each_mark_has_a_letter_of_its_own_as_time_goes_on(self, level: Level, rita: User) -> None:
        award, today = held(level, rita, 90), level.body.today()
        for later in range(100):
            remind(level.body, today + later * DAY)
        assert [one.rsplit(":", 1)[1] for one in Letter.objects.order_by("made_at").values_list("once", flat=True)] == [
            "90-days",
            "30-days",
            "7-days",
            "expired",
        ]
        assert len(subjects(award)) == 4


class TestWhoIsNotWrittenTo:
    @pytest.mark.parametrize("status", ["revoked", "surrendered", "deceased", "undone"])
    def test_nobody_whose_award_was_ended(self, status: str, level: Level, rita: User) -> None:
        award = held(level, rita, 7)
        Award.objects.filter(pk=award.pk).update(status=status)
        assert remind(level.body, level.body.today()) == 0

    def test_a_suspended_holder_is_reminded_as_it_can_be_renewed(self, level: Level, rita: User) -> None:
        award = held(level, rita, 7)
        Award.objects.filter(pk=award.pk).update(status="suspended")
        assert remind(level.body, level.body.today()) == 1

    def test_nothing_of_before_the_award_had_its_end(self, level: Level, rita: User) -> None:
        """Such as what came with an import: it expired, but not here."""
        for days in (-1, -5, 7, 25):
            held(level, rita, days, f"Came {days}", granted=timezone.now())
        assert remind(level.body, level.body.today()) == 0

    def test_a_renewed_award_is_not_said_to_have_expired(self, level: Level, rita: User) -> None:
        award = held(level, rita, -1)
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Sessions")
        assert remind(level.body, level.body.today()) == 0

    def test_nor_one_beside_a_newer_award_of_the_level(self, level: Level, rita: User) -> None:
        old, new = held(level, rita, -1, "Old"), held(level, rita, 700, "New")
        # Nobody changes the holder of an award; so the newer one is made for the same person.
        newer = Application.objects.create(
            body=level.body, person=old.person, level=level, evidence={"result": "again"}
        )
        Award.objects.create(
            body=level.body, person=old.person, name="Old", level=level, application=newer, granted_by=rita,
            valid_from=level.body.today(), valid_until=new.valid_until,
        )  # fmt: skip
        assert remind(level.body, level.body.today()) == 0

    def test_somebody_without_an_address_is_counted(self, level: Level, rita: User) -> None:
        award = held(level, rita, 7)
        User.objects.filter(pk=award.person_id).update(email=award.person.placeholder)
        assert remind(level.body, level.body.today()) == 0
        assert not Letter.objects.exists()
        assert ReminderRun.objects.get().without_address == 1


class TestTheRun:
    def test_it_begins_in_the_morning_of_each_body(self, level: Level, rita: User, other_body: Body) -> None:
        held(level, rita, 7)
        night = datetime.datetime.combine(level.body.today(), datetime.time(3, 59), level.body.zone)
        assert remind_all(night) == 0 and not ReminderRun.objects.exists()
        assert remind_all(night + datetime.timedelta(minutes=2)) == 1
        assert remind_all(night + datetime.timedelta(minutes=62)) == 0

    def test_killed_in_the_middle_and_run_again_it_writes_each_exactly_once(
        self, level: Level, rita: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        awards = [held(level, rita, 7, f"Person {number}") for number in range(10)]
        monkeypatch.setattr(reminders, "BATCH", 3)
        made: list[str] = []

        def dying(*about: Any, **more: Any) -> Letter:
            made.append(more["once"])
            if len(made) == 5:
                raise SystemExit
            return composed(*about, **more)

        monkeypatch.setattr(reminders, "composed", dying)
        with pytest.raises(SystemExit):
            remind(level.body, level.body.today())
        run = ReminderRun.objects.get()
        # The first batch stands as a whole, and nothing of the second.
        assert (run.sent, run.finished_at, Letter.objects.count()) == (3, None, 3)
        assert last_run(level.body).run is None
        monkeypatch.setattr(reminders, "composed", composed)
        assert remind(level.body, level.body.today()) == 7
        assert remind(level.body, level.body.today()) == 0
        assert sorted(Letter.objects.values_list("person", flat=True)) == sorted(award.person_id for award in awards)
        run.refresh_from_db()
        assert run.sent == 10 and run.finished_at is not None

    def test_a_batch_costs_the_same_queries_however_many_it_has(
        self, level: Level, rita: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        counts = []
        for size in (1, 6):
            for number in range(size):
                held(level, rita, 7, f"Person {size} {number}")
            ReminderRun.objects.all().delete()
            with CaptureQueriesContext(connection) as asked:
                assert remind(level.body, level.body.today()) == size
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 20

    def test_when_it_ran_last(self, level: Level) -> None:
        body = level.body
        assert last_run(body) == (None, True)
        remind(body, body.today() - 3 * DAY)
        assert last_run(body).is_late
        remind(body, body.today() - DAY)
        assert not last_run(body).is_late


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    @pytest.fixture
    def many(self, level: Level, rita: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[Level]:
        for number in range(8):
            held(level, rita, 7, f"Person {number}")
        monkeypatch.setattr(reminders, "BATCH", 2)
        yield level

    def both(self, level: Level, monkeypatch: pytest.MonkeyPatch, patience: float) -> int:
        """Two workers run; how many letters they say that they sent. Each waits for the other once it has read what is due."""
        meet = threading.Barrier(2)
        real = reminders._known

        def wait(marks: Any) -> set[str]:
            found = real(marks)
            with contextlib.suppress(threading.BrokenBarrierError):
                meet.wait(timeout=patience)
            return found

        monkeypatch.setattr(reminders, "_known", wait)
        sent: list[int] = []

        def run() -> None:
            try:
                sent.append(remind(level.body, level.body.today()))
            finally:
                connection.close()

        threads = [threading.Thread(target=run) for _one in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(sent)

    def test_without_the_lock_both_would_do_all_of_it(self, many: Level, monkeypatch: pytest.MonkeyPatch) -> None:
        ReminderRun.objects.create(body=many.body, day=many.body.today())
        monkeypatch.setattr(reminders, "_lock", lambda run: run.refresh_from_db())
        # Neither holds the awards, so that both come as far.
        monkeypatch.setattr(reminders, "_due", _not_held(reminders._due))
        assert self.both(many, monkeypatch, patience=30) > 8

    def test_two_at_once_do_the_work_of_one(self, many: Level, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.both(many, monkeypatch, patience=0.3) == 8
        assert Letter.objects.count() == 8
        assert ReminderRun.objects.get().sent == 8

    def test_a_renewal_at_the_same_moment_is_waited_for(
        self, level: Level, rita: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A registrar renews while the night's run reads: nobody is told that a renewed award has expired."""
        award = held(level, rita, -1)
        renewing, go_on = threading.Event(), threading.Event()
        real = deeds.note

        def slow(*about: Any, **more: Any) -> None:
            real(*about, **more)
            renewing.set()
            go_on.wait(timeout=10)

        monkeypatch.setattr(deeds, "note", slow)

        def renew() -> None:
            try:
                deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Sessions")
            finally:
                connection.close()

        thread = threading.Thread(target=renew)
        thread.start()
        assert renewing.wait(timeout=10)
        threading.Timer(0.5, go_on.set).start()
        assert remind(level.body, level.body.today()) == 0
        thread.join()
        assert subjects(award) == ["Your award as Club Director is renewed"]


def _not_held(real: Any) -> Any:
    def found(*about: Any) -> Any:
        awards = real(*about)
        awards.query.select_for_update = False
        return awards

    return found


class TestTheDaysOfALevel:
    def post(self, level: Level, rita: User, days: str) -> str:
        address = reverse("accreditation:level_settings", args=[level.pk])
        page = signed_in(rita).get(address)
        told = {
            name: "" if value is None else value
            for name, value in page.context["form"].initial.items()
            if name not in ("reminder_days", "event_kinds")
        }
        told |= {"reminder_days": days, "reason": "As we do it"}
        return html.unescape(signed_in(rita).post(address, told, follow=True).content.decode())

    def test_a_registrar_sets_them(self, level: Level, rita: User) -> None:
        self.post(level, rita, "14, 60, 14")
        level.refresh_from_db()
        assert level.reminder_days == [60, 14]
        self.post(level, rita, "")
        level.refresh_from_db()
        assert level.reminder_days == []

    @pytest.mark.parametrize("days", ["0", "400", "soon", "1, 2, 3, 4, 5, 6, 7"])
    def test_what_is_no_day_is_refused_and_not_lost(self, days: str, level: Level, rita: User) -> None:
        assert f'value="{days}"' in self.post(level, rita, days)
        level.refresh_from_db()
        assert level.reminder_days == [90, 30, 7]
