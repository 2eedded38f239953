"""What a phone says without a network is what the engine says, word for word, on every path of every edition."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import sysconfig
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from laws.assistant import pocket
from laws.assistant.addresses import Address, in_address
from laws.assistant.addresses import spoken as spoken_answer
from laws.assistant.gists import gist
from laws.assistant.happenings import searched
from laws.assistant.interviews import Interview, conduct
from laws.assistant.telling import Line, Offer, tell, untaken
from laws.assistant.views import _asking
from laws.rulings.case import Asked
from laws.rulings.editions import DUPLICATE_2017, EDITIONS, Rule
from laws.rulings.readers import explore
from laws.rulings.seats import Seat
from laws.rulings.speech import Sentence

pytestmark = pytest.mark.django_db
WALK = Path(__file__).parent / "pocket_walk.js"
DENO = Path(sysconfig.get_path("scripts")) / "deno"
TYPED = (
    "led out of turn", "hesitated", "revoke", "wrong card from dummy", "insufficient bid", "a claim", "alert was missing",
    "dropped a card", "changed call", "the the", "zzz", "Somebody’s lead", "",
)  # fmt: skip


def walked(bundle: dict[str, Any], cases: list[dict[str, Any]], searches: list[dict[str, Any]], tmp_path: Path) -> Any:
    """What the script says of the cases, in one process."""
    told = json.dumps({"bundle": bundle, "cases": cases, "searches": searches})
    ran = subprocess.run(
        [DENO, "run", "--no-remote", "--quiet", WALK],
        input=told,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DENO_DIR": str(tmp_path), "DENO_NO_UPDATE_CHECK": "1"},
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def lines(some: tuple[Line, ...] | list[Line]) -> list[dict[str, str]]:
    return [{"words": one.words, "provision": one.provision} for one in some]


def offers(some: tuple[Offer, ...]) -> list[dict[str, Any]]:
    return [{"player": one.player, "lines": lines(one.lines)} for one in some]


def spoken(some: tuple[Sentence, ...]) -> list[dict[str, Any]]:
    return [
        {
            "words": one.words,
            "provision": one.provision,
            "paragraph": one.paragraph[1],
            "before": one.before,
            "waits": one.waits,
            "first": one.first,
        }
        for one in some
    ]


def asked(held: Interview) -> dict[str, Any]:
    """What the page of an open question shows."""
    assert held.ruling.pending is not None
    shown = _asking(held, held.ruling.pending.fact, held.ruling.pending.provision)
    one = shown["asked"]
    return {
        "fact": one["fact"],
        "question": one["question"],
        "who": one["who"],
        "findOut": one["find_out"],
        "source": one["source"],
        "provision": one["provision"],
        "atTheEnd": one["at_the_end"],
        "say": spoken(shown["told"].speech.say),
        "do": spoken(shown["told"].speech.do),
        "asides": [
            {"fact": one.fact.id, "question": held.ruling.words(one.fact.question), "provision": one.provision}
            for one in held.asides
        ],
        "answers": [
            {
                "word": answer["word"],
                "label": answer["label"],
                "playOn": answer["play_on"],
                "leads": lines(answer["leads"]),
            }
            for answer in one["answers"]
        ],
    }


def ruled(held: Interview) -> dict[str, Any]:
    """What the page of a ruling shows, and its data; players' seats in it are told in words alone."""
    told, plain = tell(held.ruling), held.ruling.as_dict()
    at = held.address.seat
    return {
        "say": spoken(told.speech.say),
        "do": spoken(told.speech.do),
        "steps": [_step(step, answer) for step, answer in zip(plain["steps"], _answers(held), strict=True)],
        "citations": plain["citations"],
        "doubts": lines(told.doubts),
        "rectification": lines(told.rectification),
        "director": lines(told.director),
        "information": lines(told.information),
        "follow_up": lines(told.follow_up),
        "offers": offers(told.offers),
        "past": offers(told.past),
        "obligations": [*told.obligations],
        "onward": [*told.onward],
        "gist": gist(held.ruling),
        "engine": plain["receipt"]["engine"],
        **({} if at else {"effects": plain["outcomes"], "untaken": others(held)}),
    }


def others(held: Interview) -> list[dict[str, Any]]:
    """What other answers would have led to."""
    return [
        {
            "question": one.question,
            "answer": one.answer,
            "line": lines([one.line])[0],
            "fact": one.fact,
            "word": in_address(one.value),
        }
        for one in untaken(held.ruling)
    ]


def _answers(held: Interview) -> list[str]:
    return [spoken_answer(step.value) if isinstance(step, Asked) else "" for step in held.ruling.steps]


def _step(step: dict[str, Any], answer: str) -> dict[str, Any]:
    if "fact" in step:
        said = {"fact": step["fact"], "question": step["question"], "answer": answer, "source": step["source"]}
        return {"kind": "asked", "provision": step["provision"], **said}
    if "doubt" in step:
        return {"kind": "doubt", "provision": step["provision"], "words": step["doubt"]}
    return {"kind": "decided", **{name: step[name] for name in ("provision", "words", "effect", "main")}}


def every_place(edition: str, rule: Rule) -> Iterator[dict[str, Any]]:
    """The answers that lead to each place of each path: to every question that comes up, and to every ruling."""
    seen = set()
    for path in explore(rule.id, edition):
        answers: dict[str, Any] = {}
        for fact, value in (*path.path, ("", None)):
            key = tuple(answers.items())
            if key not in seen:
                seen.add(key)
                yield dict(answers)
            answers[fact] = value


