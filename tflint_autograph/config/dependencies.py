"""Determines the TensorFlow version that a project requires. Installs and imports nothing."""

from __future__ import annotations

import json
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

_LAST_OF_1 = (1, 15)
_REQUIREMENT = re.compile(
    r"^\s*tensorflow(?P<variant>-cpu|-gpu|-macos|-intel|-rocm)?(?![\w.-])\s*(?:\[[^\]]*\])?\s*(?P<bounds>[^;#]*)", re.IGNORECASE
)
_ANY = re.compile(r"^\s*(?P<name>\w[\w.-]*)\s*(?:\[[^\]]*\])?\s*(?P<bounds>[^;#]*)")
_IMAGE = re.compile(r"^\s*FROM\s+(?:\S+\s+)?(?:\S+/)?tensorflow/tensorflow:(\d+\.\d+[\w.]*)", re.IGNORECASE)
_INSTALLED = re.compile(r"(?<![\w./-])[A-Za-z][\w.-]*(?:[<>=~!]=|[<>])\d[\w.*]*")
_BUILD = re.compile(r"(\w=[\w.*]+)=\S+$")
_LISTED = re.compile(r"^\s*\w[\w.-]*\s*(?:\[[^\]]*\])?\s*(?:[<>=~!@(;#].*)?$")
_DEPENDENCIES = re.compile(r"^dependencies:\s*$", re.MULTILINE)
_LONGEST = 100_000
"""Maximum size in bytes of a file that is read for its content, and not for its name."""

_VERSION_1 = "<2"
_FIRST_FOR_VERSION_2 = (2, 3)
"""The first version of the package `keras` that runs with TensorFlow 2."""

_LAST_OF_KERAS_2 = "<2.16"
_OF_KERAS_2 = frozenset({"tensorflow-addons", "tensorflow-estimator"})
"""Packages that work with Keras 2 only."""

_NEEDED_BY_KERAS_3 = {"keras": (3, 0), "numpy": (1, 23), "h5py": (3, 10), "tensorboard": (2, 16), "protobuf": (3, 20), "python": (3, 9)}
"""The oldest versions that TensorFlow 2.16, the first with Keras 3, can be installed with (the metadata of its wheel)."""

_PATCHES = {"numpy": (1, 23, 5), "protobuf": (3, 20, 3)}
"""Of these packages TensorFlow 2.16 needs a patch, which another exact version of the same minor one is not."""

_MAJORS, _MINORS = 9, 100
"""How far beyond the oldest version of a package a version is looked for that a requirement allows."""

_LAST = {"-gpu": (2, 12), "-rocm": (2, 14)}
"""Discontinued packages whose functions moved into `tensorflow`, with their last version."""

_CLAUSE = re.compile(r"^(?P<sign>===|==|~=|>=|<=|!=|<|>|=|\^|~)?\s*(?P<major>\d+)(?:\.(?P<minor>\d+))?(?P<rest>[.\w*+!-]*)$")


def declared(root: Path) -> tuple[str, str]:
    """Returns the bounds the project in `root` sets for TensorFlow, and the file that says so; two empty strings if there are none.

    Reads the lock files of Poetry, uv, PDM and Pipenv, which name the version that is installed; `project.dependencies`, its extras and
    Poetry's table in pyproject.toml; then setup.cfg, literal lists in setup.py, which is not run, Pipfile, requirements.txt, an
    environment of conda, the metadata of an unpacked distribution, the image of a Dockerfile, and files with other names that contain
    nothing but requirements, there or in a folder `requirements`, or an environment of conda. Unreadable files are ignored here; the
    configuration reports them.
    """
    for name, lines in _files(root):
        try:
            needed = tuple(lines((root / name).read_text(encoding="utf-8")))
            matches = filter(None, map(_REQUIREMENT.match, needed))
            found = [next(filter(None, map(_bounds, matches)), ""), _LAST_OF_KERAS_2 if any(map(_is_keras_2, needed)) else ""]
            bounds = ",".join(filter(None, found))
            older = ",".join(filter(None, [bounds, _VERSION_1]))
            bounds = older if any(map(_is_for_version_1, needed)) and newest_allowed(older) <= _LAST_OF_1 else bounds
            if bounds:
                return bounds, name
        except (OSError, ValueError, SyntaxError, RecursionError):
            # ValueError: not UTF-8, no TOML, a NUL in Python.
            continue
    return "", ""


