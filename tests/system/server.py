# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""nginx and Apache with mod_ssl in folders of their own, and clients of libssl without the provider."""

from __future__ import annotations

import _ssl
import ctypes
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run

SIZE = 16 << 20
CONNECTIONS, PART = 64, 1 << 20  # connections at once, and what each of them fetches
NO_ENCRYPT_THEN_MAC = 1 << 19  # SSL_OP_NO_ENCRYPT_THEN_MAC, for which Python has no name
V10, V11, V12, V13 = (getattr(ssl.TLSVersion, name) for name in ("TLSv1", "TLSv1_1", "TLSv1_2", "TLSv1_3"))
SUITES_13 = ("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256")
SUITES = [
    *((V12, suite) for suite in ("AES128-SHA", "AES256-SHA", "AES128-SHA256", "AES256-SHA256")),
    (V12, "ECDHE-RSA-AES128-SHA"),
    (V12, "ECDHE-RSA-AES256-SHA384"),
    (V12, "ECDHE-RSA-AES128-GCM-SHA256"),
    (V12, "ECDHE-RSA-CHACHA20-POLY1305"),
    (V11, "AES128-SHA"),
    (V10, "AES256-SHA"),
    *((V13, suite) for suite in SUITES_13),
]
REQUEST = "GET /{} HTTP/1.0\r\nConnection: close\r\n\r\n"
NGINX = """daemon off;
worker_processes {workers};
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


# Apache closes kept connections when all threads of a process are busy: each has more threads than there are
# connections.
APACHE = """ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
{user}
PidFile {folder}/apache.pid
DefaultRuntimeDir {folder}
ErrorLog {folder}/error.log
LogLevel info
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule socache_shmcb_module {modules}/mod_socache_shmcb.so
LoadModule ssl_module {modules}/mod_ssl.so
StartServers 2
ThreadLimit 128
ThreadsPerChild 128
MinSpareThreads 64
MaxSpareThreads 256
MaxRequestWorkers 256
KeepAliveTimeout 600
DocumentRoot {folder}/www
SSLEngine on
SSLCertificateFile {folder}/cert.pem
SSLCertificateKeyFile {folder}/key.pem
SSLProtocol -all +TLSv1 +TLSv1.1 +TLSv1.2 +TLSv1.3
SSLCipherSuite ALL:@SECLEVEL=0
SSLSessionCache shmcb:{folder}/sessions(512000)
"""
# What records that tests have forged leave in the log, with the provider as without; the last two are too short.
_FORGED = "bad record mac|Provider routines::invalid (aad|data)"
_MODULES = "/usr/lib/apache2/modules"


def tool(name: str, package: str) -> str:
    """A server's program, which may stand where only root's PATH leads."""
    found = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
    if found is None:
        raise MissingTool(f"{name} is not installed; Debian: apt-get install --no-install-recommends {package}")
    return found


def looks() -> Iterator[int]:
    """A number for each look at something that comes at its own time, with pauses between, until it hangs."""
    for number in range(int(HANG_SECONDS) * 100):
        yield number
        time.sleep(0.01)


class Server(ABC):
    """A server in a folder, with a configuration file of OpenSSL or with the system's."""

    complaint: ClassVar[str]  # in the log, of a refused record: the level, and text with OpenSSL's errors
    harmless: ClassVar[str] = r"[\[:](notice|info)\]"
    reloads: ClassVar[signal.Signals]

    def __init__(self, openssl_conf: Path | None) -> None:
        # pytest's folders hide from the user that a server becomes.
        self.folder = folder = Path(tempfile.mkdtemp(prefix="asmloom-server-"))
        (self.folder / "error.log").touch()  # which is read before the server writes
        folder.chmod(0o755)
        (folder / "www").mkdir()
        self.data = random.Random(16).randbytes(SIZE)
        (folder / "www" / "file").write_bytes(self.data)
        (folder / "www" / "part").write_bytes(self.data[:PART])
        words = "req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out cert.pem".split()
        done = run([str(require("openssl")), *words], timeout=HANG_SECONDS, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        env = {key: value for key, value in os.environ.items() if key != "OPENSSL_CONF"}
        env |= {"OPENSSL_CONF": str(openssl_conf)} if openssl_conf else {}
        with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
            self.port = listening.getsockname()[1]
            self.process = self.start(listening, env)

    @abstractmethod
    def start(self, listening: socket.socket, env: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start the server at the socket's port: clients may connect from here on."""

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=HANG_SECONDS)
        shutil.rmtree(self.folder)

    def reload(self) -> None:
        self.process.send_signal(self.reloads)

    def maps(self) -> list[str]:
        """The memory of each of the server's processes."""
        tree = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        files = [Path(f"/proc/{pid}/maps") for pid in (str(self.process.pid), *tree)]
        return [path.read_text() for path in files if path.exists()]

    def log(self) -> list[str]:
        """What went wrong, without notices, and without records that tests have forged."""
        text = (self.folder / "error.log").read_text()
        return [line for line in text.splitlines() if not re.search(rf"{self.harmless}|{_FORGED}", line)]

    def complaints(self, least: int) -> list[tuple[str, ...]]:
        """The level and the numbers of OpenSSL's errors of each refused record in the log, once ``least`` are there."""
        for _ in looks():
            text = (self.folder / "error.log").read_text()
            found = re.findall(self.complaint, text)
            if len(found) >= least:
                return [(level, *re.findall(r"error:([0-9A-F]{8})", errors)) for level, errors in found]
        raise AssertionError(text)

    def connect(self, version: ssl.TLSVersion, suite: str, mac_first: bool = False) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.port), HANG_SECONDS)
        return context(version, suite, mac_first).wrap_socket(plain)

    def fetch(self, version: ssl.TLSVersion, suite: str, mac_first: bool = False, size: int = SIZE) -> None:
        with self.connect(version, suite, mac_first) as client:
            assert (client.cipher() or ("",))[0] == suite
            ask(client, "file" if size == SIZE else "part")
            assert read(client) == self.data[:size]

    def refusal(
        self, version: ssl.TLSVersion, suite: str, mac_first: bool, change: Callable[[bytearray], None]
    ) -> tuple[str, ...]:
        """What the server says of a request whose record ``change`` has changed on its way: to the client, and to its
        log, by the level and the numbers of OpenSSL's errors."""
        before = len(self.complaints(0))
        from_server, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context(version, suite, mac_first).wrap_bio(from_server, to_server)
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


