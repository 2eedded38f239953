"""The draft of what a level asks for: its forms, drafts that were overtaken, what is wrong with one, and publishing it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import rulebook, standing
from accounts.accreditation.models import Application, Award, Level, RequirementsDraft
from accounts.accreditation.requirements import (
    AllOf,
    AnyOf,
    Fee,
    LevelHeld,
    NOf,
    Paper,
    Reference,
    Rule,
    Sessions,
    read,
)
from accounts.accreditation.rule_tree import whole
from accounts.models import Role, User
from tests.accounts.conftest import passed, person, signed_in

PAPER, FEE = Paper(codes=("club-auction",), words="Pass the paper on the auction"), Fee(amount="$40")

pytestmark = pytest.mark.usefixtures("papers")


@pytest.fixture
def client(rita: User) -> Client:
    return signed_in(rita)


@pytest.fixture
def draft(level: Level, rita: User) -> RequirementsDraft:
    """A paper, one of two more things, and a fee."""
    begun = rulebook.begin_draft(level=level, actor=rita)
    return drafted(begun, rita, AllOf(of=(PAPER, AnyOf(of=(Sessions(number=3), Reference())), FEE)))


def drafted(draft: RequirementsDraft, actor: User, rule: Rule) -> RequirementsDraft:
    return rulebook.change_draft(draft=draft, actor=actor, revision=draft.revision, change=lambda _old: rule)


def rule(draft: RequirementsDraft) -> Rule:
    draft.refresh_from_db()
    return read(draft.written)


def page(draft: RequirementsDraft, name: str = "draft", **query: str) -> str:
    return reverse(f"accreditation:{name}", args=[draft.level_id], query=query)


def act(client: Client, draft: RequirementsDraft, at: str, deed: str, **more: str) -> Any:
    sent = {"revision": str(draft.revision), "at": at, "act": deed, **more}
    return client.post(page(draft, "draft_act"), sent, follow=True)


class TestBeginning:
    def test_it_begins_with_what_is_asked_now_and_is_there_once(self, level: Level, client: Client) -> None:
        for _twice in range(2):
            response = client.post(reverse("accreditation:draft_begin", args=[level.pk]))
            assert response["Location"] == reverse("accreditation:draft", args=[level.pk])
        assert rule(RequirementsDraft.objects.get()) == AllOf(of=(PAPER,))

    def test_without_one_the_page_leads_to_the_level(self, level: Level, client: Client) -> None:
        response = client.get(reverse("accreditation:draft", args=[level.pk]), follow=True)
        assert "There is no draft: it has been published or thrown away." in response.content.decode()
        for name in ("draft_add", "draft_change", "draft_publish"):
            address = reverse(f"accreditation:{name}", args=[level.pk])
            assert client.get(address)["Location"] == reverse("accreditation:level", args=[level.pk])

    @pytest.mark.parametrize("name", ["draft_add", "draft_publish"])
    def test_published_by_another_meanwhile_what_was_typed_is_shown(
        self, level: Level, client: Client, name: str
    ) -> None:
        sent = {"revision": "3", "reason": "Decided in June", "within_months": "24"}
        response = client.post(reverse(f"accreditation:{name}", args=[level.pk]) + "?kind=paper", sent)
        words = response.content.decode()
        for one in ("it has been published or thrown away", "Decided in June", "<dt>within months</dt><dd>24</dd>"):
            assert one in words
        assert not RequirementsDraft.objects.exists()

    def test_it_is_thrown_away(self, draft: RequirementsDraft, client: Client) -> None:
        client.post(page(draft, "draft_discard"), {"revision": draft.revision})
        assert not RequirementsDraft.objects.exists()

    def test_one_that_another_registrar_has_changed_is_not(
        self, draft: RequirementsDraft, client: Client, rolf: User
    ) -> None:
        seen = draft.revision
        drafted(draft, rolf, AllOf(of=(FEE,)))
        response = client.post(page(draft, "draft_discard"), {"revision": seen}, follow=True)
        assert "Rolf Reed has changed this draft" in response.content.decode()
        assert rule(draft) == AllOf(of=(FEE,))


class TestPlaces:
    def test_it_reads_as_numbered_sentences(self, draft: RequirementsDraft, client: Client) -> None:
        words = client.get(page(draft)).content.decode()
        for place, said in (
            ("1", "Pass the paper on the auction"),
            ("2", "One of these:"),
            ("2.1", "Direct 3 sessions."),
            ("3", "Pay the fee of $40."),
        ):
            assert f'id="at-{place}"' in words
            assert said in words

    def test_up_and_down(self, draft: RequirementsDraft, client: Client) -> None:
        assert act(client, draft, "3", "up").redirect_chain[0][0].endswith("#at-2")
        assert [type(one) for one in rule(draft).parts()] == [Paper, Fee, AnyOf]
        act(client, draft, "3.1", "down")
        assert rule(draft).parts()[2] == AnyOf(of=(Reference(), Sessions(number=3)))

    def test_take_out(self, draft: RequirementsDraft, client: Client) -> None:
        act(client, draft, "2", "out")
        assert rule(draft) == AllOf(of=(PAPER, FEE))

    def test_into_a_group_out_of_it_and_into_a_new_one(self, draft: RequirementsDraft, client: Client) -> None:
        act(client, draft, "3", "into", into="2")
        assert rule(draft).parts()[1] == AnyOf(of=(Sessions(number=3), Reference(), FEE))
        act(client, draft, "2.1", "into", into="top")
        assert rule(draft).parts()[2] == Sessions(number=3)
        act(client, draft, "1", "into", into="new:n_of")
        assert rule(draft).parts()[0] == NOf(n=2, of=(PAPER,))

    @pytest.mark.parametrize(
        ("at", "deed", "more"),
        [
            ("9", "up", {}),
            ("", "out", {}),
            ("2", "into", {"into": "2"}),
            ("2", "into", {"into": "1"}),
            ("1", "into", {"into": "new:boat"}),
        ],
    )
    def test_what_cannot_be_done_says_so_and_changes_nothing(
        self, draft: RequirementsDraft, client: Client, at: str, deed: str, more: dict[str, str]
    ) -> None:
        before = rule(draft)
        if not at:
            assert act(client, draft, at, deed).status_code == 404
        else:
            assert "cannot be done there" in act(client, draft, at, deed, **more).content.decode()
        assert rule(draft) == before

    def test_groups_no_deeper_than_people_read(self, draft: RequirementsDraft, client: Client) -> None:
        for _n in range(4):
            response = act(client, draft, "1", "into", into="new:all_of")
            draft.refresh_from_db()
        assert "Groups stand at most 4 deep" in response.content.decode()

    def test_a_draft_that_was_overtaken_is_not_overwritten(
        self, draft: RequirementsDraft, client: Client, rolf: User
    ) -> None:
        seen = draft.revision
        drafted(draft, rolf, AllOf(of=(FEE,)))
        sent = {"revision": seen, "at": "1", "act": "out"}
        response = client.post(page(draft, "draft_act"), sent, follow=True)
        assert "Rolf Reed has changed this draft" in response.content.decode()
        assert rule(draft) == AllOf(of=(FEE,))

    def test_its_queries_do_not_grow(
        self, draft: RequirementsDraft, client: Client, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get(page(draft))
        with django_assert_num_queries(QUERIES_OF_THE_DRAFT):
            client.get(page(draft))
        drafted(draft, rita, AllOf(of=(whole(rule(draft)), *(Sessions(number=n) for n in range(1, 20)))))
        with django_assert_num_queries(QUERIES_OF_THE_DRAFT):
            client.get(page(draft))


QUERIES_OF_THE_DRAFT = 7


class TestAdding:
    SENT: dict[str, Any] = {"number": "6", "role": "directed", "event": "", "clubs": "2", "movements": "1"}  # noqa: RUF012

    def test_at_the_end_of_a_group(self, draft: RequirementsDraft, client: Client) -> None:
        address = page(draft, "draft_add", to="2", kind="sessions")
        assert "At the end of group 2" in client.get(address).content.decode()
        response = client.post(address, {**self.SENT, "revision": draft.revision})
        assert response["Location"].endswith("/draft/#at-2.3")
        assert rule(draft).parts()[1].parts()[2] == Sessions(number=6, role="directed", clubs=2)

    def test_a_rule_that_refers_to_itself_is_refused_with_the_reason(
        self, draft: RequirementsDraft, client: Client
    ) -> None:
        sent = {"revision": draft.revision, "code": "club", "months": "12", "words": "Be one already."}
        response = client.post(page(draft, "draft_add", to="", kind="level"), sent)
        words = response.content.decode()
        assert "A level cannot ask for itself." in words
        assert "Be one already." in words
        draft.refresh_from_db()
        assert len(rule(draft).parts()) == 3

    def test_overtaken_it_comes_again_with_what_was_typed_and_the_draft_as_it_is(
        self, draft: RequirementsDraft, client: Client, rolf: User
    ) -> None:
        seen = draft.revision
        drafted(draft, rolf, AllOf(of=(FEE,)))
        address = page(draft, "draft_add", to="2", kind="sessions")
        response = client.post(address, {**self.SENT, "revision": seen, "words": "Direct six."})
        words = response.content.decode()
        for one in (
            "The group 2 is no longer there.",
            "Rolf Reed has changed this draft",
            "Direct six.",
            "the fee of $40",
        ):
            assert one in words
        # Sent again as it stands there, it is taken.
        again = response.context["form"].data.dict()
        assert response.context["address"] == page(draft, "draft_add", to="", kind="sessions")
        client.post(response.context["address"], again)
        assert rule(draft) == AllOf(of=(FEE, Sessions(number=6, role="directed", clubs=2, words="Direct six.")))

    @pytest.mark.parametrize("kind", ["", "boat"])
    def test_a_kind_that_is_not_there(self, draft: RequirementsDraft, client: Client, kind: str) -> None:
        shown = client.get(page(draft, "draft_add", to="", kind=kind), follow=True)
        assert "Choose what kind of requirement it is" in shown.content.decode()


class TestChanging:
    def test_it_opens_with_what_stands_there(self, draft: RequirementsDraft, client: Client) -> None:
        shown = client.get(page(draft, "draft_change", at="2.1", kind="sessions"))
        assert "It reads now: Direct 3 sessions." in shown.content.decode()
        assert shown.context["form"]["number"].value() == 3

    def test_it_is_changed_in_its_place(self, draft: RequirementsDraft, client: Client) -> None:
        sent = {"revision": draft.revision, "codes": ["club-auction", "club-play"], "mark": "70", "floors-bids": ""}
        client.post(page(draft, "draft_change", at="1", kind="paper"), sent)
        found = rule(draft).parts()[0]
        assert found.written() == {"paper": {"codes": ["club-auction", "club-play"], "mark": "70"}}

    def test_the_whole_list_can_ask_for_one_of_it(self, draft: RequirementsDraft, client: Client) -> None:
        parts = rule(draft).parts()
        sent = {"revision": draft.revision, "kind": "any_of", "n": ""}
        client.post(page(draft, "draft_change", at="", kind="all_of"), sent)
        assert rule(draft) == AnyOf(of=parts)

    def test_what_is_gone_meanwhile_can_be_added_with_what_was_typed(
        self, draft: RequirementsDraft, client: Client, rolf: User
    ) -> None:
        seen = draft.revision
        drafted(draft, rolf, AllOf(of=(PAPER,)))
        address = page(draft, "draft_change", at="3", kind="fee")
        assert "no longer at this place" in client.get(address, follow=True).content.decode()
        response = client.post(address, {"revision": seen, "amount": "$55"})
        assert "no longer at this place" in response.content.decode()
        assert rule(draft) == AllOf(of=(PAPER,))
        client.post(response.context["address"], response.context["form"].data.dict())
        assert rule(draft) == AllOf(of=(PAPER, Fee(amount="$55")))


class TestPublishing:
    def test_the_preview_tells_what_changes_and_that_awards_are_not_touched(
        self, draft: RequirementsDraft, client: Client
    ) -> None:
        shown = client.get(page(draft, "draft_publish"))
        assert {one.sign for one in shown.context["changes"]} == {"added"}
        words = shown.content.decode()
        for one in ("Publish version 2", "No award that has been made is touched.", "Pay the fee of $40."):
            assert one in words

    def test_it_names_those_whom_it_affects(
        self, level: Level, application: Application, draft: RequirementsDraft, client: Client
    ) -> None:
        shown = client.get(page(draft, "draft_publish"))
        assert [one.name for one in shown.context["affected"].loses] == ["Alice Archer"]
        assert shown.context["affected"].blocked == (application,)
        words = shown.content.decode()
        assert "1 person who meets everything now no longer will" in words
        assert "1 waiting application can no longer be granted" in words

    def test_those_who_gain(self, level: Level, alice: User, rita: User, client: Client) -> None:
        found = drafted(rulebook.begin_draft(level=level, actor=rita), rita, AllOf(of=(PAPER, FEE)))
        rulebook.publish(draft=found, actor=rita, revision=found.revision, from_day=level.body.today(), reason="A fee")
        waiting = passed(alice, level)
        found = drafted(rulebook.begin_draft(level=level, actor=rita), rita, AllOf(of=(PAPER,)))
        shown = client.get(page(found, "draft_publish"))
        assert (shown.context["affected"].gains, shown.context["affected"].freed) == ((alice,), (waiting,))
        assert "1 waiting application can be granted then" in shown.content.decode()

    def test_of_a_level_that_asked_for_nothing_nobody_is_said_to_have_met_it(
        self, level: Level, application: Application, client: Client, rita: User
    ) -> None:
        other = Level.objects.create(body=level.body, code="state", name="State Director", validity_months=36)
        begun = rulebook.begin_draft(level=other, actor=rita)
        assert "it makes no difference to anybody" in client.get(page(begun, "draft_publish")).content.decode()
        shown = client.get(page(drafted(begun, rita, AllOf(of=(FEE,))), "draft_publish"))
        assert not shown.context["affected"]
        assert "Until now nothing was asked for" in shown.content.decode()
        shown = client.get(page(drafted(rulebook.begin_draft(level=level, actor=rita), rita, AllOf()), "draft_publish"))
        assert "From then on nothing is asked for" in shown.content.decode()

    def test_it_is_published_from_a_day_with_a_reason(
        self, level: Level, award: Award, draft: RequirementsDraft, client: Client, rita: User
    ) -> None:
        day = level.body.today() + timedelta(days=30)
        before = Award.objects.values().get()
        sent = {"revision": draft.revision, "from_day": f"{day}", "reason": "Decided by the council"}
        response = client.post(page(draft, "draft_publish"), sent, follow=True)
        assert "Version 2 is published." in response.content.decode()
        made = level.versions.get(number=2)
        assert (made.from_day, made.reason, made.made_by) == (day, "Decided by the council", rita)
        assert Award.objects.values().get() == before
        assert standing.rule_of(level) == AllOf(of=(PAPER,))
        assert standing.rule_of(level, day).parts()[2] == FEE

    def test_without_a_reason_or_for_a_day_that_is_past_nothing_happens(
        self, level: Level, draft: RequirementsDraft, client: Client
    ) -> None:
        sent = {"revision": str(draft.revision), "from_day": "2020-01-01", "reason": ""}
        assert client.post(page(draft, "draft_publish"), sent).context["form"].errors["reason"]
        response = client.post(page(draft, "draft_publish"), sent | {"reason": "Why not"})
        words = response.content.decode()
        assert "Requirements cannot change in the past." in words
        assert "Why not" in words
        assert level.versions.count() == 1

    def test_a_draft_that_was_overtaken_is_looked_at_again_first(
        self, level: Level, draft: RequirementsDraft, client: Client, rolf: User
    ) -> None:
        sent = {"revision": str(draft.revision), "from_day": f"{level.body.today()}", "reason": "Decided"}
        drafted(draft, rolf, AllOf(of=(FEE,)))
        response = client.post(page(draft, "draft_publish"), sent)
        words = response.content.decode()
        assert "Rolf Reed has changed this draft" in words
        assert "Decided" in words
        assert level.versions.count() == 1
        assert response.context["form"]["revision"].value() == str(RequirementsDraft.objects.get().revision)

    def test_what_is_wrong_is_told_at_its_place_and_nothing_is_lost(
        self, level: Level, draft: RequirementsDraft, client: Client, rita: User
    ) -> None:
        Level.objects.create(body=level.body, code="congress", name="Congress Director", validity_months=36)
        drafted(draft, rita, AllOf(of=(Paper(codes=("old",)), AnyOf(of=(LevelHeld(code="club"),)), NOf(n=2))))
        for name in ("draft", "draft_publish"):
            shown = client.get(page(draft, name))
            assert [one.place for one in shown.context["faults"]] == ["1", "2.1", "3"]
            words = shown.content.decode()
            assert "There is no paper “old”. Draw up its blueprint first, or choose another." in words
            assert "#at-2.1" in words
        draft.refresh_from_db()
        sent = {"revision": draft.revision, "from_day": f"{level.body.today()}", "reason": "Decided in June"}
        response = client.post(page(draft, "draft_publish"), sent)
        assert "Decided in June" in response.content.decode()
        assert level.versions.count() == 1
        assert len(rule(draft).parts()) == 3

    def test_its_queries_do_not_grow_with_the_people(
        self, level: Level, draft: RequirementsDraft, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        passed(person("Una", level.body, Role.CANDIDATE), level, "first")
        client.get(page(draft, "draft_publish"))
        with django_assert_num_queries(QUERIES_OF_THE_PREVIEW):
            client.get(page(draft, "draft_publish"))
        for n in range(4):
            passed(person(f"Una {n}", level.body, Role.CANDIDATE), level, f"more-{n}")
        with django_assert_num_queries(QUERIES_OF_THE_PREVIEW):
            client.get(page(draft, "draft_publish"))


QUERIES_OF_THE_PREVIEW = 19
