"""Train the digit classifier: `python train.py --steps 20`."""

import argparse
import logging
import time

import keras
import tensorflow as tf

import data
import helpers
import metrics
from model import DigitModel


class Trainer:
    def __init__(self, model, learning_rate=1e-2, clip=1.0):
        self.model = model
        self.optimizer = keras.optimizers.SGD(learning_rate, momentum=0.9)
        self.clip = clip
        self.loss = keras.metrics.Mean("loss")
        self.seen = tf.Variable(0, dtype=tf.int64)
        self.history = []
        self.best = None

    @tf.function
    def step(self, images, labels):  # tflint: call(tf.ones([4, data.SIZE, data.SIZE, 1]), tf.range(4))
        started = time.perf_counter()
        with tf.GradientTape() as tape:
            logits = self.model(images, training=True)
            loss = metrics.cross_entropy(labels, logits)
        variables = self.model.trainable_variables
        gradients = helpers.clip(tape.gradient(loss, variables), self.clip)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.loss.update_state(loss)
        self.seen.assign_add(tf.shape(images, tf.int64)[0])
        self.history.append((loss, time.perf_counter() - started))
        return loss

    @tf.function
    def predict(self, images, votes):  # tflint: call(tf.ones([4, data.SIZE, data.SIZE, 1]), 5)
        logits = self.model(images)
        for _ in range(votes):
            noise = tf.random.normal(tf.shape(images), stddev=0.1)
            logits += self.model(images + noise)
        return logits / (votes + 1)

    def train(self, dataset, steps):
        started = time.perf_counter()
        for number, (images, labels) in enumerate(dataset.take(steps), 1):
            loss = float(self.step(images, labels))
            if self.best is None or loss < self.best:
                self.best = loss
            if number % 10 == 0:
                print(f"step {number}: loss {self.loss.result():.3f}")
        print(f"{steps} steps in {time.perf_counter() - started:.1f} s, {int(self.seen)} images")

    def evaluate(self, dataset, votes=0):
        batches = [(labels, self.predict(images, votes)) for images, labels in dataset]
        labels = tf.concat([labels for labels, _ in batches], axis=0)
        logits = tf.concat([logits for _, logits in batches], axis=0)
        print(f"accuracy with {votes} votes: {float(metrics.accuracy(labels, logits)):.2f}")
        return metrics.accuracy_by_class(labels, logits, tf.constant(data.CLASSES))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--votes", type=int, default=20)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    keras.utils.set_random_seed(1)
    trainer = Trainer(DigitModel(data.CLASSES, options.dropout))
    trainer.train(data.training_data(), options.steps)
    print(f"{len(trainer.history)} entries in the history, best loss {trainer.best:.3f}")
    trainer.evaluate(data.test_data())
    by_class = trainer.evaluate(data.test_data(), options.votes)
    print("by class:", helpers.format_row(by_class))


if __name__ == "__main__":
    main()
