# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py release``: everything that is published of a version, in one folder.

The source distribution and the wheel, the sources of a vendored set for each prefix, ``SHA256SUMS`` of all, and a list
of materials in SPDX. Equal commits give equal bytes: times are the commit's, or ``SOURCE_DATE_EPOCH``.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import __version__, processes
from generator.library import Library
from generator.model import AsmloomError
from generator.store import ROOT
from generator.tree import write_tree
from generator.vendoring.arguments import SYSTEMS
from generator.vendoring.contents import contents
from generator.vendoring.options import ALL, Options, resolve
from targets.toolchain import package
from targets.toolchain.process import ToolFailed, run

SUMS = "SHA256SUMS"
WHOLE = Options(targets=(ALL,), kernels=(ALL,), build=SYSTEMS)


def release(library: Library, into: Path, prefixes: Sequence[str]) -> int:
    """Write the files of a release into a new or empty folder. ToolFailed if the tree is not what is committed."""
    if into.is_dir() and any(into.iterdir()):
        raise AsmloomError(f"release --into {into}: expected a new or an empty folder")
    if (ROOT / ".git").exists():
        _pin_time()
    write_tree(into, files(library, [WHOLE.asked(prefix=prefix) for prefix in dict.fromkeys(prefixes)]))
    print((into / SUMS).read_text("ascii"), end="")
    return 0


def files(library: Library, sets: Iterable[Options]) -> dict[str, bytes]:
    """The files of a release by their names, with an archive for each of ``sets``."""
    out: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        for make in (package.build_sdist, package.build_wheel):
            name = make(folder)
            out[name] = Path(folder, name).read_bytes()
    for number, options in enumerate(sets):
        name = f"{package.NAME}-vendored-{resolve(options, library).name}"
        made = contents(options, library)
        out[f"{name}.tar.gz"] = package.tar({f"{name}/{path}": (data, False) for path, data in made.items()})
        processes.watch(number + 1, len(out) - 2)
    out[f"{package.NAME}.spdx.json"] = (json.dumps(materials(out), indent=1) + "\n").encode("ascii")
    sums = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(out.items())]
    return {**out, SUMS: "".join(sums).encode("ascii")}


def materials(archives: Mapping[str, bytes]) -> dict[str, Any]:
    """SPDX 2.3: the archives, what they depend on, and the files under a licence of others, which REUSE.toml lists."""
    project = package.project()
    packages = [_package("asmloom", __version__, project["license"])]
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-asmloom")]
    for name, data in archives.items():
        found = _package(name, __version__, project["license"])
        found |= {"packageFileName": name, "checksums": [_sum("sha256", data)]}
        packages.append(found)
        links.append((found["SPDXID"], "VARIANT_OF", "SPDXRef-asmloom"))
    optional = [one for some in project["optional-dependencies"].values() for one in some]
    for kind, needs in (("DEPENDENCY_OF", project["dependencies"]), ("OPTIONAL_DEPENDENCY_OF", optional)):
        for name, _, version in (one.partition(">=") for one in needs):
            packages.append(_package(name, version, "NOASSERTION"))
            links.append((packages[-1]["SPDXID"], kind, "SPDXRef-asmloom"))
    own, others = project["license"].split(" AND ")[0].strip("()"), []
    foreign = [row for row in package.toml("REUSE.toml")["annotations"] if row["SPDX-License-Identifier"] != own]
    for row, path in ((one, path) for one in foreign for path in one["path"]):
        data = (ROOT / path).read_bytes()
        others.append(
            {
                "SPDXID": _id(path), "fileName": f"./{path}", "licenseConcluded": row["SPDX-License-Identifier"],
                "copyrightText": row["SPDX-FileCopyrightText"],
                "checksums": [_sum("sha1", data), _sum("sha256", data)],
            }
        )  # fmt: skip
        links.append(("SPDXRef-DOCUMENT", "DESCRIBES", _id(path)))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": package.NAME,
        "documentNamespace": f"urn:asmloom:{package.NAME}:{hashlib.sha256(b''.join(archives.values())).hexdigest()}",
        "creationInfo": {"created": package.moment("%Y-%m-%dT%H:%M:%SZ"), "creators": [f"Tool: {package.NAME}"]},
        "packages": packages, "files": others,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in links
        ],
    }  # fmt: skip


def _package(name: str, version: str, licence: str) -> dict[str, Any]:
    return {
        "SPDXID": _id(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
    }  # fmt: skip


def _id(name: str) -> str:
    return "SPDXRef-" + "".join(char if char.isalnum() or char in ".-" else "-" for char in name)


def _sum(algorithm: str, data: bytes) -> dict[str, str]:
    return {"algorithm": algorithm.upper(), "checksumValue": hashlib.new(algorithm, data).hexdigest()}


def _pin_time() -> None:
    """Take the time of the commit. ToolFailed if files are not those of the commit."""
    told = [run(["git", *words], cwd=ROOT) for words in (("status", "--porcelain"), ("log", "-1", "--format=%ct"))]
    if any(done.returncode for done in told):
        raise ToolFailed(f"release: git: {told[0].stderr.decode('utf-8', 'replace').strip() or 'no commit'}")
    changed, moment = (done.stdout.decode("utf-8", "replace") for done in told)
    if changed:
        raise ToolFailed(
            f"release: {changed.split(None, 1)[1].splitlines()[0]} is not committed; expected a clean tree"
        )
    os.environ.setdefault("SOURCE_DATE_EPOCH", moment.strip())
