"""Evidence that counts once: for one level, or for one award, where a rule says so; for all that ask for it where none does."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation import evidencing
from accounts.accreditation.deeds import surrender
from accounts.accreditation.models import Application, Award, EvidenceUse, Level, RequirementsVersion
from accounts.accreditation.requirements import (
    Age,
    AllOf,
    AnyOf,
    Item,
    Known,
    Record,
    Rule,
    Sessions,
    Standing,
    Use,
    items_spent,
    judge,
    read,
)
from accounts.accreditation.services import apply, grant
from accounts.models import Body, User

TODAY = datetime.date(2026, 11, 28)
KNOWN = Known(levels={"club": "Club Director", "congress": "Congress Director"})


def session(n: int, *uses: Use) -> Item:
    return Item("sessions", TODAY - datetime.timedelta(days=n), {"club": "Kenmore"}, f"s{n}", uses=uses)


class TestWhatIsFree:
    @pytest.mark.parametrize(
        ("asked", "use", "met"),
        [
            ("", Use("club"), True),
            ("", Use("congress"), True),
            ("level", Use("club"), False),
            ("level", Use("congress"), True),
            ("award", Use("club"), False),
            ("award", Use("congress"), False),
            ("", Use("club", "level"), False),
            ("", Use("congress", "level"), True),
            ("", Use("club", "award"), False),
            ("", Use("congress", "award"), False),
            ("level", Use("congress", "award"), False),
            ("award", Use("congress", "level"), False),
        ],
    )
    def test_the_stricter_of_what_was_said_then_and_is_said_now_holds(self, asked: str, use: Use, met: bool) -> None:
        found = judge(Sessions(only_for=asked), Record(TODAY, (session(1, use),), level="congress"))
        assert found.met is met
        assert [item.ref for item in found.spent] == ([] if met else ["s1"])

    def test_what_is_free_takes_the_place_of_what_is_used(self) -> None:
        record = Record(TODAY, (session(1, Use("club")), session(2), session(3)), level="congress")
        found = judge(Sessions(number=2, only_for="award"), record)
        assert [item.ref for item in found.used] == ["s2", "s3"]

    def test_what_is_used_is_missing(self) -> None:
        record = Record(TODAY, (session(1, Use("club")), session(2)), level="congress")
        found = judge(Sessions(number=2, only_for="award"), record)
        assert (found.standing, found.have) == (Standing.PARTLY, 1)


class TestWhatIsSpent:
    def test_of_a_choice_only_what_is_needed(self) -> None:
        rule = AnyOf(of=(Sessions(number=2), Sessions(only_for="award")))
        assert items_spent(judge(rule, Record(TODAY, (session(1), session(2))))) == {"s1": "", "s2": ""}

    def test_of_a_piece_that_meets_two_the_strictest(self) -> None:
        rule = AllOf(of=(Sessions(only_for="level"), Sessions(number=2), Sessions(only_for="award")))
        assert items_spent(judge(rule, Record(TODAY, (session(1), session(2))))) == {"s1": "award", "s2": ""}


class TestItsWords:
    def test_people_read_it(self) -> None:
        assert Sessions(number=2, only_for="award").said(KNOWN) == (
            "Direct 2 sessions. Each piece counts for one award only."
        )
        assert Sessions(words="Direct twice.", only_for="level").said(KNOWN) == (
            "Direct twice. Each piece counts for one level only."
        )

    def test_it_is_written_only_where_it_is_said(self) -> None:
        once = Sessions(only_for="award")
        assert once.written() == {"sessions": {"only_for": "award"}}
        assert read(once.written()) == once
        assert "only_for" not in str(Sessions().written())

    def test_a_word_that_means_nothing_and_an_age_used_up_are_refused(self) -> None:
        assert any("twice" in fault for fault in Sessions(only_for="twice").faults(KNOWN, "club"))
        assert any("used up" in fault for fault in Age(only_for="award").faults(KNOWN, "club"))


terms = st.sampled_from(["", "level", "award"])
leaves = st.builds(Sessions, number=st.integers(1, 3), only_for=terms)
rules = st.recursive(
    leaves, lambda one: st.builds(AllOf, of=st.tuples(one, one)) | st.builds(AnyOf, of=st.tuples(one, one))
)


@given(
    asked=st.fixed_dictionaries({"club": rules, "congress": rules, "national": rules}),
    grants=st.lists(st.sampled_from(["club", "congress", "national"]), max_size=12),
    pieces=st.integers(0, 8),
)
def test_no_piece_is_used_by_two_where_once_is_said(asked: Mapping[str, Rule], grants: list[str], pieces: int) -> None:
    items = {item.ref: item for item in (session(n) for n in range(pieces))}
    for level in grants:
        found = judge(asked[level], Record(TODAY, tuple(items.values()), level=level))
        if not found.met:
            continue
        for ref, only_for in items_spent(found).items():
            items[ref] = replace(items[ref], uses=(*items[ref].uses, Use(level, only_for)))
    for item in items.values():
        said = {use.only_for for use in item.uses}
        assert "award" not in said or len(item.uses) == 1
        assert "level" not in said or len({use.level for use in item.uses}) == 1


@pytest.mark.django_db
class TestGranting:
    @pytest.fixture
    def asked(self, level: Level, rita: User) -> Level:
        """The level asks for one session, which counts for one award only."""
        level.applies_early = False
        level.save(update_fields=["applies_early"])
        self.ask(level, "award")
        return level

    def ask(self, level: Level, only_for: str) -> None:
        number = level.versions.count() + 1
        RequirementsVersion.objects.create(
            level=level,
            number=number,
            written=Sessions(only_for=only_for).written(),
            from_day=datetime.date(2026, 1, 1),
        )

    def logged(self, body: Body, alice: User, rita: User) -> None:
        evidencing.enter(
            body=body,
            person=alice,
            actor=rita,
            kind="sessions",
            day=body.today() - datetime.timedelta(days=2),
            details={"club": "Kenmore", "role": "directed", "event": "club"},
            reference=f"sessions:{uuid.uuid4()}",
        )

    def granted(self, level: Level, alice: User, rita: User) -> Award:
        return grant(application=apply(person=alice, level=level, reference=str(uuid.uuid4())), actor=rita)

    def test_what_an_award_rests_on_is_recorded(self, asked: Level, alice: User, rita: User, body: Body) -> None:
        self.logged(body, alice, rita)
        award = self.granted(asked, alice, rita)
        assert [(use.evidence.kind, use.only_for) for use in award.uses.all()] == [("sessions", "award")]

    def test_a_later_grant_needs_another_piece(self, asked: Level, alice: User, rita: User, body: Body) -> None:
        self.logged(body, alice, rita)
        surrender(award=self.granted(asked, alice, rita), actor=alice)
        with pytest.raises(ValidationError, match="Not met yet"):
            apply(person=alice, level=asked, reference="again")
        self.logged(body, alice, rita)
        assert self.granted(asked, alice, rita).uses.count() == 1

    def test_another_level_needs_another_piece_whatever_it_says(
        self, asked: Level, alice: User, rita: User, body: Body
    ) -> None:
        other = Level.objects.create(
            body=body, code="other", name="Other", validity_months=36, order=9, applies_early=False
        )
        self.ask(other, "")
        self.logged(body, alice, rita)
        waiting = apply(person=alice, level=other, reference="other")
        self.granted(asked, alice, rita)
        with pytest.raises(ValidationError, match="Not met yet"):
            grant(application=waiting, actor=rita)

    def test_the_database_lets_nobody_use_a_piece_twice(
        self, asked: Level, alice: User, rita: User, body: Body
    ) -> None:
        self.logged(body, alice, rita)
        first = self.granted(asked, alice, rita)
        surrender(award=first, actor=alice)
        self.logged(body, alice, rita)
        second = self.granted(asked, alice, rita)
        used = first.uses.get()
        with pytest.raises(IntegrityError), transaction.atomic():
            EvidenceUse.objects.create(award=second, evidence=used.evidence, only_for="award")
        with pytest.raises(IntegrityError), transaction.atomic():
            EvidenceUse.objects.all().delete()
        assert Application.objects.count() == 2
