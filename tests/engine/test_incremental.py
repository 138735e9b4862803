"""A session redoes what an edit touches, and nothing else; what it says is what a cold run says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import notebook, write
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.engine.session import Checked, EditSession
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report

PROJECT = {
    "pkg/__init__.py": "from pkg.helpers import scale\n",
    "pkg/flags.py": """
        RATE = 0.5
        STEPS = [1, 2]


        def set_rate(value):
            global RATE
            RATE = value


        def more():
            STEPS.append(3)
        """,
    "pkg/helpers.py": """
        import functools

        import numpy as np
        import tensorflow as tf

        from pkg import flags


        def logged(fn):
            @functools.wraps(fn)
            def wrapper(*args):
                return fn(*args)
            return wrapper


        def noise(x):
            return x + 1.0


        def scale(x):
            y = noise(x) * flags.RATE
            if tf.reduce_sum(y) > 0:
                y = -y
            return y


        def even(n):
            return True if n == 0 else odd(n - 1)


        def odd(n):
            return False if n == 0 else even(n - 1)


        DEFAULT = scale(tf.zeros([2]))
        """,
    "pkg/base.py": """
        import tensorflow as tf

        from pkg.helpers import noise


        class Base(tf.keras.layers.Layer):
            def __init__(self):
                super().__init__()
                self.seen = []
                self.rate = 0.1

            def finish(self, x):
                return noise(x) * self.rate


        class Plain:
            def __init__(self):
                self.rate = 2

            def finish(self, x):
                print(x)
                return x
        """,
    "pkg/model.py": """
        import tensorflow as tf

        from pkg import base, flags
        from pkg.helpers import even, scale


        class Net(base.Base):
            def call(self, inputs):
                x = scale(inputs)
                self.seen.append(x)
                return self.finish(x)


        class Other(Net):
            def finish(self, x):
                return super().finish(x) + len(flags.STEPS)


        def build(kind):
            return Net() if kind else Other()
        """,
    "pkg/making.py": """
        import tensorflow as tf


        def make(chosen):
            @tf.function
            def made(x):
                return chosen(x)
            return made


        def prepare(ds):
            return ds.map(counted)


        def counted(x):
            print(x)
            return x
        """,
    "train.py": """
        import tensorflow as tf

        from pkg import flags, scale
        from pkg.making import make, prepare
        from pkg.model import build

        net = build(True)


        def shown(x):
            print(x)
            return x


        made = make(shown)
        counted = prepare(tf.data.Dataset.range(3))
        weights = tf.Variable([1.0])


        @tf.function
        def step(x, training=True):
            y = net(x)
            for row in y:
                if training:
                    y += scale(row)
            return y * flags.RATE


        def loop(data):
            for n, batch in enumerate(data):
                flags.set_rate(n)
                step(batch, n)


        data = tf.data.Dataset.range(3).map(lambda x: scale(tf.cast(x, tf.float32)))
        loop(data)
        """,
}

EDITS = (
    ("pkg/helpers.py", "return x + 1.0", "print(x)\n    return x + 1.0"),
    ("pkg/helpers.py", "return x + 1.0", "return x + np.random.rand()"),
    ("pkg/helpers.py", "def noise", "@logged\ndef noise"),
    ("pkg/helpers.py", "def noise", "@tf.function\ndef noise"),
    ("pkg/helpers.py", "def noise", "@tf.autograph.experimental.do_not_convert\ndef noise"),
    ("pkg/helpers.py", "def scale(x):", "def scale(x, by=[]):"),
    ("pkg/helpers.py", "def noise", "def sound"),
    ("pkg/helpers.py", "from pkg import flags", "from pkg import flags as flags"),
    ("pkg/helpers.py", "else odd(n - 1)", "else scale(n)"),
    ("pkg/helpers.py", "DEFAULT = scale(", "DEFAULT = noise("),
    ("pkg/flags.py", "RATE = 0.5", "RATE = [0.5]"),
    ("pkg/flags.py", "    global RATE\n", "    del value\n"),
    ("pkg/flags.py", "STEPS = [1, 2]", "STEPS = (1, 2)"),
    ("pkg/base.py", "class Base(tf.keras.layers.Layer)", "class Base(tf.Module)"),
    ("pkg/base.py", "self.rate = 0.1", "self.rate = tf.Variable(0.1)"),
    ("pkg/base.py", "def finish(self, x):\n        return", "@property\n    def finish(self, x):\n        return"),
    ("pkg/model.py", "class Net(base.Base)", "class Net(base.Plain)"),
    ("pkg/model.py", "from pkg import base, flags", "from pkg import flags\nimport pkg.base as base"),
    ("pkg/model.py", "return Net() if kind else Other()", "return Other()"),
    ("pkg/model.py", "x = scale(inputs)", "x = scale(inputs) if even(3) else inputs"),
    ("train.py", "@tf.function\n", "# plain\n"),
    ("train.py", "@tf.function\n", "\n\n@tf.function(jit_compile=True)\n"),
    ("train.py", "net = build(True)", "net = [build]"),
    ("train.py", "step(batch, n)", "step(batch)"),
    ("train.py", "from pkg import flags, scale", "from pkg import flags\nfrom pkg.helpers import scale"),
    ("train.py", "return y * flags.RATE", "return weights.assign(y).numpy()"),
    ("train.py", "make(shown)", "make(lambda x: scale(x))"),
    ("train.py", "made = make(shown)", "made = make(unknown)"),
    ("pkg/making.py", "return chosen(x)", "return tf.square(x)"),
    ("pkg/making.py", "ds.map(counted)", "ds.map(unknown)"),
    ("train.py", "prepare(tf.data.Dataset.range(3))", "prepare([3])"),
    ("pkg/making.py", "    @tf.function\n", "    # plain\n"),
    ("pkg/__init__.py", "from pkg.helpers import scale\n", "from pkg.model import scale\n"),
)


def settings(root: Path) -> Settings:
    return Settings(root, no_cache=True, min_severity=Severity.INFO, min_confidence=Confidence.LOW)


def everything(session: EditSession) -> Checked:
    return session.check(session.buffers.all())


def opened(root: Path, name: str) -> tuple[EditSession, Path, str]:
    """A session that has checked everything with one file open; its path and its text."""
    session = EditSession(settings(root))
    path = root / name
    text = path.read_text(encoding="utf-8")
    session.put(str(path), text)
    everything(session)
    return session, path, text


def said(session: EditSession) -> list[str]:
    return [repr(each) for each in everything(session).report.findings]


def cold(root: Path) -> list[str]:
    return [repr(each) for each in check_paths(settings(root), [str(root)]).findings]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, PROJECT)
    return tmp_path


def changed(root: Path, number: int) -> Path:
    """Make an edit, or take it back where it was made; the file that changed."""
    name, old, new = EDITS[number]
    path = root / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(new, old, 1) if new and new in text else text.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_project_has_findings_of_many_kinds(root: Path) -> None:
    assert len({each.code for each in check_paths(settings(root), [str(root)]).findings}) > 3


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_an_edit_and_its_undoing_say_what_a_cold_run_says(root: Path, number: int) -> None:
    session = EditSession(settings(root))
    before = said(session)
    session.touched(str(changed(root, number)))
    assert said(session) == cold(root)
    session.touched(str(changed(root, number)))
    assert said(session) == before == cold(root)


@pytest.mark.parametrize("seed", range(4))
def test_many_edits_say_what_a_cold_run_says(root: Path, seed: int) -> None:
    dice = random.Random(seed)
    session = EditSession(settings(root))
    for path in _edited(root, dice):
        session.touched(str(path))
        assert said(session) == cold(root)


def _edited(root: Path, dice: random.Random) -> Iterator[Path]:
    """The files of a row of edits: some of each kind, a file that comes and goes, one that is broken and mended."""
    extra = root / "pkg" / "extra.py"
    for _ in range(14):
        kind = dice.randrange(8)
        if kind == 0 and extra.exists():
            extra.unlink()
            yield extra
        elif kind == 0:
            extra.write_text("import tensorflow as tf\nfrom pkg.helpers import noise\ntf.function(noise)\n", encoding="utf-8")
            yield extra
        else:
            yield changed(root, dice.randrange(len(EDITS)))


def test_what_is_broken_and_mended_says_what_a_cold_run_says(root: Path) -> None:
    session = EditSession(settings(root))
    before = said(session)
    path = root / "pkg" / "helpers.py"
    text = path.read_text(encoding="utf-8")
    for broken in (text.replace("def scale", "def scale("), text.replace("return y", "return y +"), "\0"):
        session.put(str(path), broken)
        assert [each.span.path for each in everything(session).report.problems] == ["pkg/helpers.py"]
        session.put(str(path), None)
        assert said(session) == before


def test_a_run_that_is_given_up_leaves_nothing_half_known(root: Path) -> None:
    from tflint_autograph.engine.session import Cancelled

    session = EditSession(settings(root))
    everything(session)
    for number, after in ((0, 3), (13, 9), (20, 15)):
        session.touched(str(changed(root, number)))
        asked = iter(range(1000))
        with pytest.raises(Cancelled):
            session.check(session.buffers.all(), lambda: next(asked) > after)  # noqa: B023
        assert said(session) == cold(root)


def test_an_edit_in_one_body_redoes_that_function_and_who_reads_it(root: Path) -> None:
    session, path, text = opened(root, "pkg/model.py")
    session.put(str(path), text.replace("+ len(flags.STEPS)", "+ sum(flags.STEPS)"))
    report = everything(session).report
    assert report.stats.parsed == 1
    assert session.recomputed["rules"] <= 2
    # The method and its one caller, who is reached from two roots.
    assert session.recomputed["follow"] <= 6
    assert session.recomputed["eager"] <= 2
    assert report.stats.cst_lines <= 6


CELL = """
def helper_{0}(x):
    y = tf.reduce_sum(x)
    print("sum", y)
    return y * SCALE

