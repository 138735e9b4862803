"""
A random number drawn by NumPy or Python in traced code.

## What it does
Flags draws from `numpy.random`, from `Generator` and `RandomState` objects, from `random`, `secrets`, `uuid.uuid1`,
`uuid.uuid4` and `os.urandom` in traced code. Functions passed to `tf.data.Dataset` and `call` of Keras layers are traced
too, with or without `tf.function`.

## Why it matters
The number is drawn at trace time and enters the graph as a constant. Every later call uses the same noise, mask
or coin flip: custom augmentation changes every image in the same way, custom dropout drops
the same units forever, without any error.

## When
- First call: one draw, whose result becomes a constant in the graph.
- Second and third call with the same signature: the same number again.
- A new shape, dtype or Python argument: one new draw, frozen for that signature.
- In a function passed to `Dataset.map` or `Dataset.filter`: one draw when `map` is called, for all elements and epochs.
- `if random.random() < p:` decides at trace time which branch exists in the graph.

## Bad
```python
import numpy as np
import tensorflow as tf


@tf.function
def add_noise(x):
    return x + np.random.normal()  # TFA110


seen = {float(add_noise(tf.constant(0.0))) for _ in range(8)}
print("different values:", len(seen))
```

Dataset functions are traced without any `tf.function`:

```python
import random

import tensorflow as tf


def augment(image):
    return image * random.uniform(0.5, 1.5)  # TFA110


images = tf.data.Dataset.from_tensor_slices(tf.ones([8, 2, 2]))
seen = {float(tf.reduce_sum(image)) for image in images.map(augment)}
print("different values:", len(seen))
```

## Good
```python
import tensorflow as tf

generator = tf.random.Generator.from_seed(1)


@tf.function
def add_noise(x):
    return x + tf.random.normal([]) + generator.normal([])


seen = {float(add_noise(tf.constant(0.0))) for _ in range(8)}
print("different values:", len(seen))
```

A draw in eager code that is passed in as a tensor is drawn again for each call, and a generator created in the call from a
constant seed gives one number in both modes:

```python
import numpy as np
import tensorflow as tf


@tf.function
def shift(x, noise):
    offset = np.random.default_rng(7).normal()
    return x + noise + offset


rng = np.random.default_rng(1)
for _ in range(3):
    noise = tf.constant(rng.normal(), tf.float32)
    print(f"{float(shift(tf.constant(0.0), noise)):.3f}")
```

## Not reported
- Low confidence: a `uuid`, or a random number in a text, that the statement passes to no TensorFlow function. Such a text usually
  names a part of the graph.
- `tf.random.*`, `keras.random` with a `SeedGenerator`, and a `tf.random.Generator` created outside the call.
- A generator created in the body with a constant seed, and `np.random.seed(1)` or `random.seed(1)` in the body before the draw:
  the same number is drawn in both modes. So it is with a Python scalar from outside of the call, `default_rng(config.seed)`.
- A draw that is only used as the `seed=` of operations that draw themselves, such as `tf.random.uniform`.
- A draw in a function under `functools.lru_cache`, or in one that only such functions call: eager code draws once, too.
- A draw where Python decides that the code does not draw with TensorFlow, as it does otherwise: `if backend == "tf": return
  tf.random.normal(shape)` before it. It is for another framework; info only.
- A draw in a `tf.function` that the function around creates for its only call: each call makes a new trace.
- A seed or number drawn outside and passed in; a default argument, which is drawn once in both modes.
- The source of `Dataset.from_generator`, `tf.py_function` and `tf.numpy_function`: they run as Python.

## Fix
Draw with `tf.random.normal`, `tf.random.uniform`, `tf.random.shuffle` or `tf.image.random_*`, or with a
`tf.random.Generator` created once outside. The random stream changes, and the dtype is float32 instead of float64.

## Fix safety
Unsafe: the random stream changes, and seeds of `random` and NumPy have no effect on it. The distribution, shape and dtype are the same:

| drawn by | becomes |
|---|---|
| `random.random()`, `np.random.random(s)`, `random_sample`, `rand(d0, d1)` | `tf.random.uniform(s)` |
| `random.uniform(a, b)`, `np.random.uniform(a, b, s)` | `tf.random.uniform(s, a, b)` |
| `random.gauss(m, d)`, `normalvariate`, `np.random.normal(m, d, s)` | `tf.random.normal(s, m, d)` |
| `np.random.standard_normal(s)`, `randn(d0, d1)` | `tf.random.normal(s)` |
| `random.randint(a, b)`, both bounds drawn | `tf.random.uniform([], a, b + 1, dtype=tf.int32)` |
| `random.randrange(a, b)`, `np.random.randint(a, b, s)`, `integers` | `tf.random.uniform(s, a, b, dtype=...)` |
| `np.random.exponential(c, s)`, `random.expovariate(r)` | `tf.random.gamma(s, 1.0, 1.0 / c)`, `tf.random.gamma([], 1.0, r)` |
| `np.random.gamma(k, c, s)`, `np.random.poisson(l, s)` | `tf.random.gamma(s, k, 1.0 / c)`, `tf.random.poisson(s, l, ...)` |
| `random.lognormvariate(m, d)`, `np.random.lognormal(m, d, s)` | `tf.exp(tf.random.normal(s, m, d))` |

- Methods of `random.Random`, `np.random.Generator` and `RandomState` are the same. `size=None` is the shape `[]`.
- A number takes the dtype of the tensor it is computed with, as in Python: `x + tf.random.normal([], dtype=x.dtype)`; integers are
  drawn as such and cast. An array of floats that meets a tensor whose dtype the body does not show is drawn as NumPy draws it, and
  cast: `x + tf.cast(tf.random.uniform([3], dtype=tf.float64), x.dtype)`, as `x` may contain whole numbers. A draw that is not combined with
  a tensor is float32 or int32 for a Python scalar, float64 or int64 for a NumPy array.
  `.astype(...)` and `tf.constant(..., dtype)` around the draw become its dtype.
- Suggestion only, since the sequence becomes a tensor: `choice(items)` as `tf.gather(items, tf.random.uniform([], 0, len(items),
  dtype=tf.int32))`, `shuffle(x)` as `x = tf.random.shuffle(x)`, `permutation(x)` as `tf.random.shuffle(x)`, `random.sample(x, k)` as
  `tf.random.shuffle(x)[:k]`.
- No fix for choices with weights or a size, `uuid`, `secrets` and other distributions, for bounds that are arrays, and where Python
  needs the number: in a Python `range`, an index of a list or a call of unknown code.
"""

