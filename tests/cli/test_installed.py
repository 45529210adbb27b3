# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``pip install`` of the source distribution by a new user: the command ``asmloom`` and the module, without a checkout,
without a network, on files that no command changes."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from pathlib import Path

import jinja2
import pytest

from generator import __version__
from targets.toolchain import package, venv
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, environment, one_line, stamps
from tests.test_pages import tutorial

pytestmark = pytest.mark.kernels("md5_blocks")
TRIPLE = "x86_64-linux-gnu"


def run(*words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in environment(variables).items() if name != "ASMLOOM_PYTHON"}
    return subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


class Installed:
    """A virtual environment with asmloom, and with the packages of this test run."""

    def __init__(self, folder: Path) -> None:
        assert run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder).returncode == 0
        self.python = folder / "venv" / "bin" / "python"
        self.site = next((folder / "venv").glob("lib/python*/site-packages"))
        (self.site / "packages.pth").write_text(f"{Path(jinja2.__file__).parents[1]}\n", "utf-8")
        with tarfile.open(folder / package.build_sdist(str(folder))) as archive:
            archive.extractall(folder)
        self.unpacked = folder / package.NAME
        pip: list[str | Path] = [
            *venv.pip(),
            "--python",
            self.python,
            "--disable-pip-version-check",
            "install",
            "--no-index",
        ]
        done = run(*pip, "--no-deps", "--no-build-isolation", self.unpacked, cwd=folder)
        assert done.returncode == 0, done.stderr
        self.before = stamps(self.site)

    def __call__(self, *words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the command. Nothing that is installed changes."""
        done = run(self.python.with_name("asmloom"), *words, cwd=cwd, **variables)
        assert stamps(self.site) == self.before
        return done


@pytest.fixture(scope="module")
def asmloom(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


COMMANDS = (
    ("--version", 0, f"asmloom {__version__}"),
    ("list --json", 0, '"md5_blocks"'),
    (f"generate --target {TRIPLE} --kernel md5_blocks --into made", 0, " files in made"),
    (f"vendor --into set --kernels md5 --targets {TRIPLE} --build make", 0, "1 target in set: "),
    ("vendor --check set", 0, " files are what asmloom"),
    (f"diff {TRIPLE} {TRIPLE}:nasm --kernel md5_blocks --stat", 1, "loop bodies: the same"),
    ("prove md5_blocks", 0, "2 of 2 functions proved"),
    ("new mine --kernel-path own", 0, "asmloom test --kernel-path own mine"),
    (f"test --kernel-path own --target {TRIPLE}", 0, "calls: good"),
    pytest.param(
        f"install {TRIPLE} --prefix /usr --destdir made", 0, "made/usr/lib/libasmloom.a", marks=pytest.mark.whole
    ),
    pytest.param(TRIPLE, 0, f"state/{TRIPLE}-gas/libasmloom.a", marks=pytest.mark.whole),
)


@pytest.mark.parametrize(("words", "status", "said"), COMMANDS)
def test_commands(
    asmloom: Installed, tmp_path_factory: pytest.TempPathFactory, words: str, status: int, said: str
) -> None:
    """From a folder of a user's, who has no checkout. What the command itself makes is in its folder of state."""
    folder = tmp_path_factory.getbasetemp() / "user"
    folder.mkdir(exist_ok=True)
    done = asmloom(*words.split(), cwd=folder, ASMLOOM_BUILD="state")
    assert (done.returncode, said in done.stdout) == (status, True), (done.stdout, done.stderr)
    assert {path.name for path in folder.iterdir()} <= {"made", "set", "own", "state"}


NEED_A_CHECKOUT = (
    "generate",
    "test",
    "test --fast",
    "lint",
    "fuzz --seconds 1",
    "diff HEAD~1 HEAD",
    "diff --stat HEAD",
    "model",
    "release --into made",
)


@pytest.mark.parametrize("words", NEED_A_CHECKOUT)
def test_what_needs_a_checkout_says_so(asmloom: Installed, tmp_path: Path, words: str) -> None:
    line = one_line(asmloom(*words.split(), cwd=tmp_path), "checkout")
    assert line.startswith("asmloom: ") and "build.py" not in line


def test_a_package_that_is_missing(asmloom: Installed, tmp_path: Path) -> None:
    """Python's -S leaves out the line that adds the packages of this test run."""
    program = "import sys; sys.path.append(sys.argv.pop(1)); from asmloom.__main__ import main; sys.exit(main())"
    words = (asmloom.python, "-S", "-c", program, asmloom.site)
    for more in (("prove", "md5_blocks"), ("test", "--kernel-path", ".")):
        done = run(*words, *more, cwd=tmp_path)
        one_line(done, "asmloom: ", " is not installed", "pip install 'asmloom[tools]'")


def test_state(asmloom: Installed, tmp_path: Path) -> None:
    """The user's cache folder, if nothing else is named. A folder that cannot be written is named, with the options."""
    cache = {"ASMLOOM_CACHE": "", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    asmloom("diff", TRIPLE, f"{TRIPLE}:nasm", "--kernel", "md5_blocks_scalar", cwd=tmp_path, **cache)
    assert (tmp_path / "cache" / "asmloom" / "cache" / "store").is_dir()
    for words in (("--build-dir", "/proc/x", TRIPLE), (TRIPLE, "--build-dir=/proc/x")):
        one_line(asmloom(*words, cwd=tmp_path), "asmloom: /proc/x", "--build-dir DIR, or ASMLOOM_BUILD")
    one_line(asmloom("list", "--build-dir", cwd=tmp_path), "--build-dir: expected the name of a folder")


API = """
import asmloom, json, sys
kernel = asmloom.load("mine").kernel("my_md5")
assert kernel.source("aarch64-apple-darwin", "gas") == kernel.files("aarch64-apple-darwin")["my_md5_scalar.S"]
facts = kernel.functions("x86_64-linux-gnu")
assert [one.variant for one in facts] == list(kernel.variants) and facts == kernel.explain("x86_64-linux-gnu").variants
try:
    asmloom.load().kernel("md5_block")
except asmloom.AsmloomError as error:
    assert "md5_blocks" in str(error)
assert not [path for path in sys.path if "asmloom" in path]
sys.stdout.write(kernel.source("aarch64-linux-gnu"))
"""


def test_a_script_of_one_s_own(asmloom: Installed, tmp_path: Path) -> None:
    """The tutorial's script, by the command and by the module."""
    (tmp_path / "mine").mkdir()
    tutorial(tmp_path / "mine")
    words = ("show", "my_md5", "--kernel-path", "mine", "--target", "aarch64-linux-gnu", "--stage", "asm")
    shown = asmloom(*words, cwd=tmp_path)
    read = run(asmloom.python, "-c", API, cwd=tmp_path)
    assert (shown.stderr, read.stderr) == ("", "")
    assert shown.stdout == read.stdout != ""


def test_completion(asmloom: Installed, tmp_path: Path) -> None:
    """In bash, by the script that the command prints: commands, options, and values by their kind."""
    ask = """PATH="$1:$PATH"; eval "$(asmloom completion bash)"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _asmloom; printf '%s\\n' "${COMPREPLY[@]}\""""
    for words, offered in {
        ("expl",): "explain", ("show", "md5_blocks", "--target", "i686-l"): "i686-linux-gnu",
        ("explain", "md5_blocks_x3"): "md5_blocks_x32", ("vendor", "--build", "cmake", "me"): "meson",
        ("vendor", "--into", "a"): "",
    }.items():  # fmt: skip
        done = run("bash", "-c", ask, "bash", asmloom.python.parent, "asmloom", *words, cwd=tmp_path)
        assert (done.stdout, done.stderr) == (f"{offered}\n", ""), words


def test_the_page_s_example(asmloom: Installed, tmp_path: Path) -> None:
    (example,) = re.findall(
        r"^  ```python\n(.*?)^  ```", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.M | re.S
    )
    done = run(asmloom.python, "-c", textwrap.dedent(example), cwd=tmp_path)
    assert done.stderr == "" and re.search(r"^avx512vl \d+ \('avx512f', 'avx512vl'\)$", done.stdout, re.M)


def test_a_name_that_is_taken(asmloom: Installed, tmp_path: Path) -> None:
    (tmp_path / "targets.py").touch()
    done = run(asmloom.python, "-c", "import targets, asmloom", cwd=tmp_path)
    assert "ImportError: asmloom needs the name targets for a package of its own" in done.stderr


def test_equal_bytes(asmloom: Installed, tmp_path: Path) -> None:
    """The unpacked source distribution makes the wheel of the tree, in another folder, time zone and umask. The wheel
    has no module outside of the package."""
    make = "import os; os.umask(0o077); from targets.toolchain import package; package.build_wheel(os.environ['TO'])"
    made = {}
    for root, zone in ((ROOT, "Asia/Tokyo"), (asmloom.unpacked, "America/Lima")):
        place = tmp_path / zone[:4]
        place.mkdir()
        done = run(sys.executable, "-c", make, cwd=root, TZ=zone, TO=str(place), SOURCE_DATE_EPOCH="1800000000")
        assert done.stderr == ""
        made[zone] = next(place.iterdir())
    one, two = made.values()
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {"asmloom", f"{package.NAME}.dist-info"}
        assert archive.infolist()[0].date_time[:3] == (2027, 1, 15)


def test_the_declared_packages_are_those_that_are_imported() -> None:
    """In the versions that the lock files name, which the tests run with."""
    project = package.project()
    declared = [*project["dependencies"], *(one for some in project["optional-dependencies"].values() for one in some)]
    floors = dict(one.split(">=") for one in declared)
    locks = "".join(path.read_text("utf-8") for path in ROOT.glob("requirements*.txt"))
    for name in {name for some in project["optional-dependencies"].values() for name in map(_name, some)}:
        assert f"\n{name}=={floors[name]} " in f"\n{locks}"
    texts = [path.read_text("utf-8") for part in ("asmloom", *package.PARTS) for path in (ROOT / part).rglob("*.py")]
    found = {name for text in texts for name in re.findall(r"^\s*(?:from|import) (\w+)", text, re.M)}
    packages = importlib.metadata.packages_distributions()
    outside = {packages[name][0].lower() for name in found - {"tomli"} if name in packages}
    assert outside | {"ziglang"} == set(floors)


def _name(requirement: str) -> str:
    return requirement.split(">=")[0]
