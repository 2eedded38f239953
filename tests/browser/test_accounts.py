"""From a waiting application to a certificate the public can check; and every page on the way, looked at by axe."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import appeals, deeds, rulebook
from accounts.accreditation import seed as levels
from accounts.accreditation.credentials import archives, certificates
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Award, Dispensation, Level
from accounts.accreditation.requirements import Age, AllOf, AnyOf, Fee, Paper, Reference, Rule, Sessions
from accounts.accreditation.services import apply_for_pass, grant_by_hand
from accounts.audit.services import note_once
from accounts.models import Body, Membership, Role, User
from accounts.services import invite
from config.read_log import KIND, VERB
from tests import factories
from tests.browser.looking import looked_at


@pytest.fixture(autouse=True)
def demo(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo as it starts, with Ruth's application waiting."""
    settings.DEMO = True
    # The few people whom the walks are about, without the three hundred of the register.
    monkeypatch.setattr("accounts.accreditation.demo_register.fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    apply_for_pass(
        person=User.objects.get(email="ruth@example.org"),
        body=Body.objects.get(slug="qba"),
        blueprint_code="club-auction",
        evidence={"result": "result-1", "percent": 82, "sitting": "Spring paper", "date": "2026-11-14"},
    )


def walk_in_as(page: Page, name: str) -> None:
    """Press the person's button on the page of the demo's people, out of whatever session there was."""
    page.context.clear_cookies()
    page.goto("/demo/")
    page.get_by_role("button", name=name).click()
    expect(page.locator("header")).to_contain_text(name)
    page.wait_for_load_state("domcontentloaded")


def test_an_application_becomes_a_certificate_the_public_can_check(page: Page) -> None:
    walk_in_as(page, "Helen Zhou")
    page.get_by_role("link", name="Helen Zhou").click()
    page.get_by_role("link", name="Applications", exact=True).click()
    page.get_by_role("link", name="Ruth Calder").click()
    expect(page.get_by_role("definition").filter(has_text="82 %")).to_be_visible()
    page.get_by_role("button", name="Grant Club Director").click()
    expect(page.get_by_role("status")).to_contain_text("Granted.")

    walk_in_as(page, "Ruth Calder")
    page.get_by_role("link", name="Ruth Calder").click()
    page.get_by_role("link", name="Club Director").click()
    address = page.get_by_role("link", name="Certificate (PDF)").get_attribute("href")
    assert address
    assert page.request.get(address).body().startswith(b"%PDF-")
    code = page.locator("dl code").inner_text()

    pdf, badge = (
        page.request.get(address.replace("certificate.pdf", name)).body() for name in ("certificate.pdf", "badge.png")
    )

    page.get_by_role("link", name="Decide").click()
    page.get_by_label("My name, with my levels").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")

    page.context.clear_cookies()
    for file, kind in ((pdf, "application/pdf"), (badge, "image/png")):
        page.goto("/verify/")
        page.get_by_label("Certificate or badge").set_input_files({"name": "x", "mimeType": kind, "buffer": file})
        page.get_by_role("button", name="Check the file").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Valid, and as we issued it")
        expect(page.locator(".holder")).to_have_text("Ruth Calder")
        assert looked_at(page, ("light", "dark")) == []
    page.goto("/register/")
    page.get_by_label("Name", exact=True).fill("calder")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("row", name="Ruth Calder")).to_contain_text("Valid")
    page.get_by_label("Verification code").fill(code.lower().replace("-", " "))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This certificate is valid")
    expect(page.locator(".holder")).to_have_text("Ruth Calder")


