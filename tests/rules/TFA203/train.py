import numpy as np
import tensorflow as tf

from model import Fitted, FittedWithDataset, FittedWithDicts, FittedWithMore


def main(path):
    model = Fitted()
    model.compile("adam")
    model.fit(np.zeros((3, 2)), np.zeros((3,)), epochs=2)
    model.evaluate(x=tf.zeros([3, 2]), y=tf.zeros([3]))
    dataset = tf.data.Dataset.from_tensor_slices((tf.zeros([3, 2]), tf.zeros([3, 2])))
    FittedWithDataset().fit(dataset.batch(2))
    FittedWithMore().fit(np.zeros((3, 2)), np.zeros((3,)), sample_weight=np.ones((3,)))
    FittedWithDicts().fit(np.load(path), {"a": np.zeros(3), "b": np.zeros(3)})
