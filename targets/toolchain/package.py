# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What pip and other installers call to make a source distribution or a wheel (PEP 517).

Only the standard library is used: ``pip install .`` needs no package to build. Equal files give equal bytes, wherever
and by whomever an archive is made. Times are ``SOURCE_DATE_EPOCH``, or 1980-01-01 without the variable.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib
import io
import os
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator import __version__
from generator.store import ROOT

PARTS = (
    "generator", "targets", "proof", "templates", "runtime", "provider", "tests/benchmarks/speed", "LICENSE",
    "LICENSES", "requirements-plot.txt", "requirements-site.txt", "docs", "README.md", "SOUNDNESS.md", "SECURITY.md",
    "CHANGELOG.md", "CONTRIBUTING.md",
)  # fmt: skip
"""What an installation has of a checkout, beside the package ``asmloom``."""
_WITHOUT = {"build", "dist", "__pycache__"}
_FIRST = 315532800  # 1980-01-01, before which a zip has no time
NAME = f"asmloom-{__version__}"
Settings = Mapping[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Write the wheel. Returns its name."""
    out = {name: data for name, (data, _) in _files("asmloom")}
    out |= {f"asmloom/_tree/{name}": data for part in PARTS for name, (data, _) in _files(part)}
    about = f"{NAME}.dist-info"
    out[f"{about}/METADATA"] = _metadata()
    out[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: asmloom\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    commands = "".join(f"{name} = {entry}\n" for name, entry in project()["scripts"].items())
    out[f"{about}/entry_points.txt"] = f"[console_scripts]\n{commands}".encode()
    out[f"{about}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in out.items())
    out[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    name = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in out.items():
            entry = zipfile.ZipInfo(path, time.gmtime(_epoch())[:6])
            entry.external_attr, entry.create_system, entry.compress_type = 0o100644 << 16, 3, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Write the source distribution: every file of the tree. Returns its name."""
    files = {"PKG-INFO": (_metadata(), False), **dict(_files())}
    name = f"{NAME}.tar.gz"
    Path(sdist_directory, name).write_bytes(tar({f"{NAME}/{path}": file for path, file in files.items()}))
    return name


def tar(files: Mapping[str, tuple[bytes, bool]]) -> bytes:
    """A tar.gz of files by their names. The second member of a file tells whether it can be executed."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, (data, executable) in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), _epoch(), 0o755 if executable else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), mtime=_epoch())


def _files(part: str = "") -> Iterator[tuple[str, tuple[bytes, bool]]]:
    """The files of the tree, or of a part, by their path from the root, sorted. Products and hidden files are left
    out."""
    path = ROOT / part
    if path.is_dir():
        for inner in sorted(os.listdir(path)):
            if inner not in _WITHOUT and inner[0] != ".":
                yield from _files(f"{part}/{inner}" if part else inner)
    elif part != "PKG-INFO":
        yield part, (path.read_bytes(), bool(path.stat().st_mode & 0o100))


def toml(name: str) -> dict[str, Any]:
    """A file of the tree."""
    module = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    found: dict[str, Any] = module.loads((ROOT / name).read_text("utf-8"))
    return found


def project() -> dict[str, Any]:
    """The table of pyproject.toml."""
    found: dict[str, Any] = toml("pyproject.toml")["project"]
    return found


def _metadata() -> bytes:
    about = project()
    lines = [
        "Metadata-Version: 2.4", f"Name: {about['name']}", f"Version: {__version__}",
        f"Summary: {about['description']}", f"License-Expression: {about['license']}", "License-File: LICENSE",
        f"Requires-Python: {about['requires-python']}", *(f"Requires-Dist: {one}" for one in about["dependencies"]),
    ]  # fmt: skip
    for extra, needs in about["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {one} ; extra == "{extra}"' for one in needs)]
    readme = (ROOT / about["readme"]).read_text("utf-8")
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme]).encode("utf-8")


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")


def moment(form: str) -> str:
    """The time of archives, as text."""
    return time.strftime(form, time.gmtime(_epoch()))


def _epoch() -> int:
    return max(_FIRST, int(os.environ.get("SOURCE_DATE_EPOCH") or _FIRST))
