"""Which TensorFlow a project asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflint_autograph.config.dependencies import NEWEST, declared, newest_allowed


@pytest.mark.parametrize(
    ("bounds", "version"),
    [
        ("", NEWEST),
        ("2.15", (2, 15)),
        ("==2.15.*", (2, 15)),
        ("==2.15.1", (2, 15)),
        (">=2.12", NEWEST),
        (">=2.12,<2.16", (2, 15)),
        ("<2.16.1", (2, 16)),
        ("<=2.14", (2, 14)),
        ("<3", NEWEST),
        ("~=2.10", NEWEST),
        ("^2.12", NEWEST),
        ("!=2.21.*", (2, 20)),
        ("=2.6.0", (2, 6)),
        ("nonsense", NEWEST),
        ("==1.15.2", (1, 15)),
        ("<2", (1, 15)),
        (">=1.13,<1.14", (1, 13)),
        (">=1.15", NEWEST),
        ("==4.0", NEWEST),
    ],
)
def test_the_newest_allowed_version_counts(bounds: str, version: tuple[int, int]) -> None:
    assert newest_allowed(bounds) == version


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["numpy", "tensorflow>=2.12,<2.16"]', ">=2.12,<2.16"),
        ("pyproject.toml", '[project]\ndependencies = ["tensorflow-cpu[and-cuda]==2.15.1; python_version < \'4\'"]', "==2.15.1"),
        ("pyproject.toml", '[project.optional-dependencies]\ntf = ["tensorflow (>=2.13)"]', ">=2.13"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "^2.11"', "^2.11"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = {version = "2.14"}', "2.14"),
        ("requirements.txt", "numpy\ntensorflow==2.15  # pinned\n", "==2.15"),
        ("requirements.txt", "tensorflow-probability==0.25\n", ""),
        ("requirements.txt", "tensorflow\n", ""),
        ("pyproject.toml", "not toml", ""),
        ("setup.cfg", "[options]\ninstall_requires =\n    numpy\n    tensorflow>=2.9,<2.12\n", ">=2.9,<2.12"),
        ("setup.cfg", "[options.extras_require]\ntf =\n    tensorflow~=2.14\n", "~=2.14"),
        ("setup.cfg", "no section\n", ""),
        ("setup.py", "setup(name='x', install_requires=['numpy', 'tensorflow-gpu==2.7.0'])", "==2.7.0"),
        ("setup.py", "setup(extras_require={'gpu': ['tensorflow-gpu>=2.7']})", ">=2.7,<=2.12"),
        ("requirements.txt", "tensorflow\ntensorflow-gpu\n", "<=2.12"),
        ("requirements.txt", "tensorflow-rocm >= 2.4\n", ">= 2.4,<=2.14"),
        ("requirements.txt", "tensorflow-cpu\n", ""),
        ("setup.py", "needs = {'install': ['tensorflow-addons>=0.10', 'tensorflow>=2.3']}\nraise SystemExit", ">=2.3,<2.16"),
        ("requirements.txt", "tensorflow-estimator==2.4.0\n", "<2.16"),
        ("environment.yml", "name: t\ndependencies:\n  - numpy\n  - tensorflow-gpu=2.6.0=cuda112py39h0bbb\n", "=2.6.0"),
        ("environment.yaml", "dependencies:\n  - pip:\n    - 'tensorflow==2.9.1'\n", "==2.9.1"),
        ("environment.yml", "name: tensorflow=2.4\n", ""),
        ("requirements.txt", "tensorflow\nkeras<3\n", "<2.16"),
        ("requirements.txt", "tensorflow>=2.4\nkeras==2.6.0\n", ">=2.4,<2.16"),
        ("requirements.txt", "numpy\nkeras==2.2.4\n", "<2.16,<2"),
        ("requirements.txt", "tensorflow>=1.12\nKeras<=2.2.5\n", ">=1.12,<2.16,<2"),
        ("requirements.txt", "tensorflow>=2.0\nkeras==2.2.4\n", ">=2.0,<2.16"),
        ("requirements.txt", "keras>=2.2\n", ""),
        ("requirements.txt", "tensorflow>=2.4\nkeras>=2.6\nkeras-tuner==1.0\n", ">=2.4"),
        ("requirements.txt", "tensorflow>=2.4\nkeras\n", ">=2.4"),
        ("requirements.txt", "tensorflow\nnumpy==1.19.2\n", "<2.16"),
        ("requirements.txt", "tensorflow\nnumpy>=1.19,<1.24\n", ""),
        ("requirements.txt", "tensorflow\nnumpy == 1.23.0\n", "<2.16"),
        ("requirements.txt", "tensorflow\nnumpy==1.23.5\n", ""),
        ("requirements.txt", "tensorflow\nnumpy>=1.23.0\n", ""),
        ("requirements.txt", "tensorflow\nnumpy==1.23.*\n", ""),
        ("requirements.txt", "tensorflow>=2.3\nh5py<3\n", ">=2.3,<2.16"),
        ("requirements.txt", "tensorflow\nprotobuf==3.20.*\nscipy==1.5.4\n", ""),
        ("requirements.txt", "tensorflow\ntensorflow_addons\n", "<2.16"),
        ("environment.yml", "dependencies:\n  - python=3.8\n  - pip:\n    - tensorflow\n", "<2.16"),
        ("environment.yml", "dependencies:\n  - python=3.11\n  - pip:\n    - tensorflow\n", ""),
        ("gpu.yml", "name: t\ndependencies:\n  - python=3.10\n  - pip:\n    - tensorflow==2.10.0\n", "==2.10.0"),
        ("compose.yml", "services:\n  - tensorflow==2.10.0\n", ""),
        ("requirements_cpu.txt", "# all\n--extra-index-url https://example.org\nnumpy\ntensorflow[and-cuda]==2.9.1 ; python_version < '4'\n", "==2.9.1"),
        ("notes.txt", "tensorflow==2.9.1\nworks better with this\n", ""),
        ("requirements/cpu.txt", "-r base.txt\ntensorflow==1.12.2\n", "==1.12.2"),
        ("requirements/notes.txt", "tensorflow==1.12.2\nworks better with this\n", ""),
        ("data/cpu.txt", "tensorflow==1.12.2\n", ""),
        ("poetry.lock", '[[package]]\nname = "tensorflow"\nversion = "2.8.4"\n', "==2.8.4"),
        ("uv.lock", '[[package]]\nname = "tensorflow"\nversion = "2.9.0"\n\n[[package]]\nname = "tensorflow"\nversion = "2.16.1"\n', "==2.16.1"),
        ("poetry.lock", '[[package]]\nname = "numpy"\nversion = "1.21.6"\n\n[[package]]\nname = "numpy"\nversion = "1.26.4"\n', ""),
        ("poetry.lock", "package = 1\n", ""),
        ("Pipfile.lock", '{"default": {"tensorflow": {"version": "==2.4.1"}}, "develop": {}}', "==2.4.1"),
        ("Pipfile.lock", "[]", ""),
        ("Pipfile", '[packages]\ntensorflow = "*"\nkeras = {version = "<3"}\n', "<2.16"),
        ("setup.py", "setup(description='tensorflow 2 made easy', install_requires=needs())", ""),
        ("setup.py", "setup(", ""),
        ("setup.py", "a = '\0'", ""),
        ("PKG-INFO", "Name: a\nRequires-Dist: tensorflow<2.16,>=2.10; python_version < '4'\n", "<2.16,>=2.10"),
        ("PKG-INFO", "Name: a\n\nRequires-Dist: tensorflow<2.16\n", ""),
        ("Dockerfile", "# FROM tensorflow/tensorflow:2.4.0\nFROM tensorflow/tensorflow:2.3.1-gpu\nRUN pip install pillow\n", "==2.3.1"),
        ("Dockerfile", "FROM --platform=linux/amd64 example.org/tensorflow/tensorflow:2.9.0rc1-gpu-jupyter AS base\n", "==2.9.0rc1"),
        ("Dockerfile", "FROM python:3.8\nRUN pip3 install -q \\\n  'tensorflow-gpu==2.2.*' scipy\n", "==2.2.*"),
        ("Dockerfile", "FROM tensorflow/tensorflow:latest-gpu\nCOPY tensorflow_cpu.yml /\nRUN pip install tensorflow-datasets==4.3.0\n", ""),
    ],
)
def test_the_project_says_which(tmp_path: Path, name: str, text: str, found: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert declared(tmp_path) == (found, name if found else "")


def test_the_newer_way_of_saying_it_counts(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("setup(install_requires=['tensorflow==2.7'])", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tensorflow==2.15"]', encoding="utf-8")
    assert declared(tmp_path) == ("==2.15", "pyproject.toml")


def test_what_is_locked_counts_more_than_what_is_required(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.poetry.dependencies]\ntensorflow = ">=2.4"\n', encoding="utf-8")
    (tmp_path / "poetry.lock").write_text('[[package]]\nname = "tensorflow"\nversion = "2.8.4"\n', encoding="utf-8")
    assert declared(tmp_path) == ("==2.8.4", "poetry.lock")


def test_the_metadata_of_an_unpacked_wheel_counts(tmp_path: Path) -> None:
    for name in ("a-1.0", "b-1.0"):
        folder = tmp_path / f"{name}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Name: a\nRequires-Dist: tensorflow (<2.16)\n", encoding="utf-8")
        # The second makes the folder an environment.
        assert declared(tmp_path) == (("<2.16", "a-1.0.dist-info/METADATA") if name == "a-1.0" else ("", ""))


def test_an_image_counts_where_the_requirements_leave_the_version_open(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow\nscipy\n", encoding="utf-8")
    (tmp_path / "docker").mkdir()
    (tmp_path / "docker" / "Dockerfile").write_text("FROM tensorflow/tensorflow:2.3.1-gpu\n", encoding="utf-8")
    assert declared(tmp_path) == ("==2.3.1", "docker/Dockerfile")
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.4\n", encoding="utf-8")
    assert declared(tmp_path) == (">=2.4", "requirements.txt")


def test_a_file_that_its_name_tells_counts_before_one_that_its_content_tells(tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text("tensorflow==2.4\n", encoding="utf-8")
    (tmp_path / "requirements.txt").write_text("tensorflow==2.15\n", encoding="utf-8")
    assert declared(tmp_path) == ("==2.15", "requirements.txt")
