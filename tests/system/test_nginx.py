# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""nginx with the provider, named by a configuration file alone, serves libssl without the provider."""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from targets.toolchain import provider
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT
from tests.provider.test_provider import workshop

pytestmark = pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")

SIZE = 16 << 20
CONNECTIONS, PART = 64, 1 << 20  # connections at once, and what each of them fetches
NO_ENCRYPT_THEN_MAC = 1 << 19  # SSL_OP_NO_ENCRYPT_THEN_MAC, for which Python has no name
V10, V11, V12, V13 = (getattr(ssl.TLSVersion, name) for name in ("TLSv1", "TLSv1_1", "TLSv1_2", "TLSv1_3"))
SUITES = [
    *((V12, suite) for suite in ("AES128-SHA", "AES256-SHA", "AES128-SHA256", "AES256-SHA256")),
    (V12, "ECDHE-RSA-AES128-SHA"),
    (V12, "ECDHE-RSA-AES256-SHA384"),
    (V12, "ECDHE-RSA-AES128-GCM-SHA256"),
    (V11, "AES128-SHA"),
    (V10, "AES256-SHA"),
    (V13, None),
]
REQUEST = "GET /{} HTTP/1.0\r\nConnection: close\r\n\r\n"
CONF = """daemon off;
worker_processes 2;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/temp;
    proxy_temp_path {folder}/temp;
    fastcgi_temp_path {folder}/temp;
    uwsgi_temp_path {folder}/temp;
    scgi_temp_path {folder}/temp;
    server {{
        listen 127.0.0.1:{port} ssl;
        root {folder}/www;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
        ssl_ciphers ALL:@SECLEVEL=0;
        ssl_session_cache shared:one:1m;
    }}
}}
"""


def nginx() -> str:
    found = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if found is None:
        raise MissingTool("nginx is not installed; Debian: apt-get install nginx-light")
    return found