def addresses() -> list[tuple[str | None, str]]:
    """Every page of people and accreditation, and as whom to open it."""
    award, application = (
        Award.objects.filter(status=Award.Status.GRANTED)[0],
        Application.objects.get(status="submitted"),
    )
    role = Membership.objects.get(person=application.person)
    # Ruth is asked to do more; and somebody is asked of whom nothing is known.
    helen, qba = User.objects.get(email="helen@example.org"), Body.objects.get(slug="qba")
    for email in (User.objects.get(name="Ruth Calder").email, "somebody.new@example.org"):
        invite(actor=helen, body=qba, email=email, role=Role.INVIGILATOR, reason="For the spring exam")
    own, theirs = awards_of_tom(helen)
    return [
        (None, reverse("home")),
        (None, reverse("demo")),
        (None, reverse("register:list") + "?q=director"),
        (None, reverse("register:verify", args=[award.verification_code])),
        (None, reverse("register:verify", args=["unknown"])),
        (None, reverse("register:levels")),
        (None, reverse("register:levels_of", args=["qba"])),
        ("Ruth Calder", reverse("people:me")),
        ("Ruth Calder", reverse("usersessions_list")),
        ("Ruth Calder", reverse("mfa_index")),
        ("Ruth Calder", reverse("people:rename")),
        ("Ruth Calder", reverse("people:join")),
        ("Ruth Calder", reverse("accreditation:mine")),
        ("Helen Zhou", reverse("people:body", args=["qba"])),
        ("Helen Zhou", reverse("people:end-role", args=["qba", role.pk])),
        ("Helen Zhou", reverse("accreditation:queue", args=["qba"]) + "?status=all"),
        ("Helen Zhou", reverse("accreditation:application", args=[application.pk])),
        ("Helen Zhou", reverse("accreditation:award", args=[award.pk])),
        ("Helen Zhou", reverse("accreditation:awards", args=["qba"]) + "?state=all"),
        ("Helen Zhou", reverse("accreditation:by_hand", args=["qba"])),
        *pages_of_scope(award),
        *pages_of_certificates(award, helen),
        *pages_of_levels(helen),
        ("Alma Petrie", reverse("accreditation:queue", args=["qba"])),
        ("Alma Petrie", reverse("accreditation:award", args=[theirs.pk])),
        ("Alma Petrie", reverse("accreditation:application", args=[theirs.application_id])),
        ("Tom Ferrante", reverse("accreditation:award", args=[own.pk])),
        ("Tom Ferrante", reverse("accreditation:surrender", args=[own.pk])),
        ("Tom Ferrante", reverse("accreditation:award", args=[theirs.pk])),
        ("Daniel Okafor", reverse("opened", args=["qba"]) + f"?thing={opened_question()}"),
    ]


def pages_of_scope(award: Award) -> list[tuple[str | None, str]]:
    """What a level covers: who may direct an event, asked by a registrar and by code; dispensations."""
    asked = {"kind": "congress", "tables": "30"}
    day = {"day": award.body.today().isoformat()}
    allowed = Dispensation.objects.get()
    return [
        ("Helen Zhou", reverse("accreditation:may_direct", args=["qba"], query=asked | day)),
        ("Helen Zhou", reverse("accreditation:may_direct", args=["qba"], query=asked)),
        ("Helen Zhou", reverse("accreditation:dispensations", args=["qba"])),
        ("Helen Zhou", reverse("accreditation:give_dispensation", args=["qba"])),
        ("Helen Zhou", reverse("accreditation:dispensation", args=[allowed.pk])),
        (None, reverse("register:verify", args=[award.verification_code], query=asked | day)),
    ]


def pages_of_certificates(award: Award, helen: User) -> list[tuple[str | None, str]]:
    """Of an award that has had one: where a file is checked, what stands on certificates, an archive that was made."""
    certificates.issue(award)
    made = archives.ask(body=award.body, actor=helen, awards=[award.pk], reference=uuid4())
    archives.run(made.pk)
    return [
        (None, reverse("register:find")),
        ("Helen Zhou", reverse("accreditation:award", args=[award.pk])),
        ("Helen Zhou", reverse("accreditation:design", args=["qba"])),
        ("Helen Zhou", reverse("accreditation:archive_new", args=["qba"])),
        ("Helen Zhou", reverse("accreditation:archive", args=[made.pk])),
    ]


def pages_of_levels(helen: User) -> list[tuple[str, str]]:
    """Those of the levels, of one level, its versions and a draft in which something is wrong."""
    level = Level.objects.get(body__slug="qba", code="club")
    wrong = AllOf(
        of=(Paper(codes=("gone",)), AnyOf(of=(Sessions(number=6, clubs=2), Reference(of="club"))), Fee(amount="$40"))
    )
    for rule in (AllOf(of=(Fee(amount="$30"), Age(years=16))), wrong):
        draft = rulebook.begin_draft(level=level, actor=helen)
        draft = rulebook.change_draft(draft=draft, actor=helen, revision=draft.revision, change=partial(_instead, rule))
        if rule is not wrong:
            rulebook.publish(
                draft=draft,
                actor=helen,
                revision=draft.revision,
                from_day=level.body.today(),
                reason="Decided in June.",
            )
    of_level = [
        reverse(f"accreditation:{name}", args=[level.pk], query=query)
        for name, query in (
            ("level", {}),
            ("level_settings", {}),
            ("draft", {}),
            ("draft_publish", {}),
            ("draft_add", {"kind": "paper", "to": "2"}),
            ("draft_change", {"kind": "sessions", "at": "2.1"}),
        )
    ]
    of_body = [reverse(f"accreditation:{name}", args=["qba"]) for name in ("levels", "level_new")]
    version = reverse("accreditation:level_version", args=[level.pk, 2])
    return [("Helen Zhou", address) for address in (*of_body, *of_level, version)]