class Nginx(Server):
    complaint = r"\[(\w+)\] [^\n]*SSL_read\(\) failed \((.*)\) while [^\n]*\n"
    reloads = signal.SIGHUP
    workers: ClassVar[int] = 2
    before: ClassVar[tuple[str, ...]] = ()  # words of a program that runs nginx

    def start(self, listening: socket.socket, env: dict[str, str]) -> subprocess.Popen[bytes]:
        user = "user root;" if os.getuid() == 0 else ""
        conf = self.folder / "nginx.conf"
        conf.write_text(NGINX.format(folder=self.folder, port=self.port, user=user, workers=self.workers))
        # nginx takes the listening socket from here.
        words = [*self.before, tool("nginx", "nginx-light"), "-c", str(conf)]
        return subprocess.Popen(words, env=env | {"NGINX": f"{listening.fileno()};"}, pass_fds=[listening.fileno()])


class Apache(Server):
    complaint = r"\[ssl:(\w+)\] [^\n]*AH01992: [^\n]*\n((?:[^\n]*SSL Library Error: [^\n]*\n)+)[^\n]*AH01998"
    # An OpenSSL of another patch level than mod_ssl was built with; and a certificate that signs itself.
    harmless = rf"{Server.harmless}|AH01882|AH01906"
    reloads = signal.SIGUSR1

    def start(self, listening: socket.socket, env: dict[str, str]) -> subprocess.Popen[bytes]:
        user = "User www-data\nGroup www-data" if os.getuid() == 0 else ""
        conf = self.folder / "apache.conf"
        conf.write_text(APACHE.format(folder=self.folder, port=self.port, user=user, modules=_MODULES))
        words = [tool("apache2", "apache2-bin"), "-f", str(conf), "-D", "FOREGROUND"]
        listening.close()  # Apache opens the port by itself
        process = subprocess.Popen(words, env=env)
        for _ in looks():
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", self.port)) == 0:
                    return process
            if process.poll() is not None:
                break
        process.kill()
        raise AssertionError((self.folder / "error.log").read_text())


def context(version: ssl.TLSVersion, suite: str, mac_first: bool = False) -> ssl.SSLContext:
    """A client of one version and suite. Python has no words for a suite of TLS 1.3: the first member of its context is
    libssl's SSL_CTX."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    if version == V13:
        pointer = ctypes.c_void_p.from_address(id(made) + object.__basicsize__)
        assert ctypes.CDLL(_ssl.__file__).SSL_CTX_set_ciphersuites(pointer, suite.encode()) == 1
    else:
        made.set_ciphers(f"{suite}:@SECLEVEL=0")
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
