import tensorflow as tf

#: an object and a generator
class Result:
    def __init__(self, value):
        self.value = value


@tf.function
def f(x):
    return Result(x * 2.0)  #- return tensors, in a list, tuple, dict or named tuple
    return {"value": x * 2.0}  #+


@tf.function
def g(x):
    return (x**n for n in (1, 2, 3))  #- return tensors, in a list, tuple, dict or named tuple
    return [x**n for n in (1, 2, 3)]  #+


for value in (1.0, 2.0):
    print(float(f(tf.constant(value)).value))  #-
    print(float(Result(**f(tf.constant(value))).value))  #+
    print([float(power) for power in g(tf.constant(value))])
