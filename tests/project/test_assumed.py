"""What is taken for a tensor where nobody says so: parameters by their use, and what comes out of calls and containers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

ITERATED, TEXT, CONDITION, UNROLLED = "TFA203", "TFA106", "TFA201", "TFA401"


def said(tmp_path: Path, body: str, code: str, *, given: str = "x, w") -> list[Confidence]:
    """How sure each finding is in a traced function with this body."""
    lines = body.replace("\n", "\n    ")
    report = report_of(tmp_path, f"import tensorflow as tf\n\n@tf.function\ndef f({given}):\n    {lines}\n", select=(code,))
    assert report.problems == ()
    return [finding.confidence for finding in report.findings]


@pytest.mark.parametrize("use", ["if name == 'clean': y += 1.0", "name.startswith('ood')", "key = table[name + '/loss']"])
def test_a_parameter_is_what_nested_functions_take_it_for(tmp_path: Path, use: str) -> None:
    body = f"def inner(y):\n    {use}\n    return y * float(str(name))\nreturn inner(x)"
    assert said(tmp_path, body, TEXT, given="x, name") == []


def test_a_nested_function_with_a_name_of_its_own_says_nothing(tmp_path: Path) -> None:
    body = "def inner(name):\n    return name == 'clean'\na, b = name\nreturn a + b"
    assert said(tmp_path, body, ITERATED, given="x, name") == said(tmp_path, "a, b = name\nreturn a + b", ITERATED, given="x, name")
    assert said(tmp_path, "a, b = name\nreturn a + b", ITERATED, given="x, name") == [Confidence.LOW]


def test_a_parameter_of_the_function_around_is_as_likely_a_name_in_a_text(tmp_path: Path) -> None:
    body = "def inner(y):\n    return tf.constant(f'{given}') + y\nreturn inner(x)"
    assert said(tmp_path, body, TEXT, given="x, given") == [Confidence.LOW]


@pytest.mark.parametrize("use", ["[tf.square(each) for each in w[2:]]", "tuple(each + 1 for each in w[:2])"])
def test_who_takes_a_part_and_iterates_it_may_have_a_list(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, f"first = tf.cast(w[0], tf.int32)\nreturn first, {use}", ITERATED) == [Confidence.LOW]


@pytest.mark.parametrize("use", ["enumerate(w[1:])", "reversed(w[1:])"])
def test_what_is_taken_apart_but_for_the_first_may_be_a_list(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, f"return w[0], list({use})", ITERATED) == [Confidence.LOW]


def test_a_part_that_has_a_name_of_its_own_is_a_part(tmp_path: Path) -> None:
    rest = "rest = w[2:]\nreturn w[0], [each.dtype for each in rest]"
    assert said(tmp_path, rest, ITERATED) == []
    again = "rest = w[2:]\nrest = tf.cast(rest, tf.int32)\nreturn w[0], [each for each in rest]"
    assert said(tmp_path, again, ITERATED) == [Confidence.HIGH]


def test_a_parameter_that_is_unpacked_into_itself_is_a_part_from_then_on(tmp_path: Path) -> None:
    iterated = "w, mask = w\nreturn mask, [tf.square(each) for each in w]"
    assert said(tmp_path, iterated, ITERATED) == [Confidence.LOW]
    tensor = "w, mask = w\nreturn w.shape, [tf.square(each) for each in w]"
    assert said(tmp_path, tensor, ITERATED) == [Confidence.LOW, Confidence.MEDIUM]


def test_nobody_asks_the_first_part_of_a_tensor_for_its_dtype(tmp_path: Path) -> None:
    assert said(tmp_path, "y = reversed(w)\nreturn w[0].shape", ITERATED) == [Confidence.LOW]
    assert said(tmp_path, "y = [v for v in tf.cast(w, w.dtype)]", ITERATED) == [Confidence.HIGH]
    given = "def inner(v):\n    return tf.add_n([u for u in v])\nreturn tf.map_fn(inner, w, fn_output_signature=w[0].dtype)"
    assert said(tmp_path, given, ITERATED) == []


@pytest.mark.parametrize("use", ["return [w[i] * 2 for i in range(len(w))]", "for i in range(len(w)):\n    tf.print(w[i])\nreturn w"])
def test_what_is_counted_is_iterated(tmp_path: Path, use: str) -> None:
    """Layers that are given several tensors go over them like this."""
    assert set(said(tmp_path, use, UNROLLED)) == {Confidence.LOW}
    assert set(said(tmp_path, f"w.shape.rank\n{use}", UNROLLED)) == {Confidence.MEDIUM}


def test_the_parts_of_what_is_unpacked_are_what_they_are_used_for(tmp_path: Path) -> None:
    assert said(tmp_path, "a, b = w\nreturn [float(each) for each in b]", ITERATED) == [Confidence.LOW]
    assert said(tmp_path, "a, b = w\nfor key, value in b.items():\n    a += value\nreturn f'{b}'", TEXT) == []
    assert said(tmp_path, "a, w = w\nreturn f'{w}'", TEXT) == [Confidence.MEDIUM]


@pytest.mark.parametrize("use", ["[list(each) for each in w]", "[g for each in w for g in each]"])
def test_the_parts_of_what_is_iterated_are_what_they_are_used_for(tmp_path: Path, use: str) -> None:
    assert set(said(tmp_path, f"return {use}", ITERATED)) == {Confidence.LOW}


@pytest.mark.parametrize(
    ("mapped", "sure"),
    [("[tf.ones([3]), tf.ones([3])]", []), ("{'a': tf.ones([3])}", []), ("tf.ones([3, 2])", [Confidence.HIGH])],
)
def test_a_function_that_is_mapped_is_given_the_structure_of_slices(tmp_path: Path, mapped: str, sure: list[Confidence]) -> None:
    body = f"def inner(v):\n    return tf.add_n([u for u in v])\nreturn tf.map_fn(inner, {mapped}, fn_output_signature=tf.float32)"
    assert said(tmp_path, body, ITERATED) == sure


def test_what_next_is_given_is_no_tensor_nor_need_its_elements_be(tmp_path: Path) -> None:
    assert said(tmp_path, "a, b = next(w)\nreturn a + b", ITERATED) == []
    assert said(tmp_path, "a, b = next(w)\na['mask'] = b\nreturn a", "TFA504") == []


@pytest.mark.parametrize(
    ("dataset", "sure"),
    [
        ("tf.data.Dataset.from_tensors(([1.0], [1.0]))", []),
        ("tf.data.Dataset.from_tensors(([1.0], [1.0])).repeat(3).batch(2)", []),
        ("tf.distribute.get_strategy().experimental_distribute_dataset(tf.data.Dataset.from_tensors(([1.0], [1.0])))", []),
        ("tf.data.Dataset.range(3).batch(2)", [Confidence.HIGH]),
        ("tf.data.Dataset.range(3).apply(tf.data.experimental.ignore_errors())", [Confidence.HIGH]),
        ("tf.data.Dataset.range(3).apply(tf.data.experimental.parallel_interleave(w))", []),
        ("tf.data.TFRecordDataset(w).map(print)", []),
    ],
)
def test_elements_of_a_dataset_are_what_it_is_made_of(tmp_path: Path, dataset: str, sure: list[Confidence]) -> None:
    assert said(tmp_path, f"def helper(pair):\n    return [each for each in pair]\nreturn helper(next(iter({dataset})))", ITERATED) == sure


@pytest.mark.parametrize(
    ("call", "sure"),
    [
        ("tape.jacobian(y, [x, w])", []),
        ("tape.jacobian(y, given)", [Confidence.MEDIUM]),
        ("tape.jacobian(y, tf.square(w))", [Confidence.HIGH]),
        ("tape.gradient(y, ([x], [w]))[0]", []),
        ("tape.gradient(y, ([x], w))[1]", [Confidence.MEDIUM]),
        ("tape.gradient(y, [tf.square(x), w])[0]", [Confidence.HIGH]),
        ("tape.gradient(y, [somewhere.split(w), w])[0]", []),
        ("tape.gradient(y, [part.weights for part in somewhere.parts])[0]", []),
        ("tape.batch_jacobian(y, x)", [Confidence.HIGH]),
        ("tf.io.decode_proto(x, 'Message', ['a'], [tf.float32])[1]", []),
    ],
)
def test_results_have_the_structure_of_what_is_given(tmp_path: Path, call: str, sure: list[Confidence]) -> None:
    body = f"with tf.GradientTape(persistent=True) as tape:\n    y = tf.square(x)\nfound = {call}\nreturn [each * 2.0 for each in found]"
    assert said(tmp_path, body, ITERATED, given="x, w, given") == sure


def test_what_may_be_a_dict_gives_no_tensors_when_it_is_iterated(tmp_path: Path) -> None:
    """A helper's dict is unknown at the first look, and a dict from then on: its keys are never what it holds."""
    source = """
        import collections
        import tensorflow as tf

        class Model:
            def losses(self, outputs):
                found = {}
                for name in self.heads:
                    found[name] = tf.reduce_sum(outputs[name])
                return 0.0, found

            def merge(self, total, new):
                for key in new:
                    total[key] += new[key]
                return total

            @tf.function
            def step(self, sample):
                _, new = self.losses(self.net(sample))
                return self.merge(collections.defaultdict(float), new)
        """
    assert report_of(tmp_path, source, select=("TFA301",)).findings == ()


