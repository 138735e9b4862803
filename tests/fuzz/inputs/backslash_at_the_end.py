import tensorflow as tf


def helper(x):
    print(x)
    return x \

@tf.function
def step(x):
    print(x)
    return helper(x) \

class Model(tf.Module):
    @tf.function
    def __call__(self, x):
        print(x)
        return x \

