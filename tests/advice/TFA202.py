import tensorflow as tf

#: a walrus
@tf.function
def f(x):
    while (y := x * 2.0) < 10.0:  #- assign in a separate statement
    y = x * 2.0  #+
    while y < 10.0:  #+
        x = y
        y = x * 2.0  #+
    return x


print([float(f(tf.constant(value))) for value in (1.0, 3.0)])
#: else behind a loop
@tf.function
def f(x):
    total = x
    is_whole = True  #+
    for i in tf.range(3):  #- set a flag in the loop and test it after the loop
    for i in tf.range(3):  #+
        if total > 5.0:
            is_whole = False  #+
            break
        total += 1.0
    else:  #-
    if is_whole:  #+
        total = -total
    return total


print([float(f(tf.constant(value))) for value in (1.0, 5.5)])
#: match
@tf.function
def f(x, mode):
    match mode:  #- write `if` and `elif`
        case "double":  #-
    if mode == "double":  #+
            x = x * 2.0
        case _:  #-
    else:  #+
            x = -x
    return x if x > 0.0 else tf.zeros_like(x)


print([float(f(tf.constant(value), "double")) for value in (1.0, -5.5)])
#: a private attribute
class Scale:
    def __init__(self, factor):
        self.__factor = factor  #-
        self._factor = factor  #+

    @tf.function
    def __call__(self, x):
        if x > 1.0:
            x = tf.sqrt(x)
        return x * self.__factor  #- use a single underscore
        return x * self._factor  #+


scale = Scale(2.0)
print([float(scale(tf.constant(value))) for value in (1.0, 9.0)])
#: nested generators and coroutines
def halves(x):  #+
    yield x  #+
    yield x / 2.0  #+


async def late(x):  #+
    return x  #+


@tf.function
def f(x):
    def halves(x):  #- move the generator to module level
        yield x  #-
        yield x / 2.0  #-

    if x > 1.0:
        x = tf.sqrt(x)
    return tf.add_n(list(halves(x)))


@tf.function
def g(x):
    async def late(x):  #- move the `async def` to module level
        return x  #-

    if x > 1.0:
        x = tf.sqrt(x)
    assert late is not None
    return x


print([float(f(tf.constant(value))) + float(g(tf.constant(value))) for value in (1.0, 9.0)])
#: twin lambdas
f, g = tf.function(lambda x: x if x > 0.0 else -x), tf.function(lambda x: x * 2.0 if x > 1.0 else x)  #- write each lambda on its own line, or use `def` || write each lambda on its own line, or use `def`
f = tf.function(lambda x: x if x > 0.0 else -x)  #+
g = tf.function(lambda x: x * 2.0 if x > 1.0 else x)  #+
print([float(f(tf.constant(value))) + float(g(tf.constant(value))) for value in (-1.0, 9.0)])
#: an annotation
@tf.function
def f(x):
    y = x  #-
    y: tf.Tensor = x  #+
    if x > 1.0:
        y: tf.Tensor = tf.sqrt(x)  #- annotate the name before the branch or loop, or not at all
        y = tf.sqrt(x)  #+
    return y


print([float(f(tf.constant(value))) for value in (1.0, 9.0)])
#: a generator
@tf.function
def f(x):
    values = []  #+
    for i in range(3):
        yield x * float(i)  #- return a list or tensor of the values
        values.append(x * float(i))  #+
    return values  #+


print([float(each) for each in f(tf.constant(2.0))])
