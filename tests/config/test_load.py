"""Discovery, layers, origins and the errors of a configuration."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.load import VARIABLES, load
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.levels import Confidence, Severity


def write(folder: Path, text: str, name: str = "pyproject.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def read(
    cwd: Path,
    start: Path | None = None,
    *,
    flags: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    config: Sequence[str] = (),
    isolated: bool = False,
) -> Settings:
    return load(start or cwd, cwd=cwd, flags=flags or {}, environ=environ or {}, config=config, isolated=isolated)


def error_of(cwd: Path, text: str) -> UsageError:
    write(cwd, text)
    with pytest.raises(UsageError) as caught:
        read(cwd)
    return caught.value


class TestDiscovery:
    def test_nearest_file_with_our_table(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nselect = ["TFA1"]\n')
        write(tmp_path / "a", "[project]\nname = 'a'\n")
        file = write(tmp_path / "a/b", "", "train.py")
        settings = read(tmp_path, file)
        assert settings.select == ("TFA1",)
        assert settings.root == tmp_path
        assert settings.config_file == "pyproject.toml"

    def test_nearer_table_wins_whole(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nselect = ["TFA1"]\nignore = ["TFA101"]\n')
        write(tmp_path / "a", '[tool.tflint-autograph]\nselect = ["TFA5"]\n')
        settings = read(tmp_path, tmp_path / "a")
        assert (settings.select, settings.ignore) == (("TFA5",), ())
        assert settings.origin("select") == "a/pyproject.toml:2"

    @pytest.mark.parametrize("is_file", [False, True], ids=["repository", "worktree"])
    def test_stops_at_the_repository(self, tmp_path: Path, is_file: bool) -> None:
        write(tmp_path, "[tool.tflint-autograph]\nquiet = true\n")
        repository = tmp_path / "repo"
        if is_file:
            write(repository, "gitdir: elsewhere", ".git")
        else:
            (repository / ".git").mkdir(parents=True)
        (repository / "pkg").mkdir()
        settings = read(tmp_path, repository / "pkg")
        assert not settings.quiet
        assert settings.root == repository

    def test_underscore_table(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint_autograph]\nunroll-limit = 3\n")
        settings = read(tmp_path)
        assert settings.unroll_limit == 3
        assert settings.origin("unroll-limit") == "pyproject.toml:2"

    def test_root_without_our_table_is_the_project(self, tmp_path: Path) -> None:
        write(tmp_path / "p", "[project]\nname = 'p'\n")
        (tmp_path / "p/src").mkdir()
        settings = read(tmp_path, tmp_path / "p/src/missing.py")
        assert settings.root == tmp_path / "p"
        assert settings.config_file == ""

    def test_root_without_anything_is_the_current_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        assert read(tmp_path, tmp_path / "a").root == tmp_path

    def test_root_of_a_path_elsewhere_is_its_folder(self, tmp_path: Path) -> None:
        (tmp_path / "here").mkdir()
        file = write(tmp_path / "there", "", "train.py")
        assert read(tmp_path / "here", file).root == tmp_path / "there"

    def test_folder_named_pyproject_is_passed_over(self, tmp_path: Path) -> None:
        (tmp_path / "pyproject.toml").mkdir()
        assert read(tmp_path).config_file == ""


class TestLayers:
    def test_flag_beats_variable_beats_file(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\noutput-format = "full"\n')
        environ = {VARIABLES["output-format"]: "json"}
        assert read(tmp_path).output_format == "full"
        settings = read(tmp_path, environ=environ)
        assert (settings.output_format, settings.origin("output-format")) == ("json", VARIABLES["output-format"])
        settings = read(tmp_path, environ=environ, flags={"output-format": "concise"})
        assert (settings.output_format, settings.origin("output-format")) == ("concise", "--output-format")

    def test_empty_variable_counts_as_unset(self, tmp_path: Path) -> None:
        assert read(tmp_path, environ={VARIABLES["output-format"]: ""}).output_format == "full"

    def test_origins(self, tmp_path: Path) -> None:
        write(
            tmp_path,
            '[project]\nselect = 1\n[tool.tflint-autograph]  # ours\nselect = ["TFA1"]\n\n'
            '[tool.tflint-autograph.severity]\npython-print = "error"\n[tool.other]\nignore = 1\n',
        )
        settings = read(tmp_path, flags={"min-severity": "info"})
        assert settings.origin("select") == "pyproject.toml:4"
        assert settings.origin("severity") == "pyproject.toml:6"
        assert settings.origin("min-severity") == "--min-severity"
        assert settings.origin("ignore") == "default"
        assert settings.severity == (("python-print", Severity.ERROR),)

    def test_origin_of_keys_without_a_line_of_their_own(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool]\ntflint-autograph = { quiet = true }\n")
        assert read(tmp_path).origin("quiet") == "pyproject.toml:2"

    def test_origin_behind_arrays_over_several_lines(self, tmp_path: Path) -> None:
        write(
            tmp_path,
            '[tool.tflint-autograph]\nselect = [\n  "TFA1",\n  # ["old"]\n]\n"ignore" = []\n[[tool.x]]\nquiet = 1\n',
        )
        settings = read(tmp_path)
        assert [settings.origin(name) for name in ("select", "ignore")] == ["pyproject.toml:2", "pyproject.toml:6"]

    def test_origin_of_a_table_written_with_dotted_keys(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nquiet = true\nseverity.python-print = "error"\n')
        assert read(tmp_path).origin("severity") == "pyproject.toml:3"

    def test_origins_of_entries(self, tmp_path: Path) -> None:
        write(
            tmp_path,
            '[tool.tflint-autograph]\nignore = [\n  "TFA1", "TFA2",\n  "TFA3"]\nextend-exclude = ["a"]\n'
            '[tool.tflint-autograph.severity]\nTFA1 = "info"\npython-print = "error"\n',
        )
        settings = read(tmp_path, flags={"extend-exclude": ["b"]})
        assert [settings.origin("ignore", word) for word in ("TFA2", "TFA3", "TFA4")] == [
            "pyproject.toml:3", "pyproject.toml:4", "pyproject.toml:2"
        ]  # fmt: skip
        assert settings.origin("severity", "python-print") == "pyproject.toml:8"
        assert settings.origin("extend-exclude", "a") == "pyproject.toml:5"
        assert settings.origin("extend-exclude", "b") == "pyproject.toml:5, --extend-exclude"

    def test_jobs_are_a_number_too(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint-autograph]\njobs = 4\n")
        assert read(tmp_path).jobs == "4"

    def test_extend_keys_add_up(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nextend-exclude = ["gen/"]\n')
        settings = read(tmp_path, flags={"extend-exclude": ["old/", "gen/"]})
        assert settings.extend_exclude == ("gen/", "old/")
        assert settings.origin("extend-exclude") == "pyproject.toml:2, --extend-exclude"

    def test_other_lists_are_replaced(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nignore = ["TFA1"]\n')
        assert read(tmp_path, flags={"ignore": ["TFA5"]}).ignore == ("TFA5",)

    def test_relative_origin_from_a_subfolder(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint-autograph]\nquiet = true\n")
        (tmp_path / "a").mkdir()
        assert read(tmp_path / "a").origin("quiet") == "../pyproject.toml:2"

    def test_per_file_ignores(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph.per-file-ignores]\n"tests/**" = ["TFA101"]\n"!src/" = ["TFA5"]\n')
        assert read(tmp_path).per_file_ignores == (("!src/", ("TFA5",)), ("tests/**", ("TFA101",)))


class TestPedantic:
    def test_stands_for_three_options(self, tmp_path: Path) -> None:
        settings = read(tmp_path, flags={"pedantic": True})
        assert settings.select == ("ALL",)
        assert (settings.min_severity, settings.min_confidence) == (Severity.INFO, Confidence.LOW)
        assert settings.origin("min-severity") == "--pedantic"

    def test_what_is_given_beside_it_stands(self, tmp_path: Path) -> None:
        settings = read(tmp_path, flags={"pedantic": True, "min-severity": "error", "select": ["TFA1"]})
        assert settings.select == ("TFA1",)
        assert (settings.min_severity, settings.min_confidence) == (Severity.ERROR, Confidence.LOW)

    def test_flag_beats_thresholds_of_the_file(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nmin-severity = "error"\n')
        assert read(tmp_path, flags={"pedantic": True}).min_severity is Severity.INFO

    def test_flag_beats_pedantic_of_the_file(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint-autograph]\npedantic = true\n")
        assert read(tmp_path, flags={"min-severity": "warning"}).min_severity is Severity.WARNING
        settings = read(tmp_path, flags={"pedantic": False})
        assert (settings.min_severity, settings.select) == (Severity.WARNING, ("DEFAULT",))


class TestProfile:
    def test_strict_shows_everything(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nprofile = "strict"\n')
        settings = read(tmp_path)
        assert (settings.select, settings.min_severity, settings.min_confidence) == (("ALL",), Severity.INFO, Confidence.LOW)
        assert settings.origin("select") == "pyproject.toml:2"

    def test_what_is_given_nearer_wins(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\nprofile = "strict"\nmin-severity = "error"\n')
        assert read(tmp_path).min_severity is Severity.ERROR
        settings = read(tmp_path, flags={"profile": "library", "pedantic": True, "select": ["TFA1"]})
        assert (settings.profile, settings.select, settings.min_severity) == ("library", ("TFA1",), Severity.INFO)

    def test_the_others_change_no_other_option(self, tmp_path: Path) -> None:
        for word in ("application", "library"):
            settings = read(tmp_path, flags={"profile": word})
            assert (settings.select, settings.min_severity, settings.min_confidence) == (("DEFAULT",), Severity.WARNING, Confidence.MEDIUM)


class TestConfigFlag:
    def test_file_replaces_discovery_but_not_the_root(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint-autograph]\nquiet = true\n")
        write(tmp_path / "ci", "[tool.tflint-autograph]\nverbose = true\n", "strict.toml")
        settings = read(tmp_path, config=["ci/strict.toml"])
        assert (settings.quiet, settings.verbose) == (False, True)
        assert settings.root == tmp_path
        assert settings.origin("verbose") == "ci/strict.toml:2"

    def test_pair_beats_file_and_loses_to_flag(self, tmp_path: Path) -> None:
        write(tmp_path, '[tool.tflint-autograph]\ncolor = "never"\nunroll-limit = 2\n')
        config = ['color = "always"', "unroll-limit = 3", 'severity.python-print = "info"']
        settings = read(tmp_path, config=config, flags={"color": "auto"})
        assert (settings.color, settings.unroll_limit) == ("auto", 3)
        assert settings.severity == (("python-print", Severity.INFO),)
        assert settings.origin("unroll-limit") == "--config"

    def test_isolated(self, tmp_path: Path) -> None:
        write(tmp_path, "[tool.tflint-autograph]\nquiet = true\nbroken")
        assert not read(tmp_path, isolated=True).quiet
        assert read(tmp_path, isolated=True, config=["verbose = true"]).verbose

    def test_isolated_contradicts_a_file(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="--isolated"):
            read(tmp_path, isolated=True, config=["x.toml"])

    @pytest.mark.parametrize(
        ("config", "message"),
        [
            ("missing.toml", "cannot read missing.toml: No such file or directory"),
            ("other.toml", "other.toml has no [tool.tflint-autograph] table"),
            ("color = always", "`color = always` in --config is not TOML"),
            ("colour = 'always'", "unknown key `colour` in --config"),
            ("color = 'alway'", "unknown value `alway` in `color` (--config)"),
        ],
    )
    def test_errors(self, tmp_path: Path, config: str, message: str) -> None:
        write(tmp_path, "", "other.toml")
        with pytest.raises(UsageError) as caught:
            read(tmp_path, config=[config])
        assert caught.value.message == message


class TestErrors:
    def test_broken_toml_names_the_line(self, tmp_path: Path) -> None:
        error = error_of(tmp_path, "[tool.tflint-autograph]\nselect = [\n\nquiet = true\n")
        assert error.message.startswith("pyproject.toml:4 is not TOML: ")

    def test_toml_that_ends_too_early(self, tmp_path: Path) -> None:
        error = error_of(tmp_path, '[tool.tflint-autograph]\nselect = ["')
        assert error.message.startswith("pyproject.toml:2 is not TOML: ")

    def test_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "pyproject.toml").write_bytes(b"# \xff\n")
        with pytest.raises(UsageError, match=r"^pyproject\.toml is not UTF-8$"):
            read(tmp_path)

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
    def test_unreadable(self, tmp_path: Path) -> None:
        write(tmp_path, "").chmod(0)
        with pytest.raises(UsageError, match=r"^cannot read pyproject\.toml: Permission denied$"):
            read(tmp_path)

    def test_byte_order_mark_is_no_error(self, tmp_path: Path) -> None:
        write(tmp_path, "\ufeff[tool.tflint-autograph]\nquiet = true\n")
        assert read(tmp_path).quiet

    def test_unknown_key(self, tmp_path: Path) -> None:
        error = error_of(tmp_path, "[tool.tflint-autograph]\nquiet = true\nslect = []\n")
        assert (error.message, error.hint) == ("unknown key `slect` in pyproject.toml:3", "did you mean `select`?")

    @pytest.mark.parametrize("key", ["config", "isolated", "stdin-filename"])
    def test_flags_that_are_no_keys(self, tmp_path: Path, key: str) -> None:
        assert error_of(tmp_path, f"[tool.tflint-autograph]\n{key} = 1\n").message.startswith(f"unknown key `{key}`")

    @pytest.mark.parametrize(
        ("line", "message", "hint"),
        [
            ('select = "TFA1"', "`select` ({}) is a string, not a list of strings", 'write `["TFA1"]`'),
            ("select = [1]", "`select` ({}) is a list of other things, not a list of strings", ""),
            ("quiet = 1", "`quiet` ({}) is 1, not true or false", ""),
            ("unroll-limit = true", "`unroll-limit` ({}) is true, not a whole number from 0 on", ""),
            ("unroll-limit = -1", "`unroll-limit` ({}) is -1, not a whole number from 0 on", ""),
            ("jobs = 2.5", "`jobs` ({}) is 2.5, not a number or `auto`", ""),
            ("jobs = true", "`jobs` ({}) is true, not a number or `auto`", ""),
            ('extra-roots = ["@a.b"]', "`@a.b` in `extra-roots` ({}) is not a dotted name", 'write it like `"mylib.compiled"`'),
            ('extra-eager = [""]', "`` in `extra-eager` ({}) is not a dotted name", 'write it like `"mylib.compiled"`'),
            ("tensorflow = 2.15", "`tensorflow` ({}) is 2.15, not a version written as a string", ""),
            ('tensorflow = "two"', "`two` in `tensorflow` ({}) is not a version", 'write it like `"2.15"`'),
            ('min-severity = "eror"', "unknown value `eror` in `min-severity` ({})", "did you mean `error`?"),
            ('color = "red"', "unknown value `red` in `color` ({})", "choose from auto, always, never"),
            ("output-file = 2020-01-01", "`output-file` ({}) is a date or a time, not a string", ""),
            ('severity = "error"', "`severity` ({}) is a string, not a table", ""),
            ('severity.x = "fatal"', "unknown value `fatal` in `x` of `severity` ({})", "choose from info, warning, error"),
            ('per-file-ignores.x = "A"', "`x` of `per-file-ignores` ({}) is a string, not a list of strings", 'write `["A"]`'),
        ],
    )  # fmt: skip
    def test_wrong_values(self, tmp_path: Path, line: str, message: str, hint: str) -> None:
        error = error_of(tmp_path, f"[tool.tflint-autograph]\n{line}\n")
        assert (error.message, error.hint) == (message.format("pyproject.toml:2"), hint)

    def test_a_wrong_value_in_a_table_is_named_with_its_line(self, tmp_path: Path) -> None:
        text = '\n[tool.tflint-autograph.severity]\npython-logging = "error"\n"python-print" = "fatal"\n'
        error = error_of(tmp_path, text)
        assert error.message == "unknown value `fatal` in `python-print` of `severity` (pyproject.toml:4)"

    def test_what_is_no_table(self, tmp_path: Path) -> None:
        assert error_of(tmp_path, "[tool]\ntflint-autograph = 3\n").message == "`tool.tflint-autograph` in pyproject.toml is not a table"

    def test_both_spellings_of_the_table(self, tmp_path: Path) -> None:
        error = error_of(tmp_path, "[tool.tflint-autograph]\nquiet = true\n[tool.tflint_autograph]\nverbose = true\n")
        assert error.message == "pyproject.toml has [tool.tflint-autograph] and [tool.tflint_autograph], which are the same"
        assert error.hint == "keep one of them"

    def test_wrong_value_of_a_flag(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="unknown value `hihg` in --min-confidence") as caught:
            read(tmp_path, flags={"min-confidence": "hihg"})
        assert caught.value.hint == "did you mean `high`?"


def test_a_home_folder_is_not_taken_for_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = write(tmp_path / "work", "", "train.py")
    assert read(tmp_path, file).root == tmp_path / "work"
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    assert read(tmp_path, file).root == tmp_path


def test_a_path_of_the_file_starts_at_the_root_and_one_that_is_typed_at_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, '[tool.tflint-autograph]\nbaseline = "known.json"\n')
    below = tmp_path / "src"
    below.mkdir()
    monkeypatch.chdir(below)
    assert read(below).base("baseline") == tmp_path
    assert read(below, flags={"baseline": "known.json"}).base("baseline") == below
    assert read(below, config=["baseline='known.json'"]).base("baseline") == below
    assert read(below, environ={"TFLINT_AUTOGRAPH_CACHE_DIR": "cache"}).base("cache-dir") == below
