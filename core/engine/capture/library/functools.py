def functools_cache(user_function):
    memo = []

    def cached(*args, **kwargs):
        if torch.compiler.is_dynamo_compiling():  # Dynamo looks through a cache
            return user_function(*args, **kwargs)
        for known, value in memo:
            if known == (args, kwargs):
                return value
        value = user_function(*args, **kwargs)
        memo.append(((args, kwargs), value))
        return value

    return cached


def functools_lru_cache(maxsize=128, typed=False):
    return functools_cache(maxsize) if callable(maxsize) else functools_cache
