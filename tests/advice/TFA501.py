import tensorflow as tf

#: in a function
total = tf.Variable(0.0)  #+


@tf.function
def f(x):
    total = tf.Variable(0.0)  #- create it once, outside the traced function, and use it here
    total.assign(x)
    total.assign_add(x)
    return total.read_value()


for value in (1.0, 2.0, 3.0):
    print(float(f(tf.constant(value))))
#: in a method
class Counter(tf.Module):
    def __init__(self):  #+
        super().__init__()  #+
        self.total = tf.Variable(0.0)  #+

    @tf.function
    def count(self, x):
        total = tf.Variable(0.0)  #- create it in `__init__`, or on the first call only, and use it here
        other = tf.Variable(0.0)  #- create it in `__init__`, or on the first call only, and use it here
        total = self.total  #+
        if not hasattr(self, "other"):  #+
            self.other = tf.Variable(0.0)  #+
        other = self.other  #+
        total.assign(x)
        other.assign(x)
        return total + other


counter = Counter()
for value in (1.0, 2.0, 3.0):
    print(float(counter.count(tf.constant(value))))
