"""Writes wasm/python/torch/_operator_tags.py: the tags of ATen's operators. record_operator_tags.py OUT.py

Nearly all have `pt2_compliant_tag`, so those without it are listed.
"""

import sys
import textwrap

import torch


def main():
    tags, without = {}, []
    for full in sorted(torch._C._dispatch_get_all_op_names()):
        namespace, word = full.split("::")
        name, _, overload = word.partition(".")
        if namespace != "aten":
            continue
        try:
            op = getattr(getattr(torch.ops.aten, name), overload or "default")
        except AttributeError:
            continue
        for tag in op.tags:
            if tag != torch.Tag.pt2_compliant_tag:
                tags.setdefault(tag.name, []).append(word)
        if torch.Tag.pt2_compliant_tag not in op.tags:
            without.append(word)
    with open(sys.argv[1], "w") as out:
        out.write(
            '"""Tags of ATen\'s operators in PyTorch 2.6, by name. Written by tests/tools/oracle/record_operator_tags.py."""\n'
        )
        out.write("\nTAGS = {\n")
        for name in sorted(tags):
            out.write(f'    "{name}": """\n{textwrap.fill(" ".join(tags[name]), 118, break_on_hyphens=False)}\n""",\n')
        out.write("}\n\n# Those without pt2_compliant_tag.\n")
        out.write(f'UNTAGGED = """\n{textwrap.fill(" ".join(without), 118, break_on_hyphens=False)}\n"""\n')


main()
