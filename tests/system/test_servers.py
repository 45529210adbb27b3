# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""nginx and Apache with the provider, named by a configuration file alone, serve libssl without the provider."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
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
    SUITES_13,
    V12,
    V13,
    Apache,
    Nginx,
    Server,
    ask,
    context,
    looks,
    read,
    tool,
)

REQUESTS = 640  # of programs that make load
# An answer is compared in wrk's thread, which says when it has enough of them: wrk itself ends by its clock only.
WRK = """
local expected = io.open("{file}", "rb"):read("*a")
local threads = {{}}
same, others = 0, 0
function setup(thread)
    table.insert(threads, thread)
end
function response(status, headers, body)
    if status == 200 and body == expected then
        same = same + 1
    else
        others = others + 1
    end
    if same + others == {requests} then
        print("enough")
        io.flush()
    end
end
function done(summary)
    local e = summary.errors
    local thread = threads[1]
    print(string.format("same %d, others %d, errors %d", thread:get("same"), thread:get("others"),
                        e.connect + e.read + e.write + e.status + e.timeout))
end
"""
CLIENT = """openssl_conf = start
[start]
ssl_conf = ssl
[ssl]
system_default = all
[all]
MaxProtocol = TLSv1.{version}
CipherString = {suite}:@SECLEVEL=0
Ciphersuites = {suite_13}
Options = {sign}EncryptThenMac
"""

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
def test_a_file(version: ssl.TLSVersion, suite: str, mac_first: bool, server: Server) -> None:
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


def test_aeads_through_asmloom(tmp_path: Path) -> None:
    """Each suite of TLS 1.3 has its records sealed by the module, whose functions count their calls."""
    module = provider.module(workshop(tmp_path), provider.headers(), ["--coverage"])
    path = tmp_path / provider.CONFIGURATION
    path.write_text(provider.configuration(module))
    server = Nginx(path)
    for suite in SUITES_13:
        server.fetch(V13, suite, size=PART)
    server.close()
    [data] = tmp_path.rglob("provider_aead.gcda")
    shutil.copy(data, tmp_path / "obj")
    words = [tool("gcov", "gcc"), "--json-format", "--stdout", data.name]
    done = run(words, timeout=HANG_SECONDS, cwd=tmp_path / "obj")
    files = json.loads(done.stdout)["files"]
    calls = {one["name"]: int(one["execution_count"]) for file in files for one in file["functions"]}
    assert calls["begin"] >= len(SUITES_13) * PART // 16384, calls


@pytest.mark.parametrize("suite", ["AES128-SHA", "ECDHE-RSA-AES256-SHA384", *SUITES_13])
def test_other_clients(suite: str, server: Server) -> None:
    """curl and openssl s_client get the file."""
    address = f"127.0.0.1:{server.port}"
    suites = (
        ["--tls13-ciphers", suite] if suite in SUITES_13 else ["--tls-max", "1.2", "--ciphers", f"{suite}:@SECLEVEL=0"]
    )
    words = ["curl", "-sSk", *suites, f"https://{address}/file"]
    if shutil.which("curl") is None:
        raise MissingTool("curl is not installed; Debian: apt-get install curl")
    done = run(words, timeout=HANG_SECONDS)
    assert done.returncode == 0 and done.stdout == server.data, done.stderr
    suites = ["-ciphersuites", suite] if suite in SUITES_13 else ["-tls1_2", "-cipher", f"{suite}:@SECLEVEL=0"]
    words = [str(require("openssl")), "s_client", "-connect", address, *suites]
    request = REQUEST.format("file").encode()
    done = subprocess.run([*words, "-quiet"], input=request, capture_output=True, timeout=HANG_SECONDS)
    assert done.stdout.partition(b"\r\n\r\n")[2] == server.data, done.stderr


