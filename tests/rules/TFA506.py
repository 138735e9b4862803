"""Python objects changed in loops of the graph and under tensor conditions."""

import tensorflow as tf

LOG = []


class Count:
    def __init__(self):
        self.n = 0
        self.parts = []

    def bump(self):
        self.n += 1

    def keep(self, x):
        self.parts.append(x)

    def read(self):
        return self.n


def note(box):
    box["n"] += 1


def add(parts, x):
    parts.append(x)


def look(box):
    return box["n"]


@tf.function
def loops(x: tf.Tensor, n: tf.Tensor):
    out, seen, table = [], set(), {}
    for i in tf.range(n):
        out.append(i)
#~      ^^^^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
        seen.add(1)
#~      ^^^^^^^^^^^ TFA506 `seen` is changed in a graph loop, which AutoGraph does not see
    for v in x:
        out.extend([v])
#~      ^^^^^^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
    for k in range(n):
        table[k] = x
#~      ^^^^^^^^^^^^ TFA506 `table` is changed in a graph loop, which AutoGraph does not see
    while n > 0:
        n -= 1
        LOG.append(n)
#~      ^^^^^^^^^^^^^ TFA506 `LOG` is changed in a graph loop, which AutoGraph does not see
    for batch in tf.data.Dataset.range(3):
        out.append(batch)
#~      ^^^^^^^^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
    return out, len(seen)


@tf.function
def conditions(x: tf.Tensor):
    terms = [x]
    if x > 0.0:
        terms.append(x)
#~      ^^^^^^^^^^^^^^^ TFA506 `terms` is changed under a tensor condition, which AutoGraph does not see
    else:
        terms.pop()
#~      ^^^^^^^^^^^ TFA506 `terms` is changed under a tensor condition, which AutoGraph does not see
    return tf.add_n(terms)


@tf.function
def objects(x: tf.Tensor):
    count, box, parts = Count(), {"n": 0}, []
    for v in x:
        count.bump()
#~      ^^^^^^^^^^^^ TFA506 `count` is changed in a graph loop, which AutoGraph does not see
        count.keep(v)
#~      ^^^^^^^^^^^^^ TFA506 `count` is changed in a graph loop, which AutoGraph does not see
        add(parts, v)
#~      ^^^^^^^^^^^^^ TFA506 `parts` is changed in a graph loop, which AutoGraph does not see
        count.read()
        look(box)
    if tf.reduce_sum(x) > 0.0:
        note(box)
#~      ^^^^^^^^^ TFA506 `box` is changed under a tensor condition, which AutoGraph does not see
    return x


@tf.function
def nested(x: tf.Tensor):
    n = 0

    def bump():
        nonlocal n
        n = n + 1
#~      ^^^^^^^^^ TFA506 `n` is changed in a graph loop, which AutoGraph does not see

    for v in x:
        bump()
    return n


class Model(tf.Module):
    @tf.function
    def __call__(self, x: tf.Tensor):
        return self.collect(x)

    def collect(self, x):
        found = []
        for v in x:
            found.append(v)
#~          ^^^^^^^^^^^^^^^ TFA506 `found` is changed in a graph loop, which AutoGraph does not see
        return found


@tf.function
def fine(x: tf.Tensor, n: tf.Tensor, layers: list):
    out, table, count = [], {"all": 0}, Count()
    for layer in layers:
        out.append(layer)
    for i in range(4):
        out.append(x)
    for i in tf.range(n):
        parts = [i]
        parts.append(i)
        table["all"] += i
        count.n += i
        local = Count()
        local.bump()
    for k in ("a", "b"):
        if x > 0.0:
            table[k] = x
    return out


@tf.function(autograph=False)
def unconverted(x: tf.Tensor, n: tf.Tensor):
    out = []
    for i in (1, 2, 3):
        out.append(x * i)
    return out


@tf.function
def kept_method(n: tf.Tensor):
    out = []
    collect = out.append
    for i in tf.range(n):
        collect(i)
#~      ^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
    return out


@tf.function
def added_in_place(x: tf.Tensor, n: tf.Tensor):
    one, other, table, names = [], [], {"all": []}, ("a",)
    alias = other
    if x > 0.0:
        one += [x]
#~      ^^^^^^^^^^ TFA506 `one` is changed under a tensor condition, which AutoGraph does not see
        table["all"] += [x]
#~      ^^^^^^^^^^^^^^^^^^^ TFA506 `table["all"]` is changed under a tensor condition, which AutoGraph does not see
    for i in tf.range(n):
        alias += [i]
#~      ^^^^^^^^^^^^ TFA506 `alias` is changed in a graph loop, which AutoGraph does not see
        inner = []
        inner += [i]
    for _ in range(2):
        names += ("b",)
        one += [x]
    return one, other, table, names


