"""What a level covers: its sentence, what it does not cover, and where the sentence is read."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.accreditation.models import Award, Level
from accounts.accreditation.scope import Event, EventKind, Lack, Scope
from accounts.audit.models import AuditEntry
from accounts.models import User
from tests.accounts.accreditation.test_level_pages import TestMaking
from tests.accounts.conftest import signed_in

CLUB, CONGRESS, STATE = EventKind
SENTENCE = "May direct club sessions of up to 20 tables, without screens."


def covers(level: Level, *kinds: EventKind, tables: int | None = None, screens: bool = False) -> Level:
    """The level, which covers this from now on."""
    level.event_kinds, level.most_tables, level.with_screens = list(kinds), tables, screens
    level.save()
    return level


@pytest.mark.parametrize(
    ("scope", "sentence"),
    [
        (Scope(), ""),
        (Scope(frozenset({CLUB}), 20), SENTENCE),
        (Scope(frozenset({CLUB}), 1), "May direct club sessions of up to 1 table, without screens."),
        (
            Scope(frozenset({CONGRESS, CLUB}), None, screens=True),
            "May direct club sessions, and congresses and other events of more than one club of any size, also with screens.",
        ),
        (
            Scope(frozenset({STATE}), 64, screens=True),
            "May direct state and national events of up to 64 tables, also with screens.",
        ),
        (Scope(frozenset({STATE})), "May direct state and national events of any size, without screens."),
    ],
)
def test_its_sentence(scope: Scope, sentence: str) -> None:
    assert scope.sentence() == sentence
    assert bool(scope) == bool(sentence)


@pytest.mark.parametrize(
    ("event", "lacks"),
    [
        (Event(CLUB, 20), ()),
        (Event(CLUB, 21), (Lack.TABLES,)),
        (Event(CONGRESS, 1), (Lack.KIND,)),
        (Event(STATE, 100, screens=True), (Lack.KIND, Lack.TABLES, Lack.SCREENS)),
    ],
)
def test_what_it_does_not_cover(event: Event, lacks: tuple[Lack, ...]) -> None:
    assert Scope(frozenset({CLUB}), 20).lacks(event) == lacks


def test_any_size_and_screens_are_covered_where_it_says_so() -> None:
    assert Scope(frozenset({CLUB}), None, screens=True).lacks(Event(CLUB, 1000, screens=True)) == ()


class TestSettings:
    SENT: dict[str, Any] = {  # noqa: RUF012
        **{name: value for name, value in TestMaking.FORM.items() if name != "code"},
        "event_kinds": ["congress", "club"],
        "most_tables": "20",
        "reason": "Decided in June",
    }

    def test_it_is_settled_with_a_reason(self, level: Level, rita: User) -> None:
        address = reverse("accreditation:level_settings", args=[level.pk])
        assert signed_in(rita).post(address, self.SENT).status_code == 302
        level.refresh_from_db()
        assert level.scope == Scope(frozenset({CLUB, CONGRESS}), 20)
        assert level.event_kinds == ["club", "congress"]
        entry = AuditEntry.objects.get(target_type="accreditation.Level")
        assert (entry.verb, entry.reason) == ("level.changed", "Decided in June")
        assert entry.data["before"]["event_kinds"] == []
        assert signed_in(rita).get(address).content.decode().count("checked") >= 2

    def test_tables_of_no_event_are_refused_at_the_field(self, level: Level, rita: User) -> None:
        address = reverse("accreditation:level_settings", args=[level.pk])
        response = signed_in(rita).post(address, self.SENT | {"event_kinds": []})
        assert "Choose the events that it covers" in response.context["form"].errors["event_kinds"][0]
        level.refresh_from_db()
        assert not level.scope

    def test_a_kind_that_there_is_not_is_refused(self, level: Level, rita: User) -> None:
        address = reverse("accreditation:level_settings", args=[level.pk])
        response = signed_in(rita).post(address, self.SENT | {"event_kinds": ["bowls"]})
        assert response.context["form"].errors["event_kinds"]

    def test_the_model_refuses_it_as_well(self, level: Level) -> None:
        level.with_screens = True
        with pytest.raises(ValidationError):
            level.clean()


class TestWhereItIsRead:
    def pages(self, level: Level, award: Award, rita: User, alice: User) -> list[str]:
        return [
            signed_in(rita).get(reverse("accreditation:level", args=[level.pk])).content.decode(),
            signed_in(None).get(reverse("register:levels_of", args=[level.body.slug])).content.decode(),
            signed_in(alice).get(reverse("accreditation:award", args=[award.pk])).content.decode(),
            signed_in(None).get(reverse("register:verify", args=[award.verification_code])).content.decode(),
        ]

    def test_on_the_pages_of_the_level_and_of_the_award(
        self, level: Level, award: Award, rita: User, alice: User
    ) -> None:
        covers(level, CLUB, tables=20)
        assert all(SENTENCE in page for page in self.pages(level, award, rita, alice))

    def test_where_nothing_is_settled_nothing_is_said(
        self, level: Level, award: Award, rita: User, alice: User
    ) -> None:
        assert not any("May direct" in page for page in self.pages(level, award, rita, alice))
