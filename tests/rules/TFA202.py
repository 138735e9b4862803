"""Constructs that turn AutoGraph off: each of them, where there is something to convert and where there is not."""

import tensorflow as tf


@tf.function
def walrus(x):
    if (y := x * 2.0) > 1.0:
#~      ^^^^^^^^^^^^ TFA202 a walrus keeps AutoGraph from converting `walrus`
        x = y
    return x


@tf.function
def walrus_far_away(x):
    names = [found for name in ("a", "b") if (found := name.upper())]
#~                                            ^^^^^^^^^^^^^^^^^^^^^ TFA202 a walrus keeps AutoGraph from converting `walrus_far_away`
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
    return x, len(names)


@tf.function
def walrus_in_lambda(x):
    scale = lambda: (n := 2.0)
#~                   ^^^^^^^^ TFA202 a walrus keeps AutoGraph from converting `walrus_in_lambda`
    return x * scale() if x > 0.0 else x


@tf.function
def annotated(x):
    y: tf.Tensor = x
    if x > 1.0:
        root: tf.Tensor = tf.sqrt(x)
        y: tf.Tensor = root
#~      ^^^^^^^^^^^^^^^^^^^ TFA202 an annotation keeps AutoGraph from converting `annotated`
    return y


@tf.function
def annotated_before(x):
    y: tf.Tensor
    if x > 1.0:
        y = tf.sqrt(x)
    else:
        y = x
    return y


@tf.function
def match_on_name(x, mode="a"):
    match mode:
#~  ^^^^^^^^^^^ TFA202 `match` keeps AutoGraph from converting `match_on_name`
        case "a":
            y = x
        case _:
            y = -x
    if x > 0.0:
        y = y + 1.0
    return y


@tf.function
def match_with_a_guard(x):
    match 3:
#~  ^^^^^^^^ TFA202 `match` keeps AutoGraph from converting `match_with_a_guard`
        case _ if tf.reduce_sum(x) > 0:
            return x
    return -x


@tf.function
def match_with_a_guard_of_python(x, k=3):
    match k:
        case 3 if k > 0:
            return tf.abs(x)
    return -x


@tf.function
def match_on_literal(x):
    match 3:
        case 3:
            y = x
        case other:
            y = -x * other
    if x > 0.0:
        y = y + 1.0
    return y


@tf.function
def for_else(x):
    for _ in (1, 2):
#~  ^^^^^^^^^^^^^^^^ TFA202 `for`/`else` keeps AutoGraph from converting `for_else`
        x = x + 1.0
    else:
        x = x * 2.0
    return x if x > 0.0 else -x


@tf.function
def while_else(x, n):
    i = 0
    while i < 3:
#~  ^^^^^^^^^^^^ TFA202 `while`/`else` keeps AutoGraph from converting `while_else`
        i += 1
    else:
        x = x * 2.0
    return x * float(tf.reduce_sum(n))
#~             ^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `float` of a tensor raises in code AutoGraph does not convert


@tf.function
def nested_generator(x):
    def rows():
#~  ^^^^^^^^^^^ TFA202 a nested generator keeps AutoGraph from converting `nested_generator`
        yield x

    del rows
    return x if x > 0.0 else -x


@tf.function
def nested_coroutine(x):
    class Reader:
        async def read(self):
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA202 a nested `async def` keeps AutoGraph from converting `nested_coroutine`
            return x

    del Reader
    return x if x > 0.0 else -x


class Scale:
    def __init__(self):
        self.__factor = 2.0
        self.__name__ = "scale"

    @tf.function
    def __call__(self, x):
        if x > 0.0:
            return x * self.__factor
#~                     ^^^^^^^^^^^^^ TFA202 a name-mangled attribute keeps AutoGraph from converting `__call__`
        return x

    @tf.function
    def without_flow(self, x):
        return x * self.__factor

    @tf.function
    def dunder(self, x):
        return x if x > 0.0 else (x, self.__class__)[0]


positive, negative = tf.function(lambda x: x if x > 0.0 else -x), tf.function(lambda x: x if x < 0.0 else -x)
#~                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA202 a second lambda on the same line keeps AutoGraph from converting `<lambda>`
#~                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA202 a second lambda on the same line keeps AutoGraph from converting `<lambda>`
first, second = tf.function(lambda x: x if x > 0.0 else -x), tf.function(lambda y: y if y < 0.0 else -y)


@tf.function
def generator(x):
    yield x
#~  ^^^^^^^ TFA202 a traced function cannot be a generator


@tf.function
def in_helpers(x):
    return helper(x)


def helper(x):
    return deeper(x) + harmless(x)


def deeper(x):
    k = [v for v in (1.0, 2.0) if (w := v) > 1.0 and w][0]
#~                                 ^^^^^^ TFA202 a walrus keeps AutoGraph from converting `deeper`
    if x > k:
        return x
    return -x


def harmless(x):
    if (rank := x.shape.rank) == 0:
        return x
    return x * float(rank)


@tf.function(autograph=False)
def unconverted_anyway(x):
    y = (z := x) + 1.0
    return tf.where(z > 0.0, y, z)


def parse(x):  # keeps-root
    if (y := x + 1) > 1:
#~      ^^^^^^^^^^ TFA202 a walrus keeps AutoGraph from converting `parse`
        return y
    return x


dataset = tf.data.Dataset.range(3).map(parse)


@tf.function
def match_taking_parts(x: tf.Tensor, mode="a"):
    match (x, mode):
#~  ^^^^^^^^^^^^^^^^ TFA202 `match` keeps AutoGraph from converting `match_taking_parts`
        case (part, "a"):
            if part > 0.0:
                return part
        case (part, word) if part > 0.0 and word:
            return part
    return x