@tf.function
def used_up(x: tf.Tensor, values: dict):
    """The branch that fills a list is the only one that reads it; what is read behind it, kept or made of another is not like that."""
    traces, later, kept, other = [], [], [], []
    same = other
    if x > 0.0:
        for value in values.values():
            traces.append(value * x)
            later.append(value * x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `later` is changed under a tensor condition, which AutoGraph does not see
            kept.append(value * x)
#~          ^^^^^^^^^^^^^^^^^^^^^^ TFA506 `kept` is changed under a tensor condition, which AutoGraph does not see
            other.append(value * x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `other` is changed under a tensor condition, which AutoGraph does not see
        x = tf.reduce_sum([x / trace for trace in traces]) + tf.reduce_sum(kept)
        again = kept
        x += again[0]
    return x, later, same


@tf.function
def used_up_at_once(x: tf.Tensor, values: dict):
    traces = []
    if x > 0.0:
        for value in values.values():
            traces.append(value * x)
        x = tf.reduce_sum([x / trace for trace in traces])
    return x


@tf.function
def used_up_in_rounds(x: tf.Tensor, values: dict):
    """The second round of the Python loop reads what the first put in."""
    traces = []
    for value in values.values():
        if x > 0.0:
            traces.append(value * x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `traces` is changed under a tensor condition, which AutoGraph does not see
            x = tf.reduce_sum([x / trace for trace in traces])
    return x


def drop(parts):
    parts.pop()


def run(function, *args):
    function(*args)


def run_deeper(function, *args):
    run(function, *args)


@tf.function
def changed_by_helpers(x: tf.Tensor, n: tf.Tensor):
    """Any method that changes a container counts, and a method or nested function that a helper is given to call."""
    parts, out, left, count = [x], [], [], 0

    def bump():
        nonlocal count
        count = count + 1
#~      ^^^^^^^^^^^^^^^^^ TFA506 `count` is changed in a graph loop, which AutoGraph does not see

    if x > 0.0:
        drop(parts)
#~      ^^^^^^^^^^^ TFA506 `parts` is changed under a tensor condition, which AutoGraph does not see
    for i in tf.range(n):
        run(bump)
        run_deeper(out.append, i)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
        run(left.index, i)
    return parts, out, left, count


@tf.function
def run_once(x: tf.Tensor, n: tf.Tensor):
    """Another function calls the helper in its loop."""
    count, out = 0, []

    def bump():
        nonlocal count
        count = count + 1

    run(bump)
    run(out.append, x)
    return count, out


@tf.function
def pushed(series):
    means = []

    def push(start):
        means.append(series[start])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `means` is changed in a graph loop, which AutoGraph does not see

    for i in tf.range(3):
        push(i)
    return tf.stack(means)


@tf.function
def pushed_by_python(series):
    means = []

    def push(start):
        means.append(series[start])

    for i in range(3):
        push(i)
    return tf.stack(means)


@tf.function
def pushed_where_it_holds(series):
    parts = [series]

    def push(x):
        parts.append(x)
#~      ^^^^^^^^^^^^^^^ TFA506 `parts` is changed under a tensor condition, which AutoGraph does not see

    if tf.reduce_sum(series) > 0.0:
        push(series * 2.0)
    return tf.add_n(parts)


def added(items, x):
    items.append(x)


def handed(items, x):
    for each in (x,):
        run_deeper(items.append, each)


@tf.function
def pushed_by_helpers(series):
    parts, out = [series], []

    def push(x):
        added(parts, x)
#~      ^^^^^^^^^^^^^^^ TFA506 `parts` is changed under a tensor condition, which AutoGraph does not see

    if tf.reduce_sum(series) > 0.0:
        push(series * 2.0)
    for i in tf.range(3):
        handed(out, i)
#~      ^^^^^^^^^^^^^^ TFA506 `out` is changed in a graph loop, which AutoGraph does not see
    return tf.add_n(parts), out


class Meter:
    pass


@tf.function
def set_by_calls(values, limit):
    meter, other, plain = Meter(), Meter(), Meter()
    plain.total = meter.total = other.best = tf.constant(0.0)
    for v in values:
        setattr(meter, "total", getattr(meter, "total") + v)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `meter.total` is changed in a graph loop, which AutoGraph does not see
        plain.total = plain.total + v
        inner = Meter()
        setattr(inner, "total", v)
    if tf.reduce_sum(values) > limit:
        setattr(other, "best", tf.reduce_max(values))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA506 `other.best` is changed under a tensor condition, which AutoGraph does not see
    for scale in (1.0, 2.0):
        setattr(other, "scale", scale)
    return meter.total + other.best + plain.total


set_by_calls(tf.constant([1.0, 2.0]), tf.constant(1.0))
