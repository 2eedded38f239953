"""A registrar takes a register in: a duplicate and a wrong date are decided, the rest is imported, seen and undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from accounts.models import Body
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]

pytestmark = pytest.mark.usefixtures("demo")


def test_a_register_is_taken_in_and_undone(page: Page) -> None:
    faults: list[str] = []

    def look() -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))

    qba = Body.objects.get(slug="qba")
    candidate = (
        qba.memberships.filter(role="candidate", until=None).exclude(person__name="").order_by("person__name")[0]
    )
    given, _blank, family = candidate.person.name.rpartition(" ")
    lines = [
        "Name;E-mail;Grade;Granted;Expires;Phone",
        "Wilhelmina Threlfall;wilhelmina@example.org;Club;01/07/2026;30/06/2029;07 1234",
        f"{given} {family}e;;Club;01/07/2019;30/06/2021;",
        "Barnaby Oxenford;;Club;01/02/2026;31/02/2027;",
    ]
    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Helen Zhou")
    page.get_by_role("link", name="Awards", exact=True).click()
    page.get_by_role("link", name="Import a register").click()
    look()
    sent = FilePayload(name="register.csv", mimeType="text/csv", buffer="\r\n".join(lines).encode("cp1252"))
    page.get_by_label("File with your register").set_input_files(sent)
    page.get_by_role("button", name="Read the file").click()
    expect(page.locator(".lead")).to_contain_text("separated by semicolons")
    expect(page.get_by_label("Level")).to_have_value("2")
    look()
    page.get_by_role("button", name="See what an import would do").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing has been written yet")
    expect(page.locator("main")).to_contain_text("There is no such day as “31/02/2027”")
    expect(page.get_by_role("button", name="Import 1 award")).to_have_count(0)
    look()

    page.get_by_role("link", name="Line 4").click()
    look()
    page.get_by_label("Valid until").fill("2027-02-28")
    page.get_by_role("button", name="Save and preview again").click()
    expect(page.locator("main")).to_contain_text("Line 4: new person with an award.")
    page.get_by_role("link", name="Needs a decision").click()
    page.get_by_role("link", name="Line 3").click()
    look()
    page.get_by_label(candidate.person.name).check()
    page.get_by_role("button", name="Save and preview again").click()
    page.get_by_role("button", name="Import 3 awards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The register is imported")
    look()

    imported = page.url
    site = imported.split("/accreditation/")[0]
    page.goto(f"{site}/people/qba/?q=Oxenford")
    look()
    page.get_by_role("link", name="Add an address for Barnaby Oxenford").click()
    look()
    page.get_by_label("Email address").fill("barnaby@example.org")
    page.get_by_role("button", name="Save the address").click()
    expect(page.locator("main")).to_contain_text("Barnaby Oxenford can claim the entry")
    page.goto(f"{site}/accreditation/register/qba/")
    look()

    # Whoever comes with a file was never asked.
    page.goto(f"{site}/register/?q=Threlfall")
    expect(page.get_by_role("status")).to_contain_text("Nobody whom the register may show matches.")
    page.goto(imported)
    page.get_by_label("Reason").fill("The file of last year")
    page.get_by_role("button", name="Undo the import").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The import is undone")
    look()
    assert faults == []
