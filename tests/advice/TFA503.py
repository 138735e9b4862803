import tensorflow as tf

#: numbers
class Trainer(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0  #-
        self.steps = tf.Variable(0)  #+

    @tf.function
    def step(self, x):
        self.steps += 1  #- keep it in a `tf.Variable`: `self.steps.assign_add(1)`
        self.steps.assign_add(1)  #+
        return x * 2.0


trainer = Trainer()
for value in (1.0, 2.0, 3.0):
    trainer.step(tf.constant(value))
print(int(trainer.steps))
#: containers
losses, names = [], {}


@tf.function
def f(x):
    loss = tf.square(x)
    losses.append(loss)  #- change it in `tf.py_function`, or return the value and change it outside the traced function
    names["last"] = loss  #- change it in `tf.py_function`, or return the value and change it outside the traced function
    tf.py_function(lambda loss: losses.append(loss), [loss], [])  #+
    return loss


for value in (1.0, 2.0, 3.0):
    loss = f(tf.constant(value))
    names["last"] = loss  #+
print([float(loss) for loss in losses], float(names["last"]))
#: other changes
losses = []


@tf.function
def f(x):
    global losses  #-
    loss = tf.square(x)
    losses += [1.0]  #- return the value, and change `losses` outside the traced function
    return loss


for value in (1.0, 2.0, 3.0):
    f(tf.constant(value))
    losses += [1.0]  #+
print(losses)
#: in a dataset
seen = []


def noted(x):
    seen.append(1)  #- change it in `tf.py_function`, on every call
    tf.py_function(lambda: seen.append(1), [], [])  #+
    return x * 2


print([int(x) for x in tf.data.Dataset.range(3).map(noted)], len(seen))
