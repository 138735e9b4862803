"""Tensors and arrays whose shape, rank or dtype differs between calls, and such of one shape."""

from __future__ import annotations

from tests.generated.parts.varied import varies

_SHAPE = "TFA405"
_DATA = "$s = np.arange(24, dtype=np.float32)"
_TENSOR = "$s = tf.range(24, dtype=tf.float32)"
_ROWS = "[[1.0], [1.0, 2.0], [1.0, 2.0, 3.0], [1.0] * 4, [1.0] * 5]"
_SENTENCES = "[[[1], [2, 3]], [[1, 2, 3], [4]], [[1, 2, 3, 4], [5]], [[1, 2, 3, 4, 5], [6]]]"

for _name, _value in {
    "ones": "tf.ones([$i + 1])",
    "zeros": "np.zeros(($i + 1, 2), np.float32)",
    "zeros-last": "np.zeros((2, $i + 1), dtype=np.float32)",
    "normal": "tf.random.normal((4, $i + 1))",
    "uniform-keyword": "tf.random.uniform(shape=[$i + 1])",
    "rand": "np.random.rand($i + 1, 3)",
    "range": "tf.range($i + 1)",
    "arange": "np.arange($i + 1)",
    "linspace": "np.linspace(0.0, 1.0, $i + 2)",
    "full": "np.full(($i + 1,), 0.5, np.float32)",
    "fill": "tf.fill([$i + 1], 0.5)",
    "eye": "tf.eye($i + 1)",
    "one-hot": "tf.one_hot([0, 1], $i + 2)",
    "tile": "tf.tile(tf.constant([1.0, 2.0]), [$i + 1])",
    "repeat": "np.repeat(np.float32([1.0, 2.0]), $i + 1)",
    "pad": "np.pad(np.ones(2, np.float32), (0, $i + 1))",
    "pad-tensor": "tf.pad(tf.ones([2]), [[0, $i + 1]])",
    "resize": "tf.image.resize(tf.ones([1, 4, 4, 3]), ($i + 2, $i + 2))",
    "list-times": "tf.constant([1.0] * ($i + 1))",
    "array-of-comprehension": "np.array([float(each) for each in range($i + 1)])",
    "rank": "tf.reshape(tf.constant(1.0), [1] * ($i + 1))",
    "scaled": "tf.ones([$i + 1]) * 2.0",
    "cast": "tf.cast(np.ones($i + 1), tf.float32)",
    "converted": "tf.convert_to_tensor(np.ones($i + 1, np.float32))",
    "square": "tf.square(tf.ones([$i + 1]))",
    "axis": "tf.ones([$i + 1])[:, tf.newaxis]",
}.items():
    varies(f"shape.{_name}", _SHAPE, _value)

for _name, _value in {
    "stop": "$s[: $i + 1]",
    "start": "$s[$i * 2 :]",
    "step": "$s[:: $i + 1]",
    "growing": "$s[$i : 3 * $i + 2]",
    "columns": "$s.reshape(4, 6)[:, : $i + 1]",
    "rows": "$s.reshape(6, 4)[: $i + 1]",
    "masked": "$s[$s > $i * 3.0]",
    "reshaped": "$s[: 4 * ($i + 1)].reshape(-1, 4)",
    "dropped": "$s[:-($i + 1)]",
}.items():
    varies(f"slice.{_name}", _SHAPE, _value, start=_DATA)
