"""The table of what may be done to an award, and the dates that it goes by."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation import life
from accounts.accreditation.life import STANDING, TABLE, Deed, Reason, Status, Term, Verb, Who
from accounts.accreditation.models import Level
from accounts.models import Body

DOCS = settings.BASE_DIR / "docs" / "registrar.md"


def level(months: int = 36, month: int | None = None, day: int | None = None) -> Level:
    return Level(validity_months=months, end_month=month, end_day=day)


class TestTheTable:
    def test_every_deed_has_one_line(self) -> None:
        assert [line.deed for line in TABLE] == list(Deed)

    def test_some_deed_leads_to_every_status_but_that_of_an_import_undone(self) -> None:
        assert {line.left for line in TABLE} == {*Status, None} - {Status.UNDONE}
        assert not any(Status.UNDONE in line.found for line in TABLE)

    def test_what_ended_an_award_is_undone_by_a_reinstatement_alone(self) -> None:
        for line in TABLE:
            assert line.deed == Deed.REINSTATE or line.found <= STANDING

    def test_only_what_moves_the_end_asks_for_a_term_that_is_near_it(self) -> None:
        assert {line.deed for line in TABLE if line.ends} == {Deed.RENEW, Deed.EXTEND}

    def test_a_revocation_takes_two_where_the_level_says_so(self) -> None:
        for two in (True, False):
            possible = {
                line.deed for line in TABLE if line.allows(Status.GRANTED, Term.RUNNING, proposed=False, two=two)
            }
            assert (Deed.PROPOSE in possible, Deed.REVOKE in possible) == (two, not two)

    def test_what_is_proposed_is_countersigned_or_withdrawn_whatever_the_level_says_by_then(self) -> None:
        for two in (True, False):
            possible = {
                line.deed for line in TABLE if line.allows(Status.GRANTED, Term.RUNNING, proposed=True, two=two)
            }
            assert {Deed.COUNTERSIGN, Deed.WITHDRAW} <= possible
            assert not {Deed.PROPOSE, Deed.REVOKE} & possible

    def test_only_countersigning_asks_for_no_reason(self) -> None:
        assert [line.deed for line in TABLE if line.reason == Reason.NEVER] == [Deed.COUNTERSIGN]
        assert [line.deed for line in TABLE if line.who == Who.HOLDER] == [Deed.SURRENDER]

    def test_the_document_has_the_same_table(self) -> None:
        rows = re.findall(r"^\| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
        shown = [tuple(cell.strip() for cell in row.split(" | ")) for row in rows]
        assert [row for row in shown if row[0] in {str(deed.label) for deed in Deed}] == [
            life.columns(line) for line in TABLE
        ]


class TestTheEndOfATerm:
    @pytest.mark.parametrize(
        ("start", "of", "end"),
        [
            (date(2026, 3, 15), level(), date(2029, 3, 15)),
            (date(2028, 2, 29), level(12), date(2029, 2, 28)),
            (date(2026, 3, 15), level(36, 12, 31), date(2029, 12, 31)),
            (date(2026, 12, 31), level(36, 12, 31), date(2029, 12, 31)),
            (date(2026, 7, 1), level(36, 6, 30), date(2030, 6, 30)),
            (date(2026, 6, 30), level(1, 6, 30), date(2027, 6, 30)),
        ],
    )
    def test_it_is_counted_from_the_start_or_goes_on_to_the_common_day(self, start: date, of: Level, end: date) -> None:
        assert life.end_of_term(start, of) == end

    @given(
        st.dates(date(2000, 1, 1), date(2100, 1, 1)),
        st.integers(1, 120),
        st.none() | st.dates(date(2027, 1, 1), date(2027, 12, 31)),
    )
    def test_nobody_gets_less_than_the_months_nor_a_year_more(self, start: date, months: int, day: date | None) -> None:
        end = life.end_of_term(start, level(months, day.month if day else None, day.day if day else None))
        counted = life.months_later(start, months)
        assert counted <= end < life.months_later(counted, 12)
        assert day is None or (end.month, end.day) == (day.month, day.day)


@dataclass
class Event:
    verb: str
    data: dict[str, Any] = field(default_factory=dict)


def test_a_history_without_data_tells_the_status_all_the_same() -> None:
    old = [Event("granted"), Event("suspended"), Event("reinstated"), Event("revoked")]
    assert list(life.standings_after(old)) == [
        (Status.GRANTED, None),
        (Status.SUSPENDED, None),
        (Status.GRANTED, None),
        (Status.REVOKED, None),
    ]


def test_a_history_with_data_tells_the_end() -> None:
    events = [
        Event(Verb.GRANTED, {"end_after": "2029-03-15"}),
        Event(Verb.SUSPENDED),
        Event(Verb.RENEWED, {"end_before": "2029-03-15", "end_after": "2032-03-15"}),
    ]
    assert list(life.standings_after(events))[-1] == (Status.SUSPENDED, date(2032, 3, 15))


class TestALevel:
    @pytest.fixture
    def club(self, body: Body) -> Level:
        return Level(body=body, code="club", name="Club Director", validity_months=36)

    @pytest.mark.parametrize(
        ("month", "day", "about"), [(12, None, "end_day"), (None, 31, "end_month"), (2, 29, "end_day")]
    )
    def test_its_common_end_is_a_day_that_every_year_has(
        self, month: int | None, day: int | None, about: str, club: Level
    ) -> None:
        club.end_month, club.end_day = month, day
        with pytest.raises(ValidationError) as refused:
            club.full_clean()
        assert set(refused.value.message_dict) == {about}

    def test_it_has_sensible_settings(self, club: Level) -> None:
        club.full_clean()
        told = (club.notice_months, club.return_months, club.end_month, club.end_day, club.appeal_days)
        assert told == (3, 12, None, None, 28)
        assert club.revocation_countersigned
