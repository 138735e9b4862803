"""Which rules run: precision of selectors, files, severities and unknown names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.load import load
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.select import active, check_selectors, find, ignored_in, severity_of
from tflint_autograph.model.levels import Severity


@dataclass(frozen=True)
class Named:
    code: str
    name: str
    default: bool = True


PRINT = Named("TFA101", "python-print")
CALL = Named("TFA104", "python-call", default=False)
CLOCK = Named("TFA111", "frozen-clock")
LAYER = Named("TFA502", "layer-creation")
RULES = (PRINT, CALL, CLOCK, LAYER)
KNOWN = {rule.code: rule.name for rule in RULES}


def settings(**fields: object) -> Settings:
    return Settings(Path("/project"), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({}, "101 111 502"),
        ({"select": ("ALL",)}, "101 104 111 502"),
        ({"select": ()}, ""),
        ({"select": ("TFA1",)}, "101 104 111"),
        ({"select": ("TFA",)}, "101 104 111 502"),
        ({"select": ("tfa104",)}, "104"),
        ({"select": ("python-call", "Frozen-Clock")}, "104 111"),
        ({"extend_select": ("TFA104",)}, "101 104 111 502"),
        ({"ignore": ("TFA1",)}, "502"),
        ({"ignore": ("frozen-clock",)}, "101 502"),
        ({"ignore": ("TFA1",), "extend_select": ("TFA111",)}, "111 502"),
        ({"select": ("TFA10",), "ignore": ("TFA1",)}, "101 104"),
        ({"select": ("TFA1",), "ignore": ("TFA10",)}, "111"),
        ({"select": ("python-print",), "ignore": ("TFA10",)}, "101"),
        ({"select": ("TFA101",), "ignore": ("python-print",)}, ""),
        ({"select": ("TFA1",), "ignore": ("ALL",)}, "101 104 111"),
        ({"select": ("ALL",), "ignore": ("DEFAULT",)}, "104"),
    ],
)
def test_most_precise_selector_wins(fields: dict[str, object], codes: str) -> None:
    assert [rule.code[3:] for rule in active(settings(**fields), RULES)] == codes.split()


def test_pedantic_turns_all_rules_on(tmp_path: Path) -> None:
    pedantic = load(tmp_path, cwd=tmp_path, flags={"pedantic": True}, environ={})
    assert active(pedantic, RULES) == RULES


@pytest.mark.parametrize(
    ("pattern", "path", "ignored"),
    [
        ("tests/**", "tests/a/test_x.py", True),
        ("tests/**", "src/tests.py", False),
        ("tests", "pkg/tests/x.py", True),
        ("/tests", "pkg/tests/x.py", False),
        ("*_test.py", "a/b_test.py", True),
        ("!src/", "src/a.py", False),
        ("!src/", "tools/a.py", True),
    ],
)
def test_per_file_ignores(pattern: str, path: str, ignored: bool) -> None:
    given = settings(per_file_ignores=((pattern, ("TFA10", "layer-creation")),))
    assert ignored_in(given, path, PRINT) is ignored
    assert ignored_in(given, path, LAYER) is ignored
    assert not ignored_in(given, path, CLOCK)


def test_severity_of_the_most_precise_selector() -> None:
    given = settings(
        severity=(("ALL", Severity.INFO), ("TFA1", Severity.WARNING), ("python-print", Severity.ERROR)),
    )
    assert [severity_of(given, rule) for rule in RULES] == [
        Severity.ERROR, Severity.WARNING, Severity.WARNING, Severity.INFO,
    ]  # fmt: skip
    assert severity_of(settings(severity=(("TFA5", Severity.INFO),)), PRINT) is None


@pytest.mark.parametrize(
    ("fields", "message", "hint"),
    [
        ({"select": ("TFA10l",)}, "unknown rule `TFA10l` in --select", "did you mean `TFA101` (python-print)?"),
        ({"select": ("TFA9",)}, "unknown rule `TFA9` in --select", ""),
        ({"select": ("TFA1", "pyton-print")}, "unknown rule `pyton-print` in --select", "did you mean `TFA101` (python-print)?"),
        ({"ignore": ("frozen_clock",)}, "unknown rule `frozen_clock` in `ignore` (pyproject.toml:7)", "did you mean `TFA111` (frozen-clock)?"),
        ({"extend_select": ("",)}, "unknown rule `` in `extend-select` (default)", ""),
        ({"select": ()}, "--select names no rule", None),
        ({"severity": (("layer", Severity.INFO),)}, "unknown rule `layer` in `severity` (default)", None),
        ({"per_file_ignores": (("x", ("nonsense-zzz",)),)}, "unknown rule `nonsense-zzz` in `per-file-ignores` (default)", ""),
    ],
)  # fmt: skip
def test_unknown_selector(fields: dict[str, object], message: str, hint: str | None) -> None:
    origins = (("ignore", "pyproject.toml:7"), ("select", "--select"))
    with pytest.raises(UsageError) as caught:
        check_selectors(settings(origins=origins, **fields), KNOWN)
    assert caught.value.message == message
    if hint is not None:
        assert caught.value.hint == hint


def test_other_selectors_do_without_any_in_select() -> None:
    check_selectors(settings(select=(), extend_select=("TFA101",)), KNOWN)


def test_known_selectors_pass() -> None:
    fields = {
        "select": ("ALL", "TFA", "TFA50"),
        "ignore": ("DEFAULT", "tfa111"),
        "severity": (("PYTHON-PRINT", Severity.INFO),),
    }
    check_selectors(settings(**fields), KNOWN)


def test_find() -> None:
    assert find("tfa10", KNOWN) == ("TFA101", "TFA104")
    assert find("Layer-Creation", KNOWN) == ("TFA502",)
    assert find("TFA999", KNOWN) == ()