from collections.abc import Iterator, Mapping

import libcst as cst

from tflint_autograph.fixes.choosing import as_tf_shuffle
from tflint_autograph.fixes.random import as_tf_random
from tflint_autograph.fixes.tensor_context import partners
from tflint_autograph.rules.api import (
    Advice,
    Confidence,
    Help,
    Hit,
    Origin,
    Proof,
    Rule,
    Severity,
    TracedFunction,
)
from tflint_autograph.tfapi import effects
from tflint_autograph.tfapi.python_uses import TO_TEXT
from tflint_autograph.traced.escape.exemptions import Effect, exempt
from tflint_autograph.traced.escape.other_frameworks import is_for_others
from tflint_autograph.traced.graph.computing import is_computed_with, is_of_name
from tflint_autograph.traced.graph.seeding import only_seeds, seeded_before
from tflint_autograph.traced.graph.symbolic import ancestors

rule = Rule(
    __name__, code="TFA110", when="names:effects.draws methods:effects.generator_draws",
    proof=(Proof.TOUCHES, Proof.RUNS), severity=Severity.ERROR
)


_UNIFORM = rule.advises("use `tf.random.uniform`")
_NORMAL = rule.advises("use `tf.random.normal`")
_GAMMA = rule.advises("use `tf.random.gamma`")
_LOGNORMAL = rule.advises("use `tf.exp` of `tf.random.normal`")
_POISSON = rule.advises("use `tf.random.poisson`")
_SHUFFLE = rule.advises("use `tf.random.shuffle`")
_CHOICE = rule.advises("use `tf.gather` with an index of `tf.random.uniform`")
_PASSED = rule.advises("draw outside the traced function, and pass the result as a tensor argument")
_ASIDE = rule.advises("draw in `tf.py_function`, on every call")