@pytest.fixture(params=["encrypt-then-mac", "mac-first", *SUITES_13])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[dict[str, str], str, str]:
    """For clients without words for it: TLS 1.2 by AES128-SHA, with either order of MAC and encryption, or a suite of
    TLS 1.3. The environment, and the protocol and the suite as ab tells them."""
    new = request.param in SUITES_13
    suite = request.param if new else "AES128-SHA"
    path = tmp_path / "client.cnf"
    sign = "-" if request.param == "mac-first" else ""
    suites = {"suite": "ALL" if new else suite, "suite_13": suite if new else SUITES_13[0]}
    path.write_text(CLIENT.format(version=3 if new else 2, sign=sign, **suites))
    return os.environ | {"OPENSSL_CONF": str(path)}, f"TLSv1.{3 if new else 2}", suite


def test_ab(server: Server, client: tuple[dict[str, str], str, str]) -> None:
    """ab's 64 connections with keep-alive get answers of the right length."""
    env, version, suite = client
    words = [tool("ab", "apache2-utils"), "-k", "-n", f"{REQUESTS}", "-c", f"{CONNECTIONS}"]
    words += ["-f", version.replace("v", ""), *([] if suite in SUITES_13 else ["-Z", f"{suite}:@SECLEVEL=0"])]
    done = run([*words, f"https://127.0.0.1:{server.port}/part"], timeout=HANG_SECONDS, env=env)
    text = done.stdout.decode()
    assert done.returncode == 0, text + done.stderr.decode()
    found = {key: value.strip() for key, value in re.findall(r"^([\w/ -]+):\s+(.*)$", text, re.M)}
    assert found["SSL/TLS Protocol"].startswith(f"{version},{suite},")
    assert (found["Complete requests"], found["Failed requests"]) == (f"{REQUESTS}", "0"), text
    assert int(found["Keep-Alive requests"]) > CONNECTIONS, text


def test_wrk(server: Server, client: tuple[dict[str, str], str, str], tmp_path: Path) -> None:
    """wrk's 64 connections with keep-alive get the file as it is, until there are enough answers."""
    script = tmp_path / "compare.lua"
    script.write_text(WRK.format(file=server.folder / "www" / "part", requests=REQUESTS))
    words = [tool("wrk", "wrk"), "-t", "1", "-c", f"{CONNECTIONS}", "-d", f"{HANG_SECONDS:.0f}", "-s", str(script)]
    words += ["--timeout", f"{HANG_SECONDS:.0f}", f"https://127.0.0.1:{server.port}/part"]
    with subprocess.Popen(words, env=client[0], stdout=subprocess.PIPE) as wrk:
        text = until(wrk, b"enough").decode()
        wrk.send_signal(signal.SIGINT)
        text += until(wrk, b"no such word").decode()
    [same, others, errors] = map(int, re.findall(r"^same (\d+), others (\d+), errors (\d+)$", text, re.M)[0])
    assert same >= REQUESTS and (others, errors) == (0, 0), text


def until(process: subprocess.Popen[bytes], word: bytes) -> bytes:
    """A program's output up to a word, or all of it if the word never comes."""
    assert process.stdout is not None
    got = b""
    while word not in got:
        part = os.read(process.stdout.fileno(), 1 << 16)
        if not part:
            break
        got += part
    return got


def s_client(port: int, suite: str, *more: str) -> subprocess.Popen[bytes]:
    new = suite in SUITES_13
    words = [str(require("openssl")), "s_client", "-connect", f"127.0.0.1:{port}", *more]
    words += ["-tls1_3", "-ciphersuites", suite] if new else ["-tls1_2", "-cipher", f"{suite}:@SECLEVEL=0"]
    pipe = subprocess.PIPE
    made = subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
    said = until(made, b"Verify return code" if new else b"Extended master secret")
    assert f"Cipher is {suite}".encode() in said, said.decode()
    return made


