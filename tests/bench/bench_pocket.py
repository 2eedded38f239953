"""The app for the table without a network: from opening it to the first question of a call, at most a second."""

from __future__ import annotations

from playwright.sync_api import BrowserContext
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.aims import aim
from tests.browser.conftest import browser, shelf_of_the_module, visitor
from tests.browser.test_pocket import APP, opened

__all__ = ["browser", "shelf_of_the_module", "visitor"]


def test_the_first_question_without_a_network(
    benchmark: BenchmarkFixture, shelf_of_the_module: None, transactional_db: None, visitor: BrowserContext
) -> None:
    page = visitor.new_page()
    opened(page)
    visitor.set_offline(True)

    def first_question() -> None:
        page.evaluate("sessionStorage.clear()")
        page.goto(APP)
        page.locator(".calls button").first.click()
        page.locator(".answers").first.wait_for()

    benchmark(first_question)
    aim(benchmark, 1.0)