_OF_METHODS: Mapping[str, Advice] = {
    **dict.fromkeys(("random", "random_sample", "ranf", "rand", "uniform", "randint", "randrange", "integers"), _UNIFORM),
    **dict.fromkeys(("normal", "gauss", "normalvariate", "randn", "standard_normal"), _NORMAL),
    **dict.fromkeys(("gamma", "exponential", "expovariate", "standard_exponential"), _GAMMA),
    **dict.fromkeys(("lognormal", "lognormvariate"), _LOGNORMAL),
    "poisson": _POISSON,
}
"""Help by the last part of a draw's name."""

_OF_SEQUENCES: Mapping[str, Advice] = {"choice": _CHOICE, **dict.fromkeys(("shuffle", "permutation", "sample"), _SHUFFLE)}
"""Help for draws from a sequence, by the last part of the name."""


@rule(cst.Call)
def check(call: cst.Call, fn: TracedFunction) -> Iterator[Hit]:
    """Reports a call that draws a random number in Python or NumPy."""
    spoken = drawn(call, fn)
    if spoken and not exempt(fn, Effect.VALUE) and not only_seeds(fn.analysis, fn.key, fn.place(call)):
        fix = as_tf_random(call, spoken, fn)
        shuffled = as_tf_shuffle(call, spoken, fn) if fix is None else None
        apart = is_for_others(fn)
        yield Hit(
            call,
            f"`{spoken}` draws only once, at trace time",
            note="the same value on every call",
            help=_help(call, spoken, fn, is_fixed=fix is not None, is_shuffled=shuffled is not None),
            confidence=Confidence.LOW if _makes_name(call, spoken, fn) and not _enters_graph(call, fn) else Confidence.HIGH,
            fix=fix or shuffled,
            severity=Severity.INFO if apart else None,
            excuse="it runs where the code does not draw with TensorFlow, as it does otherwise: for another framework" if apart else "",
        )


def _help(call: cst.Call, spoken: str, fn: TracedFunction, *, is_fixed: bool, is_shuffled: bool) -> Help:
    """Returns the function of `tf.random` if a tensor works in place of the draw; else where to draw instead."""
    method = spoken.rpartition(".")[2]
    if is_shuffled:
        return _OF_SEQUENCES[method]()
    if is_fixed or (method in _OF_METHODS and partners(call, fn) is not None):
        return _OF_METHODS.get(method, _UNIFORM)()
    return _PASSED() if fn.is_called_by_program else _ASIDE()


def _makes_name(call: cst.Call, spoken: str, fn: TracedFunction) -> bool:
    """Whether the draw makes a unique name: with `uuid`, or as a part of a text."""
    return spoken.startswith("uuid.") or any(_is_text(each, fn) for each in ancestors(call, fn))


def _is_text(node: cst.CSTNode, fn: TracedFunction) -> bool:
    return isinstance(node, cst.FormattedString) or (isinstance(node, cst.Call) and fn.called(node) in TO_TEXT)


def _enters_graph(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether the statement passes the draw to TensorFlow, not as a `name=`. Unique names are often generated for parts of the graph."""
    if is_of_name(call, fn):
        return False
    sites = fn.sites(fn.statement) if fn.statement is not None else ()
    return any(site.func.name.startswith("tensorflow.") for site in sites) or is_computed_with(fn.statement, fn)


def drawn(call: cst.Call, fn: TracedFunction) -> str:
    """Returns the user's name for a random draw, or an empty string for other calls."""
    name = fn.called(call)
    if name:
        return name if effects.draws(name) and not seeded_before(name.rpartition(".")[0])(fn) else ""
    method, receiver = fn.method(call)
    seeded_here = receiver.origin is Origin.FRESH and receiver.constant_seed
    if seeded_here or not receiver.factory or not effects.generator_draws(receiver.factory, method):
        return ""
    return f"{receiver.spelling or receiver.factory}.{method}"