@tf.function
def step_{0}(x):
    return helper_{0}(x) * {0}

out_{0} = step_{0}(tf.ones([{0}]))
"""


def test_a_cell_more_redoes_no_function_of_the_cells_above(tmp_path: Path) -> None:
    session = EditSession(settings(tmp_path))
    cells = ["import tensorflow as tf\nSCALE = 2.0", *map(CELL.format, range(1, 6))]
    for count in (5, 6):
        wanted = session.put(str(tmp_path / "n.ipynb"), None, notebook(*cells[:count]).encode())
        report = session.check([wanted]).report
    assert session.recomputed["rules"] == 2
    assert session.recomputed["follow"] <= 3
    (tmp_path / "n.ipynb").write_text(notebook(*cells))
    assert len(report.findings) > 4
    assert [repr(each) for each in report.findings] == cold(tmp_path)


def test_a_line_more_redoes_no_more_than_a_letter_more(root: Path) -> None:
    session, path, text = opened(root, "pkg/base.py")
    line = "self.rate = 0.1\n"
    session.put(str(path), text.replace(line, "self.rate = 0.10\n"))
    everything(session)
    letter = session.recomputed
    session.put(str(path), text.replace(line, "\n        self.rate = 0.10\n"))
    report = everything(session).report
    assert session.recomputed.get("follow", 0) <= letter.get("follow", 0) + 1
    assert report.stats.cst_lines == 0
    path.write_text(text.replace(line, "\n        self.rate = 0.10\n"), encoding="utf-8")
    assert [repr(each) for each in report.findings] == cold(root)


PIECES = (
    "", "# more", "        # tflint: ignore[TFA101] wanted", '    """Text', '"""', "    print(x)", "        print(x)", "STEPS = 3", "def more(x):",
    "    return x", "@tf.function", "import numpy as np", "    x = (", "    )", "        self.seen.append(1)", "\\",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_lines_that_come_and_go_say_what_a_cold_run_says(root: Path, seed: int) -> None:
    dice = random.Random(seed)
    session = EditSession(settings(root))
    lines = {name: (root / name).read_text(encoding="utf-8").split("\n") for name in PROJECT}
    for name, known in lines.items():
        session.put(str(root / name), "\n".join(known))
    for _ in range(60):
        name = dice.choice(list(PROJECT))
        before, at = list(lines[name]), dice.randrange(len(lines[name]) + 1)
        lines[name][at : at + dice.choice((0, 0, 1, 2))] = dice.choices(PIECES, k=dice.randrange(4))
        report, anew = _typed(session, root / name, lines[name])
        # A file that is open is read in any case.
        assert {repr(each) for each in anew.problems} <= {repr(each) for each in report.problems}
        if report.problems:
            # For the others, what is broken stays what it was; a cold run has nothing to take it for.
            lines[name] = before
            report, anew = _typed(session, root / name, before)
        assert [repr(each) for each in report.findings] == [repr(each) for each in anew.findings]


def _typed(session: EditSession, path: Path, lines: list[str]) -> tuple[Report, Report]:
    """What the session and what a cold run say once a file holds these lines."""
    text = "\n".join(lines)
    session.put(str(path), text)
    path.write_text(text, encoding="utf-8")
    return everything(session).report, check_paths(session.settings, [str(session.settings.root)])


def test_a_run_in_which_nothing_changed_works_out_nothing(root: Path) -> None:
    session = EditSession(settings(root))
    everything(session)
    report = everything(session).report
    assert session.recomputed == {}
    assert (report.stats.parsed, report.stats.cst_lines) == (0, 0)


def test_an_edit_that_changes_no_answer_stops_where_it_is(root: Path) -> None:
    session = EditSession(settings(root))
    everything(session)
    path = root / "pkg" / "flags.py"
    session.put(str(path), path.read_text(encoding="utf-8").replace("RATE = 0.5", "RATE = 0.7"))
    everything(session)
    assert session.recomputed.get("follow", 0) <= 2
    session.put(str(path), path.read_text(encoding="utf-8").replace("RATE = 0.5", "RATE = 0.7") + "\n\n# the end\n")
    everything(session)
    assert "follow" not in session.recomputed


def test_what_is_kept_does_not_grow_from_key_to_key(root: Path) -> None:
    session = EditSession(settings(root))
    path = root / "pkg" / "helpers.py"
    text = path.read_text(encoding="utf-8")
    sizes = []
    for number in range(500):
        session.put(str(path), text.replace("noise(x) *", f"noise(x) + {'name' * (number % 9)}{number} *"))
        everything(session)
        sizes.append(session.kept)
    assert max(sizes) <= sizes[0] * 5 // 4 + 210
    assert sizes.index(max(sizes)) < 400


def test_a_loop_that_imports_join_with_models_is_seen_come_and_go(root: Path) -> None:
    """Two parts of a project, each with a model that a registry keeps: in one a loop of Python trains, until it fits."""
    model = "import tensorflow as tf\nfrom {}.registry import register\n\nclass Net(tf.keras.Model):\n    def call(self, x):\n        print(x)\n\nregister(Net)\n"
    loop = "import tensorflow as tf\nfrom {} import registry\n\ndef train(net, batches, opt):\n    for x in batches:\n        with tf.GradientTape() as tape:\n            y = net(x)\n        opt.apply_gradients(tape.gradient(y, []))\n"
    for part in ("one", "two"):
        (root / part).mkdir()
        write(root / part, {
            "__init__.py": "", "registry.py": "def register(cls):\n    return cls\n", "loop.py": loop.format(part),
            "first.py": model.format(part), "second.py": model.format(part),
        })  # fmt: skip
    session = EditSession(settings(root))
    path = root / "one" / "loop.py"
    text = path.read_text(encoding="utf-8")
    assert said(session) == cold(root)
    for edit in (text + "\ndef run(net):\n    net.fit(1)\n", text, "from one import registry\n", text.replace("from one", "from two"), text):
        path.write_text(edit, encoding="utf-8")
        session.touched(str(path))
        assert said(session) == cold(root)
