"""Looking at a page finds what is wrong with it, also where most of it was found sound before."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.looking import Scheme, looked_at

PAGE = """<!doctype html><html lang="en"><title>A page</title><style>
body { color: #111; background: #fff; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111; } }
</style><main><h1>Law 27</h1><p class="one">Insufficient bid</p><p class="one">Another</p></main></html>"""


def test_what_was_sound_is_looked_at_again_once_its_colours_change(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(PAGE)
    both: tuple[Scheme, Scheme] = ("light", "dark")
    assert looked_at(page, both) == []
    assert looked_at(page, both) == []
    assert page.locator("[data-looked-at-for-contrast]").count() == 0

    def with_style(style: str) -> list[Scheme]:
        added = page.add_style_tag(content=style)
        faults = looked_at(page, both)
        added.evaluate("(one) => one.remove()")
        return [scheme for scheme in both for fault in faults if f" {scheme}: " in fault and "color-contrast" in fault]

    assert with_style("p { color: #ddd }") == ["light"]
    assert with_style("p { color: #555 }") == ["dark"]
    # Below the text, and only there.
    assert with_style("main { background: #333 }") == ["light"]
    # One that is like others in all but its colour; and a fault stays one until it is mended.
    assert with_style("p + p { color: #aaa }") == ["light"]
    assert with_style("p + p { color: #aaa }") == ["light"]
    # What cannot be used is exempt, but no longer when it can be.
    page.evaluate("""document.querySelector('main').insertAdjacentHTML(
        'beforeend', '<div aria-disabled="true"><button>Go on</button></div>')""")
    assert with_style("button { color: #ddd; background: #fff }") == []
    page.evaluate("document.querySelector('[aria-disabled]').removeAttribute('aria-disabled')")
    assert with_style("button { color: #ddd; background: #fff }") == ["light", "dark"]
    # What has nothing to do with colours.
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<input>')")
    assert any("label" in fault for fault in looked_at(page, both))
    page.close()
