"""The notation of the fixtures, and how their roots are taken away."""

from __future__ import annotations

import textwrap

import pytest

from tests.rules.notation import Fixture, Mark, marks
from tests.rules.test_fixtures import differences
from tests.rules.untraced import spared, without_roots

CODE = "def f(x):\n    print(x)\n"


def fixture(text: str) -> Fixture:
    return Fixture("TFA101.py", text, tuple(marks(text)))


def test_a_drawn_line_speaks_of_the_code_above_it() -> None:
    text = CODE + "#~  ^^^^^^^^ TFA101 is said\n#?        ^ TFA106 so is this\n"
    assert list(marks(text)) == [
        ("~", Mark(2, 5, 13, "TFA101", "is said")),
        ("?", Mark(2, 11, 12, "TFA106", "so is this")),
    ]


def test_carets_at_the_marker_begin_in_column_one() -> None:
    assert list(marks("print(x)\n#~^^^^^^ TFA101 is said\n")) == [("~", Mark(1, 1, 9, "TFA101", "is said"))]


@pytest.mark.parametrize("mark", [Mark(2, 1, 9, "TFA101", "a"), Mark(2, 5, 13, "TFA101", "a"), Mark(2, 4, 5, "TFA101", "a")])
def test_a_mark_is_drawn_as_it_is_read(mark: Mark) -> None:
    assert list(marks(f"{CODE}{mark.drawn('~')}\n")) == [("~", mark)]


@pytest.mark.parametrize(
    "line", ["#~ TFA101 no carets", "#~  ^^^^", "#~  ^^^^ 101 no code", "#~  ^^^^^^^^^^^^^^^^ TFA101 beyond the code"]
)
def test_a_line_drawn_wrongly_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match=r":3: "):
        list(marks(f"{CODE}{line}\n", "m.py"))


MARK = Mark(2, 5, 13, "TFA101", "is said")


@pytest.mark.parametrize(
    ("sort", "found", "wrong"),
    [
        ("~", (MARK,), ""),
        ("~", (), "is not reported"),
        ("~", (Mark(2, 5, 13, "TFA101", "is put otherwise"),), "is not reported"),
        ("~", (Mark(2, 5, 12, "TFA101", "is said"),), "is not reported"),
        ("~", (MARK, MARK), "is reported and not drawn"),
        ("~", (MARK, Mark(1, 1, 2, "TFA101", "is said")), "is reported and not drawn"),
        ("~", (MARK, Mark(1, 1, 2, "TFA110", "is of another rule")), ""),
        ("!", (MARK,), ""),
        ("!", (), "this false alarm is gone"),
        ("?", (), ""),
        ("?", (MARK,), "this miss is found now"),
    ],
)
def test_what_differs_is_said(sort: str, found: tuple[Mark, ...], wrong: str) -> None:
    complaints = list(differences(fixture(f"{CODE}{MARK.drawn(sort)}\n"), found))
    assert bool(complaints) == bool(wrong)
    assert not wrong or wrong in complaints[0]


def test_roots_are_taken_away_and_lines_stay() -> None:
    text = """\
        import functools
        import tensorflow as tf
        from tensorflow import function as graph
        from tensorflow import keras

        @tf.function(
            jit_compile=True,
        )
        @graph
        @functools.wraps(len)
        @functools.partial(tf.function, jit_compile=True)
        def é(x): return x

        class Net(keras.Model, dict, metaclass=type): pass

        step = tf.function(é, jit_compile=True)
        made = graph(jit_compile=True)(é)
        alias = tf.function
        """
    after = """\
        import functools
        import tensorflow as tf
        from tensorflow import function as graph
        from tensorflow import keras





        @functools.wraps(len)

        def é(x): return x

        class Net(object, dict, metaclass=type): pass

        step = (é)
        made = (lambda traced, **options: traced)(é)
        alias = (lambda traced, **options: traced)
        """
    assert without_roots(textwrap.dedent(text)) == textwrap.dedent(after)


def test_what_keeps_its_root_is_spared() -> None:
    assert spared("x = 1\ndef f():  # keeps-root\n    return 1\ny = 2\n") == {2, 3}
    assert spared("# keeps-root\nx = 1\n") == {1, 2, 3}
    assert spared("x = 1\n") == frozenset()
