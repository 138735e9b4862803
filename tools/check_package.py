"""Builds the source distribution and the wheel, checks both, and runs the linter from the wheel in fresh environments.

Needs the extra `release`, and an index of packages for the dependencies of the linter:

    python tools/check_package.py [--release] [--keep FOLDER]

`--release` also wants CHANGELOG.md to describe this version under a date. `--keep` leaves the archives in a folder.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
FOUND = 1
HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


def main() -> None:
    """Run all steps; the first that fails ends the program with its output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--keep", type=Path)
    wanted = parser.parse_args()
    version = declared_version()
    if wanted.release:
        check_changelog(version)
    with tempfile.TemporaryDirectory() as temporary:
        folder = wanted.keep or Path(temporary, "dist")
        wheel = build(folder, version)
        for python in pythons():
            run_installed(python, wheel, Path(temporary, "environment"), version)


def declared_version() -> str:
    """The version in the package, read and not imported."""
    text = (ROOT / "tflint_autograph" / "__init__.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)[0]


def check_changelog(version: str) -> None:
    """End the program where CHANGELOG.md does not describe the version under a date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE):
        sys.exit(f"CHANGELOG.md has no section `## [{version}] - YYYY-MM-DD`")


def build(folder: Path, version: str) -> Path:
    """Build both archives into the folder, check their metadata and contents, and return the wheel."""
    step(sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT))
    archives = sorted(folder.glob(f"*{version}*"))
    (wheel,) = (archive for archive in archives if archive.suffix == ".whl")
    step(sys.executable, "-m", "twine", "check", "--strict", *map(str, archives))
    step(sys.executable, "-m", "check_wheel_contents", str(wheel))
    return wheel


def pythons() -> list[str]:
    """The supported versions of Python that are installed here; the running one where none of them is found."""
    found = [path for path in (shutil.which(f"python{version}") for version in PYTHONS) if path is not None and starts(path)]
    return found or [sys.executable]


def starts(python: str) -> bool:
    """Whether this is more than a placeholder for a Python that is not installed."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


def run_installed(python: str, wheel: Path, environment: Path, version: str) -> None:
    """Install the wheel into a fresh environment of this Python and check one file with it."""
    step(python, "-m", "venv", "--clear", str(environment))
    own = environment / "bin" / "python"
    step(str(own), "-m", "pip", "install", "--quiet", str(wheel))
    folder = environment / "project"
    folder.mkdir()
    (folder / "train.py").write_text(HAZARD, encoding="utf-8")
    tool = str(environment / "bin" / "tflint-autograph")
    said = step(tool, "--version", cwd=folder)
    assert said.split()[-1] == version, said
    said = step(tool, "check", "--output-format", "concise", cwd=folder, code=FOUND)
    assert said.startswith("train.py:6:5: TFA101"), said
    step(tool, "explain", "TFA101", cwd=folder)
    step(str(own), "-m", "pip", "check", cwd=folder)


def step(*command: str, cwd: Path = ROOT, code: int = 0) -> str:
    """Run a command and return its output; end the program where it exits with another code."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != code:
        sys.exit(f"{done.stdout}exit code {done.returncode}, expected {code}")
    return done.stdout


if __name__ == "__main__":
    main()
