"""Bad input through the command: one clear line each, the right exit code, the rest of the run done."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import notebook, write

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
SECONDS = 60
"""A run that hangs, on a FIFO for instance, fails instead."""


class Done:
    """What a run said."""

    def __init__(self, run: subprocess.CompletedProcess[bytes]) -> None:
        self.code = run.returncode
        self.out = run.stdout.decode()
        self.err = run.stderr.decode()
        assert "Traceback" not in self.out + self.err

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def check(folder: Path, *arguments: str, stdin: bytes = b"") -> Done:
    command = [sys.executable, "-m", "tflint_autograph", "check", "--output-format", "concise", *arguments]
    return Done(subprocess.run(command, cwd=folder, capture_output=True, input=stdin, check=False, timeout=SECONDS))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one finding."""
    write(tmp_path, {"good.py": HAZARD, "pyproject.toml": ""})
    return tmp_path


GOOD = "good.py:6:5: TFA101 "


@pytest.mark.parametrize(
    ("name", "data", "said", "code"),
    [
        ("bad.py", b"import tensorflow as tf\ndef f(:\n", "bad.py:2:7: ", 1),
        ("bad.py", b"import tensorflow\nprint 'two'\n", "bad.py:2:1: ", 1),
        ("bad.py", b"import tensorflow\n\tx = 1\n", "bad.py:2", 1),
        ("bad.py", b"# tensorflow\nx = '\xff'\n", "bad.py:2:6: ", 1),
        ("bad.py", b"# -*- coding: martian -*-\n# tensorflow\n", "bad.py:1", 1),
        ("bad.py", b"# tensorflow\nx = '\0'\n", "bad.py:2:6: ", 1),
        ("bad.py", b"# tensorflow\nx = " + b"-" * 100_000 + b"1\n", "bad.py:1:1: ", 1),
        ("bad.py", b"# tensorflow\nx = " + b"(" * 1000 + b")" * 1000 + b"\n", "bad.py:", 1),
        ("bad.py", b"# tensorflow\n" + b"x = 1\n" * 900_000, "bad.py:1:1: ", 1),
        ("bad.ipynb", b"{'cells': tensorflow", "bad.ipynb:1:1: ", 1),
        ("bad.ipynb", b'{"tensorflow": 1}', "bad.ipynb:1:1: ", 1),
        ("bad.ipynb", b'["tensorflow"]', "bad.ipynb:1:1: ", 1),
        ("bad.ipynb", b'{"cells": [{"cell_type": "code", "source": "import tensorflow\\ndef f(:"}]}', "bad.ipynb:cell 1:2:7: ", 1),
        ("bad.ipynb", b'{"cells": [{"source": "import tensorflow"}]}', "bad.ipynb:cell 1:1:1: ", 1),
    ],
    ids=[
        "syntax", "python-2", "indentation", "not-utf-8", "unknown-encoding", "nul", "deep", "deep-brackets", "large", "not-json",
        "no-cells", "json-list", "syntax-in-a-cell", "no-cell-type",
    ],
)  # fmt: skip
def test_broken_file_costs_only_itself(project: Path, name: str, data: bytes, said: str, code: int) -> None:
    (project / name).write_bytes(data)
    done = check(project)
    assert done.code == code
    assert [line for line in done.lines if line.startswith(said)] != []
    assert len([line for line in (done.out + done.err).splitlines() if line.startswith("bad.")]) == 1
    assert len([line for line in done.lines if line.startswith(GOOD)]) == 1


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"# tensorflow only in words\n", b"\xef\xbb\xbfimport tensorflow\r\nx = 1\r"]
)
def test_file_with_nothing_in_it_is_fine(project: Path, data: bytes) -> None:
    (project / "empty.py").write_bytes(data)
    done = check(project)
    assert (done.code, len(done.lines)) == (1, 1)
    assert done.out.startswith(GOOD)


def test_deep_code_that_parses_is_looked_at(project: Path) -> None:
    chain = "x = f(x)" + ".g(x)" * 40 + "\n"
    body = (
        "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n    "
        + chain
        + "    x = "
        + "+".join(["x"] * 400)
        + "\n"
    )
    (project / "deep.py").write_text(body)
    done = check(project)
    assert done.code == 1
    assert len([line for line in done.lines if line.startswith("deep.py:4:5: TFA101")]) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize("named", [False, True])
def test_fifo_and_socket_are_not_opened(project: Path, named: bool) -> None:
    os.mkfifo(project / "pipe.py")
    before = os.getcwd()
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(project)
        server.bind("door.py")
        os.chdir(before)
        done = check(project, *(["good.py", "pipe.py", "door.py"] if named else []))
    assert done.code == (2 if named else 1)
    assert done.out.count(GOOD) == 1
    assert ("pipe.py" in done.out + done.err) is named


def test_folder_named_like_a_module(project: Path) -> None:
    write(project, {"x.py/inner.py": HAZARD})
    done = check(project)
    assert done.code == 1
    assert {line.partition(":")[0] for line in done.lines} == {"good.py", "x.py/inner.py"}


def test_links(project: Path) -> None:
    (project / "loop").symlink_to(project, target_is_directory=True)
    (project / "a.py").symlink_to("b.py")
    (project / "b.py").symlink_to("a.py")
    (project / "gone.py").symlink_to("nowhere.py")
    (project / "again.py").symlink_to("good.py")
    done = check(project)
    assert (done.code, len(done.lines)) == (1, 1)
    assert done.out.startswith(GOOD)


