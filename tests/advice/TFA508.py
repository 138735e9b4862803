import tensorflow as tf

#: a method
class Scaler(tf.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    @tf.function
    def scale(self, x):
        return x * self.factor


print(float(Scaler(3.0).scale(tf.constant(2.0))))  #- keep the object in a variable for as long as its method is used
scaler = Scaler(3.0)  #+
print(float(scaler.scale(tf.constant(2.0))))  #+
