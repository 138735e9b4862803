"""Train with a history. The history gets one symbolic tensor, the counter stops at one, the best loss is lost."""

import tensorflow as tf

evaluations = {"train": 0}


class Trainer(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(4.0)
        self.history = []
        self.steps = 0

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.evaluate(x)
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
        self.steps += 1  # TFA503
        self.history.append(loss)  # TFA503

    def evaluate(self, x):
        counts = evaluations
        counts["train"] = counts["train"] + 1  # TFA503
        return tf.reduce_mean(tf.square(self.weight * x))


def main():
    trainer = Trainer()
    for _ in range(5):
        trainer.step(tf.constant([1.0, -1.0, 0.5]))
    print("steps:", trainer.steps)
    print("losses kept:", len(trainer.history))
    print("evaluations:", evaluations["train"])


if __name__ == "__main__":
    main()
