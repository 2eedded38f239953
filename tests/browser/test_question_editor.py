"""Writing a question in a browser: the preview while one types, rows, what is refused, and the way to the reviewers."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from exams.bank.models import QuestionVersion, Status
from tests.browser.looking import PHONE, looked_at_on_both
from tests.browser.test_bank import alice
from tests.exams.bank.editing.conftest import law_27

__all__ = ["alice", "law_27"]

STEM = "West leads out of turn against 4♠ doubled.\n\nSouth has not spoken yet."
OPTIONS = [
    ("The lead stands and South is dummy.", "Only if South accepts it by spreading the hand (27A1)."),
    ("South chooses among all the options of the law.", ""),
    ("The lead is taken back without further rectification.", "It becomes a major penalty card (27D)."),
    ("East may be forbidden to lead a heart.", "That is but one of the choices (27B2)."),
]


def sound(page: Page) -> None:
    """Nothing for axe to find, and nothing wider than the window, in light and dark."""
    assert looked_at_on_both(page, ("light", "dark")) == []


# Whatever htmx does a moment after a part has come, such as giving a field the focus, comes much later on a busy machine.
LATE = """const { setTimeout } = window;
window.setTimeout = (then, ms, ...more) => setTimeout(then, ms === 20 ? 1500 : ms, ...more);"""


def test_a_question_with_every_diagram_is_written_seen_and_sent(law_27: None, alice: User, page: Page) -> None:
    page.add_init_script(LATE)
    page.goto("/bank/write/")
    sound(page)
    page.get_by_role("link", name="Choose the best ruling").click()
    preview = page.locator("#preview")
    page.get_by_label("Topic").select_option("Insufficient bid")
    page.get_by_label("What happened").fill(STEM)
    expect(preview.get_by_text("South has not spoken yet.")).to_be_visible()
    page.get_by_label("Board").fill("1")
    page.get_by_label("Hands").fill("S: S AQ3 H KJ4 D - C T98765")
    expect(preview.get_by_text("S: 12 of thirteen cards.")).to_be_visible()
    page.get_by_label("Hands").fill("S: S AQ3 H KJ4 D - C T987654")
    expect(preview.get_by_role("group", name="South’s hand")).to_be_visible()
    page.get_by_label("Auction").fill("1S P 4S X! AP\n1: after a long pause")
    expect(preview.get_by_role("table", name="Board 1 · Dealer North")).to_contain_text("Double")
    page.get_by_label("Play").fill("4SX by N\nE: W:HA*")
    expect(preview.locator("table.play")).to_contain_text("out of turn")
    sound(page)

    for place, (text, why) in enumerate(OPTIONS):
        option = page.get_by_role("group", name=f"Option {'ABCD'[place]}")
        option.get_by_label("Text").fill(text)
        option.get_by_label("Why").fill(why)
    page.get_by_label("This one is right (B)").check()
    page.get_by_role("button", name="Add a consequence").click()
    # The new row has the focus, and what was typed before is still there.
    expect(page.get_by_role("group", name="Consequence 1").get_by_label("What follows")).to_be_focused()
    page.keyboard.type("South chooses.")
    law = page.get_by_role("group", name="Consequence 1").get_by_label("Law")
    law.fill("27b1a")
    expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)
    expect(law).to_be_focused()
    page.get_by_label("Provisions cited").fill("27A1")
    page.get_by_role("button", name="Save the draft").click()

    expect(page.get_by_role("alert")).to_contain_text("1 thing to correct. Nothing is saved yet, and nothing is lost.")
    sound(page)
    page.get_by_role("alert").get_by_role("link", name="What the Director says").click()
    page.keyboard.type("South chooses.")
    expect(page.get_by_label("Why").first).to_have_value(OPTIONS[0][1])
    expect(preview.get_by_role("link", name="27B1(a)").first).to_be_visible()
    page.get_by_role("button", name="Save the draft").click()

    expect(page.get_by_text("Saved as version 1, a draft.")).to_be_visible()
    sound(page)
    page.get_by_label("Your comment").fill("Is the double alerted?")
    page.get_by_role("button", name="Add the comment").click()
    expect(page.get_by_role("listitem").filter(has_text="Is the double alerted?")).to_be_visible()
    page.get_by_role("button", name="Send to review").click()
    expect(page.get_by_text("You wrote this question or changed it, so other examiners approve it.")).to_be_visible()

    page.get_by_role("link", name="Change it").click()
    page.get_by_label("What is asked").fill("What do you do?")
    page.get_by_label("What you changed").fill("Asked for a deed.")
    page.get_by_role("button", name="Save and send to review").click()
    page.get_by_role("link", name="History, version 2").click()
    expect(page.get_by_role("deletion")).to_contain_text("is your ruling")
    sound(page)
    statuses = QuestionVersion.objects.order_by("number").values_list("status", flat=True)
    assert list(statuses) == [Status.RETIRED, Status.IN_REVIEW]


def test_pressing_enter_in_a_field_takes_nothing_out(law_27: None, alice: User, page: Page) -> None:
    page.goto("/bank/write/?kind=order_steps")
    expect(page.get_by_role("group", name="Step C")).to_be_visible()
    page.get_by_label("What is asked").fill("In which order?")
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("In which order?")
    expect(page.get_by_role("group", name="Step C")).to_be_visible()
    assert not QuestionVersion.objects.exists()


def test_what_is_typed_before_the_scripts_are_there_is_previewed_too(law_27: None, alice: User, page: Page) -> None:
    held: list[Route] = []
    page.route("**/htmx*.js", lambda route: held.append(route))
    page.goto("/bank/write/?kind=choose_all", wait_until="commit")
    page.get_by_label("What happened").fill("East revokes.")
    assert held
    for route in held:
        route.continue_()
    expect(page.locator("#preview")).to_contain_text("East revokes.")


def test_what_is_typed_outlives_the_session(law_27: None, alice: User, page: Page) -> None:
    """Signed out in another tab while writing: the preview says so, and what is sent is kept until one is back."""
    page.set_viewport_size({"width": PHONE, "height": 900})
    page.goto("/bank/write/?kind=choose_all")
    page.get_by_label("What happened").fill("East revokes.")
    expect(page.locator("#preview")).to_contain_text("East revokes.")
    kept = page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_label("What happened").fill("East revokes twice.")
    said = page.get_by_role("alert").filter(has_text="You are signed out. What you typed is still here:")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Add an option").click()
    expect(page.get_by_role("group", name="Option D")).to_be_visible()
    expect(page.locator("#part-options").get_by_role("alert")).to_be_in_viewport()
    expect(said).to_have_count(1)
    sound(page)

    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    expect(page.get_by_label("stem")).to_have_value("East revokes twice.")
    sound(page)
    with page.context.expect_page() as tab:
        page.get_by_role("link", name="Sign in in another tab").click()
    expect(tab.value.get_by_role("heading", name="Sign in")).to_be_visible()
    page.context.add_cookies([one for one in kept if one["name"] == settings.SESSION_COOKIE_NAME])  # type: ignore[misc]
    page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_label("What happened")).to_have_value("East revokes twice.")
    expect(page.get_by_role("alert")).to_contain_text("things to correct")


def test_it_works_without_scripts(law_27: None, alice: User, page: Page) -> None:
    browser = page.context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    bare = plain.new_page()
    page.goto("/bank/write/?kind=choose_all")
    bare.goto(page.url)
    bare.get_by_label("What happened").fill("East revokes.")
    bare.get_by_role("button", name="Add an option").click()
    expect(bare.get_by_role("group", name="Option E")).to_be_visible()
    bare.get_by_role("button", name="Take out A", exact=True).click()
    expect(bare.get_by_role("group", name="Option E")).not_to_be_visible()
    bare.get_by_role("button", name="Preview").last.click()
    expect(bare.locator("#preview")).to_contain_text("East revokes.")
    plain.close()