class Server:
    """nginx in a folder, with a configuration file of OpenSSL or with the system's."""

    def __init__(self, folder: Path, openssl_conf: Path | None) -> None:
        self.folder = folder
        (folder / "www").mkdir(parents=True)
        self.data = random.Random(16).randbytes(SIZE)
        (folder / "www" / "file").write_bytes(self.data)
        (folder / "www" / "part").write_bytes(self.data[:PART])
        words = "req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out cert.pem".split()
        done = run([str(require("openssl")), *words], timeout=HANG_SECONDS, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        # nginx takes the listening socket from here: clients may connect before nginx has started.
        with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
            self.port = listening.getsockname()[1]
            user = "user root;" if os.getuid() == 0 else ""
            (folder / "nginx.conf").write_text(CONF.format(folder=folder, port=self.port, user=user))
            env = {key: value for key, value in os.environ.items() if key != "OPENSSL_CONF"}
            env |= {"NGINX": f"{listening.fileno()};"} | ({"OPENSSL_CONF": str(openssl_conf)} if openssl_conf else {})
            self.process = subprocess.Popen(
                [nginx(), "-c", str(folder / "nginx.conf")], env=env, pass_fds=[listening.fileno()]
            )

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=HANG_SECONDS)

    def reload(self) -> None:
        os.kill(self.process.pid, 1)  # SIGHUP

    def maps(self) -> list[str]:
        """The memory of each of nginx's processes."""
        tree = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [Path(f"/proc/{pid}/maps").read_text() for pid in (str(self.process.pid), *tree)]

    def log(self) -> list[str]:
        """What went wrong, without notices, and without records that tests have forged."""
        text = (self.folder / "error.log").read_text()
        return [line for line in text.splitlines() if not re.search(r"\[(notice|info)\]|bad record mac", line)]

    def complaints(self, least: int) -> list[tuple[str, str]]:
        """The level and OpenSSL's errors of each refused record in the log, when at least ``least`` are there."""
        deadline = time.monotonic() + HANG_SECONDS
        while True:
            text = (self.folder / "error.log").read_text()
            found = re.findall(r"\[(\w+)\] [^\n]*SSL_read\(\) failed \((.*)\) while [^\n]*\n", text)
            if len(found) >= least:
                return found
            assert time.monotonic() < deadline, text
            time.sleep(0.01)

    def connect(self, version: ssl.TLSVersion, suite: str | None, mac_first: bool = False) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.port), HANG_SECONDS)
        return context(version, suite, mac_first).wrap_socket(plain)

    def fetch(self, version: ssl.TLSVersion, suite: str | None, mac_first: bool = False, size: int = SIZE) -> None:
        with self.connect(version, suite, mac_first) as client:
            assert suite is None or (client.cipher() or ("",))[0] == suite
            ask(client, "file" if size == SIZE else "part")
            assert read(client) == self.data[:size]

    def refusal(self, suite: str, mac_first: bool, change: Callable[[bytearray], None]) -> tuple[str, str, str]:
        """What the server says of a request whose record ``change`` has changed on its way: to the client, and to its
        log, by the level and OpenSSL's errors."""
        before = len(self.complaints(0))
        from_server, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context(V12, suite, mac_first).wrap_bio(from_server, to_server)
        with socket.create_connection(("127.0.0.1", self.port), HANG_SECONDS) as plain:

            def until_done(step: Callable[[], object]) -> None:
                while True:
                    try:
                        step()
                        return
                    except ssl.SSLWantReadError:
                        if to_server.pending:
                            plain.sendall(to_server.read())
                        got = plain.recv(1 << 16)
                        from_server.write(got) if got else from_server.write_eof()

            until_done(client.do_handshake)
            plain.sendall(to_server.read())
            client.write(REQUEST.format("part").encode())
            record = bytearray(to_server.read())
            assert record[0] == 23 and len(record) == 5 + int.from_bytes(record[3:5], "big")
            change(record)
            record[3:5] = (len(record) - 5).to_bytes(2, "big")
            plain.sendall(record)
            plain.shutdown(socket.SHUT_WR)  # the client has nothing to send from here on
            with pytest.raises(ssl.SSLError) as caught:
                until_done(lambda: client.read(1))
        return str(caught.value.reason), *self.complaints(before + 1)[-1]


def context(version: ssl.TLSVersion, suite: str | None, mac_first: bool = False) -> ssl.SSLContext:
    """A client of one version and suite."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    made.set_ciphers(f"{suite or 'ALL'}:@SECLEVEL=0")
    made.minimum_version = made.maximum_version = version
    if mac_first:
        made.options |= NO_ENCRYPT_THEN_MAC
    return made


def ask(client: ssl.SSLSocket, name: str = "file") -> None:
    client.sendall(REQUEST.format(name).encode())


def read(client: ssl.SSLSocket, least: int | None = None) -> bytes:
    """The body of the answer, or all that has come when at least ``least`` bytes have."""
    got = bytearray()
    while least is None or len(got) < least:
        part = client.recv(1 << 16)
        if not part:
            break
        got += part
    if least is not None:
        return bytes(got)
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    return body


@pytest.fixture(scope="module")
def conf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("module")
    made = provider.module(workshop(folder), provider.headers())
    path = folder / provider.CONFIGURATION
    path.write_text(provider.configuration(made))
    return path


@pytest.fixture(scope="module")
def server(conf: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server") / "nginx", conf)
    yield made
    made.close()
    assert made.log() == []


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without the provider."""
    made = Server(tmp_path_factory.mktemp("plain") / "nginx", None)
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
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("AES128-SHA:@SECLEVEL=0")
    context.maximum_version = V12
    session = None
    for turn in range(2):
        plain = socket.create_connection(("127.0.0.1", server.port), HANG_SECONDS)
        with context.wrap_socket(plain, session=session) as client:
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
    maps = server.maps()
    assert len(maps) >= 3 and all(provider.MODULE in text for text in maps)
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
        assert ours == theirs and "ALERT" in ours[0], (ours, theirs)


def test_ten_lines() -> None:
    """docs/openssl.md, but for the line that installs packages."""
    nginx()
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
