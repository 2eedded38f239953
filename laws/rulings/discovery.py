"""Finding what stands in a folder of laws, so that nobody has to list it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType


def modules(package: str) -> list[ModuleType]:
    """Every module of a package and of the packages in it, imported, in the order of their names."""
    found = import_module(package)
    names = sorted(info.name for info in walk_packages(found.__path__, f"{package}."))
    return [found, *(import_module(name) for name in names)]
