import tensorflow as tf
@tf.function
def f(x):
    if x:
        return 0
    elif x == 0:
        print(x)
    elif x == 1:
        print(x)
    elif x == 2:
        print(x)
    elif x == 3:
        print(x)
    elif x == 4:
        print(x)
    elif x == 5:
        print(x)
    elif x == 6:
        print(x)
    elif x == 7:
        print(x)
    elif x == 8:
        print(x)
    elif x == 9:
        print(x)
    elif x == 10:
        print(x)
    elif x == 11:
        print(x)
    elif x == 12:
        print(x)
    elif x == 13:
        print(x)
    elif x == 14:
        print(x)
    elif x == 15:
        print(x)
    elif x == 16:
        print(x)
    elif x == 17:
        print(x)
    elif x == 18:
        print(x)
    elif x == 19:
        print(x)
    elif x == 20:
        print(x)
    elif x == 21:
        print(x)
    elif x == 22:
        print(x)
    elif x == 23:
        print(x)
    elif x == 24:
        print(x)
    elif x == 25:
        print(x)
    elif x == 26:
        print(x)
    elif x == 27:
        print(x)
    elif x == 28:
        print(x)
    elif x == 29:
        print(x)
    elif x == 30:
        print(x)
    elif x == 31:
        print(x)
    elif x == 32:
        print(x)
    elif x == 33:
        print(x)
    elif x == 34:
        print(x)
    elif x == 35:
        print(x)
    elif x == 36:
        print(x)
    elif x == 37:
        print(x)
    elif x == 38:
        print(x)
    elif x == 39:
        print(x)
    elif x == 40:
        print(x)
    elif x == 41:
        print(x)
    elif x == 42:
        print(x)
    elif x == 43:
        print(x)
    elif x == 44:
        print(x)
    elif x == 45:
        print(x)
    elif x == 46:
        print(x)
    elif x == 47:
        print(x)
    elif x == 48:
        print(x)
    elif x == 49:
        print(x)
    elif x == 50:
        print(x)
    elif x == 51:
        print(x)
    elif x == 52:
        print(x)
    elif x == 53:
        print(x)
    elif x == 54:
        print(x)
    elif x == 55:
        print(x)
    elif x == 56:
        print(x)
    elif x == 57:
        print(x)
    elif x == 58:
        print(x)
    elif x == 59:
        print(x)
