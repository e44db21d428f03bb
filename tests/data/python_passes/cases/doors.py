"""Ways out of Python that are tried, each by a line: name, and what came of it."""

import sys

PORT = 0


def attempt(name, function):
    try:
        print(name, "gave", repr(function()))
    except BaseException as error:
        print(name, "refused", type(error).__name__)


def builtin(name):
    import importlib.machinery

    return importlib.machinery.BuiltinImporter.load_module(name)


def imports(gm):
    for name in ("js", "pyodide_js", "pyodide", "pyodide.ffi", "_pyodide_core", "ctypes", "_seesaw"):
        attempt(name, lambda name=name: __import__(name))
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "_Closed"]
    for name in ("js", "pyodide_js"):
        attempt(f"unhooked {name}", lambda name=name: __import__(name, fromlist=["x"]))


def objects(gm):
    import gc

    import torch._core

    bridge = torch._core._seesaw
    attempt("bridge.constructor", lambda: bridge.call.constructor)
    attempt("bridge.__proto__", lambda: bridge.call.__proto__)
    core = builtin("_pyodide_core")
    array = core.to_js([1])
    attempt("Function", lambda: array.constructor.constructor("return typeof process")())
    attempt("Function of a function", lambda: bridge.call.object_keys.constructor)
    for owner in ("process", "require", "globalThis", "fetch", "postMessage"):
        attempt(owner, lambda owner=owner: getattr(array, owner))
    proxy = type(bridge.call)
    attempt("proxies", lambda: [str(one) for one in gc.get_objects() if isinstance(one, proxy)])
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "_Closed"]
    attempt("run_js", lambda: __import__("pyodide.code", fromlist=["x"]).run_js("1"))


def system(gm):
    import os
    import socket
    import subprocess
    import threading
    import urllib.request

    attempt("system", lambda: os.system("echo out") == 0)
    attempt("popen", lambda: os.popen("echo out").read())
    attempt("subprocess", lambda: subprocess.run(["echo", "out"]))
    attempt("connect", lambda: socket.create_connection(("127.0.0.1", PORT), timeout=1).send(b"out"))
    attempt("datagram", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"out", ("127.0.0.1", PORT)))
    attempt("urlopen", lambda: urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1).read())
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "_Closed"]
    attempt("open_url", lambda: __import__("pyodide.http", fromlist=["x"]).open_url(f"http://127.0.0.1:{PORT}/").read())
    attempt("passwd", lambda: open("/etc/passwd").read())
    attempt("root", lambda: sorted(os.listdir("/")))
    attempt("thread", lambda: threading.Thread(target=print).start())
    attempt("secret", lambda: [value for value in os.environ.values() if "SEESAW_SECRET" in value])


def later(gm):
    import asyncio

    asyncio.new_event_loop().call_later(0.01, lambda: print("late"))
    attempt("loop", lambda: asyncio.get_event_loop().call_later(0.01, lambda: print("late")) and None)


def quiet(gm):
    """What the timers of the pass before have printed meanwhile."""


def code_of_text(gm):
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "_Closed"]
    import ctypes

    ctypes.CDLL(None).emscripten_run_script(b"console.log('out')")


def leaves(gm):
    import os

    os._exit(3)


def loops(gm):
    while True:
        pass


def memory(gm):
    attempt("more than there is", lambda: len(bytearray(3 << 29)))
    attempt("little by little", lambda: sum(len(one) for one in [bytearray(1 << 26) for _ in range(40)]))
    attempt("what is left", lambda: len(bytearray(1 << 20)))
