"""The same browser as in tests/browser."""

from tests.browser.conftest import browser, page, visitor

__all__ = ["browser", "page", "visitor"]
