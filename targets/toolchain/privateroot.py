# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Run a program of another architecture's Debian in a private root, without root's rights and without global traces.

``unshare`` makes new user, mount and process namespaces. Inside, /proc, /dev, /sys, a fresh /tmp and this machine's
files under ``/host`` complete the extracted system. For another processor, a binfmt_misc of this user namespace alone
(Linux 6.7 and later) sends programs to the static qemu in the root. wine's prefix is the lower layer of an overlay in
memory: each run starts from the same state, and runs do not share changes. The end of the first process removes
everything.
"""

from __future__ import annotations

from pathlib import Path

from targets.toolchain.find import require

PREFIX = "/prefix"
HOST = "/host"
QEMU = "/usr/local/bin/qemu-aarch64"

# Magic and mask of a little-endian AArch64 ELF program or shared object. F: the interpreter is opened at once and works
# after the change of root. P: the program keeps its argv[0].
_MAGIC = (
    r":asmloom:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:"
)

_SCRIPT = r"""
set -e
root=$1 place=$2 keep=$3
shift 3
mount -t proc proc /proc
if [ -x "$root@QEMU@" ]; then
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    printf '%s' '@MAGIC@'"$root@QEMU@:FP" >/proc/sys/fs/binfmt_misc/register
fi
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
if [ -z "$keep" ]; then
    mount -t tmpfs tmpfs "$root/scratch"
    mkdir "$root/scratch/upper" "$root/scratch/work"
    mount -t overlay -o "lowerdir=$root@PREFIX@,upperdir=$root/scratch/upper,workdir=$root/scratch/work,userxattr" \
        overlay "$root@PREFIX@"
fi
mount --rbind / "$root@HOST@"
set +e
unshare --root="$root" --wd="@HOST@$place" "$@"
status=$?
if [ -n "$keep" ]; then
    unshare --root="$root" --wd=/ /usr/lib/wine/wineserver -k
    unshare --root="$root" --wd=/ /usr/lib/wine/wineserver -w
fi
exit $status
"""


def command(root: Path, place: Path, *, keep: bool = False) -> list[str]:
    """Words before a program of the extracted system ``root``. The program starts in this machine's folder ``place``.

    ``keep``: keep changes to wine's prefix and end its server in order. Setting up needs both.
    """
    script = _SCRIPT.replace("@QEMU@", QEMU).replace("@MAGIC@", _MAGIC)
    script = script.replace("@PREFIX@", PREFIX).replace("@HOST@", HOST)
    flags = ["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"]
    return [
        str(require("unshare")),
        *flags,
        "sh",
        "-c",
        script,
        "sh",
        str(root),
        str(place),
        "y" if keep else "",
    ]


def prepare(root: Path) -> None:
    """Make the mount points and the merged-/usr links, which extraction does not make."""
    for name in ("bin", "sbin", "lib"):
        if not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for name in ("proc", "sys", "dev", "tmp", "scratch", HOST[1:], PREFIX[1:]):
        (root / name).mkdir(exist_ok=True)
