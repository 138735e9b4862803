"""Train with a history. The step returns its loss, the counter is a variable, and the eager loop keeps the list."""

import tensorflow as tf


class Trainer(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(4.0)
        self.steps = tf.Variable(0)
        self.history = []

    @tf.function
    def step(self, x):
        terms = []
        with tf.GradientTape() as tape:
            self.add_error(terms, x)
            self.add_penalty(terms)
            loss = tf.add_n(terms)
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
        self.steps.assign_add(1)
        return loss

    def add_error(self, terms, x):
        terms.append(tf.reduce_mean(tf.square(self.weight * x)))

    def add_penalty(self, terms):
        terms.append(0.01 * tf.square(self.weight))

    def train(self, x, steps):
        for _ in range(steps):
            self.history.append(float(self.step(x)))


def main():
    trainer = Trainer()
    trainer.train(tf.constant([1.0, -1.0, 0.5]), 5)
    print("steps:", int(trainer.steps))
    print("losses kept:", [round(loss, 2) for loss in trainer.history])


if __name__ == "__main__":
    main()
