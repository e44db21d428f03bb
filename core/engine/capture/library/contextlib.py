class contextlib_nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, value, traceback):
        return False


class contextlib_suppress:
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return kind is not None and kind in self.exceptions


class contextlib_ExitStack:
    def __init__(self):
        self.open = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        suppressed = False
        while self.open:
            suppressed = self.open.pop().__exit__(kind, value, traceback) or suppressed
        return suppressed

    def enter_context(self, manager):
        entered = manager.__enter__()
        self.open.append(manager)
        return entered


# What a function with one yield is as a context.
class _YieldContext:
    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, traceback):
        next(self.generator, None)
        return False


def contextlib_contextmanager(function):
    def made(*args, **kwargs):
        return _YieldContext(function(*args, **kwargs))

    return made