@pytest.mark.parametrize("name", ["gone.py", "a.py"])
def test_named_link_that_leads_nowhere(project: Path, name: str) -> None:
    (project / "gone.py").symlink_to("nowhere.py")
    (project / "a.py").symlink_to("a.py")
    done = check(project, name, "good.py")
    assert done.code == 2
    assert name in done.out + done.err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="this user may read everything")
def test_unreadable_file(project: Path) -> None:
    (project / "secret.py").write_text(HAZARD)
    (project / "secret.py").chmod(0)
    done = check(project, "secret.py", "good.py")
    assert done.code == 2
    assert done.out.count(GOOD) == 1
    assert len([line for line in (done.out + done.err).splitlines() if line.startswith("secret.py:1:1: ")]) == 1


def test_path_that_does_not_exist(project: Path) -> None:
    done = check(project, "good.py", "modle.py")
    assert (done.code, done.out, done.err) == (2, "", "error: modle.py does not exist\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.tflint-autograph\n", "pyproject.toml:"),
        ("[tool.tflint-autograph]\nselct = []\n", "selct"),
        ("[tool.tflint-autograph]\nselect = ['TFA999']\n", "TFA999"),
        ("[tool.tflint-autograph]\nmin-severity = 3\n", "min-severity"),
    ],
)
def test_broken_configuration_is_an_error_of_use(project: Path, text: str, said: str) -> None:
    (project / "pyproject.toml").write_text(text)
    done = check(project)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert said in done.err


@pytest.mark.parametrize("name", ["with space.py", "col:on.py", "quo'te.py", "new\nline.py", "é.py", "-dash.py"])
def test_names_of_files(project: Path, name: str) -> None:
    (project / name).write_text(HAZARD)
    done = check(project)
    assert done.code == 1
    assert len(done.lines) == 2


def test_name_that_is_not_text(project: Path) -> None:
    path = os.fsencode(project) + b"/\xff.py"
    try:
        with open(path, "w") as file:
            file.write(HAZARD)
    except OSError:
        pytest.skip("this file system has names in Unicode only")
    done = check(project)
    assert done.code == 1
    assert len(done.lines) == 2


def test_broken_code_on_standard_input(project: Path) -> None:
    done = check(project, "--stdin-filename", "new.py", "-", stdin=b"def f(:\n")
    assert done.code == 1
    assert (done.out + done.err).startswith("new.py:1:7: ")


def test_broken_helper_does_not_keep_its_callers_from_being_checked(project: Path) -> None:
    write(project, {"m.py": "from broken import h\n" + HAZARD, "broken.py": "def h(:\n"})
    done = check(project)
    assert done.code == 1
    assert [line.partition(":")[0] for line in done.lines if " TFA101 " in line] == ["good.py", "m.py"]


def test_cells_that_are_no_python_cost_only_themselves(project: Path) -> None:
    said = HAZARD.replace("print(x)", "print(x)  # tflint: ignore[TFA101] once will do")
    cells = ["import tensorflow as tf", "%bash\necho a b", "x = # to do", HAZARD, "f(1)  # tflint: ignore[TFA999]\n)", said]
    write(project, {"n.ipynb": notebook(*cells)})
    done = check(project)
    assert done.code == 1
    assert done.lines == [
        "good.py:6:5: TFA101 `print` runs only at trace time, not on every call",
        "n.ipynb:cell 4:6:5: TFA101 `print` runs only at trace time, not on every call",
        "n.ipynb:cell 2:2:6: syntax: invalid syntax; this cell and 2 more are left out",
    ]


def test_broken_code_that_nobody_had_to_parse_but_for_its_comments(project: Path) -> None:
    write(project, {"other.py": "import os\n    x = 1  # tflint: ignore[TFA101] for now\n"})
    done = check(project)
    assert done.code == 1
    assert [line.partition(" ")[0] for line in done.lines] == ["good.py:6:5:", "other.py:2:4:"]


def test_doubtful_escapes_are_no_line_of_ours(project: Path) -> None:
    write(project, {
        "escapes.py": HAZARD.replace("print(x)", 'print("\\d", x)  # tflint: ignore[TFA101] it is looked at'),
        "plain.py": 'x = "\\d"  # tflint: ignore-file\n',
    })  # fmt: skip
    done = check(project)
    assert "SyntaxWarning" not in done.err
    assert "DeprecationWarning" not in done.err


def test_a_cell_without_a_type_costs_only_itself(project: Path) -> None:
    cells = [{"source": "x = 1"}, {"cell_type": "code", "source": HAZARD}, {"cell_type": "code", "source": 3}]
    (project / "n.ipynb").write_text(json.dumps({"cells": cells}))
    done = check(project)
    said = [line for line in (done.out + done.err).splitlines() if line.startswith("n.ipynb")]
    assert [line.split(": ")[1][:6] for line in said] == ["TFA101", "notebo"]
    assert said[0].startswith("n.ipynb:cell 2:")
    assert said[1] == (
        "n.ipynb:cell 1:1:1: notebook: the cell has no `cell_type`, so it may be code or text; this cell and 1 more are left out"
    )
