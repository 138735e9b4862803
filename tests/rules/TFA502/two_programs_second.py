"""Another program of two that make an optimizer for one traced function: each makes its own, and runs by itself."""

from steps import Trainer, step_of_programs
import tensorflow as tf

trainer = Trainer(tf.keras.optimizers.Adam(0.01))
for _ in range(10):
    trainer.run(tf.ones([]))

slower = tf.keras.optimizers.Adam(0.01)
step_of_programs(slower, tf.ones([]))