def test_a_loss_keeps_its_weights_for_itself(tmp_path: Path) -> None:
    source = """
        import tensorflow as tf

        class Weighted(tf.keras.losses.Loss):
            def call(self, y_true, y_pred, sample_weight=None):
                loss = tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1)
                if sample_weight:
                    loss *= sample_weight
                return loss

        loss = Weighted()

        @tf.function
        def step(x, y):
            return loss(y, x, tf.ones_like(y)) + loss(y, x, sample_weight=tf.ones_like(y))
        """
    assert {finding.confidence for finding in report_of(tmp_path, source, select=(CONDITION,)).findings} <= {Confidence.LOW}


def test_keras_gives_no_weights_to_the_method_of_a_loss(tmp_path: Path) -> None:
    """`keras.losses.Loss.__call__` hands over `y_true` and `y_pred`; what else there is keeps its default."""
    source = """
        import tensorflow as tf

        class Weighted(tf.keras.losses.Loss):
            def call(self, y_true, y_pred, sample_weight: tf.Tensor = None, extra=None):
                loss = tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1)
                if sample_weight:
                    loss *= sample_weight
                if y_pred:
                    loss += 1.0
                return loss
        """
    report = report_of(tmp_path, source, select=(CONDITION,))
    assert [finding.span.start.line for finding in report.findings] == [9]


