"""Writes the text cases of passes whose results PyTorch 2.6.0 said, into a folder (tests/text).

Usage: python3 -B tests/core/oracle/pass_cases.py tests/text
"""

import json
import sys

import pass_facts
from fact import facts
from text_case import said, section, tree_sections, write_case

PASSES = {
    "set_grad": "replace_set_grad_with_hop_pass",
    "autocast": "replace_autocast_with_hop_pass",
    "getitem": "common_getitem_elimination",
}


def file_name(title):
    return title.replace(",", "").replace(" ", "_") + ".txt"


def source(value):
    """The text of the program: str(graph) where there is one graph, print_readable() where there are several."""
    return value["before"][""] if len(value["before"]) == 1 else value["readable"]


def pass_cases(folder):
    for title, value in facts.items():
        kind, _, name = title.partition(": ")
        if kind not in PASSES or not isinstance(value, dict) or "before" not in value:
            continue
        steps = [[section("input", source(value))] + tree_sections(value["after"])]
        off = facts.get(f"{kind}, ambient off: {name}")
        if off is not None:
            steps.append([section("settings", json.dumps({"ambientGrad": False}))] + tree_sections(off["after"]))
        about = f"{name[0].upper()}{name[1:]}" + (
            "." if off is None else ", where grad mode is enabled around, and where it is disabled."
        )
        write_case(f"{folder}/passes/{PASSES[kind]}/{file_name(name)}", about, steps)


def error_section(error):
    return said("error", f"{error['type']}: {error['message']}")


def refused_cases(folder):
    for title, rows in pass_facts.refused.items():
        kind, _, name = title.partition(": ")
        steps = [[section("input", text), error_section(error)] for text, error in rows]
        write_case(f"{folder}/passes/{PASSES[kind]}/{file_name(name)}", "PyTorch's errors.", steps)


def split_cases(folder):
    for title, value in facts.items():
        kind, _, name = title.partition(": ")
        if kind == "sequential_split":
            text = value["before"][""]
            cuts = [word[1:] for word in text.split() if word.startswith("%_set_grad_enabled")]
            given = [section("input", text), section("options", json.dumps({"cuts": cuts}))]
            write_case(
                f"{folder}/split/sequential_split/{file_name(name)}",
                "Cut in front of each switch of grad mode.",
                [given + tree_sections(value["after"])],
            )
    files = {}
    for title, table, keep_order, keep_name, text, result in pass_facts.splits:
        options = {"partition": table, "keepOriginalOrder": keep_order, "keepOriginalNodeName": keep_name}
        made = [error_section(result)] if "type" in result else tree_sections(result)
        steps = files.setdefault(title, [])
        steps.append(([] if steps else [section("input", text)]) + [section("options", json.dumps(options))] + made)
    for title, steps in files.items():
        write_case(
            f"{folder}/split/split_module/{file_name(title)}",
            "Nodes by partition, with each of the two options.",
            steps,
        )


pass_facts.passes()
pass_cases(sys.argv[1])
refused_cases(sys.argv[1])
split_cases(sys.argv[1])