def case_at(rule: Rule, answers: dict[str, Any], seat: Seat | None) -> dict[str, Any]:
    """A place and what the engine says there."""
    held = conduct(Address(rule=rule, answers=answers, seat=seat))
    complete = held.ruling.complete
    return {
        "edition": rule.edition,
        "procedure": rule.id,
        "seat": seat and seat.value,
        "path": [[fact, in_address(value)] for fact, value in answers.items()],
        "address": reverse("laws:interview", args=[rule.edition, rule.id]) + held.address.query().rstrip("?"),
        "question": None if complete else asked(held),
        "ruling": ruled(held) if complete else None,
    }


@pytest.mark.parametrize("seated", [False, True], ids=["in roles", "with seats"])
def test_every_path_of_every_edition_is_told_word_for_word(seated: bool, tmp_path: Path) -> None:
    seats = cycle([Seat.E, Seat.S, Seat.W, Seat.N])
    rules = [rule for edition in EDITIONS.values() for rule in edition.procedures.values()]
    cases = [
        case_at(rule, answers, next(seats) if seated else None)
        for rule in rules
        for answers in every_place(rule.edition, rule)
    ]
    found = walked(pocket.bundle(), cases, [], tmp_path)
    assert found["walked"] == len(cases) > sum(len(explore(rule.id, rule.edition)) for rule in rules)
    assert found["faults"] == []


def test_what_is_typed_finds_the_same_ways_in(tmp_path: Path) -> None:
    searches = [
        {"edition": edition.slug, "typed": typed, "found": [way.law for way in searched(edition, typed)]}
        for edition in EDITIONS.values()
        for typed in TYPED
    ]
    assert sum(len(one["found"]) for one in searches) > len(EDITIONS)
    assert walked(pocket.bundle(), [], searches, tmp_path)["faults"] == []


@pytest.mark.parametrize(
    ("table", "spoil", "told"),
    [
        ("words", lambda rows: rows.__setitem__(slice(None), [_spoiled(one) for one in rows]), "say"),
        ("steps", lambda rows: [row.__setitem__(-1, "1A") for row in rows if row[0] == 1], "citations"),
        ("nodes", lambda rows: [row[7].reverse() for row in rows if not row[0]], "is asked, not"),
        ("effects", lambda rows: [row.__setitem__(5, {}) for row in rows], "effects"),
        ("speeches", lambda rows: [row[0].reverse() for row in rows], "say"),
    ],
)
def test_a_bundle_that_says_something_else_is_found_out(table: str, spoil: Any, told: str, tmp_path: Path) -> None:
    rule = DUPLICATE_2017.procedures["27"]
    cases = [case_at(rule, answers, None) for answers in every_place(rule.edition, rule)]
    spoiled = pocket.bundle()
    spoil(spoiled[table])
    assert any(told in fault for fault in walked(spoiled, cases, [], tmp_path)["faults"])


def _spoiled(words: Any) -> Any:
    return words.replace("may", "must") if isinstance(words, str) else [_spoiled(one) for one in words]


def test_no_name_that_ends_in_a_clause_owns_what_follows() -> None:
    told = [words if isinstance(words, str) else words[0] for words in pocket.bundle()["words"]]
    assert [words for words in told if re.search(r"\b(led|was)'s\b", words)] == []
    assert "The card goes back to the hand that led" in told


def test_the_sizes_are_printed_and_the_bundle_is_written(tmp_path: Path) -> None:
    told = io.StringIO()
    call_command("pocket_rulings", tmp_path / "rulings.json", stdout=told)
    assert re.search(r"nodes +[\d,]+ rows +[\d,.]+ kB, +[\d.]+ compressed\n", told.getvalue())
    assert re.search(r"all +[\d,.]+ kB, +[\d.]+ compressed, made in [\d.]+ s\n$", told.getvalue())
    assert json.loads((tmp_path / "rulings.json").read_text("utf-8")) == pocket.bundle()
    with pytest.raises(CommandError, match=r"nowhere/rulings.json cannot be written: No such file or directory"):
        call_command("pocket_rulings", tmp_path / "nowhere" / "rulings.json", stdout=told)


def test_the_bundle_is_sent_once_and_known_again(client: Client) -> None:
    address = reverse("laws:pocket_rulings")
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Type"] == "application/json"
    assert len(answer.content) < 500_000, "the whole app has 1.5 MB"
    told = json.loads(gzip.decompress(answer.content))
    assert answer["ETag"] == f'W/"{told["version"]}"'
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert json.loads(client.get(address).content) == told


def test_the_version_changes_with_any_word(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    before = pocket.bundle()["version"]
    words = pocket.page_words()
    monkeypatch.setattr(pocket, "page_words", lambda: {**words, "find": "Search"})
    assert pocket.bundle()["version"] != before
    answer = client.get(reverse("laws:pocket_rulings"), headers={"If-None-Match": f'W/"{before}"'})
    assert answer.status_code == 200


def test_every_law_of_an_edition_is_a_way_in() -> None:
    for edition in pocket.bundle()["editions"]:
        book = EDITIONS[edition["slug"]]
        listed = {way for _title, ways in (*edition["parts"], *edition["uncovered"]) for way in ways}
        assert listed == set(range(len(edition["ways"])))
        assert {way["id"] for way in edition["ways"] if way["asks"]} == set(book.procedures) == set(edition["roots"])