def _files(root: Path) -> Iterator[tuple[str, Callable[[str], Iterator[str]]]]:
    """Yields the names of the files in `root` that may have requirements, with how to read each."""
    yield from _FILES.items()
    unpacked = [each.relative_to(root).as_posix() for each in root.glob(_METADATA)]
    yield from dict.fromkeys(unpacked, _metadata).items() if len(unpacked) == 1 else ()
    for pattern, lines in _NAMED_FREELY.items():
        found = {each.relative_to(root).as_posix(): each for each in sorted(root.glob(pattern))}
        yield from ((name, lines) for name, each in found.items() if name not in _FILES and _is_short(each))


def _is_short(file: Path) -> bool:
    """Whether a file may have requirements: a longer text is data."""
    try:
        return file.is_file() and file.stat().st_size <= _LONGEST
    except OSError:
        return False


def _is_keras_2(requirement: str) -> bool:
    """Whether a requirement cannot be met beside Keras 3: a package for Keras 2 only, or a version that is too old (`keras<3`, `numpy==1.19.2`)."""
    match = _ANY.match(requirement)
    name = match["name"].lower().replace("_", "-") if match is not None else ""
    if match is None or name in _OF_KERAS_2:
        return match is not None
    if any(_is_before_patch(each, name) for each in _clauses(match["bounds"]) if each is not None):
        return True
    return name in _NEEDED_BY_KERAS_3 and _allows_none_since(match["bounds"], _NEEDED_BY_KERAS_3[name])


def _is_for_version_1(requirement: str) -> bool:
    """Whether a requirement allows only versions of Keras that TensorFlow 2 cannot run: `keras==2.2.4`."""
    match = _ANY.match(requirement)
    return match is not None and match["name"].lower() == "keras" and _allows_none_since(match["bounds"], _FIRST_FOR_VERSION_2)


def _allows_none_since(bounds: str, oldest: tuple[int, int]) -> bool:
    """Whether bounds allow no version from `oldest` on; False for bounds that are not known."""
    clauses = list(filter(None, _clauses(bounds.strip().strip("()"))))
    return bool(clauses) and not any(all(_allows(each, version) for each in clauses) for version in _since(oldest))


def _is_before_patch(clause: re.Match[str], name: str) -> bool:
    """Whether a clause pins an exact version of a package, `numpy==1.23.0`, that is too old by its patch alone."""
    needed = _PATCHES.get(name)
    patch = re.fullmatch(r"\.(\d+)", clause["rest"])
    if needed is None or patch is None or clause["sign"] not in ("==", "===", "="):
        return False
    return (int(clause["major"]), int(clause["minor"])) == needed[:2] and int(patch[1]) < needed[2]


