import tensorflow as tf

#: loops
class Total:
    def __init__(self):
        self.value = tf.constant(0)

    def add(self, x):
        self.value = self.value + x


@tf.function
def f(n):
    out = []  #-
    out = tf.TensorArray(tf.int32, size=n)  #+
    total = Total()  #-
    value = tf.constant(0)  #+
    table = {}  #-
    rows = tf.TensorArray(tf.int32, size=n)  #+
    steps = 0

    def bump():  #-
        nonlocal steps  #-
        steps = steps + 1  #- return the new value and assign it to a name
    def bumped(steps):  #+
        return steps + 1  #+

    for i in tf.range(n):
        out.append(i * i)  #- write to a `tf.TensorArray`
        total.add(i)  #- return the new value and assign it to a name
        table[i.ref()] = i  #- write to a `tf.TensorArray`
        bump()  #-
        out = out.write(i, i * i)  #+
        value = value + i  #+
        rows = rows.write(i, i)  #+
        steps = bumped(steps)  #+
    return tf.stack(out), total.value, tf.stack(list(table.values())), tf.constant(steps)  #-
    return out.stack(), value, rows.stack(), steps  #+


for size in (2, 3, 4):
    print([tf.convert_to_tensor(each).numpy().tolist() for each in f(tf.constant(size))])
#: conditions
@tf.function
def f(x):
    terms = [1.0]  #-
    count = 1  #+
    if x > 0.0:
        terms.append(1.0)  #- compute a tensor in both branches, or use `tf.where`
        count = 2  #+
    return x * 0.0 + len(terms)  #-
    return x * 0.0 + tf.cast(count, tf.float32)  #+


for value in (1.0, -1.0):
    print(float(f(tf.constant(value))))
