"""A whole run: what is looked at, what is said when nothing is found, suppression, notebooks, odd projects."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import libcst as cst
import pytest

from tests.programs import notebook, report_of, settings_of, write
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine import pipeline
from tflint_autograph.engine.analysis import analyze
from tflint_autograph.engine.locations.findings import placed
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.report import Report, Silence
from tflint_autograph.traced.tree import slices
from tflint_autograph.traced.tree.slices import FunctionSlice

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
CLEAN = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return x\n"


def places(report: Report) -> list[tuple[str, str, int | None, int]]:
    return [(each.code, each.span.path, each.span.cell, each.span.start.line) for each in report.findings]


class TestSilence:
    @pytest.mark.parametrize(
        ("files", "silence"),
        [
            ({"m.py": CLEAN}, Silence.CLEAN),
            ({"m.py": "import tensorflow as tf\ndef f(x): print(x)\n"}, Silence.NOTHING_TRACED),
            ({"m.py": "def f(x): print(x)\n"}, Silence.NO_TENSORFLOW),
            ({"m.txt": "x"}, Silence.NO_FILES),
            ({"m.py": ""}, Silence.NO_TENSORFLOW),
        ],
    )
    def test_four_kinds_of_nothing(self, tmp_path: Path, files: dict[str, str], silence: Silence) -> None:
        report = report_of(tmp_path, files)
        assert (report.findings, report.silence, report.exit_code) == ((), silence, 0)

    def test_findings_below_the_level_are_counted(self, tmp_path: Path) -> None:
        report = report_of(tmp_path, HAZARD, min_severity=Severity.ERROR)
        assert (report.findings, report.hidden, report.silence) == ((), 1, Silence.CLEAN)


    def test_findings_below_the_level_are_kept_for_the_summary(self, tmp_path: Path) -> None:
        notes = "".join(f"    print('tracing {number}')\n" for number in range(7))
        program = f"import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n{notes}    return x\n"
        report = report_of(tmp_path, program, min_severity=Severity.ERROR)
        assert [each.span.start.line for each in report.uncounted] == [5, 6, 7, 8, 9, 10, 11, 4]
        assert (report.hidden, report.exit_code) == (8, 0)

    def test_what_is_left_out_is_placed_file_by_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        given: list[tuple[str, ...]] = []

        def seen(findings: Iterable[Finding], settings: Settings, files: Files) -> Iterator[Finding]:
            taken = tuple(findings)
            given.append(tuple(each.span.path for each in taken))
            return placed(taken, settings, files)

        monkeypatch.setattr(pipeline, "placed", seen)
        said = "import tensorflow as tf\n@tf.function\ndef f(x):\n    print('tracing')\n    print(x)\n    return x\n"
        report = report_of(tmp_path, {"a.py": said, "b.py": said}, min_severity=Severity.ERROR)
        assert [(each.span.path, each.span.start.line) for each in report.uncounted] == [("a.py", 4), ("b.py", 4), ("a.py", 5), ("b.py", 5)]
        assert [paths for paths in given if paths] == [("a.py", "a.py", "b.py", "b.py")]

    def test_beside_other_findings_those_with_an_excuse_come_first(self, tmp_path: Path) -> None:
        program = "import tensorflow as tf\nseen = []\n@tf.function\ndef f(x):\n    seen.append(1)\n    print('tracing')\n    print(x)\n    return x\n"
        report = report_of(tmp_path, program, min_severity=Severity.ERROR)
        assert [each.code for each in report.findings] == ["TFA503"]
        assert [(each.span.start.line, each.excuse) for each in report.uncounted] == [(6, "its text says that it runs at trace time"), (7, "")]


FILES = {
    "a.py": "import tensorflow as tf\nfrom b import helper\n@tf.function\ndef f(x):\n    print(x)\n    return helper(x)\n",
    "b.py": "def helper(x):\n    print(x)\n    return x\n",
}


class TestGivenFiles:
    def test_the_report_is_limited_and_the_analysis_is_not(self, tmp_path: Path) -> None:
        assert places(report_of(tmp_path, FILES, "b.py")) == [("TFA101", "b.py", None, 2)]
        assert places(report_of(tmp_path, FILES, "a.py")) == [("TFA101", "a.py", None, 5)]
        assert len(report_of(tmp_path, FILES).findings) == 2

    def test_finding_in_a_helper_shows_the_way_to_it(self, tmp_path: Path) -> None:
        (finding,) = report_of(tmp_path, FILES, "b.py").findings
        assert finding.trace is not None
        assert [(step.span.path, step.span.start.line) for step in finding.trace.steps] == [("a.py", 3), ("a.py", 6)]
        assert finding.function == "b.helper"

    def test_a_file_given_twice_is_reported_once(self, tmp_path: Path) -> None:
        report = report_of(tmp_path, FILES, "b.py", "b.py", ".")
        assert len(report.findings) == 2
        assert report.stats.files == 2

    def test_counts_are_of_the_files_given(self, tmp_path: Path) -> None:
        stats = report_of(tmp_path, FILES, "b.py").stats
        assert (stats.files, stats.project_files, stats.traced, stats.functions) == (1, 2, 1, 1)

    def test_standard_input_takes_the_place_of_the_file(self, tmp_path: Path) -> None:
        write(tmp_path, FILES)
        code = b"import tensorflow as tf\nfrom b import helper\ndef f(x):\n    print(x)\n    return helper(x)\n"
        report = check_paths(settings_of(tmp_path), (), stdin=(str(tmp_path / "a.py"), code), strict=True)
        assert (places(report), report.silence) == ([], Silence.NOTHING_TRACED)
        code = b"def helper(x):\n    return x\n\ndef helper2(x): print(x)\n"
        report = check_paths(settings_of(tmp_path), (), stdin=(str(tmp_path / "b.py"), code), strict=True)
        assert (places(report), report.silence) == ([], Silence.CLEAN)

    def test_standard_input_under_a_name_that_is_no_file(self, tmp_path: Path) -> None:
        write(tmp_path, FILES)
        report = check_paths(settings_of(tmp_path), (), stdin=(str(tmp_path / "new.py"), HAZARD.encode()), strict=True)
        assert places(report) == [("TFA101", "new.py", None, 6)]


class TestSuppression:
    def body(self, tmp_path: Path, line: str, **options: object) -> Report:
        return report_of(
            tmp_path, f"import tensorflow as tf\n@tf.function\ndef f(x):\n    {line}\n    return x\n", **options
        )

    def test_comment_on_the_line(self, tmp_path: Path) -> None:
        report = self.body(tmp_path, "print(x)  # tflint: ignore[TFA101] wanted")
        assert report.findings == ()
        (hidden,) = report.suppressed
        assert hidden.suppressed is not None
        assert (hidden.code, hidden.suppressed.reason) == ("TFA101", "wanted")

    @pytest.mark.parametrize(
        ("line", "codes"),
        [
            ("print(x)  # noqa: TFA101", []),
            ("print(x)  # tflint: ignore[python-print]", []),
            ("print(x)  # tflint: ignore[TFA1]", []),
            ("# tflint: ignore[TFA101]\n    print(x)", []),
            ("print(  # tflint: ignore[TFA101]\n        x)", []),
            ("x = 1  # tflint: ignore[TFA101]", ["TFA901"]),
            ("print(x)  # tflint: ignore[TFA110]", ["TFA101", "TFA901"]),
            ("print(x)  # tflint: ignore[TFA999]", ["TFA101", "TFA902"]),
            ("print(x)  # tflint: ignroe[TFA101]", ["TFA101", "TFA903"]),
            ("print(x)  # tflint: ignore", ["TFA903"]),
            ("print('# tflint: ignore[TFA101]', x)", ["TFA101"]),
        ],
    )
    def test_comments(self, tmp_path: Path, line: str, codes: list[str]) -> None:
        assert sorted(each.code for each in self.body(tmp_path, line).findings) == codes

    def test_on_the_def_line_for_the_whole_function(self, tmp_path: Path) -> None:
        source = HAZARD.replace("def f(x):", "def f(x):  # tflint: ignore[TFA101]")
        assert report_of(tmp_path, source).findings == ()

    def test_comment_for_a_rule_that_did_not_run_is_not_unused(self, tmp_path: Path) -> None:
        assert self.body(tmp_path, "x = 1  # tflint: ignore[TFA101]", ignore=("TFA101",)).findings == ()

    def test_comment_in_a_file_without_tensorflow(self, tmp_path: Path) -> None:
        report = report_of(tmp_path, "x = 1  # tflint: ignore[TFA101]\n")
        assert [each.code for each in report.findings] == ["TFA901"]

    def test_per_file_ignores(self, tmp_path: Path) -> None:
        files = {"tests/t.py": HAZARD, "src/m.py": HAZARD}
        report = report_of(tmp_path, files, per_file_ignores=(("tests/**", ("TFA101",)),))
        assert places(report) == [("TFA101", "src/m.py", None, 6)]

    def test_severity_from_the_configuration(self, tmp_path: Path) -> None:
        (finding,) = report_of(tmp_path, HAZARD, severity=(("TFA101", Severity.ERROR),)).findings
        assert finding.severity is Severity.ERROR


class TestNotebooks:
    CELLS = (
        "%matplotlib inline\nimport tensorflow as tf\n",
        "!pip install x\n@tf.function\ndef f(x):\n    print(x)\n    return g(x)\n",
        "%%time\ndef g(x):\n    print(x)  \n    return x\n",
        "%%bash\nls\n",
        "get_ipython?\nx = !ls\nprint(1)",
    )

    def test_places_are_in_cells(self, tmp_path: Path) -> None:
        report = report_of(tmp_path, {"nb.ipynb": notebook(*self.CELLS)})
        assert places(report) == [("TFA101", "nb.ipynb", 2, 4), ("TFA101", "nb.ipynb", 3, 3)]
        trace = report.findings[1].trace
        assert trace is not None
        assert [(step.span.cell, step.span.start.line) for step in trace.steps] == [(2, 2), (2, 5)]

    def test_frames_have_the_text_of_the_cells(self, tmp_path: Path) -> None:
        sources = dict(report_of(tmp_path, {"nb.ipynb": notebook(*self.CELLS)}).sources)
        assert sources["nb.ipynb", 2][0] == "!pip install x"

    def test_comments_work_in_cells(self, tmp_path: Path) -> None:
        cells = (
            self.CELLS[0],
            self.CELLS[1].replace("print(x)", "print(x)  # tflint: ignore[TFA101]"),
            "def g(x): return x",
        )
        assert report_of(tmp_path, {"nb.ipynb": notebook(*cells)}).findings == ()


class TestOddProjects:
    def test_two_modules_of_one_name(self, tmp_path: Path) -> None:
        use = "import tensorflow as tf\nfrom helpers import h\n@tf.function\ndef f(x):\n    return h(x)\n"
        files = {
            "a/m.py": use,
            "b/m.py": use,
            "a/helpers.py": "def h(x):\n    print(x)\n",
            "b/helpers.py": "def h(x):\n\n    print(x)\n",
        }
        assert places(report_of(tmp_path, files)) == [
            ("TFA101", "a/helpers.py", None, 2),
            ("TFA101", "b/helpers.py", None, 3),
        ]

    def test_import_cycle(self, tmp_path: Path) -> None:
        files = {
            "a.py": "import tensorflow as tf\nfrom b import g\n@tf.function\ndef f(x):\n    return g(x)\ndef k(x):\n    print(x)\n",
            "b.py": "from a import k\ndef g(x):\n    return k(x)\n",
        }
        assert places(report_of(tmp_path, files)) == [("TFA101", "a.py", None, 7)]

    def test_star_import_cycle(self, tmp_path: Path) -> None:
        files = {
            "a.py": "import tensorflow as tf\nfrom b import *\n@tf.function\ndef f(x):\n    return g(x) + missing(x)\n",
            "b.py": "from a import *\nfrom c import *\ndef g(x):\n    print(x)\n",
            "c.py": "from b import *\nfrom c import *\n",
        }
        assert places(report_of(tmp_path, files)) == [("TFA101", "b.py", None, 4)]

    def test_names_defined_by_each_other(self, tmp_path: Path) -> None:
        files = {
            "a.py": "import tensorflow as tf\nfrom b import x\ny = x\n",
            "b.py": "import keras\nfrom a import y\nx = y\n",
        }
        assert report_of(tmp_path, files).silence is Silence.NOTHING_TRACED

    def test_class_that_is_its_own_base(self, tmp_path: Path) -> None:
        source = "import tensorflow as tf\nclass A(A):\n    @tf.function\n    def f(self): return self.g()\nclass B(C): pass\nclass C(B): pass\n"
        assert report_of(tmp_path, source).stats.traced == 1

    def test_recursion_of_every_kind(self, tmp_path: Path) -> None:
        source = """\
            import tensorflow as tf
            def deco(fn):
                return deco(fn)
            @deco
            @tf.function
            def f(x, g=lambda: f):
                a = [x]
                a.append(a)
                f(g)
                h = lambda h: h(h)
                return h(h), Node(Node)
            class Node:
                def __init__(self, next):
                    self.next = self.next or Node(self)
                @property
                def p(self):
                    return self.p
            x = x
            y = z = y
            """
        assert report_of(tmp_path, source).problems == ()

    def test_code_in_every_corner(self, tmp_path: Path) -> None:
        from tests.snippets import EXPRESSIONS, STATEMENTS

        statements = [one for one in STATEMENTS if "await" not in one or "def" in one]
        functions = "".join(
            f"@tf.function\ndef f{number}(x):\n    " + one.replace("\n", "\n    ") + "\n\n\n"
            for number, one in enumerate((*statements, *EXPRESSIONS))
        )
        (tmp_path / "m.py").write_text("import tensorflow as tf\n" + functions)
        report = check_paths(settings_of(tmp_path), (str(tmp_path),), strict=True)
        assert report.problems == ()
        assert report.stats.traced >= len(statements)


def test_what_libcst_cannot_parse_costs_that_function_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        import tensorflow as tf

        @tf.function
        def new(x):
            print(x)

        @tf.function
        def said(x):
            print(x)  # tflint: ignore[TFA101] once will do

        @tf.function
        def f(x):
            print(x)
        """

    def cut(lines: tuple[str, ...], fact: FunctionFact) -> FunctionSlice:
        if fact.name == "new":
            raise cst.ParserSyntaxError("new", lines=lines, raw_line=1, raw_column=1)
        return slices.cut(lines, fact)

    monkeypatch.setattr(analyze, "cut", cut)
    report = report_of(tmp_path, text)
    assert [finding.span.start.line for finding in report.findings] == [14]
    assert [problem.span.start.line for problem in report.problems] == [5]


