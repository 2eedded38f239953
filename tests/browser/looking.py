"""Looking at the page that is open, as every browser test does it: what axe finds, and whether it fits. And waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Violations are all that is asked; to describe every element that passed takes longer than to look at it. Of what a rule may
# have loaded beforehand only sound and film: to parse the style sheets once more is for a rule that is not asked.
EVERY_RULE: dict[str, Any] = {"reporter": "no-passes", "preload": {"assets": ["media"]}}
BUT_CONTRAST = EVERY_RULE | {"rules": {"color-contrast": {"enabled": False}}}
# All that another scheme can change.
CONTRAST = EVERY_RULE | {"runOnly": ["color-contrast"]}
NEW = "data-looked-at-for-contrast"
"""While axe looks, text of a look that was never found sound has this attribute."""
SET_UP = f"""axe.configure({{ rules: [{{ id: "color-contrast", selector: "[{NEW}]" }}] }})"""
# What decides on the contrast of a text: its own colour and size, all that is painted below it, and whether it is exempt.
# Besides, what a style sheet tells elements apart by, as far as ours do: each with what it stands in.
LOOKS_OF_TEXTS = """() => {
    const kind = (one) => `${one.localName}.${[...one.classList].sort().join(".")}`
        + ["type", "role", "data-kind", "aria-current", "aria-pressed", "aria-invalid", "disabled"]
            .map((name) => one.hasAttribute(name) ? `[${name}=${one.getAttribute(name)}]` : "").join("");
    const painted = new Map([[null, ""]]);
    const ground = (one) => {
        if (!painted.has(one)) {
            const style = getComputedStyle(one);
            const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.position].join(" ");
            painted.set(one, ground(one.parentElement) + (own === "rgba(0, 0, 0, 0) none 1 static" ? "" : ` on ${own}`));
        }
        return painted.get(one);
    };
    const exempt = (one) => Boolean(one.closest(":disabled, [aria-disabled=true]") || one.closest("label")?.control?.disabled);
    const looks = new Map();
    for (const one of document.body.querySelectorAll("*")) {
        const parts = [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE);
        const text = parts.map((part) => part.data.trim()).join("");
        if (!(text || one.matches("input, select, textarea")) || !one.checkVisibility()) continue;
        const style = getComputedStyle(one);
        const look = [one, one.parentElement, one.parentElement.parentElement].filter(Boolean).map(kind).join(" < ")
            + ` ${style.color} ${style.fontSize} ${style.fontWeight} ${text.length === 1} ${exempt(one)}${ground(one)}`;
        if (!looks.has(look)) looks.set(look, one);
    }
    return looks;
}"""
DESK, PHONE = 1280, 390

Scheme = Literal["light", "dark"]

_sound: set[str] = set()
"""The looks of texts, colours and all, whose contrast this process has found sound."""


def eventually(happened: Callable[[], object]) -> None:
    """Go on once something has happened on the server, which no page shows; a minute is for a machine that is busy."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def looked_at(page: Page, schemes: Sequence[Scheme] = ("light",)) -> list[str]:
    """What is wrong with the page that is open: each scheme's report of axe, and that it is wider than its window.

    Without a scheme, only the width. In a second scheme only colours differ. Contrast is most of axe's work, and a text
    that was found sound is sound on the next page too: so only texts are looked at for it that look like none before them.

    A page that has only just begun to come has no elements yet, so it is awaited first.
    """
    page.wait_for_load_state()
    faults = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        with _marked(page) as looks:
            if not looks and scheme != schemes[0]:
                continue
            found = _asked(page, CONTRAST if scheme != schemes[0] else EVERY_RULE if looks else BUT_CONTRAST)
        if found.violations_count:
            faults.append(f"{page.url} {scheme}: {found.generate_report()}")
        else:
            _sound.update(looks)
    if (over := page.evaluate("document.documentElement.scrollWidth - window.innerWidth")) > 0:
        faults.append(f"{page.url}: {over} px wider than the window")
    return faults


@contextmanager
def _marked(page: Page) -> Iterator[list[str]]:
    """The looks of texts on this page that were never found sound; meanwhile the first text of each look is marked."""
    looks = page.evaluate_handle(LOOKS_OF_TEXTS)
    new = [look for look in looks.evaluate("(looks) => [...looks.keys()]") if look not in _sound]
    if new:
        looks.evaluate(f"(looks, those) => those.forEach((look) => looks.get(look).setAttribute('{NEW}', ''))", new)
    yield new
    if new:
        looks.evaluate(f"(looks, those) => those.forEach((look) => looks.get(look).removeAttribute('{NEW}'))", new)
    looks.dispose()


@cache
def _axe() -> str:
    return f"{Axe().axe_script}; {SET_UP}"


def _asked(page: Page, options: dict[str, Any]) -> AxeResults:
    """Axe's report; it is given to a page once."""
    if page.evaluate("typeof window.axe") == "undefined":
        page.evaluate(_axe())
    return AxeResults(page.evaluate("(options) => axe.run(options)", options))


def looked_at_on_both(page: Page, schemes: Sequence[Scheme] = ("light",)) -> list[str]:
    """What is wrong with the page that is open, on a phone and, as to its width alone, at a desk; the window is as before."""
    with as_it_was(page):
        page.set_viewport_size({"width": DESK, "height": 900})
        faults = looked_at(page, ())
        page.set_viewport_size({"width": PHONE, "height": 900})
        return faults + looked_at(page, schemes)


@contextmanager
def as_it_was(page: Page) -> Iterator[None]:
    """Give the window the size back that it has now."""
    size = page.viewport_size
    yield
    if size:
        page.set_viewport_size(size)
