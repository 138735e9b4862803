"""A program of two that make an optimizer for one traced function: each makes its own, and runs by itself."""

from steps import Trainer, fit
import tensorflow as tf

trainer = Trainer(tf.keras.optimizers.Adam(0.1))
for _ in range(10):
    trainer.run(tf.ones([]))

rates = tf.keras.optimizers.Adam(0.1)
fit(rates, tf.ones([]))
