"""The rules engine: plain Python, no Django, and no I/O but for its own files, which are read when it is imported.

Whatever of it is imported, its laws are there: they say themselves what they deal with.
"""

from __future__ import annotations

import laws.rulings.procedures  # noqa: F401 - finds every law
