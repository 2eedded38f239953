"""What goes out comes in as it was, and what came in goes out as it was."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, timedelta
from operator import itemgetter
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.accreditation.intake import output, services
from accounts.accreditation.intake.files import read, unescaped
from accounts.accreditation.models import Application, Award, Intake, Level, RegisterEntry
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.accreditation.intake.conftest import ready
from tests.accounts.conftest import signed_in

LINES = 400


def exported(body: Body) -> list[dict[str, str]]:
    """The register as it goes out, read back."""
    sheet = read("register.csv", ("\ufeff" + output.as_csv(output.rows(body))).encode())
    return [dict(zip(sheet.headings, map(unescaped, cells), strict=True)) for _number, cells in sheet.lines]


def taken_in(body: Body, actor: User, data: bytes) -> Intake:
    made = services.upload(body=body, actor=actor, name="register.csv", data=data)
    services.match(intake=made, actor=actor, columns=made.columns)
    return made


def test_400_lines_imported_corrected_exported_equal(body: Body, rita: User, level: Level) -> None:
    Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
    names = [f"{given} {family}" for given in GIVEN for family in FAMILIES][:LINES]
    assert len(set(names)) == LINES
    wanted, lines = [], []
    for at, name in enumerate(names):
        start = date(2024, 1, 1) + timedelta(days=at)
        row = {
            "Name": name,
            "Email": f"p{at}@example.org" if at % 3 else "",
            "Number": f"{1000 + at}",
            "Club": f"Club {at % 7}",
            "Level": "Congress Director" if at % 5 == 0 else "Club Director",
            "Valid from or granted on": f"{start}",
            "Valid until": f"{start + timedelta(days=1000)}",
        }
        wanted.append(row)
        sent = dict(row)
        if at == 10:
            sent["Valid until"] = "31/02/2027"
        if at == 20:
            sent["Level"] = "CD"
        if at == 30:
            sent["Name"] = "Two & Two"
        lines.append(sent)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(wanted[0]))
    writer.writeheader()
    writer.writerows(lines)
    made = taken_in(body, rita, out.getvalue().encode())
    assert services.counts(made)["wrong"] == 2
    clubs = {f"Club {n}": "make" for n in range(7)}
    services.settle(intake=made, actor=rita, levels={"CD": "congress"}, clubs=clubs)
    for number, column, heading in ((12, "until", "Valid until"), (32, "name", "Name")):
        line = made.lines.get(number=number)
        services.correct(line=line, actor=rita, corrected={column: wanted[number - 2][heading]})
    assert services.counts(made) == {"new": LINES, "known": 0, "same": 0, "decide": 0, "wrong": 0, "left": 0}
    services.apply(intake=made, actor=rita)
    found = exported(body)
    for row in found:
        row.pop("Standing")
    assert sorted(found, key=itemgetter("Number")) == sorted(wanted, key=itemgetter("Number"))
    again = taken_in(body, rita, output.as_csv(output.rows(body)).encode())
    assert services.counts(again)["same"] == LINES


GIVEN = ["Anne", "Brian", "Carol", "Derek", "Edith", "Frank", "Gwen", "Harold", "Irene", "Jack", "Kylie", "Lionel",
         "Maureen", "Neville", "Olive", "Philip", "Queenie", "Roger", "Sylvia", "Trevor"]  # fmt: skip
FAMILIES = ["Abbott", "Brandt", "Chisholm", "Dufresne", "Eastman", "Fitzgerald", "Gunther", "Hollingworth", "Ivanov",
            "Jankowski", "Kowalczyk", "Lindqvist", "Macpherson", "Nakamura", "Okafor", "Papadopoulos", "Quigley",
            "Rasmussen", "Stavros", "Tully"]  # fmt: skip

SIGNS = st.sampled_from("abcXYZ éü=+-@'\",;&/ß李\t") | st.characters(categories=["L", "N", "P"])
WORDS = st.text(SIGNS, min_size=1, max_size=12)
SAID = WORDS.map(lambda text: " ".join(text.split())).filter(lambda text: text and text.isprintable())
AWARDS = st.fixed_dictionaries(
    {
        "person": st.integers(0, 5),
        "level": st.integers(0, 2),
        "start": st.dates(date(2015, 1, 1), date(2026, 1, 1)),
        "days": st.integers(1, 3000),
        "status": st.sampled_from(["granted", "suspended", "granted"]),
        "name": SAID,
    }
)
REGISTERS = st.fixed_dictionaries(
    {
        "people": st.lists(
            st.fixed_dictionaries(
                {
                    "name": SAID,
                    "address": st.booleans(),
                    "number": st.none() | SAID,
                    "club": st.none() | st.integers(0, 1),
                }
            ),
            min_size=6,
            max_size=6,
        ),
        "levels": st.lists(SAID, min_size=3, max_size=3),
        "clubs": st.lists(SAID, min_size=2, max_size=2, unique=True),
        "awards": st.lists(AWARDS, min_size=1, max_size=8),
    }
)


def furnish(register: dict[str, Any], actor: User) -> Body:
    """A body with this register."""
    number = Body.objects.count()
    body = Body.objects.create(name=f"Body {number}", short_name=f"B{number}", slug=f"b{number}")
    Membership.objects.create(person=actor, body=body, role=Role.REGISTRAR)
    actor.known_roles = None
    clubs = [Club.objects.create(body=body, name=name) for name in register["clubs"]]
    levels = [
        Level.objects.create(body=body, code=f"level-{n}", name=name, validity_months=12, order=n)
        for n, name in enumerate(register["levels"])
    ]
    people = []
    for at, told in enumerate(register["people"]):
        somebody = User(name=told["name"])
        somebody.email = f"p{at}.{number}@example.org" if told["address"] else somebody.placeholder
        somebody.save()
        club = clubs[told["club"]] if told["club"] is not None else None
        Membership.objects.create(person=somebody, body=body, role=Role.CANDIDATE, club=club)
        taken = RegisterEntry.objects.filter(body=body, number=told["number"] or "").exists()
        if told["number"] and not taken:
            RegisterEntry.objects.create(body=body, person=somebody, number=told["number"])
        people.append(somebody)
    for at, told in enumerate(register["awards"]):
        somebody, level = people[told["person"]], levels[told["level"]]
        application = Application.objects.create(
            body=body, person=somebody, level=level, evidence={"result": f"{at}"}, status="submitted"
        )
        Award.objects.create(
            body=body,
            person=somebody,
            name=told["name"],
            level=level,
            application=application,
            granted_by=actor,
            status=told["status"],
            valid_from=told["start"],
            valid_until=told["start"] + timedelta(days=told["days"]),
        )
    return body


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(register=REGISTERS)
def test_what_was_exported_imports_as_nothing_to_do(register: dict[str, Any], rita: User) -> None:
    body = furnish(register, rita)
    made = taken_in(body, rita, output.as_csv(output.rows(body)).encode())
    told = [(line.outcome, line.says, line.cells) for line in made.lines.all()]
    assert [one for one in told if one[0] != "same"] == []
    assert len(told) == len(register["awards"])


class TestGoingOut:
    def test_csv_json_and_a_list(self, body: Body, rita: User, award: Award) -> None:
        browser = signed_in(rita)
        sheet = browser.get(reverse("accreditation:register_csv", args=[body.slug]))
        assert sheet["Content-Disposition"] == 'attachment; filename="register-mba.csv"'
        assert "Alice Archer,alice.archer@example.org,,Jacaranda Bridge Club,Club Director" in sheet.content.decode()
        told = json.loads(browser.get(reverse("accreditation:register_json", args=[body.slug])).content)
        assert told["awards"][0] == {
            "name": "Alice Archer",
            "email": "alice.archer@example.org",
            "number": "",
            "club": "Jacaranda Bridge Club",
            "level": "Club Director",
            "start": f"{award.valid_from}",
            "until": f"{award.valid_until}",
            "state": "Valid",
        }
        page = browser.get(reverse("accreditation:register_list", args=[body.slug])).content.decode()
        assert "Jacaranda Bridge Club" in page

    def test_the_address_of_somebody_who_has_left_stays_here(self, body: Body, rita: User, award: Award) -> None:
        for one in award.person.memberships.all():
            one.until = one.since
            one.save()
        assert [row.email for row in output.rows(body)] == [""]

    def test_as_many_queries_whatever_the_awards(
        self, body: Body, rita: User, level: Level, django_assert_num_queries: Any
    ) -> None:
        for count in (1, 20):
            made = ready(
                body, rita, *(f"P{n} {FAMILIES[n]},p{n}.{count}@x.org,,,Club,,31/12/2027" for n in range(count))
            )
            services.apply(intake=made, actor=rita) if count == 1 else None
            with django_assert_num_queries(5):
                output.rows(body)
