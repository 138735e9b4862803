"""The flake8 plugin, run by flake8 itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import write
from tflint_autograph.config.toml import inline

ROOT = Path(__file__).parents[1]
HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
FILES = {
    "a.py": "import tensorflow as tf\nfrom b import helper\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return helper(x)\n",
    "b.py": "def helper(x):\n    y = 'ä'; print(x, y)  # noqa: E702\n    return x\n",
}


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the metadata of an installation: what pyproject.toml says now, whatever is installed."""
    project = inline((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(project, dict)
    lines = [f"{name} = {target}" for name, target in project["entry-points"]["flake8.extension"].items()]
    folder = tmp_path_factory.mktemp("installed")
    metadata = "Metadata-Version: 2.1\nName: tflint-autograph\nVersion: 0.1.0\n"
    entry_points = "\n".join(["[flake8.extension]", *lines])
    write(folder, {"tflint_autograph-0.1.0.dist-info/METADATA": metadata})
    write(folder, {"tflint_autograph-0.1.0.dist-info/entry_points.txt": entry_points})
    return folder


def command(
    installed: Path, folder: Path, *arguments: str, program: tuple[str, ...] = ("-m", "flake8"), stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, *program, "--isolated", "--extend-ignore=E,W,F,C", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)]), "PYTHONIOENCODING": "utf-8"},
        input=stdin,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def places(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines flake8 prints, which it leaves in the order of its files."""
    assert done.stderr == ""
    return sorted(line.removeprefix("./") for line in done.stdout.splitlines())


def test_same_findings_at_the_same_places_as_check(installed: Path) -> None:
    check = [sys.executable, "-m", "tflint_autograph", "check", "examples", "-f", "concise", "-q"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    # The mark of a safe fix is no part of what a finding says.
    expected = sorted(line.replace(" [*] ", " ") for line in done.stdout.splitlines() if ".ipynb:" not in line)
    assert len(expected) > 20
    assert places(command(installed, ROOT, "--select=TFA", "examples")) == expected


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_the_project_is_checked_once(installed: Path, tmp_path: Path, method: str) -> None:
    if method == "fork" and sys.platform == "win32":
        pytest.skip("there is no fork")
    write(tmp_path, FILES)
    write(tmp_path / "other", {
        "count.py": """\
            import multiprocessing
            import os
            import sys
            import tflint_autograph.flake8 as plugin
            from flake8.main.cli import main

            check_paths = plugin.check_paths

            def counted(*arguments, **options):
                with open("other/calls.txt", "a") as file:
                    file.write(f"{os.getpid()}\\n")
                return check_paths(*arguments, **options)

            plugin.check_paths = counted
            if __name__ == "__main__":
                multiprocessing.set_start_method(sys.argv.pop(1))
                sys.exit(main())
        """,
    })  # fmt: skip
    done = command(installed, tmp_path, "--jobs=2", "a.py", "b.py", program=("other/count.py", method))
    assert places(done) == [
        "a.py:7:5: TFA101 `print` runs only at trace time, not on every call",
        "b.py:2:14: TFA101 `print` runs only at trace time, not on every call",
    ]
    assert (tmp_path / "other/calls.txt").read_text().count("\n") == 1


def test_files_limit_the_report_and_not_the_analysis(installed: Path, tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert [line[:4] for line in places(command(installed, tmp_path, "b.py"))] == ["b.py"]
    (tmp_path / "deep").mkdir()
    assert [line[:10] for line in places(command(installed, tmp_path / "deep", "../b.py"))] == ["../b.py:2:"]


class TestSelection:
    def test_ours(self, installed: Path, tmp_path: Path) -> None:
        config = '[tool.tflint-autograph]\nselect = ["TFA110"]\n'
        write(tmp_path, {"m.py": HAZARD, "pyproject.toml": config})
        assert places(command(installed, tmp_path)) == []

    def test_flake8s(self, installed: Path, tmp_path: Path) -> None:
        write(tmp_path, {"m.py": HAZARD})
        assert places(command(installed, tmp_path, "--extend-ignore=TFA101")) == []
        assert len(places(command(installed, tmp_path, "--select=TFA1"))) == 1
        assert places(command(installed, tmp_path, "--select=TFA5")) == []

    def test_comments_of_either(self, installed: Path, tmp_path: Path) -> None:
        for comment in ("noqa", "noqa: TFA101", "tflint: ignore[python-print]"):
            write(tmp_path, {"m.py": HAZARD.replace("print(x)", f"print(x)  # {comment}")})
            assert places(command(installed, tmp_path)) == []


class TestStdin:
    def test_the_name_is_that_of_the_file(self, installed: Path, tmp_path: Path) -> None:
        write(tmp_path, FILES)
        edited = FILES["b.py"].replace("    y", "\n    y").replace("'ä'", "'é'").encode("latin-1")
        done = command(installed, tmp_path, "--stdin-display-name", "b.py", "-", stdin=b"# coding: latin-1\n" + edited)
        assert places(done) == ["b.py:4:14: TFA101 `print` runs only at trace time, not on every call"]

    def test_without_a_name(self, installed: Path, tmp_path: Path) -> None:
        done = command(installed, tmp_path, "-", stdin=HAZARD.encode())
        assert places(done) == ["stdin:6:5: TFA101 `print` runs only at trace time, not on every call"]


class TestTrouble:
    def test_broken_configuration_is_one_line(self, installed: Path, tmp_path: Path) -> None:
        write(tmp_path, {"m.py": HAZARD, "pyproject.toml": '[tool.tflint-autograph]\nslect = ["TFA110"]\n'})
        done = command(installed, tmp_path)
        assert done.returncode == 1
        assert done.stdout.splitlines() == [
            "There was a critical error during execution of Flake8:",
            "tflint-autograph: unknown key `slect` in pyproject.toml:2 (did you mean `select`?)",
        ]
        assert "Traceback" not in done.stderr

    def test_what_flake8_says_itself_is_not_said_twice(self, installed: Path, tmp_path: Path) -> None:
        write(tmp_path, {"m.py": "import keras\ndef f(:\n"})
        done = command(installed, tmp_path, "--extend-select=E9", "m.py", "gone.py")
        assert {line.split()[1] for line in done.stdout.splitlines()} == {"E999", "E902"}

    def test_a_file_that_could_not_be_checked(self, installed: Path, tmp_path: Path) -> None:
        write(tmp_path, {"m.py": f"import tensorflow as tf\n# {'-' * (1 << 20)}\n"})
        (line,) = places(command(installed, tmp_path))
        assert line.startswith("m.py:1:1: TFA900 too-large: the file has ")
