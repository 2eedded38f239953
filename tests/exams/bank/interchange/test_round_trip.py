"""What leaves as QTI or Moodle XML comes back the same; and nearly so when another system has dropped our own content."""

from __future__ import annotations

import copy
import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exams import scenarios
from exams.bank.content import check
from exams.bank.interchange.contents import Taken, content_of
from exams.bank.interchange.item import Item, Way, item_of
from exams.bank.interchange.moodle.writer import quiz_xml
from exams.bank.interchange.qti.package import package
from exams.bank.interchange.uploads import items_in
from tests.exams.bank.interchange.conftest import DEFAULTS, KINDS, by_hand, generated

CHANGED = "Changed since it was exported"
Write = Callable[[Sequence[Item]], bytes]
FORMATS = pytest.mark.parametrize("write", [package, quiz_xml], ids=["qti", "moodle"])
# Any sign that a person can type, and what XML and HTML make something else of.
WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Zs"]), min_size=1, max_size=40
) | st.sampled_from(["<b>", "a & b", "]]>", "&lt;", "{~=}", "“2♦” > 2♠", "| |", "_____", "line\nline", "\x0bA"])


def sent(write: Write, contents: Sequence[dict[str, Any]]) -> dict[str, Item]:
    """The items as they are read back, by the fingerprint of the content they were written from."""
    _format, rows = items_in(write([item_of(one) for one in contents]), "file")
    items = [row.item for row in rows]
    assert [row.fault for row in rows if row.fault] == []
    return {item.carried["fingerprint"]: item for item in items if item and item.carried}


@FORMATS
def test_every_generated_question_comes_back_as_it_was(write: Write) -> None:
    contents = generated()
    assert {one["kind"] for one in contents} == {*KINDS} - {scenarios.BOOK_FACT}
    back = sent(write, contents)
    assert [content_of(back[one["fingerprint"]], DEFAULTS).content for one in contents] == list(contents)


@FORMATS
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_written_by_a_person_comes_back_as_it_was(write: Write, kind: str) -> None:
    made = by_hand(kind)
    check(made)
    assert content_of(sent(write, [made])[made["fingerprint"]], DEFAULTS).content == made


@FORMATS
@settings(max_examples=60)
@given(data=st.data())
def test_any_words_come_back(write: Write, data: st.DataObject) -> None:
    made = by_hand(data.draw(st.sampled_from(KINDS)))
    made["stem"] = data.draw(st.lists(WORDS, min_size=1, max_size=3))
    made["question"] = data.draw(WORDS)
    made |= {"ruling": data.draw(WORDS)} if "ruling" in made else {}
    texts = data.draw(st.lists(WORDS, min_size=6, max_size=6, unique_by=lambda text: " ".join(text.split())))
    for option, text in zip(made["options"], texts, strict=False):
        option["text"] = text
        option["why"] = data.draw(WORDS) if option["why"] else ""
    made["explanation"]["say"] = data.draw(WORDS)
    made["diagrams"]["play"] = {**made["diagrams"]["play"], "notes": [data.draw(WORDS)]}
    taken = content_of(sent(write, [made])[made["fingerprint"]], DEFAULTS)
    assert (taken.content, taken.notes) == (made, ())


@FORMATS
def test_without_our_own_content_all_but_the_steps_and_the_receipt_comes_back(write: Write) -> None:
    contents = generated()
    for fingerprint, item in sent(write, contents).items():
        was = next(one for one in contents if one["fingerprint"] == fingerprint)
        taken = content_of(replace(item, carried=None), DEFAULTS).content
        assert item_of(taken).essence() == item_of(was).essence()
        for part in ("kind", "level", "topic", "edition", "diagrams"):
            assert taken[part] == was[part]
        assert taken["explanation"]["say"] == was["explanation"]["say"]
        assert taken["explanation"]["cites"] == was["explanation"]["cites"]
        assert "receipt" not in taken


@pytest.mark.parametrize("kind", KINDS)
def test_a_qti_item_changed_elsewhere_is_taken_as_it_says_now(kind: str) -> None:
    made = by_hand(kind)
    packed = package([item_of(made)])
    changed = _edited(packed, lambda xml: xml.replace("West calls you", "The dummy calls you"))
    _format, [row] = items_in(changed, "file")
    assert row.item
    taken = content_of(row.item, DEFAULTS)
    assert taken.content["stem"][0].startswith("The dummy calls you")
    assert taken.content["fingerprint"] != made["fingerprint"]
    assert (taken.content["kind"], taken.content["level"]) == (kind, made["level"])
    assert CHANGED in taken.notes[0]