@pytest.mark.parametrize(
    "use",
    [
        "new = {}\nfor key in w:\n    new[key] = x\nreturn new",
        "for i in (1, 2):\n    x += w[f'P{i}']",
        "return x + w[KEY] if KEY in w else x",
        "return list(zip(*w))",
    ],
)
def test_what_gives_keys_or_takes_texts_is_a_dict(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, f"a, b = w\n{use}", ITERATED) == []


@pytest.mark.parametrize("use", ["w % 2 != 0", "w // 2 > 1"])
def test_what_is_divided_as_a_whole_number_may_be_one(tmp_path: Path, use: str) -> None:
    top = "@tf.function(autograph=False)\ndef g(x, w):\n    if {}:\n        return x\n    return x + w\n\n"
    sure = [
        [finding.confidence for finding in report_of(tmp_path, f"import tensorflow as tf\n\n{top.format(each)}", select=(CONDITION,)).findings]
        for each in (use, "w > 1")
    ]
    assert sure == [[Confidence.LOW], [Confidence.MEDIUM]]


def test_a_layer_that_counts_its_inputs_has_several(tmp_path: Path) -> None:
    body = "{}    mask = inputs[2]\n        if mask:\n            return inputs[0]\n        return inputs[1]\n"
    top = "import tensorflow as tf\n\n\nclass Attention(tf.keras.layers.Layer):\n    def call(self, inputs):\n    "
    for test, sure in (("    assert len(inputs) >= 3\n    ", Confidence.LOW), ("", Confidence.MEDIUM)):
        report = report_of(tmp_path, top + body.format(test), select=(CONDITION,))
        assert [finding.confidence for finding in report.findings] == [sure], test


def test_a_length_that_is_reckoned_with_may_be_that_of_a_batch(tmp_path: Path) -> None:
    body = "import tensorflow as tf\n\n\n@tf.function(autograph=False)\ndef mean(x):\n    return tf.reduce_sum(x) / len(x)\n"
    report = report_of(tmp_path, body, select=("TFA301",))
    assert [finding.confidence for finding in report.findings] == [Confidence.MEDIUM]


@pytest.mark.parametrize("call", ["tf.map_fn(part, (x, x), fn_output_signature=tf.float32)", "keras.ops.map(part, (x, x))"])
def test_who_maps_over_a_structure_is_given_one(tmp_path: Path, call: str) -> None:
    text = f"import keras\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    def part(pair):\n        a, b = pair\n        return a + b\n\n    return {call}\n"
    assert report_of(tmp_path, text, select=(ITERATED,)).findings == ()