def _instead(new: Rule, _old: Rule) -> Rule:
    return new


def awards_of_tom(helen: User) -> tuple[Award, Award]:
    """Two awards granted by hand: one ends soon; the other is suspended, appealed against and proposed to be revoked."""
    tom, qba = User.objects.get(email="tom@example.org"), Body.objects.get(slug="qba")
    made = []
    for code, months in (("club", 35), ("congress", 4)):
        level = Level.objects.get(body=qba, code=code)
        start = months_later(qba.today(), -months)
        words = "Directed the Thursday session for six years; references of two clubs."
        made.append(
            grant_by_hand(
                level=level,
                person=tom,
                actor=helen,
                kind="recognition",
                evidence=words,
                valid_from=start,
                reason="Accredited in New South Wales for years.",
                reference=uuid4(),
                recognised=("New South Wales Bridge Association", f"{level}, 2024"),
            )
        )
    own, theirs = made
    deeds.suspend(award=theirs, actor=helen, reason="A complaint of two players is being looked into.")
    appeals.make(application=theirs.application, person=tom, grounds="I was not at that congress.")
    deeds.propose(award=theirs, actor=helen, reason="The references were written by the candidate.")
    return own, theirs


def test_an_award_is_renewed_and_another_is_revoked_by_two(page: Page) -> None:
    """By the keyboard where a form is folded."""
    own, theirs = awards_of_tom(User.objects.get(email="helen@example.org"))
    walk_in_as(page, "Alma Petrie")
    page.get_by_role("link", name="1 revocation to countersign").click()
    page.get_by_role("link", name="Awards", exact=True).first.click()
    row = page.get_by_role("row", name="Tom Ferrante").filter(has_text="Club Director")
    expect(row).to_contain_text("Valid, ends soon")
    row.get_by_role("link").click()
    page.locator("summary", has_text="Renew").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Forty sessions in the club’s book")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The award is renewed.")
    own.refresh_from_db()
    assert own.valid_until == months_later(own.valid_from, 72)

    page.goto(reverse("accreditation:award", args=[theirs.pk]))
    expect(page.locator("main")).to_contain_text("Helen Zhou proposed on")
    page.locator("summary", has_text="Countersign the revocation").click()
    page.get_by_role("button", name="Countersign and revoke the award").click()
    expect(page.get_by_role("status")).to_contain_text("The award is revoked.")

    walk_in_as(page, "Tom Ferrante")
    page.goto(reverse("accreditation:award", args=[theirs.pk]))
    page.locator("summary", has_text="Appeal against this decision").click()
    page.get_by_label("Why the decision is wrong").fill("They were not.")
    page.get_by_role("button", name="Send the appeal").click()
    expect(page.get_by_role("status")).to_contain_text("Your appeal has been made.")
    expect(page.locator("main")).to_contain_text("no other registrar who could answer")
    page.goto(reverse("accreditation:award", args=[own.pk]))
    page.get_by_role("link", name="Surrender the award").click()
    page.get_by_label("I give this award up.").check()
    page.get_by_role("button", name="Surrender the award").click()
    expect(page.get_by_role("status")).to_contain_text("You have given the award up.")


def opened_question() -> UUID:
    """A question of the body that two people have had open."""
    version = factories.version(at=Body.objects.get(slug="qba"))
    for person in User.objects.filter(email__in=["margaret@example.org", "ivo@example.org"]):
        note_once(actor=person, verb=VERB, thing=(KIND, str(version.pk)), data={"page": "bank:version"})
    return version.pk


def test_axe_finds_nothing_and_a_phone_shows_it_all(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    inside = None
    for who, address in addresses():
        if who != inside and who is not None:
            walk_in_as(page, who)
            inside = who
        page.goto(address)
        for closed in page.locator("details > summary").all():
            closed.click()
        assert looked_at(page, ("light", "dark")) == []


def test_the_admin_works_under_the_content_policy(page: Page) -> None:
    """The page fixture fails on anything the policy refuses."""
    walk_in_as(page, "Daniel Okafor")
    for address in (reverse("admin:accounts_membership_add"), reverse("admin:accreditation_award_changelist")):
        page.goto(address)
        expect(page.locator("#content h1")).to_be_visible()
