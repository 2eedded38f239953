"""The procedures of the law, one module a law or a group of laws that belong together.

Importing this finds and registers them all, with the facts that stand beside them.
"""

from __future__ import annotations

from laws.rulings.discovery import modules
from laws.rulings.facts import gather


def find(package: str) -> None:
    """Register the procedures of every module of a package, with the facts beside them."""
    for module in modules(package):
        gather(module)


find(__name__)
