"""Determines the TensorFlow version that a project requires. Installs and imports nothing."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NEWEST = (2, 21)
"""The TensorFlow version that is assumed if the project does not specify one."""

_OLDEST = (2, 0)
_REQUIREMENT = re.compile(
    r"^\s*tensorflow(?P<variant>-cpu|-gpu|-macos|-intel|-rocm)?(?![\w.-])\s*(?:\[[^\]]*\])?\s*(?P<bounds>[^;#]*)", re.IGNORECASE
)
_KERAS = re.compile(r"^\s*(?P<name>tensorflow-addons|tensorflow-estimator|keras)(?![\w.-])\s*(?P<bounds>[^;#]*)", re.IGNORECASE)
_BUILD = re.compile(r"(\w=[\w.*]+)=\S+$")
_LAST_OF_KERAS_2 = "<2.16"
_LAST = {"-gpu": (2, 12), "-rocm": (2, 14)}
"""Discontinued packages whose functions moved into `tensorflow`, with their last version."""

_CLAUSE = re.compile(r"^(?P<sign>===|==|~=|>=|<=|!=|<|>|=|\^|~)?\s*(?P<major>\d+)(?:\.(?P<minor>\d+))?(?P<rest>[.\w*+!-]*)$")


def declared(root: Path) -> tuple[str, str]:
    """Returns the bounds the project in `root` sets for TensorFlow, and the file that says so; two empty strings if there are none.

    Reads `project.dependencies`, its extras and Poetry's table in pyproject.toml, then setup.cfg, literal lists in setup.py, which is not
    run, requirements.txt, and an environment of conda. Unreadable files are ignored here; the configuration reports them.
    """
    for name, lines in _FILES.items():
        try:
            needed = tuple(lines((root / name).read_text(encoding="utf-8")))
            matches = filter(None, map(_REQUIREMENT.match, needed))
            found = [next(filter(None, map(_bounds, matches)), ""), _LAST_OF_KERAS_2 if any(map(_is_keras_2, needed)) else ""]
            bounds = ",".join(filter(None, found))
            if bounds:
                return bounds, name
        except (OSError, ValueError, SyntaxError, RecursionError):
            # ValueError: not UTF-8, no TOML, a NUL in Python.
            continue
    return "", ""


def _is_keras_2(requirement: str) -> bool:
    """Whether a requirement is for a package that works with Keras 2 only, or for Keras before 3: `keras<3`, `keras==2.6`."""
    match = _KERAS.match(requirement)
    if match is None or match["name"].lower() != "keras":
        return match is not None
    clauses = [_CLAUSE.match(part.strip()) for part in match["bounds"].strip().strip("()").split(",") if part.strip()]
    return any(clauses) and all(not all(_allows(each, (3, minor)) for each in clauses if each is not None) for minor in (0, 99))


def _bounds(match: re.Match[str]) -> str:
    """Returns the bounds in a requirement, combined with the last version of its package."""
    bounds = match["bounds"].strip().strip("()")
    last = _LAST.get((match["variant"] or "").lower(), NEWEST)
    if newest_allowed(bounds) <= last:
        return bounds
    return ",".join([*filter(None, [bounds]), f"<={last[0]}.{last[1]}"])


def _requirements(text: str) -> Iterator[str]:
    yield from text.splitlines()


def _environment(text: str) -> Iterator[str]:
    """Yields the items of all lists, without the build that may follow a version: `- tensorflow=2.6.0=gpu_py39`."""
    for line in text.splitlines():
        item = line.strip().removeprefix("- ").strip("'\"")
        if line.strip() != item:
            yield _BUILD.sub(r"\1", item)


def _pyproject(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    project = _table(data, "project")
    for items in (project.get("dependencies"), *_table(project, "optional-dependencies").values()):
        yield from (str(item) for item in items) if isinstance(items, list) else ()
    poetry = _table(_table(_table(data, "tool"), "poetry"), "dependencies")
    for name, bounds in poetry.items():
        if isinstance(bounds, dict):
            bounds = bounds.get("version", "")
        yield f"{name} {bounds}"


def _setup_cfg(text: str) -> Iterator[str]:
    from configparser import ConfigParser, Error

    parser = ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except Error:
        return
    yield from parser.get("options", "install_requires", fallback="").splitlines()
    if parser.has_section("options.extras_require"):
        yield from (line for _, value in parser.items("options.extras_require") for line in value.splitlines())


def _setup_py(text: str) -> Iterator[str]:
    import ast  # few projects have the file, and those that have none need not wait

    for node in ast.walk(ast.parse(text)):
        for item in node.elts if isinstance(node, (ast.List, ast.Tuple)) else ():
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                yield item.value


_FILES: dict[str, Callable[[str], Iterator[str]]] = {
    "pyproject.toml": _pyproject, "setup.cfg": _setup_cfg, "setup.py": _setup_py, "requirements.txt": _requirements,
    "environment.yml": _environment, "environment.yaml": _environment
}  # fmt: skip
"""The files with requirements and how to read them; the first that mentions TensorFlow counts."""


def _table(data: dict[str, object], key: str) -> dict[str, object]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def newest_allowed(bounds: str) -> tuple[int, int]:
    """Returns the newest TensorFlow that bounds such as `2.15`, `>=2.12,<2.16` or `~=2.10` allow; NEWEST without bounds.

    Only the first two numbers count: behaviour does not change between patches.
    """
    clauses = [_CLAUSE.match(part.strip()) for part in bounds.split(",") if part.strip()]
    for minor in range(NEWEST[1], _OLDEST[1] - 1, -1):
        version = (NEWEST[0], minor)
        if all(_allows(clause, version) for clause in clauses if clause is not None):
            return version
    return NEWEST


def _allows(clause: re.Match[str], version: tuple[int, int]) -> bool:
    bound = (int(clause["major"]), int(clause["minor"] or 0))
    sign, exact = clause["sign"] or "==", bool(clause["rest"].strip(".*0"))
    if sign in ("==", "===", "="):
        return version == bound if clause["minor"] else version[0] == bound[0]
    if sign in ("~=", "^", "~"):
        return version >= bound and version[0] == bound[0] and (sign != "~" or version == bound)
    if sign == "!=":
        return exact or version != bound
    return {
        ">=": version >= bound,
        ">": version > bound or (exact and version == bound),
        "<=": version <= bound,
        "<": version < bound or (exact and version == bound),
    }[sign]
