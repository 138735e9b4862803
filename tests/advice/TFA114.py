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
#: a flag of a layer, for `fit`
base = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
model = tf.keras.Sequential([base, tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
x = tf.ones([2, 1])
for trainable in (True, False, False):
    base.trainable = trainable  #- call `compile` again after setting `trainable`
    base.trainable = trainable  #+
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")  #+
    model.fit(x, x * 0.0, verbose=0)
    print(float(base.layers[0].kernel[0, 0]))
#: a flag of a layer, for a loop of one's own
base = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
head = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
net = tf.keras.Sequential([base, head])
x = tf.ones([2, 1])
net(x)


def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    variables = net.trainable_variables  #- make a new `tf.function` after setting `trainable`, or call `compile` again
    variables = net.trainable_variables  #+
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.1 * gradient)
    return loss


step = tf.function(train)
print(float(step(x)))
base.trainable = False
step = tf.function(train)  #+
print(float(step(x)))
print(float(step(x)))
