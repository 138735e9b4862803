import tensorflow as tf

#: a number, a variable and a list
class Scaler(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0  #-
        self.scale = tf.Variable(1.0)  #+
        self.shift = tf.Variable(0.0)
        self.steps = [1.0]

    def grow(self):
        self.scale *= 2.0  #-
        self.shift = tf.Variable(self.shift + 1.0)  #-
        self.scale.assign(self.scale * 2.0)  #+
        self.shift.assign(self.shift + 1.0)  #+
        self.steps.append(3.0)

    @tf.function
    def __call__(self, x):  #-
        x = x * self.scale  #- keep it in a `tf.Variable` and change it with `assign`, or pass it as an argument
        x = x + self.shift  #- change it with `assign`
        return x * self.steps[-1]  #- pass it as an argument
    def __call__(self, x, step):  #+
        x = x * self.scale  #+
        x = x + self.shift  #+
        return x * step  #+


scaler = Scaler()
for _ in range(3):
    print(float(scaler(tf.constant(1.0))))  #-
    print(float(scaler(tf.constant(1.0), tf.constant(scaler.steps[-1]))))  #+
    scaler.grow()
#: in a dataset
class Scaler:
    def __init__(self):
        self.scale = 1.0  #-
        self.scale = tf.Variable(1.0)  #+
        self.steps = [1.0]

    def grow(self):
        self.scale *= 2.0  #-
        self.scale.assign(self.scale * 2.0)  #+
        self.steps.append(3.0)

    def scaled(self, x):
        x = x * self.scale  #- keep it in a `tf.Variable` and change it with `assign`
        x = x * self.scale  #+
        return x * self.steps[-1]  #- read it in `tf.py_function`, on every call
        return x * tf.py_function(lambda: self.steps[-1], [], tf.float32)  #+


scaler = Scaler()
data = tf.data.Dataset.from_tensor_slices(tf.ones([2])).map(scaler.scaled)
for _ in range(2):
    print([float(x) for x in data])
    scaler.grow()
