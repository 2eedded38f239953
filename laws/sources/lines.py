"""YAML files whose faults can be pointed at: data checked against a JSON Schema, each fault with its file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

# The parser in C is some ten times faster, and its wheels have it; where it lacks, the one in Python does the same.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """Reads numbers as numbers and everything else as it is written.

    So `on` is a word and not “true”, and a schema can say that a date must stand where a date stands.
    """


_PLAIN = {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _PLAIN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@dataclass(frozen=True, slots=True)
class Document:
    """A file's data, and where in the file each piece of it stands."""

    name: str
    data: Any
    root: yaml.Node | None

    def place(self, *path: str | int) -> str:
        """File and line where the value of this path begins, its key included: `law-27.yaml:14`; of the innermost that exists."""
        node, line = self.root, 1
        if node is not None:
            line = node.start_mark.line + 1
        for step in path:
            node, start = _child(node, step)
            if node is None:
                break
            line = start + 1
        return f"{self.name}:{line}"


def read_checked(path: Path, schema: dict[str, Any], faults: list[str]) -> Document | None:
    """The file's document, or None when it breaks the schema; then `faults` has a line for every breach."""
    name = f"{path.parent.name}/{path.name}"
    try:
        loader = _Loader(path.read_text(encoding="utf-8"))
        root = loader.get_single_node()
        document = Document(name, loader.construct_document(root) if root else None, root)
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{name}: cannot be read: {error}")
        return None
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        faults.append(f"{name}{line}: is not YAML: {error.problem}")
        return None
    found = [f"{name}:{line}: “{key}” stands twice" for key, line in _repeated(root)]
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    found += [
        f"{document.place(*error.absolute_path)}: {error.message}"
        for error in sorted(validator.iter_errors(document.data), key=lambda error: list(map(str, error.absolute_path)))
    ]
    faults.extend(found)
    return None if found else document


def _child(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, int]:
    """What stands at a step, and the line where it begins: that of its key, where it has one."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child: yaml.Node = node.value[step]
        return child, child.start_mark.line
    if isinstance(node, yaml.MappingNode):
        found = ((value, key.start_mark.line) for key, value in node.value if key.value == str(step))
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
