"""State that is kept in objects of objects."""

import collections

import tensorflow as tf


class State:
    def __init__(self):
        self.step = 0
        self.hidden = None
        self.log = []
        self.counts = {}


class Agent:
    def __init__(self, policy):
        self.policy = policy
        self.state = State()
        self.buffer = collections.deque(maxlen=10)
        self.rewards = []
        self.options = {"greedy": True}

    @tf.function
    def act(self, observation):
        action = self.policy(observation)
        self.state.hidden = action
        self.state.step += 1
        self.state.log.append(action)
        self.state.counts["act"] = self.state.step
        self.buffer.append(action)
        return action

    @tf.function
    def learn(self, reward, discount=0.9):
        total = reward
        for past in self.rewards:
            total = total + discount * past
        self.rewards.append(total)
        greedy = self.options["greedy"]
        return total if greedy else reward

    def explore(self):
        self.options.update({"greedy": False})
        self.rewards.clear()


agent = Agent(tf.nn.softmax)
agent.act(tf.ones([3]))
agent.explore()
