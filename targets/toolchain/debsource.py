# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files of Debian packages, of sources or programs, fetched by apt into folders of their own: the system and its lists
stay as they are."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from targets.toolchain import packages
from targets.toolchain.process import ToolFailed, run, run_silent

_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def unpack(package: str, folder: Path, members: tuple[str, ...]) -> None:
    """Unpack files and folders of a package's upstream sources, of this machine's release, into ``folder``. Debian's
    patches are left out. Raises ToolFailed if apt or the package lacks something."""
    with _fetched(folder, "deb-src", ["source", "--download-only", package]) as place:
        archives = sorted((place / "fetched").glob("*.orig.tar.*[!c]"))
        if len(archives) != 1:
            raise ToolFailed(f"{package}: expected one upstream archive, found {[path.name for path in archives]}")
        patterns = [f"*/{member}" for member in members]
        words = ["tar", "-xf", str(archives[0]), "-C", str(folder), "--strip-components=1", "--no-same-owner"]
        run_silent([*words, "--wildcards", "--no-wildcards-match-slash", *patterns], what=f"unpacking {package}")


def unpack_programs(package: str, folder: Path) -> None:
    """Unpack a package of programs, of this machine's release, into ``folder``, with those packages that it needs and
    the system lacks. Raises ToolFailed if apt lacks one."""
    fetch = ["install", "--download-only", "--yes", "--no-install-recommends", "--reinstall", "--allow-downgrades"]
    with _fetched(folder, "deb", [*fetch, f"{package}/{packages.codename()}"]) as place:
        for archive in sorted((place / "cache" / "archives").glob("*.deb")):
            run_silent(["dpkg-deb", "-x", str(archive), str(folder)], what=f"unpacking {archive.name}")


@contextmanager
def _fetched(folder: Path, kind: str, fetch: list[str]) -> Iterator[Path]:
    """A folder for apt in ``folder``, after apt has fetched lists of that kind and done as told."""
    place = folder / "apt"
    for name in ("lists/partial", "cache/archives/partial", "parts", "fetched"):
        (place / name).mkdir(parents=True)
    sources = place / "sources.list"
    sources.write_text(f"{kind} [signed-by={_KEYRING}] {packages.mirror()} {packages.codename()} main\n", "utf-8")
    settings = {
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": place / "parts",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": place / "parts",
        "Dir::State::lists": place / "lists",
        "Dir::Cache": place / "cache",
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "true",
    }
    options = [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]
    env = {**os.environ, "LC_ALL": "C"}
    for words in (["update"], fetch):
        done = run(["apt-get", *options, *words], cwd=place / "fetched", env=env)
        if done.returncode:
            text = (done.stdout + done.stderr).decode("utf-8", "replace")
            errors = [line for line in text.splitlines() if line.startswith("E:")] or text.splitlines()[-1:]
            raise ToolFailed(f"apt-get {' '.join(words)}: {' '.join(errors)}", text)
    yield place
    shutil.rmtree(place)
