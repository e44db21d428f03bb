"""Imports a package that nobody has, and does not use it."""

import a_package_of_a_backend.operators as backend
from another_package_of_a_backend import quantize


def unused(value):
    return quantize(backend.cast(value))


def last(gm):
    print(len(list(gm.graph.nodes)))
