"""Changes to what a whole process shares: each function changes one thing."""

import asyncio
import decimal
import gc
import locale
import logging
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
import warnings

KEPT = []
FINISH = threading.Event()


def environment():
    os.environ["CADDIS_STATE"] = "set"
    os.environ.pop("CADDIS_TO_LOSE", None)


def time_zone():
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()


def directory():
    os.chdir("/")


def lost_directory():
    place = tempfile.mkdtemp()
    os.chdir(place)
    os.rmdir(place)


def mask():
    os.umask(0o123)


def languages():
    locale.setlocale(locale.LC_ALL, "C.UTF-8" if locale.setlocale(locale.LC_ALL) == "C" else "C")


def numbers():
    random.seed(7)
    random.gauss(0, 1)


def precision():
    decimal.getcontext().prec = 5
    decimal.setcontext(decimal.Context(prec=3))


def warning_filters():
    warnings.simplefilter("error")
    warnings.showwarning = print


def forgotten_filters():
    """Filters that are put in place and never taken back."""
    warnings.catch_warnings(record=True).__enter__()
    warnings.simplefilter("ignore")


def logging_levels():
    logging.getLogger().setLevel(logging.DEBUG)
    logging.getLogger("state").disabled = True
    logging.getLogger().isEnabledFor(logging.DEBUG)
    logging.addLevelName(42, "ANSWER")
    logging.raiseExceptions = False


def logging_disabled():
    logging.disable(logging.CRITICAL)


def logging_handlers():
    logging.basicConfig(force=True, stream=sys.stdout)
    logging.getLogger("state").addHandler(logging.NullHandler())
    logging.getLogger("state").addFilter(lambda record: False)


def new_logger():
    logging.getLogger("state.new").setLevel(10)
    logging.getLogger("state.new").addHandler(logging.NullHandler())


def signals():
    signal.signal(signal.SIGUSR1, print)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])


def limits():
    sys.setrecursionlimit(555)
    sys.setswitchinterval(0.5)
    sys.set_int_max_str_digits(1000)
    sys.dont_write_bytecode = not sys.dont_write_bytecode


def tracing():
    sys.setprofile(lambda *_: None)
    threading.settrace(lambda *_: None)


def streams():
    sys.stdout = sys.stderr
    sys.argv = ["other"]
    sys.path.append("/nowhere")
    sys.path_hooks.insert(0, print)
    sys.excepthook = print


def collecting():
    gc.disable()
    gc.set_threshold(1, 2, 3)


def timeout():
    socket.setdefaulttimeout(3.0)


def loops():
    asyncio.set_event_loop_policy(type("Policy", (asyncio.DefaultEventLoopPolicy,), {})())


def thread():
    """One that ends when it is told to."""
    threading.Thread(target=FINISH.wait, name="short").start()


def endless_thread():
    threading.Thread(target=FINISH.wait, daemon=True, name="endless").start()


def file():
    KEPT.append(os.open(os.devnull, os.O_RDONLY))
    KEPT.append(open(os.devnull))


def closed_file():
    os.close(int(os.environ["CADDIS_DESCRIPTOR"]))


def removed_module():
    del sys.modules["decimal"]
    sys.modules["fractions"] = None


def builtin():
    import builtins

    builtins.len = lambda _: 0
    builtins.sorted = None
    builtins.invented = 1