def test_a_moodle_key_changed_elsewhere_is_taken_as_it_says_now() -> None:
    made = by_hand("best_ruling")
    text = quiz_xml([item_of(made)]).decode()
    fractions = iter(["100", "0", "0", "0"])
    changed = re.sub(r'(<answer fraction=")[0-9]+', lambda found: found[1] + next(fractions), text)
    _format, [row] = items_in(changed.encode(), "file")
    assert row.item
    taken = content_of(row.item, DEFAULTS)
    assert taken.content["key"] == "a"
    assert any("no reason" in note for note in taken.notes)


def _with_engine() -> dict[str, Any]:
    """A best ruling whose words for the table stand nowhere else in it."""
    ruled = (one for one in generated() if one["kind"] == "best_ruling")
    return dict(next(one for one in ruled if json.dumps(one).count(json.dumps(one["explanation"]["say"])[1:-1]) == 1))


@FORMATS
def test_an_explanation_changed_elsewhere_is_taken_as_it_says_now(write: Write) -> None:
    made = _with_engine()
    said = made["explanation"]["say"]
    item = sent(write, [made])[made["fingerprint"]]
    reason = made["explanation"]["reason"]
    assert item.explanation[0].startswith(reason["text"])
    assert item.explanation[int(item.told["say"])] == said
    [changed] = _read(_anywhere(write([item_of(made)]), escape(said, quote=False), "Call me sooner next time."))
    taken = content_of(changed, DEFAULTS)
    assert taken.content["explanation"] == {**made["explanation"], "say": "Call me sooner next time."}
    assert "receipt" not in taken.content
    assert taken.content["fingerprint"] != made["fingerprint"]
    assert CHANGED in taken.notes[0]


@FORMATS
@pytest.mark.parametrize(
    ("name", "now"), [("level", "congress"), ("topic", "revokes"), ("edition", "duplicate-2007"), ("cites", "27B9")]
)
def test_what_a_file_tells_beside_the_item_is_taken_as_it_says_now(write: Write, name: str, now: str) -> None:
    made = _with_engine()
    if name == "level":
        now = "club" if made["level"] == "congress" else "congress"
    was = {**made, "cites": made["explanation"]["cites"][0]}[name]
    assert was != now
    [changed] = _read(_anywhere(write([item_of(made)]), f"rectify:{name}={was}<", f"rectify:{name}={now}<"))
    taken = content_of(changed, DEFAULTS)
    assert CHANGED in taken.notes[0]
    explanation = taken.content["explanation"]
    if name == "cites":
        assert explanation["cites"] == [now, *made["explanation"]["cites"][1:]]
    else:
        assert {part: taken.content[part] for part in ("level", "topic", "edition")} == {
            part: now if part == name else made[part] for part in ("level", "topic", "edition")
        }
    # The way to the ruling stays only as long as the laws are the same.
    kept = explanation["steps"], explanation["outcomes"]
    same_laws = name in {"level", "topic"}
    assert kept == ((made["explanation"]["steps"], made["explanation"]["outcomes"]) if same_laws else ([], []))
    assert taken.content["fingerprint"] != made["fingerprint"]


def test_no_paragraph_written_elsewhere_is_lost() -> None:
    made = _with_engine()
    item = item_of(made)
    say, first, *others = item.explanation[int(item.told["say"]) :]
    added = content_of(replace(item, explanation=(*item.explanation, "See the White Book.")), DEFAULTS).content
    assert added["explanation"]["say"] == f"{say} See the White Book."
    assert added["explanation"]["steps"] == made["explanation"]["steps"]
    edited = content_of(replace(item, explanation=(say, f"{first} Truly.", *others)), DEFAULTS).content
    assert edited["explanation"]["say"] == f"{say} {first} Truly."
    assert edited["explanation"]["steps"] == []


def test_a_key_of_another_law_changed_elsewhere_is_cited() -> None:
    made = by_hand("cite_law")
    taken = content_of(replace(item_of(made), right=("64A1",)), DEFAULTS).content
    assert (taken["key"], taken["explanation"]["cites"]) == (["64A1"], ["64A1", *made["explanation"]["cites"]])