def test_equal_runs_give_equal_bytes(tmp_path: Path) -> None:
    helper = "def h(x, log):\n    log.append(x)\n    print(x)\n    return x\n"
    files = {
        f"m{number}.py": HAZARD.replace("return x", "return h(x, [])") + "from h import h\n" for number in range(4)
    }
    write(tmp_path, {**files, "h.py": helper, "nb.ipynb": notebook(*TestNotebooks.CELLS), ".git/x": ""})
    command = [
        sys.executable,
        "-m",
        "tflint_autograph",
        "check",
        "--isolated",
        "--pedantic",
        "--output-format",
        "json",
        ".",
    ]
    outputs = set()
    for seed in ("0", "1", "2"):
        run = subprocess.run(
            command, cwd=tmp_path, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}, check=False
        )
        assert run.returncode == 1
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_building_a_second_time_reads_nothing_again(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    run = Run(settings_of(tmp_path), (str(tmp_path),), None, strict=True)
    run.program.build()
    known = dict(run.program.tracing.traces), run.program.parsed
    run.program.build()
    assert (run.program.tracing.traces, run.program.parsed) == known


LOST = "import tensorflow as tf\nfrom lib import jit\n\n\n@jit\ndef step(x):\n    print(x)\n"


@pytest.mark.parametrize(
    ("files", "unresolved"),
    [
        ({"m.py": LOST, "lib.py": ""}, "`@jit` (m.py:5): `lib.jit` is bound by no statement that can be seen; if it traces, name `lib.jit` in `extra-roots`"),
        ({"m.py": LOST}, "`@jit` (m.py:5): `lib.jit` of another package is not known to trace; if it traces, name `lib.jit` in `extra-roots`"),
        (
            {"m.py": LOST, "n.py": "import lib.keras\nclass Net(lib.keras.Model):\n    def call(self, x): return x\n", "lib.py": "def jit(f): return f\n"},
            "`class Net` (n.py:2): its base `lib.keras.Model` is bound by no statement that can be seen",
        ),
        ({"m.py": LOST.replace("from lib import jit", "from pytest import fixture as jit")}, ""),
        ({"m.py": LOST + "\n@tf.function\ndef f(x): return x\n", "lib.py": ""}, ""),
    ],
)  # fmt: skip
def test_what_may_be_why_hardly_anything_is_traced(tmp_path: Path, files: dict[str, str], unresolved: str) -> None:
    assert report_of(tmp_path, files).stats.unresolved == unresolved
