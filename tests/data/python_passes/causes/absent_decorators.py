"""Decorators, conditions and classes of a package that nobody has."""

import a_package_of_a_backend as backend
from another_package_of_a_backend import quantize, tracked
from torch.fx.passes.infra.pass_base import PassBase, PassResult

KNOWN = ["relu"]


@tracked(category="passes", extractors=[KNOWN, {"name": 1}])
def unused(gm):
    return gm


@quantize.register(KNOWN)
class Unused:
    table = backend.table


if backend.version >= (2, 0):
    from a_package_of_a_backend.new import cast

    LIMIT = 2
else:
    cast = None
    LIMIT = backend.limit(3)

WIDTH = backend.Config(name="width", sizes=[1, 2]).width


class Shorten(PassBase):
    def call(self, gm):
        users = [node for node in gm.graph.nodes if node.op == "call_function" and not node.users]
        print(len(users), KNOWN)
        return PassResult(gm, False)
