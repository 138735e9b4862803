"""A program that makes two optimizers for one traced function."""

from steps import TrainerOfTwo, fit_twice, step_of_program
import tensorflow as tf

first = TrainerOfTwo(tf.keras.optimizers.Adam(0.1))
for _ in range(10):
    first.run(tf.ones([]))

second = TrainerOfTwo(tf.keras.optimizers.Adam(0.01))
for _ in range(10):
    second.run(tf.ones([]))

rates = tf.keras.optimizers.Adam(0.1)
fit_twice(rates, tf.ones([]))
slower = tf.keras.optimizers.Adam(0.01)
step_of_program(slower, tf.ones([]))
