"""A method that stores what it is passed, and runs it in a trace: one object in all rounds of a loop, or another one in each."""

import json

import tensorflow as tf

with open("settings.json") as file:
    SETTINGS = json.load(file)


class Evaluation:
    def __init__(self, net=None):
        self.net = net

    def evaluate(self, batches, net):
        self.net = net
        return [self.step(batch) for batch in batches]

    @tf.function
    def step(self, batch):
        return self.net(batch)


class EvaluationOfEach:
    def __init__(self, net=None):
        self.net = net

    def evaluate(self, batches, net):
        self.net = net
        return [self.step(batch) for batch in batches]

    @tf.function
    def step(self, batch):
        return self.net(batch)
#~             ^^^^^^^^ TFA114 `self.net` is read once, at trace time, and changes later


class EvaluationBefore:
    def __init__(self, net):
        self.net = net

    def replace(self, net):
        self.net = net

    @tf.function
    def step(self, batch):
        return self.net(batch)
#~             ^^^^^^^^ TFA114 `self.net` is read once, at trace time, and changes later


class EvaluationAtRates:
    def __init__(self):
        self.rate = 1.0

    def choose(self, rate):
        self.rate = rate

    @tf.function
    def step(self, batch):
        return batch * self.rate
#~                     ^^^^^^^^^ TFA114 `self.rate` is read once, at trace time, and changes later


def evaluate_at(rates):
    evaluation = EvaluationAtRates()
    for rate in rates:
        evaluation.choose(rate)
        print(evaluation.step(tf.ones([2, 2])))


def train():
    net, evaluation = tf.keras.layers.Dense(1), Evaluation()
    for epoch in range(SETTINGS["epochs"]):
        if epoch % SETTINGS["every"] == 0:
            print(evaluation.evaluate([tf.ones([2, 2])], net))


def train_each():
    evaluation = EvaluationOfEach()
    for epoch in range(3):
        net = tf.keras.layers.Dense(epoch + 1)
        print(evaluation.evaluate([tf.ones([2, 2])], net))


def train_after_the_first():
    net, evaluation = tf.keras.layers.Dense(1), EvaluationBefore(tf.keras.layers.Dense(2))
    for epoch in range(3):
        print(evaluation.step(tf.ones([2, 2])))
        if epoch == 1:
            evaluation.replace(net)


train()
train_each()
train_after_the_first()
evaluate_at(SETTINGS["rates"])
