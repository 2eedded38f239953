"""Nobody of one body reads or changes what is another's: every address of the site, asked with the real things of two bodies.

The addresses come from the routes, the forms from the pages of those who may see them: a new page, part or deed is walked
without anybody having to think of it, and one for whose id there is no thing here fails by its name.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client

from accounts.models import Role, User
from tests import factories, shelves
from tests.config.houses import House, furnished
from tests.config.sweeping import Address, Belongings, Forms, Map, mapped
from tests.exams.marking.conftest import Clock, clock
from tests.walking import faults

__all__ = ["clock"]

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
# Every request may leave these: they say who was there.
NOTED = frozenset({"audit_auditentry", "django_session", "usersessions_usersession"})
TABLES = frozenset(model._meta.db_table for model in apps.get_models()) - NOTED
# What is everybody's, by design: the law, what bodies laid down, the public register, checks by anybody who holds a code.
PUBLIC_ROOMS = frozenset({"laws", "laws-api", "rulings-api", "register", "receipts"})
PUBLIC = frozenset(
    {
        "accreditation-api:certificate",
        "accreditation-api:code-check",
        "accreditation-api:file-check",
        "accreditation-api:levels",
        "accreditation-api:register",
        "regulations:body",
        "regulations:bodies",
        "samples:on_paper",
        "samples:sample",
        "sittings:watch",
    }
)
# Tells strangers what everybody reads under /levels/; whoever is signed in finds their own work there.
FOR_STRANGERS = frozenset({"home"})
# Addresses whose parameter is a secret that was mailed to somebody, which the library that makes them tests; and of the admin
# what leads on to others.
APART = frozenset(
    {
        "admin:",
        "admin:app_list",
        "admin:view_on_site",
        "account_confirm_email",
        "account_reset_password_from_key",
    }
)


# One joins a body as its candidate without asking; the form lists the clubs of all.
JOINING = frozenset({"people:join"})
# What a candidate who has entered nothing may do at their own body. An award came to the candidate by a merge of two records;
# a page asks twice before it is given up, a program says so once.
CANDIDATES = frozenset(
    {"sittings:enter", "sittings-api:enter", "accreditation:shown", "accreditation-api:award-surrender"}
)
# An appeal quotes its question; the administrator who may have to say who decides it reads that.
TOLD = frozenset({("marking:appeal", "administrator"), ("appeals-api:appeal", "administrator")})
PARTS = frozenset({"bank:job"})
# What fits many deeds, where no page has a form for one.
ANYTHING: dict[str, Any] = {
    "answer": "accept",
    "code": "4711",
    "decision": "approve",
    "grounds": "Because it was so.",
    "how": "down",
    "note": "Because it was so.",
    "number": 1,
    "option": "c",
    "outcome": "upheld",
    "reason": "Because it was so.",
    "reasons": "Because it was so.",
    "seen": 1,
    "sequence": 1,
    "text": "Because it was so.",
    "why": "Because it was so.",
}
Forms_ = dict[str, list[dict[str, Any]]]


@dataclass
class Answer:
    """What came back, and which tables were written to."""

    status: int
    text: str
    wrote: set[str]
    changed: list[str]
    view: str


@dataclass(eq=False)
class Walker:
    """Somebody's browser. Each request is undone, so that all meet the same house."""

    name: str
    person: User | None
    theirs: Belongings | None = None
    made: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.client = Client(raise_request_exception=False) if self.person is None else factories.browser(self.person)
        self.client.raise_request_exception = False
        self.cookies = self.client.cookies.output(header="")

    def ask(self, method: str, address: str, data: Any = None, *, htmx: bool = False) -> Answer:
        """Send it and undo it."""
        wrote: set[str] = set()

        def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if found := WRITES.match(sql):
                wrote.add(found[1])
            return execute(sql, params, many, context)

        kind = {}
        if data is not None and (address.startswith("/api/") or method != "POST"):
            data, kind = json.dumps(data, default=str), {"content_type": "application/json"}
        self.client.cookies = SimpleCookie(self.cookies)
        with transaction.atomic():
            with connection.execute_wrapper(watch):
                response = getattr(self.client, method.lower())(
                    address, data, **kind, headers={"HX-Request": "true"} if htmx else None
                )
                text = _text(response)
            changed = self.theirs.changed(wrote) if self.theirs else []
            transaction.set_rollback(True)
        self.made[method] += 1
        match = getattr(response, "resolver_match", None)
        return Answer(response.status_code, text, wrote & TABLES, changed, match.view_name if match else "")