varies("slice.tensor-stop", _SHAPE, "$s[: $i + 1]", start=_TENSOR)
varies("slice.tensor-start", _SHAPE, "$s[$i * 2 :]", start=_TENSOR)
varies("slice.list", _SHAPE, "tf.constant($s[: $i + 1])", start="$s = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]")
varies("slice.sizes", _SHAPE, "$s[:$i]", start=_DATA, items="[2, 4, 8, 16]")
varies(
    "slice.last-batch",
    _SHAPE,
    "$s[$i : $i + 10]",
    start=_DATA,
    items="range(0, len($s), 10)",
    pair=True,
)
varies(
    "slice.last-batch-min",
    _SHAPE,
    "$s[$i * 10 : min($i * 10 + 10, len($s))]",
    start=_DATA,
    items="range(3)",
    pair=True,
)
varies("items.rows", _SHAPE, "tf.constant($i)", items=_ROWS)
varies("items.arrays", _SHAPE, "np.array($i, np.float32)", items=_ROWS)
varies("items.rows-of-name", _SHAPE, "tf.constant($i)", start=f"$s = {_ROWS}", items="$s")
varies("items.rows-of-module", _SHAPE, "tf.constant($i)", setup=f"$n = {_ROWS}", items="$n")
varies("items.batches", _SHAPE, items="[tf.ones([2, 3]), tf.ones([4, 3]), tf.ones([6, 3]), tf.ones([8, 3])]")
varies("items.images", _SHAPE, items="[np.zeros((8, 8, 3)), np.zeros((16, 16, 3)), np.zeros((12, 8, 3)), np.zeros((8, 4, 3))]")
varies("items.size", _SHAPE, "tf.zeros([1, $i, $i, 3])", items="(8, 16, 24, 32)")
varies("items.shape", _SHAPE, "tf.zeros($i)", items="[(2,), (3,), (2, 2), (4, 1)]")
varies("items.pairs", _SHAPE, "np.zeros($i, np.float32)", items="[(2, 3), (3, 2), (4, 4), (5, 1)]")
varies("items.made", _SHAPE, start="$s = [np.ones($v) for $v in range(1, 6)]", items="$s")
varies("items.ranks", _SHAPE, items="[tf.ones([2]), tf.ones([2, 2]), tf.ones([2, 2, 2]), tf.constant(1.0)]")
varies(
    "padded.longest",
    _SHAPE,
    "tf.constant($v)",
    items=_SENTENCES,
    each="$w = max(len(each) for each in $i)\n$v = [each + [0] * ($w - len(each)) for each in $i]",
)
varies(
    "padded.array",
    _SHAPE,
    "$v",
    items=_SENTENCES,
    each="$v = np.zeros((len($i), max(len(each) for each in $i)), np.float32)\n"
    "for $w, $t in enumerate($i):\n    $v[$w, : len($t)] = $t",
)
varies(
    "padded.function",
    _SHAPE,
    "$n($i)",
    items=_SENTENCES,
    setup="def $n(rows):\n    longest = max(len(row) for row in rows)\n"
    "    return np.array([row + [0] * (longest - len(row)) for row in rows])",
)
varies("padded.ragged", _SHAPE, "tf.ragged.constant($i).to_tensor()", items=_SENTENCES)
varies("grown.list", _SHAPE, "tf.stack($s)", start="$s = []", each="$s.append(tf.constant(1.0))")
varies("grown.list-array", _SHAPE, "np.array($s)", start="$s = []", each="$s.append(float($i))")
varies("grown.constant", _SHAPE, "tf.constant($s)", start="$s = [0.0]", after="$s.append(1.0)")
varies("grown.concat", _SHAPE, "$s", start="$s = tf.ones([1])", after="$s = tf.concat([$s, tf.ones([1])], 0)")
varies("grown.concat-before", _SHAPE, "$s", start="$s = tf.ones([1])", each="$s = tf.concat([$s, tf.ones([1])], axis=0)")
varies("grown.append", _SHAPE, "$s", start="$s = np.ones(1)", after="$s = np.append($s, 1.0)")
varies("grown.concatenate", _SHAPE, "$s", start="$s = np.zeros((1, 2))", after="$s = np.concatenate([$s, np.ones((1, 2))])")
varies("grown.vstack", _SHAPE, "$s", start="$s = np.zeros((1, 2))", after="$s = np.vstack([$s, np.ones(2)])")
varies("grown.halved", _SHAPE, "$s", start="$s = np.ones(64)", after="$s = $s[: len($s) // 2]")
varies("grown.halved-step", _SHAPE, "$s", start="$s = tf.ones([64])", after="$s = $s[::2]")
varies("grown.result", _SHAPE, "$s", start="$s = tf.ones([1])", after="$s = tf.concat([$s, [$r]], 0)")
varies("dataset.last-batch", _SHAPE, items="tf.data.Dataset.from_tensor_slices(tf.ones([10, 2])).batch(4)", pair=True)
varies(
    "dataset.last-batch-chain",
    _SHAPE,
    start="$s = tf.data.Dataset.from_tensor_slices(np.ones((10, 2), np.float32))\n$s = $s.shuffle(10).batch(4).prefetch(1)",
    items="$s",
    pair=True,
)
varies(
    "dataset.last-batch-function",
    _SHAPE,
    setup="def $n():\n    return tf.data.Dataset.range(10).batch(4)",
    items="$n()",
    pair=True,
)
varies(
    "dataset.padded",
    _SHAPE,
    items="tf.data.Dataset.range(1, 9).map(lambda k: tf.ones([k])).padded_batch(2)",
)
varies(
    "dataset.generator",
    _SHAPE,
    setup="def $n():\n    for size in range(1, 6):\n        yield np.ones(size, np.float32)",
    items="tf.data.Dataset.from_generator($n, output_signature=tf.TensorSpec([None], tf.float32))",
)
varies("dataset.ragged", _SHAPE, items="tf.data.Dataset.range(1, 6).map(lambda k: tf.ones([k]))")
varies("drawn.size", _SHAPE, "np.ones($v)", each="$v = random.choice([2, 3, 4, 5, 6, 7, 8])")
varies("drawn.randint", _SHAPE, "$s[:$v]", start=_DATA, each="$v = random.randint(1, 20)")
varies(
    "function.batch",
    _SHAPE,
    "$n($i + 1)",
    setup="def $n(count):\n    return tf.ones([count, 2])",
)
varies(
    "function.keyword",
    _SHAPE,
    "$n(size=$i + 1)",
    setup="def $n(size=1):\n    data = np.zeros((size, size))\n    return data",
)
varies(
    "dtype.numpy", _SHAPE, "np.ones(2, $i)", items="(np.float16, np.float32, np.float64, np.int32)"
)
varies("dtype.tensor", _SHAPE, "tf.ones([2], $i)", items="(tf.float16, tf.float32, tf.float64, tf.int32)")
varies("dtype.cast", _SHAPE, "tf.cast($s, $i)", start=_TENSOR, items="[tf.float16, tf.float32, tf.float64, tf.int32]")
varies("dtype.astype", _SHAPE, "$s.astype($i)", start=_DATA, items='["float16", "float32", "float64", "int32"]')
varies("dtype.items", _SHAPE, items="[tf.ones([2]), tf.ones([2], tf.int32), tf.ones([2], tf.float64)]")
varies("dtype.lists", _SHAPE, "tf.constant($i)", items="[[1, 2], [1.0, 2.0], [True, False], [3, 4]]")
varies("dtype.float64", _SHAPE, items="[tf.ones([4]), np.ones(4)]", pair=True)
varies("dtype.image", _SHAPE, items="[np.zeros((4, 4), np.uint8), np.zeros((4, 4), np.uint8) / 255.0]", pair=True)

