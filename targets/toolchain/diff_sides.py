# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The two sides of ``build.py diff``: resolves each word and reads its files.

The sides of a triple are functions. The sources of a revision are its committed files under ``generated/``. The banners
of files tell the sources of a folder.
"""

from __future__ import annotations

import difflib
import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path

import targets
from generator.diff.compare import Side
from generator.diff.view import views
from generator.library import ROOT, Library
from generator.model import AsmloomError
from generator.store import CHECKOUT
from targets.toolchain import target_sources
from targets.toolchain.process import HANG_SECONDS, run

_GNU = tuple(name for name, syntax in targets.SYNTAXES.items() if syntax.compiled)
_LARGEST = 4 << 20  # bytes; a larger file is no generated source
_BINARY = (".o", ".obj", ".a", ".lib", ".so", ".dll", ".dylib", ".exe", ".pyc", ".png", ".zip", ".gz", ".xz")


def sides(library: Library, a: str, b: str, *, kernels: Sequence[str] = (), fresh: bool = False) -> tuple[Side, Side]:
    """Both sides of a comparison. Raises AsmloomError or TargetError of one line for a word without a meaning.

    ``fresh``: build the functions of a triple even if an earlier run kept them. ``kernels``: the needed kernels of a
    triple.
    """
    (kind_a, commit_a), (kind_b, commit_b) = _kind(a), _kind(b)
    if kind_a == kind_b == "revision":
        return _two_revisions((a, commit_a), (b, commit_b))
    syntaxes = _syntaxes(_cell(a) if kind_a == "cell" else None, _cell(b) if kind_b == "cell" else None)
    wanted = []
    for kind, word, syntax in ((kind_a, a, syntaxes[0]), (kind_b, b, syntaxes[1])):
        if kind == "cell":
            target, wish = _cell(word)
            wanted.append((target, wish or syntax))
    made = iter(target_sources.sources(library, wanted, kernels, fresh=fresh))
    out = [
        next(made)
        if kind == "cell"
        else _folder(word)
        if kind == "folder"
        else Side(word, views(_blobs(_listing(commit))))
        for kind, word, commit in ((kind_a, a, commit_a), (kind_b, b, commit_b))
    ]
    return out[0], out[1]


def _kind(word: str) -> tuple[str, str]:
    """``cell``, ``folder`` or ``revision``, and the commit of a revision."""
    triple = word.replace("/", ":").partition(":")[0]
    if triple in targets.all_triples() and not word.startswith((".", "/")):
        return "cell", ""
    folder = bool(word) and Path(word).is_dir()
    commit = _commit(word) if not (folder and "/" in word) else ""
    if folder and commit:
        raise AsmloomError(f"{word} is a folder and a revision; write ./{word} or {word}~0")
    if folder:
        return "folder", ""
    if commit:
        return "revision", commit
    if word and Path(word).exists():
        raise AsmloomError(f"{word} is a file; a side is a triple, TRIPLE:SYNTAX, a git revision or a folder")
    raise AsmloomError(_unknown(word or "''"))


def _unknown(word: str) -> str:
    kinds = "it is no triple, TRIPLE:SYNTAX, git revision or folder"
    if _git("--version") is None:
        kinds = "it is no triple, TRIPLE:SYNTAX or folder; a revision needs git and a checkout"
    triples = targets.all_triples()
    served = next((t for t in triples if word.partition(":")[0] in targets.load(t).serves), None)
    if served:
        return f"{word}: {kinds}; its files are those of {served}"
    names = [*triples, *_names()]
    near = difflib.get_close_matches(word, names, 3, 0.5)
    near += [name for name in difflib.get_close_matches(word.partition(":")[0], triples, 2, 0.6) if name not in near]
    hint = f"did you mean {' or '.join(near[:3])}?" if near else f"the triples are {', '.join(triples)}"
    return f"{word}: {kinds}; {hint}"


def _cell(word: str) -> tuple[targets.Target, str | None]:
    """The target, and the syntax if the word names one."""
    triple, _, syntax = word.replace("/", ":", 1).partition(":")
    target = targets.load(triple)
    return target, target.check_syntax(syntax) if syntax or ":" in word else None


def _syntaxes(
    a: tuple[targets.Target, str | None] | None, b: tuple[targets.Target, str | None] | None
) -> tuple[str, str]:
    """A syntax for each side: the named ones, or else one of both sides, which avoids differences in spelling."""
    if a is None or b is None:
        return tuple("" if c is None else c[1] or c[0].syntaxes[0] for c in (a, b))  # type: ignore[return-value]
    (target_a, wish_a), (target_b, wish_b) = a, b
    if target_a is target_b and wish_a == wish_b:
        raise AsmloomError(f"both sides are {target_a.triple}{':' + wish_a if wish_a else ''}; nothing to compare")
    if target_a is target_b and not (wish_a and wish_b):
        others = [s for s in target_a.syntaxes if s != (wish_a or wish_b)]
        if not others:
            raise AsmloomError(f"{target_a.triple} has one syntax only, {target_a.syntaxes[0]}")
        return wish_a or others[0], wish_b or others[0]
    pairs = [
        (x, y) for x in target_a.syntaxes for y in target_b.syntaxes if wish_a in (None, x) and wish_b in (None, y)
    ]
    return min(pairs, key=lambda pair: 0 if pair[0] in _GNU and pair[1] in _GNU else 1 if pair[0] == pair[1] else 2)


# -- a folder ----------------------------------------------------------------------------------------------------------


def _folder(word: str) -> Side:
    """Every text file under a folder."""
    folder = Path(word)
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() or ".git" in name.split("/") or path.suffix in _BINARY:
            continue
        try:
            data = path.read_bytes() if path.stat().st_size <= _LARGEST else None
        except OSError as error:
            raise AsmloomError(f"cannot read {path}: {error.strerror}") from None
        files[name] = hashlib.sha256(data).hexdigest() if data is not None and b"\0" in data else _text(data)
    return Side(word, views(files))


def changes(revision: str, folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The files of a revision's ``generated/`` and of ``folder`` that differ.

    Raises AsmloomError for a word that is no revision.
    """
    commit = _commit(revision)
    if not commit:
        if revision.partition(":")[0] in targets.all_triples() or Path(revision).is_dir():
            raise AsmloomError(f"diff --stat {revision}: expected a git revision, or a second side B")
        raise AsmloomError(_unknown(revision or "''"))
    before = _blobs(_listing(commit))
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    after = {path.relative_to(folder).as_posix(): _text(path.read_bytes()) for path in paths}
    alike = {path for path, text in before.items() if after.get(path) == text}
    differing = [{path: text for path, text in texts.items() if path not in alike} for texts in (before, after)]
    return differing[0], differing[1]


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8", "replace").replace("\r\n", "\n")


