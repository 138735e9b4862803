import tensorflow as tf

#: a write
@tf.function
def f(n):
    out = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        out.write(i, i * i)  #- assign it: `out = out.write(...)`
        out = out.write(i, i * i)  #+
    return out.stack()


for n in (2, 3, 4):
    print(f(tf.constant(n)).numpy().tolist())
