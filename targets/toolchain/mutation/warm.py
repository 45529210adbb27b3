# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pytest plugin that runs collected tests once for each fault, each time in a copy of the process.

Tests are imported and collected once. For a fault the process forks, and the copy exchanges the code of the functions
that the fault changes: no import is repeated. What a module does when it is imported stays as it was; so a fault that
lives is tried once more in a process of its own.

A copy has a limit of processor time: a fault that makes a loop endless is found by it.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

CHANNEL = "ASMLOOM_MUTATE"
"""Two file descriptors: orders come from the first, replies go to the second."""
IMPORT_SECONDS = "ASMLOOM_MUTATE_IMPORT"
"""Seconds of processor time for imports and collection."""
MOST_BYTES = 6 << 30
RECENT = 6
"""As many of the tests that found the last faults run first."""

if IMPORT_SECONDS in os.environ:
    resource.setrlimit(resource.RLIMIT_CPU, (int(os.environ[IMPORT_SECONDS]), resource.RLIM_INFINITY))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Server(), "asmloom-mutants")


class Server:
    """Answers each order, a line of JSON, by one: ``failed`` (a test's name, ``""`` for none), ``status`` (of the copy:
    negative for a signal), ``seconds`` of processor time."""

    def __init__(self) -> None:
        orders, replies = (int(word) for word in os.environ[CHANNEL].split())
        self.orders = os.fdopen(orders, "r", encoding="utf-8")
        self.replies = os.fdopen(replies, "w", encoding="utf-8")
        self.recent: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None  # pytest itself ends the run
        for line in self.orders:
            self.replies.write(json.dumps(self.answer(session, json.loads(line))) + "\n")
            self.replies.flush()
        return True

    def answer(self, session: pytest.Session, order: dict[str, Any]) -> dict[str, Any]:
        read, write = os.pipe()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if child == 0:
            try:
                _child(self.in_turn(session.items), order, write)
            finally:
                os._exit(1)
        os.close(write)
        with os.fdopen(read, "r", encoding="utf-8") as pipe:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            try:
                os.killpg(child, signal.SIGKILL)  # programs that a test started hold the pipe open
            except ProcessLookupError:
                pass
            failed = pipe.read()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if failed:
            self.recent = [failed, *(name for name in self.recent if name != failed)][:RECENT]
        return {"failed": failed, "status": status, "seconds": after.ru_utime - before.ru_utime}

    def in_turn(self, items: list[pytest.Item]) -> list[pytest.Item]:
        by_name = {item.nodeid: item for item in items}
        first = [by_name[name] for name in self.recent if name in by_name]
        return [*first, *(item for item in items if item not in first)]


class _First:
    """Ends the process at the first failure."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.pipe, report.nodeid.encode())
            os._exit(1)


def _child(items: list[pytest.Item], order: dict[str, Any], pipe: int) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (order["limit"], resource.RLIM_INFINITY))
    in_c = order.get("in_c", False)
    if not in_c:  # programs with the address sanitizer reserve more
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    signal.alarm(order["hang"])
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    kept = sys.modules.get("generator.function_cache")
    if kept is not None and not in_c:  # what was built without the fault
        kept.FunctionCache.get = lambda *words: None
        kept.FunctionCache.put = lambda *words: None
    if "path" in order and not in_c:
        exchange(order["path"], order["old"], Path(order["path"]).read_text("utf-8"))
    if items:
        items[0].config.pluginmanager.register(_First(pipe))
    for item, following in zip(items, [*items[1:], None]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    os._exit(0)


Key = tuple[int, str, bytes]
_AT_ONCE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def exchange(path: str, old: str, new: str) -> int:
    """Give all functions of a file the code that the new text makes. Returns how many have other code now.

    Kernel files are compiled under their path from the root of the checkout, and modules under their whole path.
    """
    pairs: dict[Key, CodeType] = {}
    _pair(compile(old, path, "exec", dont_inherit=True), compile(new, path, "exec", dont_inherit=True), pairs)
    changed = 0
    for one in gc.get_objects() if pairs else ():
        if type(one) is FunctionType and f"/{path}".endswith(f"/{one.__code__.co_filename}"):
            code = pairs.get(_key(one.__code__))
            if code is not None and len(code.co_freevars) == len(one.__code__.co_freevars):
                one.__code__ = code
                changed += 1
    return changed


def at_import(old: CodeType, new: CodeType) -> bool:
    """Whether two codes of a module differ in what runs when it is imported, outside functions, or in a function that
    :func:`exchange` does not reach."""
    inside = []
    for code in (old, new):
        consts = [one for one in code.co_consts if not isinstance(one, CodeType)]
        inside.append((code.co_code, code.co_names, [(type(one), one) for one in consts]))
    if inside[0] != inside[1]:
        return True
    nested = [_nested(code) for code in (old, new)]
    return any(
        _beyond_exchange(a, b) if a.co_flags & CO_OPTIMIZED and a.co_name not in _AT_ONCE else at_import(a, b)
        for a, b in zip(*nested)
    )


def _beyond_exchange(old: CodeType, new: CodeType) -> bool:
    """Whether a function that an import may have made inside another one keeps its code: one that asks for other
    variables of the outer function, or has lost its place."""
    if old == new:
        return False
    inside = [_nested(code) for code in (old, new)]
    return (
        len(old.co_freevars) != len(new.co_freevars)
        or [one.co_name for one in inside[0]] != [one.co_name for one in inside[1]]
        or any(_beyond_exchange(a, b) for a, b in zip(*inside))
    )


def _nested(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _key(code: CodeType) -> Key:
    """A code's place. Codes that have run are not equal to others in each version of Python."""
    return code.co_firstlineno, code.co_name, code.co_linetable


def _pair(old: CodeType, new: CodeType, pairs: dict[Key, CodeType]) -> None:
    if old == new:
        return
    pairs[_key(old)] = new
    inside = [_nested(code) for code in (old, new)]
    if [one.co_name for one in inside[0]] == [one.co_name for one in inside[1]]:
        for a, b in zip(*inside):
            _pair(a, b, pairs)
