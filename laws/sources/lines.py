"""YAML whose faults can be pointed at: every value with its file and line, and data checked against a JSON Schema."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

# The parser in C is some ten times faster, and its wheels have it; where it lacks, the one in Python does the same.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# What parts two paragraphs.
_EMPTY_LINE = re.compile(r"\n\s*\n")


class _Loader(_SafeLoader):
    """Reads numbers as numbers and everything else as it is written.

    So `on` is a word and not “true”, and a schema can say that a date must stand where a date stands.
    """


class _LoaderWithAnswers(_SafeLoader):
    """Reads `true`, `false`, nothing at all and `<<` for what they are as well; `yes` and `no` stay words."""


_PLAIN = {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
_EMPTY_AND_MERGED = {"tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"}
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _PLAIN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_LoaderWithAnswers.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _PLAIN | _EMPTY_AND_MERGED]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_LoaderWithAnswers.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), ["t", "f"])


@dataclass(frozen=True, slots=True)
class Document:
    """A file's data, and where in the file each piece of it stands."""

    name: str
    data: Any
    root: yaml.Node | None

    def place(self, *path: str | int) -> str:
        """File and line where the value of this path begins, with its key: `law-27.yaml:14`; of the innermost that exists."""
        node, line = self.root, 1
        if node is not None:
            line = node.start_mark.line + 1
        for step in path:
            node, start = _child(node, step)
            if node is None:
                break
            line = start + 1
        return f"{self.name}:{line}"


def read_plain(path: Path) -> Any:
    """The data of a file of ours that no person edits, as YAML means it: a schema, say."""
    return yaml.load(path.read_text(encoding="utf-8"), _SafeLoader)  # noqa: S506 - a safe loader


def read_checked(path: Path, schema: dict[str, Any], faults: list[str]) -> Document | None:
    """The file's document, or None when it breaks the schema; then `faults` has a line for every breach."""
    name = f"{path.parent.name}/{path.name}"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{name}: cannot be read: {error}")
        return None
    found: list[str] = []
    document = read_lines(name, text, found)
    if document is None:
        faults.extend(found)
        return None
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    found += [
        f"{document.place(*error.absolute_path)}: {error.message}"
        for error in sorted(validator.iter_errors(document.data), key=lambda error: list(map(str, error.absolute_path)))
    ]
    faults.extend(found)
    return None if found else document


def read_lines(name: str, text: str, faults: list[str], *, answers: bool = False) -> Document | None:
    """The document that a text holds, or None when it is no YAML; `faults` has a line for that and for a key used twice.

    answers: `true`, `false` and an empty value are no words.
    """
    loader = (_LoaderWithAnswers if answers else _Loader)(text)
    try:
        root = loader.get_single_node()
        twice = _repeated(root)  # before what is merged stands beside what replaces it
        data = loader.construct_document(root) if root else None
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        faults.append(f"{name}{line}: is not YAML: {error.problem}")
        return None
    except yaml.YAMLError as error:
        faults.append(f"{name}: is not YAML: {error}")
        return None
    faults += [f"{name}:{line}: “{key}” stands twice" for key, line in twice]
    return Document(name, data, root)


def _child(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, int]:
    """What stands at a step, and the line where it begins: that of its key, where it has one."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child: yaml.Node = node.value[step]
        return child, child.start_mark.line
    if isinstance(node, yaml.MappingNode):
        # The last, as what is merged stands before what replaces it.
        found = ((value, key.start_mark.line) for key, value in reversed(node.value) if key.value == str(step))
        return next(found, (None, 0))
    return None, 0


def _repeated(node: yaml.Node | None) -> list[tuple[str, int]]:
    """Keys that a mapping has twice, of which YAML would silently keep the last."""
    if isinstance(node, yaml.SequenceNode):
        return [found for child in node.value for found in _repeated(child)]
    if not isinstance(node, yaml.MappingNode):
        return []
    found, seen = [], set()
    for key, value in node.value:
        if key.value in seen:
            found.append((str(key.value), key.start_mark.line + 1))
        seen.add(key.value)
        found += _repeated(value)
    return found


def prose(text: str) -> str:
    """A text of one paragraph or more, with an empty line between two; how its lines break says nothing."""
    return "\n\n".join(" ".join(part.split()) for part in _EMPTY_LINE.split(text.strip()))