def say(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(text)


@pytest.mark.parametrize("suite", ["AES128-SHA", "ECDHE-RSA-AES256-SHA384"])
def test_renegotiation_refused(suite: str, server: Server, plain: Server) -> None:
    """Both servers refuse a renegotiation by the client, and go on, with the provider as without."""
    ends = []
    for one in (server, plain):
        with s_client(one.port, suite) as client:
            say(client, b"R\n")
            ends.append(re.findall(rb"error:([0-9A-F]{8})", until(client, b"no such word")))
        one.fetch(V12, suite)
    assert ends[0] == ends[1] != []


@pytest.mark.parametrize("suite", ["AES128-SHA", "ECDHE-RSA-AES256-SHA384"])
def test_renegotiation(suite: str, conf: Path, plain: Server) -> None:
    """openssl s_server with the provider grants one: text passes before and after."""
    words = f"-accept 127.0.0.1:0 -naccept 1 -rev -client_renegotiation -tls1_2 -cipher {suite}:@SECLEVEL=0".split()
    words += ["-cert", str(plain.folder / "cert.pem"), "-key", str(plain.folder / "key.pem")]
    env = os.environ | {"OPENSSL_CONF": str(conf)}
    command = [str(require("openssl")), "s_server", *words]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as s_server:
        said = b""
        while (port := re.search(rb"ACCEPT 127\.0\.0\.1:(\d+)\n", said)) is None:
            more = until(s_server, b"\n")
            assert more, said.decode()
            said += more
        with s_client(int(port[1]), suite) as client:
            for turn, (text, back) in enumerate([(b"one", b"eno"), (b"two", b"owt"), (b"three", b"eerht")]):
                if turn > 0:
                    say(client, b"R\n")
                    assert b"RENEGOTIATING" in until(client, b"RENEGOTIATING")
                say(client, text + b"\n")
                got = until(client, back)
                assert back in got, got.decode()
            assert provider.MODULE in Path(f"/proc/{s_server.pid}/maps").read_text()
            say(client, b"Q\n")


@pytest.mark.parametrize("suite", SUITES_13)
def test_key_update(suite: str, server: Server, tmp_path: Path) -> None:
    """New keys for the client's records, and then for both directions: requests and answers pass before and after."""
    messages = tmp_path / "messages"
    with s_client(server.port, suite, "-msg", "-msgfile", str(messages)) as client:
        for command in (b"k\n", b"K\n", b""):
            say(client, b"GET /part HTTP/1.1\r\nHost: localhost\r\n\r\n")
            got = until(client, server.data[PART - 64 : PART])
            assert server.data[:PART] in got, got[-2000:]
            if command:
                say(client, command)
                assert b"KEYUPDATE" in until(client, b"KEYUPDATE")
        say(client, b"Q\n")
    updates = re.findall(r"^(>>>|<<<) TLS 1.3, Handshake \[length 0005\], KeyUpdate$", messages.read_text(), re.M)
    assert updates == [">>>", ">>>", "<<<"]


CBC_SUITES = ("AES128-SHA", "AES256-SHA256", "ECDHE-RSA-AES256-SHA384")
AEADS = [*((V12, suite) for suite in ("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305")),
         *((V13, suite) for suite in SUITES_13)]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "suite", "mac_first"),
    [*((V12, suite, first) for suite in CBC_SUITES for first in (False, True)), *((*one, False) for one in AEADS)],
)
def test_wrong_records(version: ssl.TLSVersion, suite: str, mac_first: bool, server: Server, plain: Server) -> None:
    """Records with a changed bit and truncated ones are refused as libssl alone refuses them."""

    def flip(at: int) -> Callable[[bytearray], None]:
        def change(record: bytearray) -> None:
            record[at] ^= 1

        return change

    def truncate(by: int) -> Callable[[bytearray], None]:
        def change(record: bytearray) -> None:
            del record[max(len(record) - by, 5) :]

        return change

    for change in (flip(5), flip(40), flip(-1), flip(-17), truncate(1), truncate(16), truncate(32), truncate(64)):
        ours, theirs = (one.refusal(version, suite, mac_first, change) for one in (server, plain))
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
