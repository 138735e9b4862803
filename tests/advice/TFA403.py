import tensorflow as tf

def square(x):
    return x * x


#: in a loop
fast = tf.function(square)  #+
for value in (1.0, 2.0, 3.0, 4.0):
    fast = tf.function(square)  #- create it once, before the loop
    print(float(fast(tf.constant(value))))
#: in a function
fast = tf.function(square)  #+


def run(x):
    fast = tf.function(square)  #- create it once, at module level or in `__init__`
    return fast(x)


for value in (1.0, 2.0, 3.0, 4.0):
    print(float(run(tf.constant(value))))
#: an argument
@tf.function
def apply(function, x):
    return function(x)


def double(x):  #+
    return x * 2.0  #+


for value in (1.0, 2.0, 3.0, 4.0):
    print(float(apply(lambda x: x * 2.0, tf.constant(value))))  #- pass one named function, created once
    print(float(apply(double, tf.constant(value))))  #+
#: a bound method
class Net:
    def step(self, x):
        return x * 2.0


@tf.function
def run(function, x):
    return function(x)


net = Net()
step = net.step  #+
for value in (1.0, 2.0, 3.0, 4.0):
    print(float(run(net.step, tf.constant(value))))  #- keep `net.step` in a name or an attribute, and pass that
    print(float(run(step, tf.constant(value))))  #+
