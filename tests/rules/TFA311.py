"""Python values that a traced function returns, and what eager code does with what it gets."""

import collections
import json

import tensorflow as tf

SCALE = 4
Row = collections.namedtuple("Row", "mean count")


@tf.function
def size(x):
    return x.shape[0]
#~         ^^^^^^^^^^ TFA311 `x.shape[0]` becomes a tensor as a result


print(json.dumps(size(tf.ones([3]))))


@tf.function
def described(x):
    return {"count": x.shape[0], "name": "batch", "mean": tf.reduce_mean(x)}
#~                   ^^^^^^^^^^ TFA311 `x.shape[0]` becomes a tensor as a result


def describe(x):
    row = described(x)
    return {"count": row["count"], "mean": float(row["mean"])}


print(json.dumps([describe(tf.ones([3]))]))


@tf.function
def settings(x):
    return [SCALE, len(x.shape), None]
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA311 `[SCALE, len(x.shape), None]` becomes a tensor as a result


print(json.dumps({"settings": settings(tf.ones([3]))}))


@tf.function
def bucket(x):
    rank = len(x.shape)
    name = "matrix" if rank == 2 else "other"
    return tf.reduce_sum(x), name, rank
#~                           ^^^^ TFA311 `name` becomes a tensor as a result
#~                                 ^^^^ TFA311 `rank` becomes a tensor as a result


seen = {}
total, kind, rank = bucket(tf.ones([2, 2]))
seen[kind] = seen.get(kind, 0) + 1
print(rank * 0.5)


@tf.function
def label(x):
    return "positive"
#~         ^^^^^^^^^^ TFA311 `"positive"` becomes a tensor as a result


print(label(tf.constant(1.0)).upper())


class Table:
    """The result goes through an attribute and a function."""

    def __init__(self):
        self.rows = []

    @tf.function
    def measure(self, x):
        return tf.reduce_mean(x), int(x.shape[0])
#~                                ^^^^^^^^^^^^^^^ TFA311 `int(x.shape[0])` becomes a tensor as a result

    def add(self, x):
        mean, self.count = self.measure(x)
        self.rows.append({"mean": float(mean), "count": self.count})

    def text(self):
        return json.dumps(self.rows)


table = Table()
table.add(tf.ones([3]))
print(table.text())


@tf.function
def harmless(x):
    return tf.reduce_mean(x), x.shape[0], "name", None, len(x.shape)


mean, count, name, nothing, rank = harmless(tf.ones([3]))
print(json.dumps({"mean": float(mean), "count": int(count), "name": name.numpy().decode(), "nothing": nothing}))
print([1, 2, 3, 4][count], list(range(count)), count + 1, f"{count:d} {name}", count == 3, float(rank) * 0.5)
print(json.dumps(rank, default=int))


@tf.function
def tensors(x):
    """Raises eagerly as well."""
    return {"mean": tf.reduce_mean(x), "count": tf.shape(x)[0]}


def report(x):
    print(json.dumps(tensors(x)))


def inner(x):
    """Traced code calls it: the value stays what it is."""
    return len(x.shape)


@tf.function
def outer(x):
    return x * {1: 2.0, 2: 3.0}[inner(x)]


print(outer(tf.ones([3])))


@tf.function
def advance(x, limit=3):
    return x + 1, False, limit
#~                ^^^^^ TFA311 `False` becomes a tensor as a result


def play(x):
    while True:
        x, done, limit = advance(x)
        if done is True or limit is None:
            return x


@tf.function
def asked(x):
    return x + 1, x.shape.rank == 2


play(tf.constant(1))
value, is_matrix = asked(tf.ones([2]))
print(not is_matrix, is_matrix == False)


# Tests of a type: what they decide about expects tensors, perhaps.


@tf.function
def described(x, factor=2):
    return {"mean": tf.reduce_mean(x), "rows": x.shape[0], "scale": factor * 0.5, "name": "mean"}
#~                                             ^^^^^^^^^^ TFA311 `x.shape[0]` becomes a tensor as a result
#~                                                                  ^^^^^^^^^^^^ TFA311 `factor * 0.5` becomes a tensor as a result


def plain(fields):
    return [key for key, each in fields.items() if isinstance(each, (int, float))]


facts = described(tf.ones([2]))
print(plain(facts), isinstance(facts["mean"], float), isinstance(facts["name"], int))


@tf.function
def measured(x):
    return len(x.shape), 0.5, True
#~         ^^^^^^^^^^^^ TFA311 `len(x.shape)` becomes a tensor as a result
#~                       ^^^ TFA311 `0.5` becomes a tensor as a result


rank, share, _ = measured(tf.ones([2]))
assert type(rank) is int
print(type(share).__name__ in ("int", "float"))


@tf.function
def either(x):
    return len(x.shape), 1.5, 4, 0.5, "text"


def shown(value):
    if isinstance(value, int):
        return f"{value}"
    return str(value.numpy())


first, second, third, fourth, fifth = either(tf.ones([2]))
print(shown(first), second if isinstance(second, float) else float(second), isinstance(third, (int, tf.Tensor)))
print(isinstance(float(fourth), float), isinstance(fifth, (int, float)), type(fifth) is tf.Tensor)
