class argparse_Namespace:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __contains__(self, name):
        return hasattr(self, name)


class argparse_BooleanOptionalAction:
    pass


# One argument of a parser: what it is called, and how many texts it takes.
class _Argument:
    def __init__(self, names, options):
        self.flags = [name for name in names if name.startswith("-")]
        longest = [name for name in self.flags if name.startswith("--")] + self.flags + list(names)
        self.name = options.get("dest", longest[0].lstrip("-").replace("-", "_"))
        self.action = options.get("action", "store")
        self.two_ways = self.action is argparse_BooleanOptionalAction
        self.type = options.get("type", None)
        self.choices = options.get("choices", None)
        self.nargs = options.get("nargs", None)
        self.needed = options.get("required", not self.flags and self.nargs not in ("?", "*"))
        self.const = options.get("const", {"store_true": True, "store_false": False}.get(self.action, None))
        switch = {"store_true": False, "store_false": True}
        self.default = options.get("default", None if self.two_ways else switch.get(self.action, None))
        if self.two_ways:
            self.flags += ["--no-" + flag[2:] for flag in self.flags if flag.startswith("--")]

    def takes_none(self):
        return self.two_ways or self.action in ("store_true", "store_false", "store_const", "count")

    def made(self, text):
        value = text if self.type is None or not isinstance(text, str) else self.type(text)
        if self.choices is not None and value not in self.choices:
            raise SystemExit(f"argument {self.name}: invalid choice: {value!r}")
        return value

    # What a flag without a text gives.
    def switched(self, flag, before):
        if self.two_ways:
            return not flag.startswith("--no-")
        return (before or 0) + 1 if self.action == "count" else self.const

    def value(self, texts, before):
        if self.action == "append":
            return list(before or []) + [self.made(texts[0])]
        if self.nargs in (None, "?"):
            return self.made(texts[0]) if texts else self.const if self.flags else self.default
        return [self.made(text) for text in texts]


class argparse_ArgumentParser:
    def __init__(self, *args, **options):
        self._arguments = []
        self._defaults = {}

    def add_argument(self, *names, **options):
        argument = _Argument(names, options)
        self._arguments.append(argument)
        return argument

    def add_argument_group(self, *args, **options):
        return self

    def add_mutually_exclusive_group(self, **options):
        return self

    def set_defaults(self, **values):
        self._defaults.update(values)

    def get_default(self, name):
        values = [one.default for one in self._arguments if one.name == name]
        return self._defaults.get(name, values[0] if values else None)

    def print_help(self, file=None):
        pass

    # A pasted file is run without arguments of its own.
    def parse_known_args(self, args=None, namespace=None):
        texts, other, at = list(args or []), [], 0
        known = namespace if namespace is not None else argparse_Namespace()
        found = {}
        places = [one for one in self._arguments if not one.flags]
        while at < len(texts):
            flag, equals, given = texts[at].partition("=")
            named = [one for one in self._arguments if flag in one.flags]
            at += 1
            if not named and not places:
                other.append(texts[at - 1])
                continue
            argument = named[0] if named else places.pop(0)
            if not named:
                at -= 1
            before = found.get(argument.name, self._defaults.get(argument.name, argument.default))
            if named and argument.takes_none():
                found[argument.name] = argument.switched(flag, before)
                continue
            taken = [given] if named and equals else []
            most = argument.nargs if isinstance(argument.nargs, int) else len(texts)
            most = 1 if argument.nargs in (None, "?") else most
            while not (named and equals) and at < len(texts) and len(taken) < most:
                if texts[at].startswith("--") and argument.nargs is not None:
                    break
                taken.append(texts[at])
                at += 1
            found[argument.name] = argument.value(taken, before)
        for argument in self._arguments:
            if argument.name not in found and argument.needed and argument.name not in self._defaults:
                raise SystemExit(f"the following arguments are required: {argument.name}")
            default = self._defaults.get(argument.name, argument.default)
            if isinstance(default, str) and argument.type is not None:
                default = argument.type(default)
            if argument.name in found:
                setattr(known, argument.name, found[argument.name])
            elif not hasattr(known, argument.name):
                setattr(known, argument.name, default)
        for name, value in self._defaults.items():
            if not hasattr(known, name):
                setattr(known, name, value)
        return known, other

    def parse_args(self, args=None, namespace=None):
        known, other = self.parse_known_args(args, namespace)
        if other:
            raise SystemExit(f"unrecognized arguments: {' '.join(other)}")
        return known
