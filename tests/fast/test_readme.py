# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every command line that the README and its pages for users show is one that build.py takes."""

from __future__ import annotations

import re
import shlex

from generator.library import ROOT
from targets.toolchain import command_line
from targets.toolchain.verbs import VERBS

PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
TEXT = "\n".join(page.read_text("utf-8") for page in sorted(PAGES)).replace("\\\n", " ")
# In a line of text, and on lines of their own.
COMMANDS = (re.compile(r"`python3\s+build\.py([^`]*)`"), re.compile(r"^ *python3 build\.py([^#\n]*)", re.M))
# Words of the pages that stand for something of the reader's.
PLACES = {"TRIPLE": "x86_64-linux-gnu", "KERNEL": "md5_blocks", "DIR": "."}


def test_commands_parse() -> None:
    found = [words.strip() for form in COMMANDS for words in form.findall(TEXT)]
    assert len(found) > 8
    for words in found:
        plain = re.sub(r"[\[\]…]", " ", " ".join(words.split(";")[0].split())).removesuffix(".")
        argv = [PLACES.get(word, word) for word in shlex.split(plain)]
        parsed = command_line.arguments(argv)
        assert parsed.command in VERBS, words