@pytest.mark.parametrize(
    ("change", "sure"),
    [
        ("w.append(x)", [Confidence.HIGH]),
        ("w['losses'].append(x)", [Confidence.HIGH]),
        ("w.losses.append(x)", [Confidence.LOW]),
        ("losses = w.model.losses\nlosses.extend([x])", [Confidence.LOW]),
    ],
)
def test_tensorflow_compares_containers_before_and_after_not_objects(tmp_path: Path, change: str, sure: list[Confidence]) -> None:
    assert said(tmp_path, f"{change}\nreturn x", "TFA504") == sure


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("a, b = w\nreturn a + b", [Confidence.LOW]),
        ("a, b = w\nif b is None:\n    b = a\nreturn a + b", []),
        ("a, b = w\nreturn a if b is not None else b", []),
    ],
)
def test_no_part_of_a_tensor_is_none(tmp_path: Path, body: str, sure: list[Confidence]) -> None:
    assert said(tmp_path, body, "TFA203") == sure
    assert said(tmp_path, body, "TFA203", given="x, w: tf.Tensor") == ([Confidence.HIGH] if sure else [])


@pytest.mark.parametrize("use", ["w['ids']", "w[KEY]", "[w[key] for key in ('ids',)] + [w['ids']]"])
def test_what_has_keys_is_no_tensor_whatever_its_annotation_says(tmp_path: Path, use: str) -> None:
    body = f"if KEY in w: x = {use}\nreturn x"
    assert said(tmp_path, body, ITERATED, given="x, w: tf.Tensor") == []
    assert said(tmp_path, "if KEY in w: x = w[0]\nreturn x", ITERATED, given="x, w: tf.Tensor") == [Confidence.HIGH]


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("a, b = inputs\n        return a + b", []),
        ("a, b = inputs\n        return inputs * 2.0", [Confidence.LOW]),
        ("return [each * 2.0 for each in inputs]", []),
        ("return [each * 2.0 for each in tf.square(inputs)]", [Confidence.MEDIUM]),
    ],
)
def test_what_a_layer_unpacks_is_several_tensors(tmp_path: Path, body: str, sure: list[Confidence]) -> None:
    text = f"import tensorflow as tf\n\n\nclass Layer(tf.keras.layers.Layer):\n    def call(self, inputs):\n        {body}\n"
    assert [finding.confidence for finding in report_of(tmp_path, text, select=(ITERATED,)).findings] == sure


@pytest.mark.parametrize("settings", ["(None, False)", "['same', 'valid']", "(True, 1)"])
def test_what_is_looked_for_among_settings_is_no_tensor(tmp_path: Path, settings: str) -> None:
    assert said(tmp_path, f"if w in {settings}:\n    return x\nreturn x * w", "TFA301") == []
    assert said(tmp_path, "if w in (1, 2):\n    return x\nreturn x * w", "TFA301") == [Confidence.LOW]


@pytest.mark.parametrize(
    ("annotation", "sure"),
    [
        ("typing.Sequence[int]", []), ("typing.Iterable[tf.Tensor]", []), ("collections.abc.Mapping", []),
        ("typing.Optional[typing.Sequence[int]]", []), ("typing.Union[str, typing.Sequence[str]]", []),
        ("typing.Sequence[int] | None", []), ("'typing.Sequence[int]'", []), ("'typing.Optional[Part]'", []), ("Part", []),
        ("typing.Any", [Confidence.LOW]), ("typing.Union[tf.Tensor, typing.Sequence[int]]", [Confidence.LOW]),
        ("'tf.Tensor'", [Confidence.HIGH]), ("'no type at all'", [Confidence.LOW]), ("'x = 1'", [Confidence.LOW]),
    ],
)  # fmt: skip
def test_what_is_annotated_as_plain_python_is_no_tensor(tmp_path: Path, annotation: str, sure: list[Confidence]) -> None:
    top = "import collections.abc\nimport typing\nclass Part:\n    pass\n"
    body = f"import tensorflow as tf\n{top}\n@tf.function\ndef f(x, w: {annotation}):\n    return [y + x for y in w]\n"
    report = report_of(tmp_path, body, select=(ITERATED,))
    assert report.problems == ()
    assert [finding.confidence for finding in report.findings] == sure


