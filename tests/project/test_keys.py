"""What lies under the keys of a dict: each key has its own value as long as all are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

TO_PYTHON, DRAWN = "TFA301", "TFA110"

PARTS = """
def parts(x, n):
    made = {"mean": tf.reduce_mean(x)}
    made["n"] = n
    return made

def named(x, n):
    return dict(mean=tf.reduce_mean(x), n=n)
"""


def lines(tmp_path: Path, body: str, code: str, *, before: str = "") -> list[str]:
    """The lines of a traced function that have a finding of this code."""
    inside = body.replace("\n", "\n    ")
    text = f"import random\nimport tensorflow as tf\n{before}\n@tf.function\ndef f(x):\n    {inside}\n"
    report = report_of(tmp_path, text, select=(code,))
    assert report.problems == ()
    return [text.splitlines()[finding.span.start.line - 1].strip() for finding in report.findings]


@pytest.mark.parametrize(
    "made",
    [
        "d = {'mean': tf.reduce_mean(x), 'n': 3}",
        "d = {}\nd['mean'] = tf.reduce_mean(x)\nd['n'] = 3",
        "d = {'mean': 1, 'n': 3}\nd['mean'] = tf.reduce_mean(x)",
        "d = dict(mean=tf.reduce_mean(x), n=3)",
        "d = dict(mean=tf.reduce_mean(x), n=3).copy()",
        "d = parts(x, 3)",
        "d = named(x, 3)",
        "if len(x.shape) > 1:\n    d = {'mean': tf.reduce_mean(x), 'n': 3}\nelse:\n    d = {'mean': x[0], 'n': 4}",
    ],
)
def test_each_key_of_a_dict_has_a_value_of_its_own(tmp_path: Path, made: str) -> None:
    body = f"{made}\nbad = int(d['mean'])\nbad_too = int(d.get('mean'))\ngood = int(d['n'])\nreturn good, bad, bad_too"
    assert lines(tmp_path, body, TO_PYTHON, before=PARTS) == ["bad = int(d['mean'])", "bad_too = int(d.get('mean'))"]


@pytest.mark.parametrize(
    "change",
    [
        "d[key] = 3",
        "d.update(other)",
        "d.update({'mean': 3})",
        "d |= {'mean': 3}",
        "if len(x.shape) > 1:\n    d['mean'] = 3",
        "for _ in range(2):\n    d['mean'] = 3",
        "d = {**d, 'mean': 3}",
        "d = {**d, 'mean': 3, **other}",
    ],
)
def test_what_may_lie_under_a_key_since_is_not_known(tmp_path: Path, change: str) -> None:
    before = "key, other = 'mean', {'mean': 3}\nkey = input()"
    body = f"d = {{'mean': tf.reduce_mean(x), 'n': 3}}\n{change}\nreturn int(d['mean']), int(d['n'])"
    assert lines(tmp_path, body, TO_PYTHON, before=before) == []


def test_an_unpacked_dict_gives_its_items(tmp_path: Path) -> None:
    body = "d = {'mean': tf.reduce_mean(x), 'n': 3}\ne = {'mean': 3, **d, 'n': x}\na = int(e['mean'])\nb = int(e['n'])\nreturn a, b, int(d['n'])"
    assert lines(tmp_path, body, TO_PYTHON) == ["a = int(e['mean'])", "b = int(e['n'])"]


def test_a_key_that_is_set_again_holds_the_last(tmp_path: Path) -> None:
    body = "d = {'mean': 3, 'n': x}\nd['mean'], d['n'] = d['n'], d['mean']\na = int(d['mean'])\nb = int(d['n'])\nreturn a, b"
    assert lines(tmp_path, body, TO_PYTHON) == ["a = int(d['mean'])"]


TABLE = """
def noise(x):
    return x + random.random()

def plain(x):
    return x * 2.0

TABLE = {"noise": noise, "plain": plain}
"""


@pytest.mark.parametrize("call", ["TABLE['plain'](x)", "TABLE.get('plain')(x)"])
def test_a_function_under_another_key_is_not_called(tmp_path: Path, call: str) -> None:
    assert lines(tmp_path, f"return {call}", DRAWN, before=TABLE) == []


@pytest.mark.parametrize("key", ["'noise'", "kind", "'pl' + kind"])
def test_a_function_under_this_key_or_any_is_called(tmp_path: Path, key: str) -> None:
    before = TABLE + "\nkind = input()\n"
    assert lines(tmp_path, f"return TABLE[{key}](x)", DRAWN, before=before) == ["return x + random.random()"]


def test_a_function_under_another_of_forty_keys_is_not_called(tmp_path: Path) -> None:
    many = "".join(f"'k{number}': plain, " for number in range(40))
    before = TABLE.replace("TABLE = {", f"TABLE = {{{many}")
    assert lines(tmp_path, "return TABLE['k7'](x)", DRAWN, before=before) == []


def test_what_plain_python_may_have_put_under_a_key_since_is_no_constant(tmp_path: Path) -> None:
    before = "STATE = {'steps': 0, 'draw': None, 'name': 'a'}\n\ndef begin():\n    STATE['steps'] = 3\n"
    body = "if STATE['steps'] == 3:\n    x += random.random()\nreturn x"
    assert lines(tmp_path, body, DRAWN, before=before) == ["x += random.random()"]


def test_one_of_many_keys_is_any(tmp_path: Path) -> None:
    many = ", ".join(f"'k{number}': {number}" for number in range(70))
    assert lines(tmp_path, f"d = {{'mean': x, {many}}}\nreturn int(d['mean'])", TO_PYTHON) == []
