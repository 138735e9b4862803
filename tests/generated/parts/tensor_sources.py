"""Where a value comes from that Python uses: tensors made of the argument, arguments of the traced function, and twins that are no tensors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """An expression with the tensor `$x`; with `given` it is what the driver passes for a parameter of the traced function.

    `setup` is a line of the module that makes `$n`. `guard` names why it is no symbolic tensor; it is empty for one that is.
    """

    name: str
    text: str
    guard: str = ""
    given: bool = False
    setup: str = ""


_T, _N, _P, _C = "tf.constant(", "NumPy argument", "Python argument", "captured constant"
SOURCES: dict[str, tuple[Source, ...]] = {
    "float": (
        Source("sum", "tf.reduce_sum($x)"), Source("mean", "tf.reduce_mean(tf.square($x))"), Source("operators", "(tf.reduce_max($x) * 2.0 - 1.0)"),
        Source("norm", "tf.norm(tf.reshape($x, [-1]))"), Source("method", "tf.reshape($x, [-1])[0]"), Source("variable", "$n", setup="$n = tf.Variable(1.5)"),
        Source("variable-sum", "(tf.reduce_sum($x) + $n)", setup="$n = tf.Variable(1.5)"), Source("random", "tf.random.stateless_uniform([], [1, 2])"),
        Source("loss", "tf.reduce_mean(tf.keras.losses.mse(tf.reshape($x, [-1, 1]), tf.zeros([1, 1])))"), Source("clip", "tf.clip_by_value(tf.reduce_sum($x), -1.0, 1.0)"),
        Source("given", f"{_T}1.5)", given=True), Source("given-variable", "tf.Variable(0.5)", given=True), Source("given-keyword", f"{_T}0.75)", given=True),
        Source("number", "1.5", "Python number"), Source("rank", "float(len($x.shape))", "static shape"), Source("numpy", "np.float32(1.5)", "NumPy scalar"),
        Source("constant", "$n", _C, setup="$n = tf.constant(1.5)"), Source("given-number", "1.5", _P, given=True), Source("given-numpy", "np.float32(1.5)", given=True),
    ),
    "int": (
        Source("cast", "tf.cast(tf.reduce_sum($x), tf.int32)"), Source("shape", "tf.shape(tf.reshape($x, [-1]))[0]"), Source("size", "tf.size($x)"),
        Source("argmax", "tf.argmax(tf.reshape($x, [-1]), output_type=tf.int32)"), Source("counted", "tf.reduce_sum(tf.cast($x > 0.0, tf.int32))"), Source("rank", "tf.rank($x)"),
        Source("variable", "$n", setup="$n = tf.Variable(1)"), Source("given", f"{_T}1)", given=True), Source("given-cast", "tf.cast(1.0, tf.int32)", given=True),
        Source("number", "1", "Python number"), Source("static", "len($x.shape)", "static shape"), Source("static-item", "tf.ones([2, 3]).shape[0]", "static shape"),
        Source("numpy", "np.int32(1)", "NumPy scalar"), Source("constant", "$n", _C, setup="$n = tf.constant(1)"), Source("given-number", "1", _P, given=True), Source("length", "len([1.0, 2.0])", "Python number"),
    ),
    "flag": (
        Source("compared", "(tf.reduce_sum($x) > 0.0)"), Source("any", "tf.reduce_any($x > 1.0)"), Source("equal", "tf.equal(tf.reduce_max($x), 1.0)"), Source("not", "tf.logical_not(tf.reduce_all($x < 0.0))"),
        Source("inside", "(tf.size($x) > 1)"), Source("variable", "($n > 1.0)", setup="$n = tf.Variable(1.5)"), Source("given", f"{_T}True)", given=True), Source("in-both", "((tf.reduce_sum($x) > 0.0) & (tf.reduce_sum($x) < 9.0))"),
        Source("number", "True", "Python number"), Source("rank", "($x.shape.rank == 0)", "static shape"), Source("dtype", "($x.dtype == tf.float32)", "dtype"), Source("constant", "$n", _C, setup="$n = tf.constant(True)"),
        Source("given-number", "True", _P, given=True), Source("is-tensor", "tf.is_tensor($x)", "type test"), Source("numpy", "bool(np.all(np.ones(2) > 0.5))", "NumPy scalar"),
    ),
    "vector": (
        Source("stack", "tf.stack([tf.reduce_sum($x), 2.0, 3.0])"), Source("tile", "tf.tile(tf.reshape(tf.reduce_sum($x), [1]), [3])"), Source("softmax", "tf.nn.softmax(tf.reduce_sum($x) * tf.constant([1.0, 2.0, 3.0]))"),
        Source("operators", "(tf.reduce_sum($x) * tf.constant([1.0, 2.0, 3.0]))"), Source("sorted", "tf.sort(tf.stack([1.0, tf.reduce_sum($x), 3.0]))"), Source("shape", "tf.cast(tf.shape(tf.ones([2, 3, 4]) + tf.reduce_sum($x)), tf.float32)"),
        Source("unknown", "tf.boolean_mask(tf.constant([1.0, 2.0, 3.0]), tf.constant([True, True, True]) & (tf.reduce_sum($x) > -1e9))"), Source("variable", "$n", setup="$n = tf.Variable([1.0, 2.0, 3.0])"),
        Source("given", f"{_T}[1.0, 2.0, 3.0])", given=True), Source("given-numpy", "np.array([1.0, 2.0, 3.0], np.float32)", given=True),
        Source("list", "[1.0, 2.0, 3.0]", "Python list"), Source("tensors", "[tf.reduce_sum($x), tf.reduce_max($x), tf.reduce_min($x)]", "list of tensors"), Source("unstacked", "tf.unstack(tf.stack([tf.reduce_sum($x), 2.0, 3.0]))", "list of tensors"),
        Source("split", "tf.split(tf.stack([1.0, 2.0, 3.0]), 3)[:3]", "list of tensors"), Source("numpy", "np.array([1.0, 2.0, 3.0], np.float32)", "NumPy array"), Source("constant", "$n", _C, setup="$n = tf.constant([1.0, 2.0, 3.0])"),
        Source("given-list", "[1.0, 2.0, 3.0]", _P, given=True), Source("given-tensors", f"[{_T}1.0), {_T}2.0), {_T}3.0)]", "list argument", given=True), Source("given-tuple", f"({_T}1.0), {_T}2.0), {_T}3.0))", "list argument", given=True),
        Source("static", "[float(each) for each in tf.ones([1, 2, 3]).shape]", "static shape"),
    ),
    "dataset": (
        Source("range", "tf.data.Dataset.range(3)"), Source("module", "$n", setup="$n = tf.data.Dataset.range(3)"), Source("mapped", "tf.data.Dataset.range(3).map(lambda value: value + 1)"),
        Source("given", "tf.data.Dataset.range(3)", given=True), Source("list", "[1, 2, 3]", "Python list"),
    ),
    "count": (
        Source("given-number", "40", given=True), Source("number", "40"), Source("module", "$n", setup="$n = 40"), Source("length", "len([1.0] * 40)"),
        Source("given", f"{_T}40)", "tensor", given=True), Source("few", "3", "few"), Source("given-few", "3", "few", given=True), Source("static", "len($x.shape)", "few"),
    ),
    "rows": (
        Source("given-list", "[float(each) for each in range(40)]", given=True), Source("given-tensors", f"[{_T}1.0)] * 40", given=True), Source("list", "[float(each) for each in range(40)]"), Source("module", "$n", setup="$n = [0.5] * 40"),
        Source("given", "tf.ones([40])", "tensor", given=True), Source("few", "[1.0, 2.0]", "few"), Source("given-few", f"[{_T}1.0), {_T}2.0)]", "few", given=True), Source("numpy", "$n", setup="$n = np.ones(40, np.float32)"),
    ),
    "": (Source("none", "0.0"),),
}  # fmt: skip
"""The sources by the sort of the value."""
