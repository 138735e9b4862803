import tensorflow as tf

#: in a function
layer = tf.keras.layers.Dense(4)  #+


@tf.function
def f(x):
    layer = tf.keras.layers.Dense(4)  #- create it once, outside the traced function, and call it here
    return layer(x)


for size in (1, 2, 3):
    print(f(tf.ones([size, 2])).shape)
#: in a method
class Head(tf.keras.layers.Layer):
    def __init__(self):  #+
        super().__init__()  #+
        self.dropout = tf.keras.layers.Dropout(0.5)  #+

    def call(self, x, training=False):
        x = tf.keras.layers.Dropout(0.5)(x, training=training)  #- create it in `__init__`, or on the first call only, and call it here
        x = self.dropout(x, training=training)  #+
        return tf.nn.relu(x)


head = Head()
run = tf.function(head)
for size in (1, 2, 3):
    print(run(tf.ones([size, 2])).shape)
#: several instances
@tf.function
def f(layer, x):
    return layer(x)  #- build each of them before the call, or create one `tf.function` for each
    return layer(x)  #+


one, other = tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)
one.build([None, 2])  #+
other.build([None, 2])  #+
for layer in (one, other):
    print(f(layer, tf.ones([2, 2])).shape)
