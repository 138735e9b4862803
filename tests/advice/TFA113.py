import tensorflow as tf

#: a number
rate = 1.0  #-
rate = tf.Variable(1.0)  #+


@tf.function
def f(x):
    return x * rate  #- keep it in a `tf.Variable` and change it with `assign`, or pass it as an argument
    return x * rate  #+


def lower():
    global rate  #-
    rate /= 2.0  #-
    rate.assign(rate / 2.0)  #+


for _ in range(3):
    print(float(f(tf.constant(1.0))))
    lower()
#: a number as an argument
rate = 1.0


@tf.function
def f(x):  #-
    return x * rate  #- keep it in a `tf.Variable` and change it with `assign`, or pass it as an argument
def f(x, rate):  #+
    return x * rate  #+


def lower():
    global rate
    rate /= 2.0


for _ in range(3):
    print(float(f(tf.constant(1.0))))  #-
    print(float(f(tf.constant(1.0), tf.constant(rate))))  #+
    lower()
#: a list
scales = [1.0]


@tf.function
def f(x):  #-
    return x * scales[-1]  #- pass it as an argument
def f(x, scale):  #+
    return x * scale  #+


def grow():
    scales.append(2.0 * scales[-1])


for _ in range(3):
    print(float(f(tf.constant(1.0))))  #-
    print(float(f(tf.constant(1.0), tf.constant(scales[-1]))))  #+
    grow()
#: in a dataset
rate = 1.0  #-
rate = tf.Variable(1.0)  #+
scales = [1.0]


def scaled(x):
    x = x * scales[-1]  #- read it in `tf.py_function`, on every call
    x = x * tf.py_function(lambda: scales[-1], [], tf.float32)  #+
    return x * rate  #- keep it in a `tf.Variable` and change it with `assign`
    return x * rate  #+


data = tf.data.Dataset.from_tensor_slices(tf.ones([2])).map(scaled)


def change():
    global rate  #-
    rate /= 2.0  #-
    rate.assign(rate / 2.0)  #+
    scales.append(3.0)


for _ in range(2):
    print([float(x) for x in data])
    change()
#: a lambda in a loop
@tf.function
def f(x):
    y = x
    double = lambda: y * 2.0  #-
    def double():  #+
        return y * 2.0  #+

    for i in tf.range(3):
        y = tf.cast(i, tf.float32)  #- use a `def` in place of the lambda
        y = tf.cast(i, tf.float32)  #+
        x += double()
    return x


print(float(f(tf.constant(1.0))))
