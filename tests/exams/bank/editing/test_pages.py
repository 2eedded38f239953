"""The editor's pages: who may, what comes back, and that nothing typed is lost."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.editing import saving
from exams.bank.models import Comment, QuestionVersion, Review, Status
from exams.bank.services import decide
from exams.bank.upkeep.flips import NO_RECORD, flip
from tests import factories
from tests.exams.bank.editing.conftest import sent, written
from tests.exams.contents import CHANGES
from tests.walking import walks

pytestmark = pytest.mark.django_db

WRITE = reverse("bank:write")
LONG = "9" * 5000
PAGES = ["edit", "submit", "comment", "history"]


def address(page: str, version: QuestionVersion) -> str:
    return reverse(f"bank:{page}", args=[version.pk])


def write_url(kind: str) -> str:
    return f"{WRITE}?kind={kind}"


def newest(version: QuestionVersion) -> QuestionVersion:
    return version.question.versions.latest("number")


# --- who may --------------------------------------------------------------------------------------------------------


@walks("page", PAGES, apart=True)
def test_for_an_examiner_of_another_body_and_for_a_candidate_there_is_no_such_version(
    page: str, charlie: User, dora: User
) -> None:
    version = factories.version()
    for person in (charlie, dora):
        client = factories.browser(person)
        assert client.get(address(page, version)).status_code in {404, 405}
        assert client.post(address(page, version), {"act": "save", "text": "No."}).status_code in {404, 405}
    assert factories.browser(charlie).get(address("edit", version)).status_code == 404
    assert (version.question.versions.count(), Comment.objects.count()) == (1, 0)


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_is_sent_to_sign_in(page: str) -> None:
    response = Client().post(address(page, factories.version()))
    assert response.status_code in {302, 405}


def test_nobody_but_an_examiner_writes(dora: User) -> None:
    assert factories.browser(dora).get(WRITE).status_code == 403
    assert factories.browser(dora).post(write_url("best_ruling"), {"act": "save"}).status_code == 403


def test_nobody_writes_for_another_body(alice: User, charlie: User) -> None:
    theirs = factories.body("Northern Rivers Bridge").slug
    response = factories.browser(alice).get(WRITE, {"kind": "best_ruling", "body": theirs})
    assert response.status_code == 404


def test_a_version_that_is_not_there(alice: User) -> None:
    assert factories.browser(alice).get(reverse("bank:edit", args=[uuid4()])).status_code == 404


# --- writing --------------------------------------------------------------------------------------------------------


def test_first_the_kind_is_chosen(alice: User) -> None:
    page = factories.browser(alice).get(WRITE).content.decode()
    for kind in CHANGES:
        assert f"?kind={kind}&amp;body=qba" in page


def test_who_examines_for_two_bodies_chooses_one(alice: User) -> None:
    factories.person("Alice", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    client = factories.browser(alice)
    assert "What should the candidate do?" in client.get(write_url("best_ruling")).content.decode()
    assert client.get(WRITE, {"kind": "best_ruling", "body": "nrb"}).context["body"].slug == "nrb"


@walks("kind", CHANGES, apart=True)
def test_every_kind_is_written_and_shown(law_27: None, alice: User, kind: str) -> None:
    client = factories.browser(alice)
    assert client.get(write_url(kind)).status_code == 200
    response = client.post(write_url(kind), sent(written(kind)))
    version = QuestionVersion.objects.get()
    assert response.headers["Location"] == version.get_absolute_url()
    assert (version.kind, version.status, version.created_by) == (kind, Status.DRAFT, alice)
    page = client.get(version.get_absolute_url()).content.decode()
    assert "Send to review" in page
    assert "Insufficient bid · Club" in page


def test_it_can_be_sent_to_review_at_once(law_27: None, alice: User) -> None:
    factories.browser(alice).post(write_url("best_ruling"), sent(written(), act="send"))
    assert QuestionVersion.objects.get().status == Status.IN_REVIEW


def test_pressing_twice_stores_one_question(law_27: None, alice: User) -> None:
    client = factories.browser(alice)
    first, second = (client.post(write_url("best_ruling"), sent(written())) for _press in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert QuestionVersion.objects.count() == 1


def test_what_is_refused_comes_back_with_all_that_was_typed(law_27: None, alice: User) -> None:
    data = sent(written(), auction="1NT 2K", say="As typed.", right=None)
    response = factories.browser(alice).post(write_url("best_ruling"), data)
    page = response.content.decode()
    assert response.status_code == 400
    assert not QuestionVersion.objects.exists()
    for typed in ("1NT 2K", "As typed.", "North must pass once.", "West calls you"):
        assert typed in page
    assert "Line 1, “2K”: This is not a call." in page
    assert '<a href="#id_auction">Auction</a>' in page


def test_a_row_is_added_and_taken_out_without_losing_anything(law_27: None, alice: User) -> None:
    client = factories.browser(alice)
    url = write_url("choose_all")
    more = client.post(url, sent(written("choose_all"), act="add-options", say="As typed.")).content.decode()
    assert 'name="options-rows" value="6"' in more
    assert "As typed." in more
    assert "A redouble." in more
    less = client.post(url, sent(written("choose_all"), act="remove-options-1")).content.decode()
    assert 'name="options-rows" value="4"' in less
    assert "A pass." not in less.partition('id="preview"')[0]
    assert "A redouble." in less


def test_the_right_option_stays_right_when_one_before_it_goes(law_27: None, alice: User) -> None:
    response = factories.browser(alice).post(
        write_url("whose_turn"), sent(written("whose_turn"), act="remove-options-0")
    )
    assert response.context["form"]["right"].value() == "0"
    response = factories.browser(alice).post(
        write_url("whose_turn"), sent(written("whose_turn"), act="remove-options-1")
    )
    assert response.context["form"]["right"].value() == ""


@walks("act", ["remove-", "remove-options-x", "remove-stem-1", "add-", "add-stem", "burn", ""], apart=True)
def test_a_button_that_is_not_there_does_nothing(law_27: None, alice: User, act: str) -> None:
    response = factories.browser(alice).post(write_url("best_ruling"), sent(written(), act=act))
    assert response.status_code == 200
    assert "North must pass once." in response.content.decode()
    assert not QuestionVersion.objects.exists()


@walks(
    "changes",
    [
        {"act": f"remove-options-{LONG}"},
        {"act": "remove-options-0", "right": LONG},
        {"act": "remove-options-0", f"options-{LONG}-text": "Nowhere."},
        {"act": "add-options", "options-rows": LONG},
        {"act": "save", "seen": LONG},
    ],
    apart=True,
)
def test_a_number_of_thousands_of_digits_is_none(law_27: None, alice: User, changes: dict[str, str]) -> None:
    version = factories.version()
    # As browsers send it: the test client's own way leaves a field of so long a name out.
    data = urlencode({**sent(version.content), **changes})
    client = factories.browser(alice)
    response = client.post(address("edit", version), data, content_type="application/x-www-form-urlencoded")
    assert response.status_code in {200, 400}
    assert version.question.versions.count() == 1


# --- preview --------------------------------------------------------------------------------------------------------


def test_the_preview_is_what_candidates_see(law_27: None, alice: User) -> None:
    data = sent(written(), act="preview", play="4SX by S\nW: HA H2 H3 H7*")
    response = factories.browser(alice).post(write_url("best_ruling"), data, headers={"HX-Target": "preview"})
    part = response.content.decode()
    assert "<html" not in part
    for shown in (
        '<div class="stem">',
        '<table class="auction play">',
        "to lead:",
        'class="hand S"',
        "The ruling explained",
    ):
        assert shown in part
    assert 'data-preview="/laws/duplicate-2017/' in part
    assert not QuestionVersion.objects.exists()


def test_the_preview_of_half_a_question_says_what_cannot_be_read_yet(law_27: None, alice: User) -> None:
    data = sent(written(), act="preview", hands="S: A", say="", cites="")
    response = factories.browser(alice).post(write_url("best_ruling"), data, headers={"HX-Target": "preview"})
    part = response.content.decode()
    assert "<b>Hands</b>: Line 1, “A”: Write the suit before its cards" in part
    assert "North must pass once." in part


def test_the_preview_points_at_a_call_that_is_irregular_and_not_marked(law_27: None, alice: User) -> None:
    data = sent(written(), act="preview", auction="1NT 2S 2D")
    response = factories.browser(alice).post(write_url("best_ruling"), data, headers={"HX-Target": "preview"})
    assert "Call 3, 2♦ by South: insufficient bid, without a star." in response.content.decode()
    data = sent(written(), act="preview", auction="1NT 2S 2D*")
    response = factories.browser(alice).post(write_url("best_ruling"), data, headers={"HX-Target": "preview"})
    assert "without a star" not in response.content.decode()


def test_without_scripts_the_preview_comes_with_the_page(law_27: None, alice: User) -> None:
    page = factories.browser(alice).post(write_url("best_ruling"), sent(written(), act="preview")).content.decode()
    assert page.count("West calls you") == 2


# --- changing -------------------------------------------------------------------------------------------------------


def change(version: QuestionVersion, **changes: Any) -> dict[str, Any]:
    """What the form sends for a change of this version."""
    return sent(
        version.content,
        **{"change": "Because.", "seen": newest(version).number, "difficulty": version.difficulty, **changes},
    )


@walks("kind", CHANGES, apart=True)
def test_a_question_of_every_kind_is_changed(law_27: None, alice: User, kind: str) -> None:
    version = factories.version(**CHANGES[kind])
    client = factories.browser(alice)
    assert client.get(address("edit", version)).status_code == 200
    response = client.post(address("edit", version), change(version, say="Otherwise."))
    second = newest(version)
    assert response.headers["Location"] == second.get_absolute_url()
    assert (second.number, second.content["explanation"]["say"]) == (2, "Otherwise.")
    page = client.get(second.get_absolute_url()).content.decode()
    assert "Changed by hand" in page
    assert f"{address('history', second)}?old=1&amp;new=2" in page


def test_another_auction_is_none_that_the_engine_ruled_on(law_27: None, alice: User) -> None:
    """Neither the way through the law nor what a new law changes is told from the table that is asked no more."""
    version = factories.version()
    assert {"record", "receipt", "generator"} <= version.content.keys()
    client = factories.browser(alice)
    data = change(version, auction="1NT 2S 2H*")
    seen = client.post(address("edit", version), {**data, "act": "preview"}).content.decode()
    assert "These are not the hands, auction and play that the rules engine ruled on" in seen
    client.post(address("edit", version), data)
    second = newest(version)
    assert (second.number, second.content["diagrams"]["auction"]["calls"][2]["call"]) == (2, "2H")
    assert not {"record", "receipt", "generator"} & second.content.keys()
    assert flip(second.content.get("record"), dt.date(2024, 1, 1)).rulings["why"] == NO_RECORD
    page = client.get(second.get_absolute_url()).content.decode()
    assert "the hands, auction or play are not the ones the rules engine ruled on" in page
    assert "Path through the law" not in page
    assert "Path through the law" in client.get(version.get_absolute_url()).content.decode()


def test_the_engine_s_record_stays_with_its_table(law_27: None, alice: User) -> None:
    version = factories.version()
    client = factories.browser(alice)
    seen = client.post(address("edit", version), {**change(version, say="So."), "act": "preview"}).content.decode()
    assert "the rules engine ruled on" not in seen
    client.post(address("edit", version), change(version, say="So."))
    assert newest(version).content["record"] == version.content["record"]


def test_a_stale_tab_is_refused_with_both_texts_and_nothing_is_lost(law_27: None, alice: User, bob: User) -> None:
    version = factories.version()
    data = change(version, say="Alice’s words.")
    saving.change(
        version_id=version.pk,
        author=bob,
        content={**version.content, "question": "What does Bob ask?"},
        difficulty=2,
        what="Because.",
        seen=1,
    )
    client = factories.browser(alice)
    response = client.post(address("edit", version), data)
    page = response.content.decode()
    assert response.status_code == 409
    assert "While you were writing, Bob saved version 2." in page
    assert "Alice’s words." in page
    assert "<del>" in page
    assert "Bob" in page
    assert version.question.versions.count() == 2
    # Pressing again, having compared, saves it after Bob's.
    again = client.post(address("edit", version), {**data, "seen": response.context["form"]["seen"].value()})
    assert again.status_code == 302
    assert [one.number for one in version.question.versions.order_by("number")] == [1, 2, 3]


def test_nothing_changed_is_said(law_27: None, alice: User) -> None:
    version = factories.version()
    response = factories.browser(alice).post(address("edit", version), change(version))
    assert response.status_code == 409
    assert "Nothing has changed" in response.content.decode()


def test_a_draft_is_sent_to_review_or_given_up(law_27: None, alice: User) -> None:
    for act, status in (("send", Status.IN_REVIEW), ("give-up", Status.RETIRED)):
        version = saving.write(body=factories.body(), author=alice, content=written(question=f"{act}?"), difficulty=2)
        client = factories.browser(alice)
        response = client.post(address("submit", version), {"act": act})
        assert response.headers["Location"] == version.get_absolute_url()
        version.refresh_from_db()
        assert version.status == status
        twice = client.post(address("submit", version), {"act": act}, follow=True)
        assert "not a draft" in twice.content.decode()


def test_an_author_is_not_offered_to_approve_his_own(law_27: None, alice: User, bob: User) -> None:
    draft = saving.write(body=factories.body(), author=alice, content=written(), difficulty=2)
    version = saving.send_to_review(version_id=draft.pk, author=alice)
    page = factories.browser(alice).get(version.get_absolute_url()).content.decode()
    assert "You wrote this question or changed it, so other examiners approve it." in page
    assert 'value="approve"' not in page
    assert 'value="approve"' in factories.browser(bob).get(version.get_absolute_url()).content.decode()
    refused = factories.browser(alice).post(reverse("bank:decision", args=[version.pk]), {"decision": "approve"})
    assert refused.status_code == 409


# --- comments and history -------------------------------------------------------------------------------------------


def test_it_is_said_when_nobody_is_left_who_could_approve(law_27: None, alice: User, bob: User) -> None:
    draft = saving.write(body=factories.body(), author=alice, content=written(), difficulty=2)
    client = factories.browser(alice)
    assert "has too few examiners" not in client.get(address("version", draft)).content.decode()
    second = saving.change(
        version_id=draft.pk, author=bob, content={**draft.content, "question": "And?"}, difficulty=2, what="A.", seen=1
    )
    assert "has too few examiners" in client.get(address("version", second)).content.decode()
    factories.person("Cora", Role.EXAMINER)
    assert "has too few examiners" not in client.get(address("version", second)).content.decode()


def test_a_comment_is_shown_with_its_author(alice: User, bob: User) -> None:
    version = factories.version()
    factories.browser(bob).post(address("comment", version), {"text": "Is <b>East</b> dealer?"})
    page = factories.browser(alice).get(version.get_absolute_url()).content.decode()
    assert "Is &lt;b&gt;East&lt;/b&gt; dealer?" in page
    assert "<b>Bob</b>" in page


def test_a_comment_that_is_too_long_is_kept_for_its_author(alice: User) -> None:
    text = "long " * 900
    response = factories.browser(alice).post(address("comment", factories.version()), {"text": text})
    assert response.status_code == 400
    assert text.strip() in response.content.decode()
    assert not Comment.objects.exists()


def test_an_empty_comment_is_refused(alice: User) -> None:
    version = factories.version()
    response = factories.browser(alice).post(address("comment", version), {"text": " "}, follow=True)
    assert "Write something first." in response.content.decode()


def test_the_history_tells_versions_reviews_comments_and_what_differs(law_27: None, alice: User, bob: User) -> None:
    version = factories.version()
    decide(version_id=version.pk, examiner=bob, decision=Review.Decision.REJECT, reason="North is not the offender.")
    factories.browser(bob).post(address("comment", version), {"text": "See 27A1."})
    factories.browser(alice).post(address("edit", version), change(version, question="What do you rule?"))
    page = factories.browser(alice).get(address("history", version)).content.decode()
    for part in ("2 versions", "North is not the offender.", "See 27A1.", "Because.", "From version 1 to version 2"):
        assert part in page
    assert "<h3>What is asked</h3>" in page
    assert "<h3>Options</h3>" not in page
    turned = factories.browser(alice).get(address("history", version), {"old": 2, "new": 1}).content.decode()
    assert "From version 2 to version 1" in turned
    same = factories.browser(alice).get(address("history", version), {"old": 2, "new": 2}).content.decode()
    assert "The two versions are the same." in same
    nonsense = factories.browser(alice).get(address("history", version), {"old": "x", "new": LONG})
    assert nonsense.status_code == 200


@walks(
    ("changes", "heading", "words"),
    [
        ({"steps-0-taken": None}, "The Director’s steps", "not needed"),
        ({"outcomes-0-main": None}, "What follows", "goes with the ruling"),
        ({"difficulty": 3}, "Expected difficulty", "Hard"),
    ],
    apart=True,
)
def test_the_history_tells_whatever_counts_as_a_change(
    law_27: None, alice: User, changes: dict[str, Any], heading: str, words: str
) -> None:
    version = factories.version()
    client = factories.browser(alice)
    client.post(address("edit", version), change(version, **changes))
    assert newest(version).number == 2
    page = client.get(address("history", version)).content.decode()
    _before, _heading, differing = page.partition(f"<h3>{heading}</h3>")
    assert words in " ".join(re.sub("<[^>]+>", " ", differing).split())
    assert "The two versions are the same." not in page


@pytest.mark.parametrize("versions", [2, 4])
def test_any_number_of_versions_costs_the_same_queries(
    law_27: None, alice: User, bob: User, versions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    version = factories.version()
    client = factories.browser(alice)
    for number in range(1, versions):
        client.post(address("edit", version), change(version, question=f"And {number}?"))
    factories.browser(bob).post(address("comment", version), {"text": "Good."})
    # Session, person, roles; the version; all versions, their reviews, comments and who wrote them.
    with django_assert_num_queries(9):
        client.get(address("history", version))
