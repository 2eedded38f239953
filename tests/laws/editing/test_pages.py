"""The pages of editing: who sees them, what they say, and what is done with a press."""

from __future__ import annotations

import datetime
import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from laws.editing import drafting
from laws.editing.models import Proposal
from laws.models import Commentary, Definition, Edition, Footnote, ProvisionVersion
from tests import factories
from tests.factories import browser
from tests.laws.editing.conftest import SLUG, comment, drafted, published, submitted
from tests.walking import walks

PROPOSE = f"/laws/editing/{SLUG}/provisions/27A/propose/"


def words(response: object) -> str:
    """The page's text, one blank between words."""
    assert isinstance(response, HttpResponse)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def filled(**changes: str) -> dict[str, str]:
    """The form for a new wording of 27A, filled in."""
    base = ProvisionVersion.objects.current().get(provision__key="27A")
    return {
        "act": "amend",
        "first_day": "2030-01-01",
        "instrument": "Amendment of 2030",
        "heading": "Acceptance",
        "text": "The next player may accept it; see 27C.",
        "reason": "Decided in June.",
        "base": str(base.pk),
    } | changes


def test_a_change_is_proposed_submitted_and_published(edition: Edition, alice: User, bob: User) -> None:
    answer = browser(alice).post(PROPOSE, filled())
    proposal = Proposal.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, proposal.get_absolute_url())
    shown = words(browser(alice).get(proposal.get_absolute_url()))
    assert "[removed: a bid of 1" in shown
    assert "[added: it; see 27C end of added]" in shown
    assert "27C There is no such provision in the library." in shown
    assert "27B1 The offender replaces it; see 27A and Law 73." in shown
    browser(alice).post(f"{proposal.get_absolute_url()}submit/")
    read = browser(bob).get(proposal.get_absolute_url())
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', read.content.decode())
    answer = browser(bob).post(f"{proposal.get_absolute_url()}publish/", {"seen": seen})
    assert answer.status_code == 302
    proposal.refresh_from_db()
    assert (proposal.status, proposal.decided_by) == ("published", bob)


@walks(
    ("changes", "sentence"),
    [
        ({"text": " "}, "The text is empty"),
        ({"first_day": ""}, "Name the day from which this is in force."),
        ({"first_day": "2010-01-01"}, "is in force only from 1 August 2017"),
        ({"instrument": ""}, "Name the instrument"),
        ({"act": "end"}, "Select a valid choice"),
        ({"text": "a\0b"}, "Null characters are not allowed"),
        ({"reason": ""}, "This field is required"),
    ],
    apart=True,
)
def test_a_fault_stands_beside_its_field_and_nothing_is_kept(
    edition: Edition, alice: User, changes: dict[str, str], sentence: str
) -> None:
    answer = browser(alice).post(PROPOSE, filled(**changes))
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert not Proposal.objects.exists()


def test_a_correction_needs_no_day(edition: Edition, alice: User) -> None:
    browser(alice).post(PROPOSE, filled(act="correct", first_day="", instrument=""))
    proposal = Proposal.objects.get()
    assert (proposal.act, str(proposal.first_day)) == ("correct", "2017-08-01")


def test_what_was_published_meanwhile_is_not_overwritten_unseen(edition: Edition, alice: User, bob: User) -> None:
    form = filled()
    published(alice, bob, "27A", act="correct", text="Two.", instrument="")
    answer = browser(alice).post(PROPOSE, form)
    assert "While you were writing, another text was published" in words(answer)
    assert "Two." in words(answer)
    # The page now has the new text before it, so a second press is meant.
    again = re.findall(r'name="base" value="(\d+)"', answer.content.decode())
    assert browser(alice).post(PROPOSE, form | {"base": again[0]}).status_code == 302


def test_a_draft_is_changed_and_a_submitted_one_is_not(edition: Edition, alice: User) -> None:
    proposal = drafted(alice, "27A")
    address = f"{proposal.get_absolute_url()}change/"
    assert "Other words." in words(browser(alice).get(address))
    assert browser(alice).post(address, filled(text="Better words.")).status_code == 302
    proposal.refresh_from_db()
    assert proposal.text == "Better words."
    drafting.submit(actor=alice, proposal_id=proposal.pk)
    assert browser(alice).post(address, filled(text="Too late.")).headers["Location"] == proposal.get_absolute_url()
    proposal.refresh_from_db()
    assert proposal.text == "Better words."


@walks("deed", ["take-back", "withdraw", "renew"], apart=True)
def test_the_proposer_moves_his_proposal(edition: Edition, alice: User, deed: str) -> None:
    proposal = submitted(alice, "27A")
    answer = browser(alice).post(f"{proposal.get_absolute_url()}{deed}/", follow=True)
    assert answer.status_code == 200
    proposal.refresh_from_db()
    assert proposal.status == {"withdraw": "withdrawn"}.get(deed, "draft")