HANDED_ON = """
import tensorflow as tf

TABLE = [1.0, 2.0]

def look_up(mode{annotation}, x):
    return TABLE[mode] * x

@tf.function
def f(x, mode):
    return look_up(mode, x)
"""


@pytest.mark.parametrize(("annotation", "found"), [("", 1), (": str", 0), (": tf.Tensor", 1)])
def test_what_is_only_taken_for_a_tensor_is_what_the_next_parameter_says(tmp_path: Path, annotation: str, found: int) -> None:
    report = report_of(tmp_path, HANDED_ON.format(annotation=annotation), select=("TFA301",), min_confidence=Confidence.LOW)
    assert len(report.findings) == found


KEYED = """
import tensorflow as tf

class Scaled:
    def __init__(self):
        self.table = {"train": 1.0}

    def run(self, x, state):
        return self.scaled(x, state["mode"])

    def scaled(self, x, mode):
        return self.table[mode] * x

@tf.function
def f(part, x, state):
    return part.run(x, state)

PART = Scaled()

def test(state):
    f(PART, tf.constant(1.0), state)
"""


def test_what_has_keys_further_on_is_no_tensor(tmp_path: Path) -> None:
    """`part` is known only to who calls `f`, where `state` is taken for a tensor as nothing speaks against it."""
    assert report_of(tmp_path, KEYED, min_confidence=Confidence.LOW).findings == ()


@pytest.mark.parametrize(
    ("loop", "found"),
    [
        ("for place, each in enumerate(w):\n    if each % 2 == place: x += float(str(each))", [Confidence.LOW]),
        ("for each, other in zip(w, w):\n    if other == 'clean': x += float(str(each) + str(other))", [Confidence.MEDIUM]),
        ("for place, each in enumerate(w):\n    x += float(str(each))", [Confidence.MEDIUM]),
    ],
)
def test_a_part_of_what_is_enumerated_is_what_its_name_is_used_as(tmp_path: Path, loop: str, found: list[Confidence]) -> None:
    assert said(tmp_path, loop + "\nreturn x", TEXT) == found


def test_what_is_taken_for_a_tensor_is_no_surer_than_a_helper_that_is_given_it(tmp_path: Path) -> None:
    whole = "def scale(y):\n    return x * float(str(y // 2))\nreturn [scale(each) for each in w]"
    assert said(tmp_path, whole, TEXT) == [Confidence.LOW]
    assert said(tmp_path, whole.replace("y // 2", "y / 2"), TEXT) == [Confidence.MEDIUM]


LOSS = """
from functools import partial
import tensorflow as tf

def noisy(labels, pred, sizes=(), shift=0.0):
    assert sum(sizes) == pred.shape[-1]
    return tf.reduce_sum(pred) + shift

def fit(model, data):
    model = tf.keras.Sequential([])
    model.compile(loss={loss})
"""


@pytest.mark.parametrize("loss", ["partial(noisy, sizes=data.sizes)", "partial(partial(noisy, shift=1.0), sizes=data.sizes)"])
def test_what_a_partial_has_bound_is_no_tensor_of_the_graph(tmp_path: Path, loss: str) -> None:
    report = report_of(tmp_path, LOSS.format(loss=loss), select=("TFA215",), min_confidence=Confidence.LOW)
    assert report.findings == ()


@pytest.mark.parametrize(("taken", "sure"), [("first, second = x", [Confidence.LOW]), ("first, second = tf.abs(x)", [Confidence.MEDIUM])])
def test_what_a_layer_takes_apart_is_several_tensors_whatever_its_annotation_says(
    tmp_path: Path, taken: str, sure: list[Confidence]
) -> None:
    code = f"import tensorflow as tf\n\nclass Pair(tf.keras.layers.Layer):\n    def call(self, x: tf.Tensor):\n        {taken}\n        return first + second\n"
    report = report_of(tmp_path, code, select=(ITERATED,), min_confidence=Confidence.LOW)
    assert [each.confidence for each in report.findings] == sure


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("w = w or 3\n        y = x if w else x + 1.0", 0),
        ("w = x or 3\n        y = x if w else x + 1.0", 1),
        ("y = [x + each['ids'] for each in w]", 0),
        ("y = x\n        for each in w: y += each.weight", 0),
        ("y = x\n        for each in w: y += each", 0),
        ("y = x\n        for each in tf.abs(w): y += each", 1),
    ],
)
def test_what_is_given_a_default_by_or_or_has_other_parts_is_no_tensor(tmp_path: Path, use: str, found: int) -> None:
    code = f"import tensorflow as tf\n\nclass Layer(tf.keras.layers.Layer):\n    def call(self, x, w):\n        {use}\n        return y\n"
    report = report_of(tmp_path, code, select=(CONDITION, ITERATED), min_confidence=Confidence.LOW)
    assert len(report.findings) == found


