"""In which functions a word stands that can begin a trace, as far as the text of a file tells."""

from __future__ import annotations

import pytest

from tflint_autograph.facts.scan import innermost, scan
from tflint_autograph.model.facts import MODULE
from tflint_autograph.source.text import split_lines
from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.tracing import When, tracing_call


def candidates(line: str) -> tuple[str, ...]:
    text = f"import helpers, keras\nfrom helpers import mine\n\n\ndef f(x, g):\n    {line}\n\n\ndef other(): pass\n"
    return scan(text, split_lines(text), "a.py", "a", is_package=False).candidates


@pytest.mark.parametrize(
    "line",
    [
        "tf.function(g)", "function(g)", "partial(function, g)", "partial(tf . function, g)", "made = function", "tf.wrap_function(g, [])",
        "x.map(g)", "x.reduce(0, g)", "self.x.scan(0, g)", "tf.data.experimental.scan(0, g)", "tf.vectorize(g)", "Lambda(g)",
        "x.apply(group_by_window(g, g))", "x.take_while(g)", "tf.saved_model.save(x, 'a')", "save(x, signatures = g)", "x.compile(g)",
        "x . map(g)", "x. \\\n    map (g)", "(x.filter)(g)", "f = x.map",
        "made =  function", "calls = [function]", "tf.saved_model. save (x, 'a')", "shuffle(x, reader_func=g)", "f(tf.experimental_run_functions_eagerly)", "x.get_concrete_function()",
        "Dense(3, activation=other)", "Dense(3,\n        kernel_regularizer = other)", "Dense(3, other)", "Activation(other)",
        "Dense(3, activation=lambda x: x)", "Dense(3, activation=self.other)", "Dense(3, activation=helpers.act)", "Dense(3, activation=mine)",
        "Dense(3, activation  =  (other))", "Dense (3, (other))", "Activation ((other))",
    ],
)  # fmt: skip
def test_a_function_with_such_a_word_in_its_code_may_begin_a_trace(line: str) -> None:
    assert candidates(line) == ("f",)


@pytest.mark.parametrize(
    "line",
    [
        "return x  # a function of x", "raise ValueError(f'no function {x}')", "functools.reduce(g, x)", "re.compile('a')",
        "x.mapped(g)", "reducer(g)", "call(my_function)", "my_function(x)", "saved.save(x)", "MyLambda(x)",
        "def function(): pass",
        "Dense(3, activation=g)", "Dense(3, activation='relu')", "Dense(3, activation=keras.layers.relu)", "activation = other", "Activation('relu')",
    ],
)  # fmt: skip
def test_other_code_and_words_in_prose_begin_none(line: str) -> None:
    assert candidates(line) == ()


def test_what_stands_outside_of_functions_is_the_module() -> None:
    text = "step = tf.function(lambda x: x)\n# tf.function(x)\n'''\ntf.function\n'''\n"
    assert scan(text, split_lines(text), "a.py", "a", is_package=False).candidates == (MODULE,)


@pytest.mark.parametrize(
    ("line", "around"),
    [(1, MODULE), (2, "outer"), (3, "outer.<locals>.first"), (5, "outer.<locals>.second"), (7, "outer"), (8, MODULE), (9, "A.method"), (10, MODULE), (12, "last"), (99, MODULE)],
)
def test_the_innermost_function_around_a_line(line: int, around: str) -> None:
    text = """x = 1
def outer():
    def first():
        pass
    def second():
        pass
    return first
class A:
    def method(self): pass
    y = 1

def last(): pass
"""
    functions = scan(text, split_lines(text), "a.py", "a", is_package=False).functions
    assert innermost(functions, [line]) == (around,)


@pytest.mark.parametrize("name", [name for name in table("tracing")["calls"] if (row := tracing_call(name)) is not None and row.when is When.ALWAYS])
def test_each_call_that_always_traces_is_a_candidate(name: str) -> None:
    word = name.rpartition(".")[2]
    row = tracing_call(name)
    assert row is not None
    spelled = [f"{place.keyword}=other" for place in row.places if place.keyword] or ["other"]
    assert candidates(f"helpers.{word}(x, {', '.join(spelled)})") == ("f",)
