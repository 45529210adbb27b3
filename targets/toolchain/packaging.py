# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The recipes by which registries build the library: ``templates/packaging``, for the archives of one release.

Debian builds from the source distribution. The other recipes build the vendored set of the prefix ``loom_`` by its
CMake, so that they need no Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator import __version__, templates
from generator.released import MAJOR, rows
from generator.store import ROOT
from targets.toolchain import package

URL = f"https://asmloom.invalid/{__version__}"
"""Where a release is, if nobody says. No host has this name (RFC 2606): a recipe that was not told ends with it."""
MAINTAINER = "The asmloom authors <authors@asmloom.invalid>"
_FOLDER = "packaging"


@dataclass(frozen=True, slots=True)
class Archive:
    """The vendored set of a release. ``directory``: the folder in it."""

    name: str
    directory: str
    sha256: str
    sha512: str


def archive(name: str, data: bytes) -> Archive:
    """The facts of an archive that is in a release as ``name``."""
    sums = (hashlib.new(kind, data).hexdigest() for kind in ("sha256", "sha512"))
    return Archive(name, name.removesuffix(".tar.gz"), *sums)


def recipes(of: Archive, url: str = URL) -> dict[str, bytes]:
    """Path → content of every recipe. ``url``: the folder from which users fetch the files of the release."""
    facts = {
        "archive": of, "url": url.rstrip("/"), "version": __version__, "major": MAJOR, "maintainer": MAINTAINER,
        "summary": package.project()["description"], "date": package.moment("%a, %d %b %Y %H:%M:%S +0000"),
        "versions": sorted({row.since for row in rows().values()}), **_licences(),
    }  # fmt: skip
    return dict(_rendered(facts))


def _rendered(facts: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    root = templates.FOLDER / _FOLDER
    for file in sorted(root.rglob("*.j2")):
        path = file.relative_to(root).as_posix().removesuffix(".j2").replace("@MAJOR@", MAJOR)
        yield path, templates.render(file.relative_to(templates.FOLDER).as_posix(), facts).encode("ascii")


def _licences() -> dict[str, Any]:
    """What REUSE.toml says, in the words of Debian's copyright file, in which the last row that matches counts."""
    licences = []
    for row in package.toml("REUSE.toml")["annotations"]:
        paths = [row["path"]] if isinstance(row["path"], str) else row["path"]
        licence = row["SPDX-License-Identifier"].replace(" OR ", " or ")
        files = [path.replace("**", "*") for path in paths]
        licences.append({"files": files, "copyright": row["SPDX-FileCopyrightText"], "licence": licence})
    texts = {path.stem: path.read_text("utf-8").strip() for path in sorted(Path(ROOT, "LICENSES").glob("*.txt"))}
    texts["Apache-2.0"] = "On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0."
    return {"licences": licences, "texts": texts}