FOLDED = "def step(carry, pair):\n    first, second = pair\n    return carry * first + second\nreturn tf.{name}(step, {elems}, tf.constant(0.0))"


@pytest.mark.parametrize(("name", "elems", "found"), [("scan", "(x, w)", 0), ("foldr", "[x, w]", 0), ("scan", "x", 0), ("scan", "tf.square(x)", 1)])
def test_what_is_folded_over_several_tensors_is_given_a_part_of_each(tmp_path: Path, name: str, elems: str, found: int) -> None:
    assert len(said(tmp_path, FOLDED.format(name=name, elems=elems), ITERATED)) == found


POOL = """
import tensorflow as tf

class Pooled(tf.keras.layers.Layer):
    def call(self, inputs):
        {taken} = inputs
        first, second = basis
        return first * second * features

class Pooling(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.pooled = Pooled()

    def call(self, inputs):
        features, basis, ids = inputs
        return self.pooled((basis, tf.gather(features, ids), ids))
"""


@pytest.mark.parametrize("taken", ["basis, features, ids", "basis, features, *ids"])
def test_a_part_of_what_a_layer_is_given_by_another_is_what_its_name_is_used_as(tmp_path: Path, taken: str) -> None:
    report = report_of(tmp_path, POOL.format(taken=taken), select=(ITERATED,), min_confidence=Confidence.LOW)
    assert report.findings == ()


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("if w == 0:\n    return x\nif w == 1:\n    return 2 * x", [Confidence.LOW]),
        ("if w == 0:\n    return x\nelif w == 1 or w == 2:\n    return 2 * x", [Confidence.LOW]),
        ("if w == 0:\n    return x", [Confidence.MEDIUM]),
        ("y = w.shape\nif w == 0:\n    return x\nif w == 1:\n    return 2 * x", [Confidence.MEDIUM]),
    ],
)
def test_what_is_one_number_or_another_is_the_kind_of_something(tmp_path: Path, body: str, sure: list[Confidence]) -> None:
    assert said(tmp_path, body, "TFA208") == sure


@pytest.mark.parametrize(
    ("part", "sure"),
    [("x[:w]", Confidence.LOW), ("x[0:w, 1:2]", Confidence.LOW), ("x[: w + 1]", Confidence.MEDIUM), ("w[:1]", Confidence.MEDIUM)],
)
def test_the_bound_of_a_slice_is_as_likely_a_number(tmp_path: Path, part: str, sure: Confidence) -> None:
    assert said(tmp_path, f"y = tf.square({part})\nif w > 3:\n    return x", "TFA208") == [sure]


@pytest.mark.parametrize(
    ("loop", "sure"),
    [
        ("for a, b in w: x += net(a) - b", []),
        ("for i, (a, b) in enumerate(w): x += net(a) - b", []),
        ("for each, (a, b) in zip(range(3), w): x += net(a) * each", []),
        ("for a, b in w[1:]: x += net(a) - b", []),
        ("for row in w:\n    a, b = row\n    x += net(a) - b", []),
        ("x = [net(a) - b for a, b in w]", []),
        ("x = [net(a) for (a, b), c in w]", []),
        # What is reckoned with may be the numbers of a row.
        ("for a, b in w: x += a * b", [Confidence.LOW]),
        # Of a shape only arrays are asked.
        ("for a, b in w: x += net(a) - b\nx += w.shape[0]", [Confidence.LOW]),
    ],
)
def test_who_takes_pairs_apart_has_no_tensor(tmp_path: Path, loop: str, sure: list[Confidence]) -> None:
    assert said(tmp_path, f"{loop}\nreturn x", ITERATED, given="x, w, net") == sure


LISTED = "([tf.ones([2]), tf.ones([2])])"
SPECIFIED = "([tf.TensorSpec([2]), tf.TensorSpec([2])])"
HELPER = "def trace(*args):\n    return {}\n\n\ntrace{}\n"
PASSED = "def measure(g, *args):\n    return {}\n\n\nmeasure(f, {})\n"