for _name, _value in {
    "ones": "tf.ones([3]) * $i",
    "zeros": "np.zeros((2, 3), np.float32) + $i",
    "scalar": "tf.constant($i)",
    "scalar-float": "tf.constant(float($i))",
    "listed": "tf.constant([$i, $i + 1])",
    "one-hot": "tf.one_hot($i, 6)",
    "full": "np.full((2,), $i)",
    "fill": "tf.fill([2], $i)",
    "linspace": "np.linspace(0.0, $i + 1.0, 5)",
    "shifted-range": "np.arange($i, $i + 4)",
    "rolled": "np.roll(np.ones(4), $i)",
    "remainder": "tf.ones([4 + $i % 1])",
    "seeded": "tf.random.stateless_normal([4], seed=[$i, 0])",
    "comprehension": "np.array([each * $i for each in range(4)])",
}.items():
    varies(f"same.{_name}", _SHAPE, _value, guard="one shape")
for _name, _value in {
    "window": "$s[$i : $i + 4]",
    "window-scaled": "$s[$i * 4 : ($i + 1) * 4]",
    "item": "$s[$i]",
    "one": "$s[$i : $i + 1]",
    "row": "$s.reshape(6, 4)[$i]",
    "constant": "$s[:4] + $i",
    "reshaped": "($s * $i).reshape(4, 6)",
    "added": "$s + $i",
    "taken": "np.take($s, [$i, $i + 1])",
    "column": "$s.reshape(4, 6)[:, $i]",
}.items():
    varies(f"same.slice-{_name}", _SHAPE, _value, start=_DATA, guard="one shape")