def test_declining_without_a_reason_asks_for_it(edition: Edition, alice: User, bob: User) -> None:
    proposal = submitted(alice, "27A")
    answer = browser(bob).post(f"{proposal.get_absolute_url()}decline/", {"reason": " "})
    assert (answer.status_code, "Say why" in words(answer)) == (409, True)
    browser(bob).post(f"{proposal.get_absolute_url()}decline/", {"reason": "Too early."})
    assert "Bob: Too early." in words(browser(alice).get(proposal.get_absolute_url()))


def test_a_stale_proposal_says_so_and_offers_to_renew(edition: Edition, alice: User, bob: User) -> None:
    stale = submitted(alice, "27A", act="correct", text="One.", instrument="")
    published(alice, bob, "27A", act="correct", text="Two.", instrument="")
    shown = words(browser(alice).get(stale.get_absolute_url()))
    assert "The text has changed since this was written" in shown
    assert "Update it against the current text" in shown
    for_bob = browser(bob).get(stale.get_absolute_url()).content.decode()
    assert "Publish</button>" not in for_bob
    answer = browser(bob).post(f"{stale.get_absolute_url()}publish/")
    assert (answer.status_code, "must be updated against the current text" in words(answer)) == (409, True)
    browser(alice).post(f"{stale.get_absolute_url()}renew/")
    assert "[removed: Two end of removed] [added: One" in words(browser(alice).get(stale.get_absolute_url()))


def test_the_proposer_finds_no_button_to_publish_and_is_refused(edition: Edition, alice: User) -> None:
    proposal = submitted(alice, "27A")
    shown = browser(alice).get(proposal.get_absolute_url())
    assert "Publish</button>" not in shown.content.decode()
    assert "nobody can publish their own proposal" in words(shown)
    answer = browser(alice).post(f"{proposal.get_absolute_url()}publish/")
    assert (answer.status_code, "You proposed this yourself" in words(answer)) == (403, True)


def test_comments_are_proposed_and_ended(edition: Edition, alice: User) -> None:
    address = f"/laws/editing/{SLUG}/comments/?on=27B1(a)"
    assert 'value="27B1(a)"' in browser(alice).get(address).content.decode()
    form = {
        "kind": "caution",
        "on": "27b1 (a); 27 A",
        "first_day": "2026-01-01",
        "heading": "Mind",
        "text": "Mind it.",
        "reason": "Asked often.",
        "dated_to": "day",
    }
    assert "? is not the key of a provision." in words(browser(alice).post(address, form | {"on": "?"}))
    assert "98Z: there is no such provision" in words(browser(alice).post(address, form | {"on": "98Z"}))
    browser(alice).post(address, form)
    assert Proposal.objects.get().on == ["27B1(a)", "27A"]
    shown = words(browser(alice).get(Proposal.objects.get().get_absolute_url()))
    assert "Comment “Mind”: new from 1 January 2026" in shown
    end = f"/laws/editing/{SLUG}/comments/27-too-low/propose/"
    browser(alice).post(end, {"act": "end", "first_day": "2026-02-01", "reason": "Replaced."})
    assert Proposal.objects.get(act="end").text.startswith("A bid may be too low")


@pytest.mark.parametrize("thing", [Footnote, Definition])
def test_footnotes_and_definitions_are_proposed(edition: Edition, alice: User, thing: type[Footnote]) -> None:
    name = thing.__name__.lower()
    address = reverse(f"law_editing:propose-{name}", args=[SLUG, thing.objects.order_by("pk")[0].pk])
    assert 'name="heading"' not in browser(alice).get(address).content.decode()
    browser(alice).post(address, filled(base="", text="Other words, see 27A."))
    assert Proposal.objects.get().subject == name