@pytest.mark.parametrize(
    "call",
    [
        f"f.get_concrete_function{LISTED}",
        f"f.get_concrete_function{SPECIFIED}",
        "f.get_concrete_function(data=[tf.TensorSpec([2])])",
        "args = ([tf.TensorSpec([2])],)\nf.get_concrete_function(*args)",
        HELPER.format("f(*args)", LISTED),
        HELPER.format("f.get_concrete_function(*args)", LISTED),
        HELPER.format("f.get_concrete_function(*args)", SPECIFIED),
        f"def trace(data):\n    return f.get_concrete_function(data)\n\n\ndef outer(given):\n    trace(given)\n\n\nouter{LISTED}",
        f"f{LISTED}\nf(tf.data.Dataset.range(3))",
        PASSED.format("g(*args)", "[tf.ones([2])]"),
        PASSED.format("g.get_concrete_function(*args)", "[tf.ones([2])]"),
        f"def measure(g, data):\n    return g(data)\n\n\ndef outer(given):\n    measure(f, given)\n\n\nouter{LISTED}",
        f"f.get_concrete_function{LISTED}\nf(range(3))\nf((1, 2))",
        f"def trace(*args, **kwargs):\n    return tf.function(f).get_concrete_function(*args, **kwargs)\n\n\ntrace{LISTED}",
    ],
)
def test_a_list_arrives_as_a_list_through_whatever_calls(tmp_path: Path, call: str) -> None:
    assert iterated(tmp_path, call) == []


@pytest.mark.parametrize(
    ("call", "confidence"),
    [
        ("", Confidence.LOW),
        ("f.get_concrete_function(tf.TensorSpec([2]))", Confidence.HIGH),
        (HELPER.format("f.get_concrete_function(*args)", "(tf.TensorSpec([2]))"), Confidence.HIGH),
        (PASSED.format("g(*args)", "tf.ones([2])"), Confidence.HIGH),
        (PASSED.format("g.get_concrete_function(*args)", "tf.TensorSpec([2])"), Confidence.HIGH),
        (PASSED.format("g(*args)", "[tf.ones([2])]") + "measure(f, unknown())\n", Confidence.LOW),
        (PASSED.format("g(*args)", "[tf.ones([2])]").replace("measure(f", "measure(print"), Confidence.LOW),
        # Of one more call nobody knows what it passes.
        (HELPER.format("f.get_concrete_function(*args)", LISTED) + "trace(unknown())\n", Confidence.LOW),
        ("def trace(*args):\n    return f.get_concrete_function(*args)\n", Confidence.LOW),
        ("def trace(data, depth):\n    f(data)\n    trace(data, depth - 1)\n", Confidence.LOW),
    ],
)
def test_a_tensor_arrives_as_one(tmp_path: Path, call: str, confidence: Confidence) -> None:
    assert iterated(tmp_path, call) == [confidence]


def iterated(tmp_path: Path, call: str) -> list[Confidence]:
    """How sure it is that a list is made of a tensor where this stands behind the function."""
    source = f"import tensorflow as tf\n\n@tf.function\ndef f(data):\n    return list(data)\n\n\n{call}\n"
    report = report_of(tmp_path, source, select=(ITERATED,))
    assert report.problems == ()
    return [finding.confidence for finding in report.findings]


@pytest.mark.parametrize("bounds", ["max(0, i - w):i", "i:min(i + w, 4)"])
def test_who_keeps_the_bound_of_a_slice_inside_may_have_a_number(tmp_path: Path, bounds: str) -> None:
    body = f"total = tf.reduce_sum(x)\nfor i in range(4):\n    total += tf.reduce_sum(x[{bounds}]) * str(w).count('1')\nreturn total"
    assert said(tmp_path, body, TEXT, given="x, w") == [Confidence.LOW]


KEYED = """
import tensorflow as tf


class Bank:
    def __init__(self):
        self.known = {}

    def factor(self, key):
        if key not in self.known:
            self.known[key] = 2.0
        return self.known[key]


class Block:
    def __init__(self, bank):
        self.bank = bank

    @tf.function
    def routed(self, x, key):
        return x * self.bank.factor(key)


def main(rows, keys):
    block = Block(Bank())
    for key in keys:
        block.routed(tf.constant(rows), key)
"""


