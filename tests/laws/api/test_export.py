"""A whole edition as one document: complete, of the promised shape, the same bytes for the same content, and quick."""

from __future__ import annotations

import datetime
import json
import time
from typing import Any

import jsonschema
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from laws import library, shelf
from laws.api.export import SCHEMA, document, export
from laws.api.export.keeping import state
from laws.models import Commentary, Edition, Provision, ProvisionVersion
from laws.shelf.provisions import nodes_of
from laws.sources.digest import DigestEdition, DigestLaw, read_shelf
from tests.laws.api.conftest import BASE, OF_2017, ON, Ask
from tests.laws.api.test_provisions import official
from tests.laws.conftest import Digest

DAYS = [datetime.date(2019, 6, 1), datetime.date(2023, 12, 31), datetime.date(2024, 1, 1), datetime.date(2026, 1, 1)]
Told = dict[str, Any]


def edition(slug: str = "duplicate-2017") -> Edition:
    return Edition.objects.get(slug=slug)


def stood(entry: DigestEdition, law: DigestLaw, on: datetime.date) -> bool:
    """Whether this was the law on the date."""
    return (law.amended or entry.in_force) <= on and (law.until is None or on < law.until)


def loaded(entry: DigestEdition, on: datetime.date) -> Told:
    """What the files say of an edition on a date, put as simply as `exported` puts the document."""
    laws = {law.number: law for law in entry.laws if stood(entry, law, on)}
    held = [
        one for one in entry.remarks if (one.starts or entry.in_force) <= on and (one.ends is None or on < one.ends)
    ]
    return {
        "laws": [
            (
                law.number,
                [(str(node.key), node.heading, node.text, [*node.tables]) for node in nodes_of(law)],
                sorted((str(note.key), note.text) for note in law.footnotes),
            )
            for law in laws.values()
        ],
        "definitions": sorted(
            (one.term, one.text, [*one.forms], one.marked, [*one.see]) for one in entry.definitions
        ),
        "commentary": sorted(
            (
                one.code, one.kind, one.author, one.authority, one.place, one.dated and one.dated.isoformat(),
                one.dated_to, sorted(one.keys), sorted(one.terms), one.title, one.text, [*one.auctions], [*one.deals],
                one.lines and [*one.lines],
            )
            for one in held
        ),
        "amendments": [(one.instrument, one.in_force.isoformat()) for one in entry.amendments],
    }  # fmt: skip


def exported(told: Told) -> Told:
    """The same from the document. Every text there is a digest."""

    def only(texts: list[Told]) -> Told:
        (text,) = texts
        assert text["kind"] == "digest"
        return text

    return {
        "laws": [
            (
                law["number"],
                [
                    (one["key"], only(one["texts"])["heading"], only(one["texts"])["text"], only(one["texts"])["tables"])
                    for one in law["provisions"]
                ],
                sorted(
                    (one["key"], only(note["texts"])["text"])
                    for one in law["provisions"]
                    for note in one["footnotes"]
                ),
            )
            for law in told["laws"]
        ],
        "definitions": [
            (one["term"], text["text"], text["forms"], text["marked"], text["see"])
            for one in told["definitions"]
            for text in [only(one["texts"])]
        ],
        "commentary": [
            (
                one["code"], one["kind"], one["author"], one["authority"], one["place"], one["dated"], one["dated_to"],
                sorted(one["provisions"]), sorted(one["definitions"]), text["title"], text["text"], text["auctions"],
                text["deals"], text["lines"],
            )
            for one in told["commentary"]
            for text in [only(one["texts"])]
        ],
        "amendments": [(one["instrument"], one["in_force"]) for one in told["amendments"]],
    }  # fmt: skip


@pytest.mark.parametrize("on", DAYS, ids=str)
def test_what_was_loaded_comes_out_again(small_shelf: Digest, on: datetime.date) -> None:
    entry = read_shelf(small_shelf.folder).editions["duplicate-2017"]
    told = document(edition(), on)
    jsonschema.Draft202012Validator(SCHEMA).validate(told)
    assert exported(told) == loaded(entry, on)
    assert [one["key"] for law in told["laws"] for one in law["provisions"]][:3] == ["Intro", "27", "27A"]


def test_the_shipped_editions_come_out_again(real_shelf: None) -> None:
    files = read_shelf(shelf.FOLDER)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for entry in files.editions.values():
        if not entry.laws:
            continue
        for on in (entry.in_force, datetime.date(2023, 12, 31), datetime.date(2026, 1, 1)):
            told = document(edition(entry.slug), on)
            validator.validate(told)
            assert exported(told) == loaded(entry, on)
        pairs = [one for one in files.concordance if entry.slug in (one.earlier_edition, one.later_edition)]
        assert sorted(
            (
                one["earlier"]["edition"],
                one["earlier"]["key"] or "",
                one["later"]["key"] or "",
                one["kind"],
                one["remark"],
            )
            for one in told["concordance"]
        ) == sorted((one.earlier_edition, one.earlier, one.later, one.kind, one.remark) for one in pairs)
        held = edition(entry.slug)
        export(held, library.today(), asked_on=False)
        began = time.perf_counter()
        export(held, library.today(), asked_on=False)
        assert time.perf_counter() - began < 1, "a second time it is at hand"


def test_the_schema_is_a_schema_and_refuses_what_is_not_one(small_shelf: Digest) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    told = document(edition(), DAYS[-1])
    for spoil in ("laws", "on", "sources"):
        with pytest.raises(jsonschema.ValidationError, match=spoil):
            jsonschema.validate({key: value for key, value in told.items() if key != spoil}, SCHEMA)
    told["laws"][1]["provisions"][0]["texts"][0]["kind"] = "rumour"
    with pytest.raises(jsonschema.ValidationError, match="rumour"):
        jsonschema.validate(told, SCHEMA)