def _since(oldest: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yields versions from the oldest on that a requirement may allow."""
    first, minor = oldest
    yield from ((first, each) for each in range(minor, _MINORS))
    yield from ((major, each) for major in range(first + 1, first + _MAJORS) for each in range(_MINORS))


def _bounds(match: re.Match[str]) -> str:
    """Returns the bounds in a requirement, combined with the last version of its package."""
    bounds = match["bounds"].strip().strip("()")
    last = _LAST.get((match["variant"] or "").lower(), NEWEST)
    if newest_allowed(bounds) <= last:
        return bounds
    return ",".join([*filter(None, [bounds]), f"<={last[0]}.{last[1]}"])


def _requirements(text: str) -> Iterator[str]:
    yield from text.splitlines()


def _only_requirements(text: str) -> Iterator[str]:
    """Yields the lines of a text if each is a requirement, a comment or an option of `pip`."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "-"))]
    matches = [_LISTED.match(line) for line in lines]
    yield from lines if all(matches) else ()


def _only_environment(text: str) -> Iterator[str]:
    """Yields the requirements in a text that is an environment of conda."""
    yield from _environment(text) if _DEPENDENCIES.search(text) else ()


def _environment(text: str) -> Iterator[str]:
    """Yields the items of all lists, without the build that may follow a version: `- tensorflow=2.6.0=gpu_py39`."""
    for line in text.splitlines():
        item = line.strip().removeprefix("- ").strip("'\"")
        if line.strip() != item:
            yield _BUILD.sub(r"\1", item)


def _image(text: str) -> Iterator[str]:
    """Yields the version of the image of TensorFlow that a Dockerfile starts from, and the bounds of what its commands install."""
    for line in text.splitlines():
        image = _IMAGE.match(line)
        if image is not None:
            yield f"tensorflow=={image[1]}"
        elif not line.lstrip().startswith("#"):
            yield from _INSTALLED.findall(line)


def _locked(text: str) -> Iterator[str]:
    """Yields the packages of a lock file that lists them as TOML tables: the newest of several versions, which differ by platform."""
    packages, newest = tomllib.loads(text).get("package"), dict[str, str]()
    for each in packages if isinstance(packages, list) else ():
        name, version = (str(each.get(key, "")) for key in ("name", "version")) if isinstance(each, dict) else ("", "")
        newest[name] = max(version, newest.get(name, ""), key=_numbers)
    yield from (f"{name}=={version}" for name, version in newest.items())


def _numbers(version: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", version)))


def _pipfile_lock(text: str) -> Iterator[str]:
    data = json.loads(text)
    for group in ("default", "develop"):
        yield from _table_of_versions(_table(data if isinstance(data, dict) else {}, group))


def _pipfile(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    for group in ("packages", "dev-packages"):
        yield from _table_of_versions(_table(data, group))


def _table_of_versions(table: dict[str, object]) -> Iterator[str]:
    """Yields the requirements in a table of bounds by name, each a text or a table with `version`."""
    for name, bounds in table.items():
        if isinstance(bounds, dict):
            bounds = bounds.get("version", "")
        yield f"{name} {'' if bounds == '*' else bounds}"


def _pyproject(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    project = _table(data, "project")
    for items in (project.get("dependencies"), *_table(project, "optional-dependencies").values()):
        yield from (str(item) for item in items) if isinstance(items, list) else ()
    yield from _table_of_versions(_table(_table(_table(data, "tool"), "poetry"), "dependencies"))


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


def _metadata(text: str) -> Iterator[str]:
    """Yields the requirements in the core metadata of a distribution, with those of its extras."""
    yield from (line.removeprefix(_REQUIRES) for line in text.partition("\n\n")[0].splitlines() if line.startswith(_REQUIRES))


_REQUIRES = "Requires-Dist:"
_METADATA = "*.dist-info/METADATA"
"""The core metadata of a wheel. A folder of several is an environment and no project."""

_FILES: dict[str, Callable[[str], Iterator[str]]] = {
    "poetry.lock": _locked, "uv.lock": _locked, "pdm.lock": _locked, "Pipfile.lock": _pipfile_lock,
    "pyproject.toml": _pyproject, "setup.cfg": _setup_cfg, "setup.py": _setup_py, "Pipfile": _pipfile, "requirements.txt": _requirements,
    "environment.yml": _environment, "environment.yaml": _environment, "PKG-INFO": _metadata, "Dockerfile": _image,
    "docker/Dockerfile": _image
}  # fmt: skip
"""The files with requirements and how to read them; the first that mentions TensorFlow counts."""


_NAMED_FREELY: dict[str, Callable[[str], Iterator[str]]] = {
    "*.txt": _only_requirements, "requirements/*.txt": _only_requirements, "*.yml": _only_environment, "*.yaml": _only_environment,
}  # fmt: skip
"""The files whose content, and not their name, tells that they have requirements; those above count first."""


def _table(data: dict[str, object], key: str) -> dict[str, object]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def newest_allowed(bounds: str) -> tuple[int, int]:
    """Returns the newest TensorFlow that bounds such as `2.15`, `>=2.12,<2.16` or `~=2.10` allow; NEWEST without bounds it knows.

    Only the first two numbers count: behaviour does not change between patches.
    """
    clauses = [clause for clause in _clauses(bounds) if clause is not None]
    for major, last in (NEWEST, _LAST_OF_1):
        for minor in range(last, -1, -1):
            if all(_allows(clause, (major, minor)) for clause in clauses):
                return major, minor
    return NEWEST


def _clauses(bounds: str) -> list[re.Match[str] | None]:
    """Returns the clauses of bounds; None for what is none."""
    return [_CLAUSE.match(part.strip()) for part in bounds.split(",") if part.strip()]


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