def test_an_argument_that_only_a_method_of_another_object_gets_is_what_the_method_takes_it_for(tmp_path: Path) -> None:
    found = report_of(tmp_path, KEYED, select=("TFA301",)).findings
    assert not [each for each in found if each.confidence > Confidence.LOW]


CALLED_BY_ROOTS = """
import tensorflow as tf


@tf.function
def inner(x):
    if hasattr(x, "numpy"):
        return x * 3.0
    return x


@tf.function
def outer(x, y):
    return inner(x) + {other}


outer(tf.constant(1.0), 2.0)
{use}
"""


@pytest.mark.parametrize(
    ("other", "use", "expected"),
    [
        ("y", "", Confidence.HIGH),
        ("inner(tf.square(x))", "", Confidence.HIGH),
        ("y", "inner(tf.constant(2.0))", Confidence.HIGH),
        ("inner(y)", "", Confidence.LOW),
        ("y", "def use(given):\n    inner(given)", Confidence.LOW),
        ("helper(tf.square(x))", "def helper(x):\n    return inner(x)\n\n\nhelper(given)", Confidence.LOW),
    ],
)
def test_a_root_that_other_roots_call_gets_what_they_pass(tmp_path: Path, other: str, use: str, expected: Confidence) -> None:
    report = report_of(tmp_path, CALLED_BY_ROOTS.format(other=other, use=use), select=("TFA115",))
    assert [finding.confidence for finding in report.findings] == [expected]


KERAS = """
import tensorflow as tf


def top(y, p):
    return tf.stack([tf.reduce_max(row) for row in p])


net = tf.keras.Sequential([tf.keras.layers.Dense(1{layer})])
net.compile(loss="mse"{compiled})
{use}
"""


@pytest.mark.parametrize(
    ("layer", "compiled", "use", "expected"),
    [
        ("", ", metrics=[top]", "", [Confidence.HIGH]),
        (", activation=lambda x: tf.stack([row for row in x])", "", "", [Confidence.MEDIUM]),
        ("", "", "tf.keras.layers.Lambda(lambda x: tf.stack([row for row in x]))", []),
    ],
)
def test_a_metric_gets_one_tensor_for_each_parameter(
    tmp_path: Path, layer: str, compiled: str, use: str, expected: list[Confidence]
) -> None:
    report = report_of(tmp_path, KERAS.format(layer=layer, compiled=compiled, use=use), select=(ITERATED,))
    assert [finding.confidence for finding in report.findings] == expected


SHAPED = """
import tensorflow as tf


@tf.function
def shaped(x):
    return tf.range(x.shape[0])


def third(a):
    return shaped(a)


def fourth(a):
    return shaped(a)


@tf.function(input_signature=[tf.TensorSpec([{first}], tf.int32)])
def three(x):
    return third(x)


@tf.function(input_signature=[tf.TensorSpec([{second}], tf.int32)])
def four(x):
    return fourth(x)
"""


@pytest.mark.parametrize(("first", "second"), [("None", "3"), ("3", "None")])
def test_what_all_calls_of_a_root_pass_is_joined(tmp_path: Path, first: str, second: str) -> None:
    report = report_of(tmp_path, SHAPED.format(first=first, second=second), select=("TFA304",))
    assert [finding.confidence for finding in report.findings] == [Confidence.HIGH]


CALLED_MODEL = """
import keras
import numpy as np
import tensorflow as tf


class Net(keras.Model):
    def call(self, inputs):
        if hasattr(inputs, "numpy"):
            return inputs * 3.0
        return inputs


net = Net()


@tf.function
def step(value):
    return tf.reduce_sum(net({passed}, training=True))


step(tf.constant(1.0))
{use}
"""


@pytest.mark.parametrize(
    ("passed", "use", "expected"),
    [
        ("tf.reshape(value, [1, 1])", "", Confidence.HIGH),
        ("tf.reshape(value, [1, 1])", "net(np.ones([1, 1]))", Confidence.HIGH),
        ("value", "def serve(given):\n    return step(given)", Confidence.LOW),
        ("tf.reshape(value, [1, 1])", "net.compile('sgd', 'mse')\nnet.fit(load(), epochs=2)", Confidence.LOW),
    ],
)
def test_a_model_that_traced_code_calls_gets_what_it_passes(tmp_path: Path, passed: str, use: str, expected: Confidence) -> None:
    report = report_of(tmp_path, CALLED_MODEL.format(passed=passed, use=use), select=("TFA115",))
    assert [finding.confidence for finding in report.findings] == [expected]
