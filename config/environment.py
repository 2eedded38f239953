"""Reading the environment. What makes no sense in it stops the start with a sentence: what is wrong, and how it is right.

Where nobody said no, a misspelt word would be taken for one: SECOND_FACTOR_REQUIRED=ture would turn second factors off.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import environ
from django.core.exceptions import ImproperlyConfigured

_LINE: Final = re.compile(r"(?:export )?[A-Za-z_0-9]+=")
_YES: Final = frozenset(environ.Env.BOOLEAN_TRUE_STRINGS)
_NO: Final = frozenset({"", "0", "false", "no", "n", "off"})
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_LAST_PORT: Final = 65535


class Environment(environ.Env):
    """django-environ's, which fails in sentences."""

    def bool(self, var: str, default: Any = environ.Env.NOTSET) -> Any:
        """Yes or no; any other word is refused."""
        told = self.str(var, default="").strip()
        if told.lower() not in _YES | _NO:
            raise ImproperlyConfigured(f"{var}={told} is neither yes nor no: write {var}=1 or {var}=0.")
        return super().bool(var, default=default)

    def int(self, var: str, default: Any = environ.Env.NOTSET) -> Any:
        """A whole number."""
        try:
            return super().int(var, default=default)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}={self.str(var)} is not a whole number.") from error

    def port(self, var: str, default: Any) -> Any:
        """A port that somebody can listen on."""
        told = self.int(var, default=default)
        if not 0 < told <= _LAST_PORT:
            raise ImproperlyConfigured(f"{var}={told} is not a port: write a number from 1 to {_LAST_PORT}.")
        return told

    def level(self, var: str, default: Any) -> Any:
        """How much is logged."""
        told = self.str(var, default=default).upper()
        if told not in _LEVELS:
            raise ImproperlyConfigured(
                f"{var}={told} is not a level: write {', '.join(_LEVELS[:-1])} or {_LEVELS[-1]}."
            )
        return told


def read_file(path: Path) -> None:
    """Take the file's variables into the environment, where they do not stand already. A line that is none is refused."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be read ({error.strerror}); run this as its owner.") from error
    except UnicodeDecodeError as error:
        raise ImproperlyConfigured(f"{path} is not in UTF-8; save it as UTF-8.") from error
    for number, line in enumerate(lines, start=1):
        if line and not line.startswith("#") and not _LINE.match(line):
            # The line itself may be half a secret.
            raise ImproperlyConfigured(
                f"{path}, line {number}, is not a variable: write NAME=value without spaces before or after the name, "
                "or begin the line with # if it is a note."
            )
    Environment.read_env(path)