varies("same.batches", _SHAPE, "$s[$i : $i + 8]", start=_DATA, items="range(0, len($s), 8)", guard="one shape")
varies("same.split", _SHAPE, start=_DATA, items="np.split($s, 6)", guard="one shape")
varies("same.items", _SHAPE, items="[tf.ones([2, 3]), tf.zeros([2, 3]), tf.fill([2, 3], 2.0)]", guard="one shape")
varies("same.rows", _SHAPE, "tf.constant($i)", items="[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]", guard="one shape")
varies("same.iterated", _SHAPE, start=_DATA, items="$s.reshape(6, 4)", guard="one shape")
varies("same.dropped", _SHAPE, items="tf.data.Dataset.range(10).batch(4, drop_remainder=True)", guard="one shape")
varies("same.dataset", _SHAPE, items="tf.data.Dataset.from_tensor_slices(tf.ones([6, 2]))", guard="one shape")
varies("same.state", _SHAPE, "$s", start="$s = tf.ones([4])", after="$s = $s * 0.5 + $r", guard="one shape")
varies("same.queue", _SHAPE, "tf.stack($s)", start="$s = [0.0] * 4", each="$s = $s[1:] + [float($i)]", guard="one shape")
varies(
    "same.padded",
    _SHAPE,
    "tf.constant([$i + [0] * (8 - len($i))])",
    items="[[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]",
    guard="one shape",
)
varies("same.dtype", _SHAPE, "tf.cast($i, tf.float32)", items="[1, 2.5, 3, 4.5]", guard="one shape")
varies(
    "same.variable",
    _SHAPE,
    "$s",
    start="$s = tf.Variable(tf.zeros([2]))",
    each="$s.assign_add([1.0, float($i)])",
    guard="one shape",
)
_OPEN = "tf.TensorSpec([None], tf.float32)"
varies("signed.ones", _SHAPE, "tf.ones([$i + 1])", spec=_OPEN, guard="signature")
varies("signed.slice", _SHAPE, "$s[: $i + 1]", start=_DATA, spec=_OPEN, guard="signature")
varies("signed.grown", _SHAPE, "$s", start="$s = tf.ones([1])", after="$s = tf.concat([$s, tf.ones([1])], 0)", spec=_OPEN, guard="signature")
varies("relaxed.ones", _SHAPE, "tf.ones([$i + 1])", options="reduce_retracing=True", guard="relaxed")
varies("relaxed.slice", _SHAPE, "$s[: $i + 1]", start=_DATA, options="reduce_retracing=True", guard="relaxed")
varies("relaxed.items", _SHAPE, "tf.constant($i)", items=_ROWS, options="reduce_retracing=True", guard="relaxed")
