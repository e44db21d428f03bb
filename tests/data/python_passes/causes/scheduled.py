"""Passes one behind the other, by the older manager of torch.fx, and which must come before which."""

from torch.fx.passes.pass_manager import (
    PassManager,
    inplace_wrapper,
    log_hook,
    loop_pass,
    these_before_those_pass_constraint,
    this_before_that_pass_constraint,
)


def clean(gm):
    gm.graph.eliminate_dead_code()
    return gm


def count(gm):
    print(len(gm.graph.nodes))


def run(gm):
    counted = inplace_wrapper(log_hook(count))
    manager = PassManager([counted, loop_pass(clean, 2)])
    manager.add_pass(loop_pass(clean, predicate=lambda one: False))
    manager.add_constraint(this_before_that_pass_constraint(counted, clean))
    gm = manager(gm)
    manager.add_constraint(these_before_those_pass_constraint(clean, count))
    try:
        manager.validate()
    except RuntimeError as error:
        print(str(error).split(" <")[0])
    manager.remove_pass(["count"])
    manager.replace_pass(clean, counted)
    print([one.__name__ for one in manager.passes], len(PassManager.build_from_passlist([clean]).passes))
    try:
        loop_pass(clean, 0)(gm)
    except RuntimeError as error:
        print(error)
    return manager(gm)