def test_the_record_of_a_provision(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", text="New words.")
    published(alice, bob, Footnote.objects.get(), text="See 27B.")
    draft = comment(alice, edition)
    waiting = submitted(alice, "27A", text="Newer words.", first_day=datetime.date(2031, 1, 1), instrument="Of 2031")
    address = f"/laws/editing/{SLUG}/provisions/27A/"
    shown = words(browser(bob).get(address))
    assert "Proposed by Alice, published by Bob." in shown
    assert "The same text for other days" in shown
    assert "Shipped with the program" in shown
    assert "27A: new wording from 1 January 2031 Submitted" in shown
    assert "A change of footnote 7" in shown
    assert "Published beside it Footnote 7 on 27A: new wording from 1 January 2030" in shown
    assert f"{draft.title} Draft" in shown
    assert waiting.get_absolute_url() in browser(bob).get(address).content.decode()


# --- Who sees what --------------------------------------------------------------------------------------------------


def addresses(proposal: Proposal) -> list[str]:
    """Every page of editing that speaks of one body."""
    note, term = Footnote.objects.get(), Definition.objects.all()[0]
    return [
        PROPOSE,
        f"/laws/editing/{SLUG}/footnotes/{note.pk}/propose/",
        f"/laws/editing/{SLUG}/definitions/{term.pk}/propose/",
        f"/laws/editing/{SLUG}/comments/27-too-low/propose/",
        f"/laws/editing/{SLUG}/comments/",
        f"/laws/editing/{SLUG}/provisions/27A/",
        proposal.get_absolute_url(),
        f"{proposal.get_absolute_url()}change/",
    ]


def test_an_editor_of_another_body_meets_refusals_only(edition: Edition, alice: User, charlie: User) -> None:
    proposal = drafted(alice, "27A")
    client = browser(charlie)
    for address in addresses(proposal)[:6]:
        answer = client.get(address)
        assert (answer.status_code, "maintained by Queensland Bridge Association" in words(answer)) == (403, True), (
            address
        )
    assert [client.get(address).status_code for address in addresses(proposal)[6:]] == [404, 404]
    assert proposal.title not in words(client.get("/laws/editing/"))
    assert "Your body does not maintain an edition here" in words(client.get("/laws/editing/"))
    for deed in ("submit", "take-back", "renew", "withdraw", "publish", "decline"):
        assert client.post(f"{proposal.get_absolute_url()}{deed}/").status_code == 404
    assert client.post(PROPOSE, filled()).status_code == 403
    assert Proposal.objects.count() == 1


@walks("role", [role for role in Role if role != Role.LAW_EDITOR], apart=True)
def test_no_other_role_opens_a_page(edition: Edition, alice: User, role: Role) -> None:
    client = browser(factories.person("Rolf", role))
    for address in ["/laws/editing/", *addresses(drafted(alice, "27A"))]:
        answer = client.get(address)
        assert answer.status_code == 403, address
        assert "law editors" in words(answer), address


def test_nobody_signed_in_is_asked_who_he_is(edition: Edition, alice: User, client: Client) -> None:
    for address in ["/laws/editing/", *addresses(drafted(alice, "27A"))]:
        assert client.get(address).headers["Location"].startswith("/account/login/"), address


@walks(
    "address",
    [
        f"/laws/editing/{SLUG}/provisions/99Z/",
        f"/laws/editing/{SLUG}/provisions/99Z/propose/",
        f"/laws/editing/{SLUG}/footnotes/0/propose/",
        f"/laws/editing/{SLUG}/comments/nothing/propose/",
        "/laws/editing/duplicate-1900/comments/",
        "/laws/editing/00000000-0000-4000-8000-000000000000/",
    ],
    apart=True,
)
def test_what_is_not_there_is_not_found(edition: Edition, alice: User, address: str) -> None:
    assert browser(alice).get(address).status_code == 404


def test_deeds_are_posted_and_known(edition: Edition, alice: User) -> None:
    proposal = drafted(alice, "27A")
    assert browser(alice).get(f"{proposal.get_absolute_url()}submit/").status_code == 405
    assert browser(alice).post(f"{proposal.get_absolute_url()}bless/").status_code == 404


@walks("wanted", ["draft", "submitted", "", "nonsense"], apart=True)
def test_the_list_is_narrowed(edition: Edition, alice: User, wanted: str) -> None:
    drafted(alice, "27A")
    submitted(alice, "27B1", text="See 27A.")
    shown = words(browser(alice).get("/laws/editing/", {"status": wanted}))
    assert ("27A: new wording" in shown, "27B1: new wording" in shown) == (wanted != "submitted", wanted != "draft")


@pytest.mark.parametrize("number", [1, 4])
def test_the_list_asks_as_often_for_many_as_for_one(
    edition: Edition, alice: User, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for each in range(number):
        drafted(alice, Footnote.objects.get() if each % 2 else "27A", text=f"Words {each}.")
    client = browser(alice)
    # Session, person, attempts that run, roles, what is not confirmed of the editions kept, these, count, proposals.
    with django_assert_num_queries(10):
        client.get("/laws/editing/")


# --- The way from the library ---------------------------------------------------------------------------------------


def links(user: User | None) -> str:
    request = RequestFactory().get("/")
    request.user = user or factories.person("Nobody")
    template = Template("{% load law_editing %}{% law_editing_links edition key %}")
    return template.render(Context({"request": request, "edition": SLUG, "key": "27A"}))


def test_only_law_editors_of_the_keeper_are_led_to_editing(
    edition: Edition, alice: User, charlie: User, dora: User
) -> None:
    assert PROPOSE in links(alice)
    for other in (charlie, dora, None):
        assert links(other).strip() == ""


def test_texts_on_the_pages_are_escaped(edition: Edition, alice: User, bob: User) -> None:
    proposal = drafted(alice, "27A", text="<script>alert(1)</script>", reason="<b>", heading="<i>")
    for address in (proposal.get_absolute_url(), f"{proposal.get_absolute_url()}change/", "/laws/editing/"):
        page = browser(alice).get(address).content.decode()
        assert "<script>alert" not in page
        assert "<b></b>" not in page
    assert "<script>alert" not in browser(alice).get(f"/laws/editing/{SLUG}/provisions/27A/").content.decode()
    draft = comment(alice, edition, text="<script>alert(2)</script>", heading="<script>")
    assert "<script>alert" not in browser(alice).get(draft.get_absolute_url()).content.decode()
    assert Commentary.objects.count() == 2
