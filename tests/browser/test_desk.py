"""A registrar at the desk: what waits, renewals for one reason, clubs, a person, a merge, figures and a letter to a list."""

from __future__ import annotations

import datetime
import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from accounts.accreditation.intake import services as intake
from accounts.accreditation.models import Application, Award, Circular, Merge
from accounts.letters.models import Letter
from accounts.models import Body, Club, Membership, Region, Role, User
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]

SHOTS = os.environ.get("DESK_SHOTS", "")


def test_a_registrar_at_the_desk(demo: None, page: Page) -> None:
    faults: list[str] = []
    body = Body.objects.get(slug="qba")
    helen = User.objects.get(email="helen@example.org")

    def look(name: str) -> None:
        if SHOTS:
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 800})
                page.screenshot(path=str(Path(SHOTS) / f"{name}-{width}.png"), full_page=True)
        faults.extend(f"{name}: {one}" for one in looked_at_on_both(page, ("light", "dark")))
        page.set_viewport_size({"width": 1280, "height": 800})

    soon = list(Award.objects.filter(body=body).in_force().order_by("pk")[:2])
    for award in soon:
        end = body.today() + datetime.timedelta(days=20)
        Award.objects.filter(pk=award.pk).update(
            valid_from=end - datetime.timedelta(days=1000), valid_until=end, status="granted"
        )
    entry = "Quentin Old,quentin@example.org,4711,,club,2026-01-01,2029-12-31"
    made = intake.upload(
        body=body,
        actor=helen,
        name="old.csv",
        data=f"Name,Email,Number,Club,Level,From,Until\n{entry}\n".encode(),
    )
    intake.match(intake=made, actor=helen, columns=made.columns)
    intake.apply(intake=made, actor=helen)
    fresh = User.objects.create_user("quentin.new@example.org", name="Quentin New")
    Membership.objects.create(person=fresh, body=body, role=Role.CANDIDATE)

    walk_in_as(page, "Helen Zhou")
    page.goto("/people/me/")
    page.get_by_role("link", name="Desk", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is waiting for you")
    look("desk")

    page.goto("/accreditation/awards/qba/?ends=30")
    for award in soon:
        page.get_by_label(re.compile(f"Renew .* of {award.name}")).check()
    look("awards")
    page.get_by_role("button", name="Renew those ticked").click()
    expect(page.locator("main")).to_contain_text("2 lines would be done")
    look("renewals")
    page.get_by_label("What all these renewals rest on").fill("Refresher day of 14 November")
    page.get_by_role("button", name="Renew 2 awards").click()
    expect(page.locator("main")).to_contain_text("2 awards renewed.")
    page.goto("/accreditation/desk/qba/renewals/")
    page.get_by_label("Participants", exact=True).fill("Nobody Known")
    page.get_by_role("button", name="See what would happen").click()
    expect(page.locator("main")).to_contain_text("Nobody named here has an award that can be renewed now.")
    look("participants")

    page.goto("/accreditation/queue/qba/")
    look("queue")
    if (
        Application.objects.filter(body=body, status="submitted").exists()
        and page.locator("input[name=chosen]").count()
    ):
        page.locator("input[name=chosen]").first.check()
        page.get_by_role("button", name="Grant those ticked").click()
        look("grants")

    page.goto("/accreditation/regions/qba/")
    page.get_by_label("Name", exact=True).fill("Far North")
    page.get_by_label("Order", exact=True).fill("9")
    page.get_by_role("button", name="Make the region").click()
    look("regions")
    page.get_by_role("link", name="Far North").click()
    look("region")
    page.goto("/accreditation/clubs/qba/")
    look("clubs")
    page.get_by_role("link", name="Make a club").click()
    page.get_by_label("Name", exact=True).fill("Jacaranda Club")
    page.get_by_label("Latitude", exact=True).fill("-17")
    page.get_by_role("button", name="Make the club").click()
    expect(page.locator("main")).to_contain_text("Give both the latitude and the longitude, or neither.")
    look("club-new")
    page.get_by_label("Longitude", exact=True).fill("145")
    page.get_by_label("Region", exact=True).select_option("Far North")
    page.get_by_role("button", name="Make the club").click()
    page.get_by_role("link", name="Jacaranda Club", exact=True).click()
    look("club")
    page.get_by_role("link", name="Merge it into another club").click()
    page.get_by_label("Becomes part of").select_option("Jacaranda Bridge Club")
    page.get_by_label("Reason", exact=True).fill("One club under two names")
    page.get_by_role("button", name="See what would happen").click()
    look("club-merge")
    page.get_by_role("button", name="Merge the two clubs").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jacaranda Bridge Club")
    assert Club.objects.get(name="Jacaranda Bridge Club").former_names == ["Jacaranda Club"]
    assert Region.objects.filter(name="Far North").exists()

    page.goto("/people/qba/?q=Quentin")
    page.get_by_role("link", name="Quentin Old", exact=True).click()
    look("person")
    page.get_by_role("link", name="Merge into another record").click()
    page.get_by_label("Record that stays").select_option(str(fresh.pk))
    page.get_by_label("Reason", exact=True).fill("The same person, by phone")
    page.get_by_role("button", name="See what would happen").click()
    expect(page.locator("main")).to_contain_text("1 award moves to Quentin New")
    look("person-merge")
    page.get_by_role("button", name="Merge the two records").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quentin New")
    assert Merge.objects.get().kept == fresh
    page.get_by_label("Phone", exact=True).fill("07 3855 1234")
    page.get_by_label("Reason", exact=True).fill("As on the form")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="All that was done").click()
    expect(page.locator("main")).to_contain_text("Two records merged")
    look("history")

    page.goto("/accreditation/desk/qba/statistics/")
    page.get_by_text("As a table").first.click()
    look("statistics")

    page.goto("/accreditation/awards/qba/?level=")
    page.get_by_role("link", name="Write to these people").click()
    page.get_by_label("Subject", exact=True).fill("Refresher day for {{ level }}")
    page.get_by_label("Text", exact=True).fill("Your award ends on {{ until }}, {{ firstname }}.")
    page.get_by_role("button", name="See what would be sent").click()
    expect(page.locator("main")).to_contain_text("Nothing is known to stand for {{ firstname }}")
    page.get_by_label("Text", exact=True).fill("Your award ends on {{ until }}, {{ name }}.")
    page.get_by_role("button", name="See what would be sent").click()
    look("letter")
    page.get_by_role("button", name=re.compile("Send .* letters")).click()
    look("letter-sent")
    assert Letter.objects.filter(once=Circular.objects.get().once).exists()
    page.goto("/accreditation/desk/qba/letters/")
    look("letters")
    assert faults == []
