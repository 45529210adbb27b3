# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py release``: everything that is published of a version, in one folder.

The source distribution and the wheel, the sources of a vendored set for each prefix, the Rust crate, the recipes of
registries for the set of ``loom_``, a list of materials in SPDX, the provenance as an in-toto statement, and
``SHA256SUMS`` of all. Nothing is signed here. Equal commits give equal bytes: times are the commit's, or
``SOURCE_DATE_EPOCH``.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import __version__, processes
from generator.api import functions
from generator.library import Library
from generator.model import AsmloomError
from generator.released import rows
from generator.store import ROOT
from generator.tree import write_tree
from generator.vendoring.arguments import APART, CRATE, SYSTEMS
from generator.vendoring.contents import contents
from generator.vendoring.options import ALL, Options, resolve
from targets.toolchain import package, packaging
from targets.toolchain.process import ToolFailed, run

SUMS = "SHA256SUMS"
WHOLE = Options(targets=(ALL,), kernels=(ALL,), build=tuple(one for one in SYSTEMS if one not in APART))


def release(library: Library, into: Path, prefixes: Sequence[str], url: str) -> int:
    """Write the files of a release into a new or empty folder. ToolFailed if the tree is not what is committed."""
    if into.is_dir() and any(into.iterdir()):
        raise AsmloomError(f"release --into {into}: expected a new or an empty folder")
    commit = _commit()
    new = [row.name for row in functions(library.kernels.values()) if row.name not in rows()]
    if new:
        accept = "python3 -m targets.toolchain.released --accept, and a commit"
        raise ToolFailed(f"release: {new[0]} is not in targets/released.dat; expected {accept}")
    sets = [WHOLE.asked(prefix=prefix) for prefix in dict.fromkeys(prefixes)]
    write_tree(into, files(library, [*sets, WHOLE.asked(build=(CRATE,))], commit, url or packaging.URL))
    print((into / SUMS).read_text("ascii"), end="")
    return 0


def files(library: Library, sets: Sequence[Options], commit: str, url: str = packaging.URL) -> dict[str, bytes]:
    """The files of a release by their names, with an archive for each of ``sets``. ``commit``: which the tree is."""
    out: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        for make in (package.build_sdist, package.build_wheel):
            name = make(folder)
            out[name] = Path(folder, name).read_bytes()
    for number, options in enumerate(sets):
        crate = options.build == (CRATE,)
        name = package.NAME + (f"-{CRATE}" if crate else f"-vendored-{resolve(options, library).name}")
        made = contents(options, library)
        out[f"{name}.tar.gz"] = package.tar({f"{name}/{path}": (data, False) for path, data in made.items()})
        processes.watch(number + 1, len(sets))
    vendored = f"{package.NAME}-vendored-asmloom.tar.gz"
    if vendored in out:
        made = packaging.recipes(packaging.archive(vendored, out[vendored]), url)
        packed = {f"recipes/{path}": (data, data.startswith(b"#!")) for path, data in made.items()}
        out[f"{package.NAME}-recipes.tar.gz"] = package.tar(packed)
    out[f"{package.NAME}.spdx.json"] = _json(materials(out))
    out[f"{package.NAME}.intoto.json"] = _json(provenance(out, sets, commit, url))
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
    for row, path in ((one, path) for one in foreign for path in _paths(one["path"])):
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


def _paths(path: str | list[str]) -> list[str]:
    """The paths of an annotation: REUSE takes one as text, too."""
    return [path] if isinstance(path, str) else path


def provenance(made: Mapping[str, bytes], sets: Sequence[Options], commit: str, url: str) -> dict[str, Any]:
    """SLSA provenance 1: the files, and the commit and the words of the command that make them again."""
    prefixes = [one.prefix for one in sets if one.build != (CRATE,)]
    words = ["python3", "build.py", "release", *(word for one in prefixes for word in ("--prefix", one))]
    words += ["--url", url]
    time = package.moment("%Y-%m-%dT%H:%M:%SZ")
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": _digest("sha256", data)} for name, data in sorted(made.items())],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:asmloom:build.py:release",
                "externalParameters": {"command": [*words, "--into", "DIR"], "time": time},
                "resolvedDependencies": [{"name": package.project()["name"], "digest": {"gitCommit": commit}}],
            },
            "runDetails": {"builder": {"id": "urn:asmloom:build.py", "version": {"asmloom": __version__}}},
        },
    }


def _package(name: str, version: str, licence: str) -> dict[str, Any]:
    return {
        "SPDXID": _id(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
    }  # fmt: skip


def _id(name: str) -> str:
    return "SPDXRef-" + "".join(char if char.isalnum() or char in ".-" else "-" for char in name)


def _sum(algorithm: str, data: bytes) -> dict[str, str]:
    return {"algorithm": algorithm.upper(), "checksumValue": _digest(algorithm, data)[algorithm]}


def _digest(algorithm: str, data: bytes) -> dict[str, str]:
    return {algorithm: hashlib.new(algorithm, data).hexdigest()}


def _json(tree: Mapping[str, Any]) -> bytes:
    return (json.dumps(tree, indent=1) + "\n").encode("ascii")


def _commit() -> str:
    """The commit that the tree is, whose time becomes that of all files. ToolFailed if files are not those of the
    commit, or if the version is another commit's."""
    changed, place, head = (
        _git(*words)
        for words in (("status", "--porcelain"), ("rev-parse", "--show-prefix"), ("log", "-1", "--format=%H %ct"))
    )
    if place:
        raise ToolFailed(f"release: this is the folder {place} of another repository; expected a clone of asmloom")
    if changed:
        first = changed.split(None, 1)[1].splitlines()[0]
        raise ToolFailed(f"release: {first} is not committed; expected a clean tree: git stash --include-untracked")
    commit, moment = head.split()
    if tag_is_elsewhere(commit):
        raise ToolFailed(
            f"release: v{__version__} is the tag of another commit; expected a new __version__ in "
            f"generator/__init__.py, or that commit: git checkout v{__version__}"
        )
    os.environ.setdefault("SOURCE_DATE_EPOCH", moment)
    return commit


def tag_is_elsewhere(commit: str) -> bool:
    """True if the version has a tag, and the tag is another commit's."""
    tagged = _git("for-each-ref", "--format=%(objectname) %(*objectname)", f"refs/tags/v{__version__}").split()
    return bool(tagged) and commit not in tagged


def _git(*words: str) -> str:
    done = run(["git", *words], cwd=ROOT)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no commit"]
        raise ToolFailed(f"release: git: {said[0]}; expected a clone of asmloom")
    return done.stdout.decode("utf-8", "replace").strip()