# -- revisions ---------------------------------------------------------------------------------------------------------


def _git(*words: str, stdin: Path | None = None) -> subprocess.CompletedProcess[bytes] | None:
    """The result of a git command in this checkout; None without git or a checkout."""
    try:
        if not CHECKOUT:
            return None
        return run(["git", "-C", str(ROOT), *words], stdin=stdin)
    except FileNotFoundError:
        return None


def _commit(word: str) -> str:
    """The commit of a revision; empty if the word is no revision."""
    if word.startswith("-") or not word:
        return ""
    done = _git("rev-parse", "--verify", "--quiet", f"{word}^{{commit}}")
    return done.stdout.decode().strip() if done is not None and done.returncode == 0 else ""


def _names() -> list[str]:
    """Names of branches and tags, for suggestions."""
    done = _git("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags")
    return done.stdout.decode("utf-8", "replace").split() if done is not None and done.returncode == 0 else []


def _listing(commit: str) -> dict[str, str]:
    """Path under ``generated/`` → name of the git object with its contents."""
    done = _git("ls-tree", "-r", "-z", f"{commit}:generated")
    if done is None or done.returncode:
        raise AsmloomError(f"revision {commit[:12]} has no generated/")
    out = {}
    for entry in done.stdout.split(b"\0"):
        if entry:
            about, _, path = entry.partition(b"\t")
            out[path.decode("utf-8", "replace")] = about.split()[2].decode()
    return out


def _blobs(listing: dict[str, str]) -> dict[str, str]:
    """The texts of a listing, read by one git process."""
    if not listing:
        return {}
    wanted = "\n".join(listing.values()).encode() + b"\n"
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "cat-file", "--batch"], input=wanted, capture_output=True, timeout=HANG_SECONDS,
            check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise AsmloomError(f"git cat-file: {error}") from None
    data, at = done.stdout, 0
    out = {}
    for path, name in listing.items():
        end = data.index(b"\n", at)
        head = data[at:end].split()
        if len(head) != 3:
            raise AsmloomError(f"git has no object {name} for {path}; the clone is incomplete")
        size = int(head[2])
        out[path] = _text(data[end + 1 : end + 1 + size])
        at = end + 2 + size
    return out


def _two_revisions(a: tuple[str, str], b: tuple[str, str]) -> tuple[Side, Side]:
    """Both sides. Only files that differ are read: equal files have the same git object."""
    if a[1] == b[1]:
        raise AsmloomError(f"{a[0]} and {b[0]} are the same revision, {a[1][:12]}; nothing to compare")
    left, right = _listing(a[1]), _listing(b[1])
    alike = {path for path, name in left.items() if right.get(path) == name}
    sources = sum(path.endswith((".S", ".asm")) for path in alike)
    sides = []
    for word, listing in ((a[0], left), (b[0], right)):
        wanted = {path: name for path, name in listing.items() if path not in alike}
        sides.append(Side(word, views(_blobs(wanted)), alike=sources))
    return sides[0], sides[1]
