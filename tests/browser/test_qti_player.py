"""Our QTI items in a player that is not ours: it reads each, takes the right and a wrong answer, and scores as we do.

QTI_PLAYER names a folder with `qti3Player.umd.min.js` of the npm package qti3-item-player (MIT; certified by 1EdTech for
delivery) and `vue.min.js` of vue 2, on which it rests. Neither is in this project.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from exams.bank.interchange.item import LETTERS, Item, Way, item_of
from exams.bank.interchange.qti.writer import item_xml
from tests.exams.bank.interchange.conftest import KINDS, by_hand, generated

FOLDER = os.environ.get("QTI_PLAYER", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="QTI_PLAYER names no folder with a QTI 3 player")

_numbers = itertools.count(1)

START = """() => {
  const component = window.qti3Player.default || window.qti3Player;
  const on = {
    notifyQti3PlayerReady: player => { window.player = player; },
    notifyQti3ItemReady: () => { window.ready = true; },
    notifyQti3EndAttemptCompleted: told => { window.ended = told.state; },
  };
  new Vue({ render: h => h(component, { props: { suppressAlertMessages: true }, on }) }).$mount("#app");
}"""
LOAD = """xml => {
  window.ready = false;
  window.ended = null;
  const sessionControl = { max_attempts: 0, show_feedback: true, validate_responses: false };
  player.loadItemFromXml(xml, { guid: String(Math.random()), status: "interacting", sessionControl });
}"""


@pytest.fixture(scope="module")
def player(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(5_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("data:text/html,<!doctype html><title>Player</title><div id=app></div>")
    for name in ("vue.min.js", "qti3Player.umd.min.js"):
        page.add_script_tag(path=str(Path(FOLDER) / name))
    page.evaluate(START)
    page.wait_for_function("window.player")
    yield page
    page.close()
    assert faults == []


def answered(page: Page, item: Item, value: Any) -> dict[str, Any]:
    """The outcomes by name, once this answer was given: clicked, typed, or for an order handed to the player's list."""
    # The player takes no notice of a text that it shows already.
    page.evaluate(LOAD, item_xml(item, f"item-{next(_numbers)}").decode())
    page.wait_for_function("window.ready")
    if item.way in (Way.SINGLE, Way.MULTIPLE):
        for one in value or []:
            page.click(f"[data-identifier={one}]")
    elif item.way is Way.ORDER and value:
        page.evaluate("value => document.querySelector('.qti-order-interaction').__vue__.setResponse(value)", value)
    elif value:
        page.fill("input, textarea", value)
        page.keyboard.press("Tab")
    page.evaluate("player.endAttempt('end')")
    page.wait_for_function("window.ended")
    return {one["identifier"]: one["value"] for one in page.evaluate("window.ended.outcomeVariables")}


def right(item: Item) -> Any:
    """The right answer as the player keeps it."""
    if item.way is Way.ENTRY:
        return str(item.right[0])
    chosen = [LETTERS[int(place)] for place in item.right]
    return chosen[0] if item.way is Way.SINGLE else chosen


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "written"])
def test_the_right_answer_scores_one_and_a_wrong_one_nothing(player: Page, kind: str) -> None:
    for content in [by_hand(kind), *[one for one in generated() if one["kind"] == kind][:8]]:
        item = item_of(content)
        told = answered(player, item, right(item))
        assert (round(told["SCORE"], 5), told["EXPLANATION"]) == (1, "explained")
        wrong = {
            Way.SINGLE: next(one for one in LETTERS if one != right(item)),
            Way.MULTIPLE: list(LETTERS[: len(item.choices)]),
            Way.ORDER: list(reversed(right(item))),
            Way.ENTRY: "1B",
        }[item.way]
        assert round(answered(player, item, wrong)["SCORE"], 5) == 0
        for paragraph in item.stem:
            assert paragraph in " ".join(player.inner_text("body").split())


def test_another_spelling_of_the_provision_is_right_too(player: Page) -> None:
    item = item_of(by_hand("cite_law"))
    for spelled in ("27b1(a)", "Law 27B1a", "27B1"):
        assert answered(player, item, spelled)["SCORE"] == 1


def test_half_of_what_holds_earns_half(player: Page) -> None:
    item = item_of(by_hand("choose_all"))
    assert round(answered(player, item, ["a"])["SCORE"], 5) == 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_without_an_answer_the_player_ends_the_attempt(player: Page, kind: str) -> None:
    told = answered(player, item_of(by_hand(kind)), None)
    assert (told["SCORE"], told["EXPLANATION"]) == (0, "explained")


def test_a_ruling_in_ones_own_words_is_for_people_to_score(player: Page) -> None:
    item = item_of(by_hand("written"))
    assert answered(player, item, "The auction goes on.")["SCORE"] == 0
    assert player.locator("textarea").count() == 1