def test_what_other_systems_drop_or_put_otherwise_is_no_change() -> None:
    for made in generated()[:12]:
        item = item_of(made)
        cites = [one.lower() for one in reversed(item.told["cites"])]
        for same in (
            replace(item, explanation=()),
            replace(item, told={}),
            replace(item, told={**item.told, "cites": cites}),
        ):
            assert content_of(same, DEFAULTS) == Taken(made)


def _read(data: bytes) -> list[Item]:
    _format, rows = items_in(data, "file")
    return [row.item for row in rows if row.item]


def _anywhere(data: bytes, old: str, new: str) -> bytes:
    """The file with other words everywhere but in our own content."""
    if data.startswith(b"PK"):
        return _edited(data, lambda xml: xml.replace(old, new), only=("items/", "imsmanifest"))
    # Within the text of a Moodle field HTML is escaped once more.
    before, kept, after = data.decode().partition("<rectify ")
    for one in (old, escape(old, quote=False)):
        before = before.replace(one, new)
    return (before + kept + after).encode()


def test_carried_content_that_is_broken_does_not_count() -> None:
    made = by_hand("best_ruling")
    forged = copy.deepcopy(made)
    forged["key"] = "z"
    item = replace(item_of(made), carried=forged)
    taken = content_of(item, DEFAULTS).content
    assert taken["key"] == made["key"]


def test_what_the_engine_does_not_stand_by_is_taken_as_written() -> None:
    made = dict(next(one for one in generated() if one["kind"] == "best_ruling"))
    assert content_of(item_of(made), DEFAULTS).content == made
    for forged in (
        {**made, "receipt": {**made["receipt"], "facts": "0" * 64}},
        {**made, "receipt": {**made["receipt"], "path": "27/as=I_like_it"}},
        {**made, "record": {"procedure": "no such law"}},
        {**made, "record": {"auction": "nonsense"}},
    ):
        taken = content_of(item_of(forged), DEFAULTS)
        assert taken.content == {name: part for name, part in made.items() if name in taken.content}
        assert {"record", "receipt", "generator"} & set(taken.content) == set()
        assert "rules engine" in taken.notes[0]


@FORMATS
def test_the_same_questions_make_the_same_file(write: Write) -> None:
    items = [item_of(one) for one in generated()[:5]]
    assert write(items) == write(items)


@FORMATS
def test_two_versions_of_a_question_have_names_of_their_own(write: Write) -> None:
    item = item_of(by_hand("written"))
    _format, rows = items_in(write([item, item]), "file")
    assert len({row.file for row in rows}) == 2
    assert item.carried and f"rectify-{item.carried['fingerprint']}-2" in _all_text(write([item, item]))


def _all_text(data: bytes) -> str:
    if not data.startswith(b"PK"):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return "".join(zipped.read(name).decode() for name in zipped.namelist())


def _edited(packed: bytes, edit: Callable[[str], str], only: tuple[str, ...] = ("items/",)) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, edit(text) if name.startswith(only) else text)
    return made.getvalue()


@FORMATS
def test_a_ruling_to_be_judged_is_known_by_its_place_alone(write: Write) -> None:
    """Without our content and without our tags; and without its place it is a part of what happened."""
    made = by_hand("judge_ruling")
    (item,) = sent(write, [made]).values()
    taken = content_of(replace(item, carried=None, told={}), DEFAULTS).content
    assert (taken["kind"], taken["ruling"]) == ("judge_ruling", made["ruling"])
    assert taken["stem"] == made["stem"]
    flat = replace(item, carried=None, ruling="", stem=(*item.stem, item.ruling))
    taken = content_of(flat, DEFAULTS).content
    assert (taken["kind"], taken["stem"][-1]) == ("best_ruling", made["ruling"])
    assert "ruling" not in taken


@FORMATS
def test_a_ruling_to_be_judged_stays_told_when_the_question_becomes_another(write: Write) -> None:
    """Somebody lets several options be ticked elsewhere: what the director said is still part of the story."""
    made = by_hand("judge_ruling")
    item = sent(write, [made])[made["fingerprint"]]
    ticked = replace(item, carried=None, way=Way.MULTIPLE)
    taken = content_of(ticked, DEFAULTS).content
    assert (taken["kind"], taken["stem"][-1]) == ("choose_all", made["ruling"])