def test_the_schema_describes_every_field(small_shelf: Digest) -> None:
    """Nothing in a document is left to guess: closed, the schema still accepts it."""
    official("27A", "The words of the book.")

    def closed(part: Any) -> Any:
        if isinstance(part, list):
            return [closed(one) for one in part]
        if not isinstance(part, dict):
            return part
        made = {key: closed(value) for key, value in part.items()}
        return {**made, "additionalProperties": False} if "required" in made else made

    jsonschema.validate(document(edition(), DAYS[0]), closed(SCHEMA))


def test_both_texts_are_in_it_each_with_its_source(small_shelf: Digest) -> None:
    official("27A", "The words of the book.")
    told = document(edition(), DAYS[-1])
    (texts,) = [one["texts"] for law in told["laws"] for one in law["provisions"] if one["key"] == "27A"]
    assert [(one["kind"], one["origin"]) for one in texts] == [("digest", "shipped"), ("official", "imported")]
    source = next(one for one in told["sources"] if one["number"] == texts[1]["source"])
    assert (source["title"], texts[1]["lines"]) == ("The law book", [7, 9])


def test_the_same_content_gives_the_same_bytes(small_shelf: Digest, client: Client) -> None:
    first = client.get(f"{OF_2017}export.json", {"on": ON})
    export_again = json.dumps(
        document(edition(), datetime.date.fromisoformat(ON)), ensure_ascii=False, separators=(",", ":")
    )
    assert first.content.decode() == export_again
    assert first.headers["Content-Disposition"] == f'attachment; filename="duplicate-2017.{ON}.json"'
    assert f"<http://testserver{BASE}export.schema.json>" in first.headers["Link"]


def test_a_copy_that_is_still_good_is_not_sent_again(small_shelf: Digest, client: Client) -> None:
    address = f"{OF_2017}export.json"
    first = client.get(address)
    tag, date = first.headers["ETag"], first.headers["Last-Modified"]
    for header in ({"If-None-Match": tag}, {"If-Modified-Since": date}, {"If-None-Match": f'W/{tag}, "x"'}):
        again = client.get(address, headers=header)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == tag
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.get(address, {"on": ON}).headers["ETag"] != tag, "another date is another document"


def corrected(small: Digest) -> None:
    small.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")


def moved(small: Digest) -> None:
    small.change("duplicate-2017/commentary/law-27.yaml", '["27A", "27B1(a)"]', '["27B"]')


def renamed(small: Digest) -> None:
    small.change("duplicate-2017/edition.yaml", "Foreword", "Preface")


def joined(small: Digest) -> None:
    small.change("concordance.yaml", "It went up.", "It went down.")


def dated(small: Digest) -> None:
    small.change("codes.yaml", "dated: 2020-01-01", "dated: 2020-01-02")


@pytest.mark.parametrize("change", [corrected, moved, renamed, joined, dated], ids=lambda change: str(change.__name__))
def test_a_change_of_anything_in_it_is_seen(small_shelf: Digest, change: Any) -> None:
    held, on = edition(), DAYS[-1]
    before = export(held, on, asked_on=True)
    assert export(held, on, asked_on=True) == before
    change(small_shelf)
    shelf.load(small_shelf.folder)
    after = export(held, on, asked_on=True)
    assert after.etag != before.etag
    assert after.body != before.body
    assert after.changed >= before.changed


def test_a_change_of_another_edition_is_not(small_shelf: Digest) -> None:
    before = state(edition())
    small_shelf.change("codes.yaml", "documents:", "  - {slug: rubber, title: Rubber, editions: []}\ndocuments:")
    text = (small_shelf.folder / "codes.yaml").read_text()
    small_shelf.write(
        "codes.yaml",
        text.replace("editions: []", "editions: [{slug: rubber-2014, title: R, year: 2014, in_force: 2014-04-01}]"),
    )
    shelf.load(small_shelf.folder)
    other = edition("rubber-2014")
    Commentary.objects.create(edition=other, code="a-note", kind="note")
    after = state(edition())
    Commentary.objects.filter(edition=other).delete()
    assert after == state(edition())
    assert before != after, "its name may be that of the next edition, and so an end of ours"


def test_a_new_day_makes_a_new_document(small_shelf: Digest) -> None:
    held, today = edition(), library.today()
    made = export(held, today, asked_on=False)
    midnight = timezone.make_aware(datetime.datetime.combine(today, datetime.time.min))
    assert made.changed >= midnight
    assert export(held, today + datetime.timedelta(days=1), asked_on=False).etag != made.etag


def test_it_costs_a_fixed_number_of_queries(
    small_shelf: Digest, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"{OF_2017}export.json"
    client.get(address, {"on": ON})
    # Made already: the edition with its siblings, whether its text is here, and the state of the library.
    with django_assert_num_queries(3):
        client.get(address, {"on": ON})


def test_what_has_no_text_on_the_date_is_left_out(small_shelf: Digest, ask: Ask) -> None:
    ProvisionVersion.objects.filter(provision__key="27B1(a)").update(superseded_at=timezone.now())
    told = ask(f"{OF_2017}export.json")
    assert "27B1(a)" not in {one["key"] for law in told["laws"] for one in law["provisions"]}
    assert Provision.objects.filter(key="27B1(a)").exists()


def test_the_schema_can_be_asked_for(db: None, ask: Ask) -> None:
    assert ask("export.schema.json") == SCHEMA