def _text(response: Any) -> str:
    if (fault := getattr(response, "exc_info", None)) is not None:
        return "".join(traceback.format_exception(*fault))
    if response.headers.get("Content-Type", "").startswith("application/pdf"):
        return ""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    cookies = " ".join(str(one.value) for name, one in response.cookies.items() if name == "messages")
    return f"{body.decode(errors='replace')} {response.headers.get('Location', '')} {cookies}"


@dataclass
class Site:
    """Two bodies, the addresses of their things, and the forms that B's own people are shown."""

    a: House
    b: House
    of_a: Map
    of_b: Map
    guest: User
    forms: Forms_ = field(default_factory=dict)
    methods: dict[str, set[str]] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)

    def sent_to(self, address: Address) -> list[dict[str, Any]]:
        """What to send there: the forms that lead there, or to its like; else a form that fits many deeds."""
        likes = [one.path for one in self.of_b.things if one.view == address.view]
        return next((self.forms[one] for one in (address.path, *likes) if one in self.forms), [ANYTHING])[:2]


@pytest.fixture
def site(db: None, clock: Clock) -> Iterator[Site]:
    logging.disable(logging.CRITICAL)
    shelves.load()
    guest = factories.person("Ashgrove guest", Role.EXAMINER, at=factories.body("Chermside Bridge"))
    stranger = factories.person("Yonder examiner", Role.EXAMINER, at=factories.body("Yonder Bridge Club"))
    b = furnished("Boondall Bridge", "Quillfeather", "duplicate-2017", clock, guest)
    a = furnished("Chermside Bridge", "Ashgrove", "rubber-2014", clock, stranger)
    for house in (a, b):
        for person in house.people.values():
            factories.browser(person).get("/people/me/")
    yield Site(a, b, mapped(a, b, APART), mapped(b, a, APART), guest)
    logging.disable(logging.NOTSET)


def visited(site: Site) -> Counter[str]:
    """Ask for each of B's things as B's own people, until one of them is shown it; keep the forms and the methods."""
    hosts = [Walker(name, site.b.people[name]) for name in ("owner", "alice", "examiner", "bob", "mary", "law_editor")]
    # Whom the body has lent a script.
    hosts.append(Walker("guest", site.guest))
    first = {one.name: one for one in hosts}
    luck: dict[str, str] = {}
    for address in [*site.of_b.things, *site.of_b.plain]:
        known = [first[luck[address.view]], hosts[0]] if address.view in luck else hosts
        for host in dict.fromkeys(known, None) if address.named else hosts[:1]:
            answer = host.ask("GET", address.path)
            assert answer.status < 500, address
            methods = site.methods.setdefault(address.view, {"GET", "POST"})
            if answer.status == 405:
                methods.discard("GET")
                break
            if answer.status < 400:
                site.found.add(address.view)
                luck[address.view] = host.name
            if answer.status == 200:
                forms = Forms(address.path)
                forms.feed(answer.text)
                for where, fields in forms.found:
                    known_forms = site.forms.setdefault(where, [])
                    if fields not in known_forms:
                        known_forms.append(fields)
                break
    for view, address in firsts(site.of_b.things).items():
        hosts_ = [first[luck[view]]] if view in luck else hosts
        for host in hosts_:
            answer = host.ask("POST", address.path, site.sent_to(address)[0])
            if answer.status == 405:
                site.methods[view].discard("POST")
                break
            # A refusal may be noted in the log of a room.
            if answer.status in (403, 404):
                continue
            site.found.add(view)
            if answer.wrote:
                site.found.add(f"{view} done")
                break
    return sum((one.made for one in hosts), Counter())


def firsts(addresses: list[Address]) -> dict[str, Address]:
    """One address of each route."""
    return {one.view: one for one in reversed(addresses)}


def is_public(view: str) -> bool:
    """Whether anybody may read it."""
    return view.split(":", maxsplit=1)[0] in PUBLIC_ROOMS or view in PUBLIC


