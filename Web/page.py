"""Prints the page with the engine in it: page.py WEB MODULE

The page has no other file, so it works from a disk, and its content security policy forbids all requests.
"""

import base64
import gzip
import hashlib
import pathlib
import re
import sys


def main(web, module):
    page = (web / "index.html").read_text()
    library = (web / "uniformtypes.js").read_text()
    # A module in a page has no file beside it, and exports nothing.
    library = re.sub(r"^export ", "", library, flags=re.M).replace(
        'new URL("uniformtypes.wasm", import.meta.url)', "null"
    ).replace("new URL(source, import.meta.url)", "new URL(source)")
    packed = base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()
    page = page.replace("/* uniformtypes.js */", library).replace("/* uniformtypes.wasm */", packed)
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, flags=re.S)
    styles = re.findall(r"<style>(.*?)</style>", page, flags=re.S)
    for mark, texts in (("SCRIPT-HASHES", scripts), ("STYLE-HASHES", styles)):
        hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
        page = page.replace(mark, " ".join(f"'sha256-{text}'" for text in hashes))
    sys.stdout.write(page)


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
