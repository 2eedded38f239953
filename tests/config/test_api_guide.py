"""The page about the API."""

from __future__ import annotations

import re
import shlex
from html import unescape

from django.test import Client

from config.api.guide import read
from laws.api.schema import openapi
from tests.laws.conftest import digest, small_shelf

__all__ = ["digest", "small_shelf"]


OPEN = (
    "/api/v1/laws/",
    "/api/v1/rulings/",
    "/api/v1/accreditation/levels/",
    "/api/v1/accreditation/register/",
    "/api/v1/accreditation/certificates/",
)


def test_every_address_and_parameter_is_on_it(client: Client) -> None:
    html = client.get("/api/").content.decode()
    for path, ways in openapi()["paths"].items():
        for method, told in ways.items():
            assert f"<code>{method.upper()} {path}</code>" in html
            for parameter in told.get("parameters", ()):
                assert f"<code>{parameter['name']}</code>" in html
    assert "60 requests a minute" in html
    assert "<strong>Dates.</strong>" in html


def test_its_links_lead_somewhere_on_it(client: Client) -> None:
    html = client.get("/api/").content.decode()
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="#([^"]+)"', html))
    assert targets - set(ids) == set()
    assert {"Provision", "Problem", "Text", "search"} <= set(ids)


def test_its_examples_can_be_tried(small_shelf: object, client: Client) -> None:
    for section in read().sections:
        for operation in section.operations:
            if not operation.path.startswith(OPEN):
                # For people who are signed in: anybody else is told so.
                if operation.method == "GET":
                    assert client.get(operation.example).status_code == 403, operation.path
                continue
            if operation.sent:
                answer = client.post(operation.path, operation.sent, content_type="application/json")
                assert answer.status_code == 200, operation.path
                continue
            assert operation.method == "GET"
            status = client.get(operation.example).status_code
            # The small shelf does not have all that the examples name; that they may be asked is what counts.
            assert status in (200, 404), operation.example
    assert client.get("/api/v1/laws/search/?q=insufficient+bid").status_code == 200


def test_what_is_sent_is_shown_as_a_command(client: Client, db: None) -> None:
    """The commands on the page, read as a shell reads them, are ruled on."""
    html = unescape(client.get("/api/").content.decode())
    commands = re.findall(r"<code>(curl .*?)</code></pre>", html, re.S)
    assert len(commands) == 7
    for command in commands:
        _curl, address, _header, kind, _data, body = shlex.split(command)
        answer = client.post(address.removeprefix("http://testserver"), body, content_type=kind.split(": ")[1])
        assert answer.status_code == 200, command


def test_types_are_told_in_words() -> None:
    fields = {f"{record.name}.{field.name}": field for record in read().records for field in record.fields}
    assert fields["Stretch.until"].type == "date or null"
    assert fields["Text.kind"].type == "digest, official"
    assert (fields["Provision.texts"].type, fields["Provision.texts"].record) == ("list of records", "ProvisionText")
    assert fields["Table.rows"].type == "list of: list of: text"
    assert not fields["Call.bad"].required
    sizes = {
        one.type
        for section in read().sections
        for op in section.operations
        for one in op.parameters
        if one.name == "page_size"
    }
    assert sizes == {"integer 1–200"}
