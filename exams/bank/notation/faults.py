"""What is wrong with something typed, and where."""

from __future__ import annotations

from django.utils.translation import gettext as _


class BadNotation(ValueError):
    """line: from 1. token: the piece that cannot be read, as typed. The message names both and says what to do."""

    def __init__(self, line: int, token: str, what: str) -> None:
        self.line, self.token, self.what = line, token, what
        place = _("Line %(line)d") % {"line": line}
        super().__init__(f"{place}, “{token[:40]}”: {what}" if token else f"{place}: {what}")
