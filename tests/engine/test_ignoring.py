"""Suppression comments written for findings: where they stand, what they join, what they leave alone."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.programs import notebook, settings_of, write
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.ignoring import ignoring
from tflint_autograph.engine.fix.run import Fixed, fix_paths

HEAD = "import random\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"


def ignore(root: Path, reason: str = "") -> Fixed:
    chosen = settings_of(root)
    return fix_paths(
        chosen, (str(root),), Adoption(chosen), propose=lambda files, report: ignoring(files, report, reason)
    )


def ignored(root: Path, body: bytes | str, reason: str = "") -> bytes:
    """What becomes of the body of a traced function; nothing is found in it any more."""
    data = body if isinstance(body, bytes) else (HEAD + body).encode()
    (root / "m.py").write_bytes(data)
    done = ignore(root, reason)
    assert (done.report.findings, done.refused) == ((), ())
    after = (root / "m.py").read_bytes()
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(data))
    assert ignore(root, reason).changes == ()
    return after if isinstance(body, bytes) else after.removeprefix(HEAD.encode())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    print(x)\n", "    print(x)  # tflint: ignore[TFA101]\n"),
        ("    print(x)", "    print(x)  # tflint: ignore[TFA101]"),
        ("    print(x)   \n", "    print(x)  # tflint: ignore[TFA101]\n"),
        ("    print(\n        x,\n    )\n", "    print(\n        x,\n    )  # tflint: ignore[TFA101]\n"),
        ("    print(  # why\n        x)\n", "    print(  # why\n        x)  # tflint: ignore[TFA101]\n"),
        ("    print(x, \\\n        1)\n", "    print(x, \\\n        1)  # tflint: ignore[TFA101]\n"),
        ('    print("""a\nb""")\n', '    print("""a\nb""")  # tflint: ignore[TFA101]\n'),
        ("    print(x); y = 1\n", "    print(x); y = 1  # tflint: ignore[TFA101]\n"),
        ("    print(random.random())\n", "    print(random.random())  # tflint: ignore[TFA101, TFA110]\n"),
        ("    print(x)  # type: ignore\n", "    print(x)  # type: ignore  # tflint: ignore[TFA101]\n"),
        ("    print(x)  # noqa: E501\n", "    print(x)  # noqa: E501  # tflint: ignore[TFA101]\n"),
        (
            "    print(random.random())  # tflint: ignore[python-print] as it is\n",
            "    print(random.random())  # tflint: ignore[python-print, TFA110] as it is\n",
        ),
        (
            "    print(  # tflint: ignore[TFA110] a\n        random.random()\n    )\n",
            "    print(  # tflint: ignore[TFA110, TFA101] a\n        random.random()\n    )\n",
        ),
        (
            "    # tflint: ignore[TFA110]\n    print(random.random())\n",
            "    # tflint: ignore[TFA110]\n    print(random.random())  # tflint: ignore[TFA101]\n",
        ),
        ("    if print(x):\n        pass\n", "    if print(x):  # tflint: ignore[TFA101]\n        pass\n"),
        ("    if x is None: print(x)\n", "    if x is None: print(x)  # tflint: ignore[TFA101]\n"),
        ("    y = '# tflint: ignore[TFA110]'; print(y)\n", "    y = '# tflint: ignore[TFA110]'; print(y)  # tflint: ignore[TFA101]\n"),
    ],
)  # fmt: skip
def test_where_it_stands(tmp_path: Path, body: str, expected: str) -> None:
    assert ignored(tmp_path, body).decode() == expected


def test_reason(tmp_path: Path) -> None:
    assert ignored(tmp_path, "    print(x)\n", "an old one") == b"    print(x)  # tflint: ignore[TFA101] an old one\n"
    kept = "    print(random.random())  # tflint: ignore[TFA101] mine\n"
    assert ignored(tmp_path, kept, "an old one").endswith(b"ignore[TFA101, TFA110] mine\n")


def test_encoding_and_line_ends_stay(tmp_path: Path) -> None:
    text = "# coding: latin-1\r\nimport keras\r\nimport tensorflow as tf\r\n@tf.function\r\ndef f(x):\r\n\tprint('é')\r\n\treturn x"
    expected = text.replace("print('é')", "print('é')  # tflint: ignore[TFA101]").encode("latin-1")
    assert ignored(tmp_path, text.encode("latin-1")) == expected
    with_bom = b"\xef\xbb\xbf" + HEAD.encode() + b"    print(x)\r"
    assert ignored(tmp_path, with_bom) == with_bom[:-1] + b"  # tflint: ignore[TFA101]\r"


def test_a_reason_the_encoding_cannot_hold(tmp_path: Path) -> None:
    data = b"# coding: latin-1\n" + HEAD.encode() + b"    print(x)\n"
    (tmp_path / "m.py").write_bytes(data)
    done = ignore(tmp_path, "später …")
    assert [reason for _, reason in done.refused] == ["`…` cannot be written in iso-8859-1"]
    assert len(done.report.findings) == 1
    assert (tmp_path / "m.py").read_bytes() == data


def test_notebook(tmp_path: Path) -> None:
    made = notebook("import tensorflow as tf\n%matplotlib inline\n", HEAD + "    print(x)\n    return x")
    (tmp_path / "n.ipynb").write_text(made)
    assert ignore(tmp_path).report.findings == ()
    before, after = (json.loads(text) for text in (made, (tmp_path / "n.ipynb").read_text()))
    source = before["cells"][1]["source"]
    before["cells"][1]["source"] = source.replace("print(x)", "print(x)  # tflint: ignore[TFA101]")
    assert after == before


def test_findings_about_comments_stay(tmp_path: Path) -> None:
    write(tmp_path, {"m.py": "x = 1  # tflint: ignore[TFA101]\n"})
    done = ignore(tmp_path)
    assert [finding.code for finding in done.report.findings] == ["TFA901"]
    assert done.changes == ()


COMMENT = st.sampled_from(
    ["", "  # c", " # type: ignore", "  # tflint: ignore[TFA111] r", "\t#", "   ", "  # tflint: ignore[]"]
)
CALL = st.sampled_from(
    ["print(x)", "print(\n  x,{c}\n  1)", "print(x, \\\n 1)", "y = '''{c}\n'''; print(y)", "x = x + random.random()",
     "with tf.name_scope('a'):{c}\n        print(random.random())", "print('{c}')", "z = [print(x), {c}\n  2]", "größe = print(x)"]
)  # fmt: skip
LINE = st.tuples(CALL, COMMENT, COMMENT).map(lambda each: "    " + each[0].replace("{c}", each[1]) + each[2])


@given(st.lists(LINE, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_code_keeps_its_meaning_and_only_gains_comments(
    tmp_path: Path, lines: list[str], end: str, closed: bool
) -> None:
    text = (HEAD + "\n".join(lines) + ("\n" if closed else "")).replace("\n", end)
    (tmp_path / "m.py").write_bytes(text.encode())
    try:
        before = ast.dump(ast.parse(text.encode()))
    except SyntaxError:
        return
    done = ignore(tmp_path)
    after = (tmp_path / "m.py").read_bytes()
    assert {finding.code for finding in done.report.findings} <= {"TFA901", "TFA903"}
    assert done.refused == ()
    assert ast.dump(ast.parse(after)) == before
    assert ignore(tmp_path).changes == ()
    assert len(after.decode().split(end)) == len(text.split(end))
