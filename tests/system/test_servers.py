# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""nginx and Apache with the provider, named by a configuration file alone, serve libssl without the provider."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from targets.toolchain import provider
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT
from tests.provider.test_provider import workshop
from tests.system.server import (
    CONNECTIONS,
    PART,
    REQUEST,
    SIZE,
    SUITES,
    V12,
    Apache,
    Nginx,
    Server,
    ask,
    context,
    looks,
    read,
    tool,
)

pytestmark = pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")


@pytest.fixture(scope="module")
def conf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("module")
    made = provider.module(workshop(folder), provider.headers())
    path = folder / provider.CONFIGURATION
    path.write_text(provider.configuration(made))
    return path


KINDS = [pytest.param(kind, id=kind.__name__.lower()) for kind in (Nginx, Apache)]


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> type[Server]:
    made: type[Server] = request.param
    return made


@pytest.fixture(scope="module")
def server(kind: type[Server], conf: Path) -> Iterator[Server]:
    made = kind(conf)
    try:
        yield made
        assert made.log() == []
    finally:
        made.close()


@pytest.fixture(scope="module")
def plain(kind: type[Server]) -> Iterator[Server]:
    """A server without the provider."""
    made = kind(None)
    yield made
    made.close()


@pytest.mark.parametrize("mac_first", [False, True], ids=["encrypt-then-mac", "mac-first"])
@pytest.mark.parametrize(("version", "suite"), SUITES)
def test_a_file(version: ssl.TLSVersion, suite: str | None, mac_first: bool, server: Server) -> None:
    """A file of 16 MB arrives as it is."""
    server.fetch(version, suite, mac_first)


def test_many_at_once(server: Server) -> None:
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        jobs = [pool.submit(server.fetch, *SUITES[n % len(SUITES)], bool(n % 3), PART) for n in range(CONNECTIONS)]
        for job in jobs:
            job.result()


def test_resumption(server: Server) -> None:
    client_context = context(V12, "AES128-SHA")
    session = None
    for turn in range(2):
        plain = socket.create_connection(("127.0.0.1", server.port), HANG_SECONDS)
        with client_context.wrap_socket(plain, session=session) as client:
            ask(client)
            assert read(client) == server.data
            assert client.session_reused is bool(turn)
            session = client.session


def test_reload(server: Server) -> None:
    """A transfer that has begun ends as it is, while new workers with the provider take new connections."""
    with server.connect(V12, "AES128-SHA", mac_first=True) as client:
        ask(client)
        first = read(client, least=100_000)
        server.reload()
        server.fetch(V12, "AES256-SHA", mac_first=True)
        assert (first + read(client, least=SIZE * 2)).partition(b"\r\n\r\n")[2] == server.data


def test_through_asmloom(server: Server, plain: Server) -> None:
    """The module is in every process of the server; it is in none of a server without the configuration file."""
    server.fetch(V12, "AES128-SHA")
    for _ in looks():  # after a reload old processes end, and unload the module before
        maps = server.maps()
        if len(maps) >= 3 and all(provider.MODULE in text for text in maps):
            break
    else:
        raise AssertionError(maps)
    plain.fetch(V12, "AES128-SHA")
    assert not any(provider.MODULE in text for text in plain.maps())


@pytest.mark.parametrize("suite", ["AES128-SHA", "ECDHE-RSA-AES256-SHA384"])
def test_other_clients(suite: str, server: Server) -> None:
    """curl and openssl s_client get the file."""
    address = f"127.0.0.1:{server.port}"
    words = ["curl", "-sSk", "--tls-max", "1.2", "--ciphers", f"{suite}:@SECLEVEL=0", f"https://{address}/file"]
    if shutil.which("curl") is None:
        raise MissingTool("curl is not installed; Debian: apt-get install curl")
    done = run(words, timeout=HANG_SECONDS)
    assert done.returncode == 0 and done.stdout == server.data, done.stderr
    words = [str(require("openssl")), "s_client", "-connect", address, "-tls1_2", "-cipher", f"{suite}:@SECLEVEL=0"]
    request = REQUEST.format("file").encode()
    done = subprocess.run([*words, "-quiet"], input=request, capture_output=True, timeout=HANG_SECONDS)
    assert done.stdout.partition(b"\r\n\r\n")[2] == server.data, done.stderr


@pytest.mark.parametrize("mac_first", [False, True], ids=["encrypt-then-mac", "mac-first"])
@pytest.mark.parametrize("suite", ["AES128-SHA", "AES256-SHA256", "ECDHE-RSA-AES256-SHA384"])
def test_wrong_records(suite: str, mac_first: bool, server: Server, plain: Server) -> None:
    """Records with a changed bit and truncated ones are refused as libssl alone refuses them."""

    def flip(at: int) -> Callable[[bytearray], None]:
        def change(record: bytearray) -> None:
            record[at] ^= 1

        return change

    def truncate(by: int) -> Callable[[bytearray], None]:
        def change(record: bytearray) -> None:
            del record[-by:]

        return change

    for change in (flip(5), flip(40), flip(-1), flip(-17), truncate(1), truncate(16), truncate(32), truncate(64)):
        ours, theirs = (one.refusal(suite, mac_first, change) for one in (server, plain))
        assert ours == theirs and "ALERT" in ours[0] and len(ours) >= 3, (ours, theirs)


def test_ten_lines() -> None:
    """docs/openssl.md, but for the line that installs packages."""
    tool("nginx", "nginx-light")
    [block] = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / "openssl.md").read_text("utf-8"), re.M | re.S)
    lines = block.splitlines()
    assert len(lines) == 10 and lines[0].startswith("apt-get install -y ")
    env = {key: value for key, value in os.environ.items() if key != "OPENSSL_CONF"}
    with tempfile.TemporaryDirectory() as folder:  # pytest's folders hide from the user that nginx becomes
        Path(folder).chmod(0o755)
        script = "\n".join(lines[1:])
        done = run(["sh", "-ec", script], timeout=HANG_SECONDS, cwd=ROOT, env=env | {"TMPDIR": folder})
    text = done.stdout.decode()
    assert done.returncode == 0, text + done.stderr.decode()
    assert "the same 16 MB" in text and provider.MODULE in text and "aes_cbc_sha1_blocks" in text, text
