"""A family of models as record_families.py takes it: what __init__ makes, parameters and body of forward, results,
inputs.

FAM, fam = registry() fam("twice", "", "x", "y = x * 2", "y", "(r(3),)")"""


def registry():
    """The families of a file, by name, and what adds one."""
    families = {}

    def fam(name, init, params, lines, results, inputs, **more):
        families[name] = (init, params, lines.strip("\n"), results, inputs, more)

    return families, fam