@pytest.mark.first
def test_nobody_of_one_body_meets_what_is_another_s(site: Site) -> None:
    """Not in an answer, not in a list, not in a table; and nothing falls over."""
    assert sorted(set(site.of_b.gaps)) == [], (
        "routes that take an id, for which there is no thing in tests/config/houses.py"
    )
    made = visited(site)
    views = {one.view for one in site.of_b.things}
    assert views - site.found == set(), "B's own people do not reach it either, so a refusal would say nothing"
    deeds = {view for view in views if "POST" in site.methods[view]}
    done = {view for view in deeds if f"{view} done" in site.found}
    assert len(done) > 40, f"with what is sent here B's own people do little: {sorted(deeds - done)}"
    theirs = Belongings(site.b)
    assert len(theirs.ids) > 150
    a = site.a.people

    def walker(name: str, person: User | None) -> Walker:
        return Walker(name, person, theirs)

    root = walker("root", User.objects.create_superuser("root@example.org", name="Root"))
    owner, alice = walker("owner", a["owner"]), walker("alice", a["alice"])
    single = [walker(role.value, a[role.value]) for role in Role]
    bare = [walker("nobody", None), walker("norole", factories.person("Norbert Noroles")), root]
    first, every = list(firsts(site.of_b.things).values()), site.of_b.things

    with faults() as found:

        def judge(
            who: Walker, method: str, address: Address, data: Any = None, *, of_b: bool = True, **how: Any
        ) -> Answer:
            # What is sent would come back on the page.
            data = data and {name: str(value).replace(site.b.mark, "Somebody") for name, value in data.items()}
            answer = who.ask(method, address.path, data, **how)
            with found.at(f"{method} {address.view} {address.path} as {who.name}"):
                assert answer.status < 500, answer.text
                assert not answer.changed or address.view in JOINING, f"changed {answer.changed} of B"
                if is_public(address.view) or (who.person is None and address.view in FOR_STRANGERS):
                    return answer
                assert not of_b or not 200 <= answer.status < 300, f"{answer.status} with a thing of B"
                words = [answer.text[at : at + 60] for at in (answer.text.find(site.b.mark),) if at >= 0]
                assert not words, f"words of B: {words}"
                sent = f"{address.path} {data}"
                strange = [one for one in set(UUID.findall(answer.text)) & theirs.ids if one not in sent]
                assert not strange or address.view in JOINING, f"ids of B: {strange}"
            return answer

        # Each role alone is asked by turns: one who has them all has asked everything.
        asked = [(one, [owner]) for one in every]
        asked += [(one, [alice, *single[number % 2 :: 2], *bare]) for number, one in enumerate(first)]
        for address, walkers in asked:
            for who in walkers:
                methods = site.methods.get(address.view, {"GET", "POST"})
                if "GET" in methods:
                    judge(who, "GET", address)
                if "POST" in methods and (who not in single or "GET" not in methods):
                    for data in site.sent_to(address)[: 2 if who is owner else 1]:
                        judge(who, "POST", address, data)
        for number, address in enumerate(first):
            judge(owner, ("PUT", "PATCH", "DELETE")[number % 3], address, ANYTHING)
        for address in site.of_b.mixed:
            judge(owner, "GET", address)
            judge(owner, "POST", address, site.sent_to(address)[0])
        # Lists, and forms that send along what is B's.
        query = (
            f"?body={site.b.body.slug}&sitting={theirs_of(site, 'sitting_id')}&version={theirs_of(site, 'version_id')}"
        )
        for number, address in enumerate(site.of_a.plain):
            for who in (owner, alice, single[number % len(single)], *bare):
                judge(who, "GET", address, of_b=False)
            judge(owner, "GET", Address(address.view, address.path + query, {}), of_b=False)
            for data in site.forms.get(address.path, [ANYTHING])[:3]:
                judge(owner, "POST", address, data, of_b=False)
        # A's own things: no page of them leads to B's, and only who examines there reads what is asked.
        secret = f"{site.a.mark} asks you to rule"
        for address in firsts(site.of_a.things).values():
            judge(owner, "GET", address, of_b=False, htmx=address.view in PARTS)
            judge(owner, "POST", address, site.sent_to(address)[0], of_b=False)
            for who in single:
                if who.name == "examiner" or "GET" not in site.methods.get(address.view, {"GET"}):
                    continue
                answer = judge(who, "GET", address, of_b=False)
                with found.at(f"GET {address.view} {address.path} as {who.name} of A"):
                    is_shown = secret in answer.text and (address.view, who.name) not in TOLD
                    assert not is_shown, "a question of A's, to somebody who does not examine"
            for who in (single[0], bare[1]):
                if "POST" in site.methods.get(address.view, {"POST"}):
                    answer = judge(who, "POST", address, site.sent_to(address)[0], of_b=False)
                    with found.at(f"POST {address.view} {address.path} as {who.name} of A"):
                        assert not answer.wrote or address.view in CANDIDATES, f"wrote {answer.wrote}"
        for address in site.of_b.law:
            judge(bare[0], "GET", address, of_b=False)
        for address in site.of_b.admin:
            judge(owner, "GET", address)
            assert root.ask("GET", address.path).status < 500
    made += sum((one.made for one in (owner, alice, *single, *bare)), Counter())
    assert sum(made.values()) > 4500, made


def theirs_of(site: Site, name: str) -> Any:
    """One of B's things."""
    return next(one.named[name] for one in site.of_b.things if name in one.named)
