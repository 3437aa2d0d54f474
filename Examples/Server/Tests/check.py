#!/usr/bin/env python3
"""check.py SERVER [--load]: tests the server over HTTP on the loopback interface.

With --load it measures requests a second with and without detection instead, in turns.
"""

import http.client
import os
import pathlib
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib

LIMIT = 64 << 20
PNG = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(padding=0):
    """A PNG image of one pixel, with a private chunk of a size."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (PNG + chunk(b"IHDR", header) + (chunk(b"paDd", bytes(padding)) if padding else b"")
            + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b""))


def animated():
    """An animated PNG image: a frame before the picture."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return (PNG + header + chunk(b"acTL", struct.pack(">II", 1, 0))
            + chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 1, 1, 0, 0, 1, 1, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b""))


def segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


JFIF = segment(0xe0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
TABLE = segment(0xdb, b"\0" + b"\x10" * 64)


def jpeg(*segments):
    """The segments of a JPEG image without its coefficients."""
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xd9"


SCREEN = b"\1\0\1\0\0\0\0"
FRAME = b",\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
PAGE = b"<!DOCTYPE html><html><body><script>alert(document.domain)</script></body></html>"
PHP = b"<?php system($_GET[0]); ?>"

# Pictures, some of which carry markup that a decoder skips.
STORED = {
    "a PNG": picture(),
    "an animated PNG": animated(),
    "a PNG with a page in a text chunk":
        PNG + picture()[8:33] + chunk(b"tEXt", b"Comment\0" + PAGE) + picture()[33:],
    "a PNG with a page after its end": picture() + PAGE,
    "a PNG that ends after its header": picture()[:33],
    "a JPEG in JFIF": jpeg(JFIF, TABLE),
    "a JPEG in Exif": jpeg(segment(0xe1, b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0"), TABLE),
    "a JPEG whose Exif is longer than the head": jpeg(
        segment(0xe1, b"Exif\0\0MM\0*\0\0\0\x08" + bytes(40_000)), TABLE),
    "a JPEG of a webcam": jpeg(TABLE, segment(0xc0, b"\x08\0\1\0\1\1\1\x11\0")),
    "a JPEG with PHP in a comment": jpeg(JFIF, segment(0xfe, PHP), TABLE),
    "a JPEG with a page after its end": jpeg(JFIF, TABLE) + PAGE,
    "a JPEG with bytes that fill": b"\xff\xd8\xff\xff" + JFIF + TABLE + b"\xff\xd9",
    "a GIF of 1987": b"GIF87a" + SCREEN + FRAME,
    "a GIF with colours": b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff" + FRAME,
    "a GIF with a page in a comment":
        b"GIF89a" + SCREEN + b"!\xfe" + bytes([len(PAGE)]) + PAGE + b"\0" + FRAME,
}

# Everything else, under the name and the MIME type of a picture.
REFUSED = {
    "an empty body": b"",
    "the first three bytes of a PNG": PNG[:3],
    "the signature of PNG and a page": PNG + PAGE,
    "the signature of PNG and PHP": PNG + PHP,
    "a PNG whose first chunk is longer": PNG + b"\0\0\0\x0e" + picture()[12:],
    "a PNG without a header": PNG + chunk(b"IDAT", b"") + chunk(b"IEND", b""),
    "the first bytes of JPEG and a page": b"\xff\xd8\xff" + PAGE,
    "the first bytes of JFIF and PHP": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + PHP,
    "a segment of JPEG and a page": b"\xff\xd8" + JFIF + PAGE,
    "a GIF and a page": b"GIF89a" + SCREEN + PAGE,
    "the letters of GIF and a page": b"GIF89a" + PAGE,
    "a GIF that is a script": b"GIF89a=1;alert(document.domain)//",
    "a page": PAGE,
    "a page after blanks": b"\n\n   " + PAGE,
    "a page in UTF-16": PAGE.decode().encode("utf-16"),
    "PHP": PHP,
    "SVG with a script": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "XML with a style sheet": b"<?xml version='1.0'?><?xml-stylesheet href='a.xsl'?><a/>",
    "JavaScript": b"function a() { return document.cookie }\n",
    "JSON": b'{"a": [1, 2, 3]}\n',
    "a shell script": b"#!/bin/sh\nrm -rf /\n",
    "a program for Linux": pathlib.Path("/bin/true").read_bytes(),
    "a program for Windows": b"MZ" + bytes(58) + b"\x80\0\0\0" + bytes(64) + b"PE\0\0" + bytes(200),
    "WebAssembly": b"\0asm\1\0\0\0",
    "a PDF": b"%PDF-1.7\n1 0 obj\n",
    "a ZIP archive": b"PK\5\6" + bytes(18),
    "a stream of gzip": b"\x1f\x8b\x08\0\0\0\0\0\0\3\3\0" + bytes(8),
    "BMP": b"BM" + struct.pack("<IIIIIIHH", 58, 0, 54, 40, 1, 1, 1, 24) + bytes(28),
    "WebP": b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f" + bytes(12),
    "TIFF": b"II*\0\x08\0\0\0" + bytes(16),
    "an icon": b"\0\0\1\0\1\0\1\1\0\0\1\0\x18\0\x10\0\0\0\x16\0\0\0" + bytes(16),
    "MP3": b"ID3\4\0\0\0\0\0\0" + (b"\xff\xfb\x90\x64" + bytes(413)) * 3,
    "zeros": bytes(4096),
    "random bytes": b"\0" + os.urandom(4095),
}


class Client:
    """A server that runs, and its uploads."""

    def __init__(self, process, port, uploads):
        self.process, self.port, self.uploads = process, port, uploads

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(20)

    def wait(self):
        """Waits until the server accepts connections, at most ten seconds."""
        for _ in range(100):
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit("error: the server does not start")

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if isinstance(body, bytes):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders()
            for part in [body] if isinstance(body, bytes) else body or []:
                try:
                    connection.send(part)
                except OSError:
                    break  # The server has refused the rest of the body.
            response = connection.getresponse()
            return response.status, dict(response.headers), response.read()
        finally:
            connection.close()

    def memory(self):
        """The greatest memory of the process in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) << 10


class Server(Client):
    """The example, with files to serve."""

    def __init__(self, program, *options):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        files, uploads = root / "files", root / "uploads"
        files.mkdir()
        uploads.mkdir()
        (root / "secret.txt").write_text("secret")
        for name, text in {
            "site.webmanifest": "{}", "logo.svg": "<svg/>", "page.html": "<p>", "notes.md": "# a",
            "data.unknown-type": "a", "a%41.json": "{}", "font.woff2": "a", "clip.mkv": "a",
        }.items():
            (files / name).write_text(text)
        process = subprocess.Popen(
            [program, str(files), str(uploads), "0", *options], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        port = int(process.stdout.readline().rsplit(":", 1)[1])
        super().__init__(process, port, uploads)

    def __exit__(self, *error):
        super().__exit__(*error)
        self.folder.cleanup()


count = failures = 0


def expect(name, value, expected):
    """Counts a check, and prints one that fails."""
    global count, failures
    count += 1
    if value != expected:
        failures += 1
        print(f"FAIL {name}: {value}, not {expected}")


def upload(server, name, body, expected, **headers):
    """Sends an upload, and returns the answer."""
    before = set(server.uploads.iterdir())
    status, _, answer = server.request("POST", "/uploads", body, headers)
    new = set(server.uploads.iterdir()) - before
    expect(f"POST {name}", (status, len(new)), (expected, 1 if expected == 201 else 0))
    if expected == 201 and new:
        expect("  stored", new.pop().read_bytes() == body, True)
    return answer


def served(server, name, path, body):
    """A browser opens no upload as a page of the site, under all spellings of its path."""
    for spelling in [path, path.replace("u", "%75", 1), path.replace("/uploads/", "/uploads//")]:
        status, headers, answer = server.request("GET", spelling)
        lower = {key.lower(): value for key, value in headers.items()}
        expect(f"  GET {spelling}", (
            status, answer == body, lower.get("content-type", "").split("/")[0],
            lower.get("x-content-type-options"), lower.get("content-disposition"),
            "sandbox" in lower.get("content-security-policy", "")),
            (200, True, "image", "nosniff", "attachment", True))


def zeros(server, paths):
    """No path with a NUL is answered, at each place of each path."""
    for path in paths:
        answers = set()
        for place in range(len(path) + 1):
            for zero in ["%00", "%00.html", "%C0%80"]:
                for method in ["GET", "HEAD", "POST"]:
                    spelling = path[:place] + zero + path[place:]
                    body = picture() if method == "POST" else None
                    answers.add(server.request(method, spelling, body)[0])
        expect(f"NUL at each place of {path}", answers, {400})
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(b"GET %s\0.html HTTP/1.1\r\nHost: a\r\n\r\n" % path.encode())
            expect(f"NUL itself behind {path}", b" 400 " in connection.recv(1 << 10)[:16], True)


def test_uploads(server):
    """Sends the table of uploads, and NUL in paths."""
    for name, body in STORED.items():
        answer = upload(server, name, body, 201).decode()
        served(server, name, f"/uploads/{answer}", body)
    for name, body in REFUSED.items():
        upload(server, f"{name}, named picture.png", body, 415,
               **{"Content-Disposition": "attachment; filename=picture.png",
                  "Content-Type": "image/png"})
    zeros(server, ["/page.html", "/uploads", f"/uploads/{answer}", "/missing.png", "/"])


def test(program):
    with Server(program) as server:
        for path, expected in {
            "/site.webmanifest": "application/manifest+json", "/logo.svg": "image/svg+xml",
            "/page.html": "text/html; charset=utf-8", "/notes.md": "text/markdown; charset=utf-8",
            "/data.unknown-type": "application/octet-stream", "/a%2541.json": "application/json",
            "/font.woff2": "font/woff2", "/clip.mkv": "video/matroska",
        }.items():
            status, headers, _ = server.request("GET", path)
            lower = {name.lower(): value for name, value in headers.items()}
            expect(f"GET {path}", (status, lower.get("content-type")), (200, expected))
            expect("  nosniff", lower.get("x-content-type-options"), "nosniff")
        for path in ["/missing.png", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"]:
            status, _, body = server.request("GET", path)
            expect(f"GET {path}", (status >= 400, b"secret" in body), (True, False))

        test_uploads(server)
        status, _, _ = server.request(
            "POST", "/uploads", [], {"Content-Length": str(LIMIT + 1)})
        expect("POST a declared size above the limit", status, 413)

        def parts(size):
            body = picture(size)
            for start in range(0, len(body), 1 << 16):
                part = body[start:start + (1 << 16)]
                yield b"%x\r\n%s\r\n" % (len(part), part)
            yield b"0\r\n\r\n"

        chunked = {"Transfer-Encoding": "chunked"}
        before = server.memory()
        expect("POST 40 MB in parts",
               server.request("POST", "/uploads", parts(40_000_000), chunked)[0], 201)
        growth = server.memory() - before
        print(f"The memory of an upload of 40 MB grew by {growth / 1e6:.1f} MB")
        expect("growth of less than 16 MB", growth < 16_000_000, True)
        before = len(list(server.uploads.iterdir()))
        # The answer can be lost, because the connection ends before the whole body is sent.
        try:
            status = server.request("POST", "/uploads", parts(LIMIT + 1), chunked)[0]
        except OSError:
            status = 413
        expect("POST more than the limit in parts", status, 413)
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(b"POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"
                               + picture(40_000))
        time.sleep(0.5)
        expect("nothing is stored above the limit or of a connection that ends early",
               len(list(server.uploads.iterdir())), before)
        expect("the server still answers", server.request("GET", "/notes.md")[0], 200)


def requests_a_second(server, payload, seconds=2.0, batch=32, connections=4):
    """Sends requests in batches on several connections, and counts the answers."""
    sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(connections)]
    count = 0
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        for connection in sockets:
            connection.sendall(payload * batch)
        for connection in sockets:
            answers = 0
            tail = b""
            while answers < batch:
                data = tail + connection.recv(1 << 16)
                answers += data.count(b"HTTP/1.1 ") - tail.count(b"HTTP/1.1 ")
                tail = data[-8:]
            count += answers
        for connection in sockets:
            connection.setblocking(False)
            try:
                connection.recv(1 << 16)
            except BlockingIOError:
                pass
            connection.setblocking(True)
    for connection in sockets:
        connection.close()
    return count / (time.monotonic() - begin)


def load(program):
    body = picture(4000)
    payloads = {
        "GET /notes.md": b"GET /notes.md HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST 4 KB picture": b"POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
                             % (len(body), body),
    }
    with Server(program) as detecting, Server(program, "--no-detection") as plain:
        for name, payload in payloads.items():
            pairs = [(requests_a_second(detecting, payload), requests_a_second(plain, payload))
                     for _ in range(5)]
            ours, base = (statistics.median(column) for column in zip(*pairs))
            ratio = statistics.median(mine / other for mine, other in pairs)
            print(f"{name}: {ours:,.0f} a second with detection, {base:,.0f} without, ratio {ratio:.2f}")


if __name__ == "__main__":
    if "--load" in sys.argv:
        load(sys.argv[1])
    else:
        test(sys.argv[1])
        print(f"{len(STORED) + len(REFUSED)} uploads, {count} checks, {failures} failed")
    sys.exit(1 if failures else 0)
