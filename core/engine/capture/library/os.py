# The variables of the environment: those that the program itself sets, since it runs on nobody's machine.
os_environ = {}


def os_getenv(key, default=None):
    return os_environ.get(key, default)
