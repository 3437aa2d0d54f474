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


class Server:
    def __init__(self, program, *options):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        self.files, self.uploads = root / "files", root / "uploads"
        self.files.mkdir()
        self.uploads.mkdir()
        (root / "secret.txt").write_text("secret")
        for name, text in {
            "site.webmanifest": "{}", "logo.svg": "<svg/>", "page.html": "<p>", "notes.md": "# a",
            "data.unknown-type": "a", "a%41.json": "{}", "font.woff2": "a", "clip.mkv": "a",
        }.items():
            (self.files / name).write_text(text)
        self.process = subprocess.Popen(
            [program, str(self.files), str(self.uploads), "0", *options], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()

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


failures = 0


def expect(name, value, expected):
    global failures
    if value != expected:
        failures += 1
    print(f"{'ok  ' if value == expected else 'FAIL'} {name}: {value}"
          + ("" if value == expected else f", not {expected}"))


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

        def upload(name, body, expected, **headers):
            before = set(server.uploads.iterdir())
            status, _, answer = server.request("POST", "/uploads", body, headers)
            new = set(server.uploads.iterdir()) - before
            expect(f"POST {name}", (status, len(new)), (expected, 1 if expected == 201 else 0))
            if expected == 201 and new:
                expect("  stored", new.pop().read_bytes(), body)
            return answer

        upload("a picture", picture(), 201)
        upload("a GIF", b"GIF89a\1\0\1\0\0\0\0;", 201)
        upload("a JPEG", b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xd9", 201)
        for name, body in {
            "an empty body": b"", "the first three bytes of a picture": PNG[:3],
            "HTML": b"<!DOCTYPE html><script>alert(1)</script>", "PHP": b"<?php system($_GET[0]); ?>",
            "SVG with a script": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            "a program": pathlib.Path("/bin/true").read_bytes(), "random bytes": os.urandom(4096),
            "zeros": bytes(4096), "a shell script": b"#!/bin/sh\nrm -rf /\n", "a PDF": b"%PDF-1.7\n",
            "a ZIP archive": b"PK\5\6" + bytes(18), "BMP": b"BM" + bytes(60),
        }.items():
            upload(f"{name}, named picture.png", body, 415,
                   **{"Content-Disposition": "attachment; filename=picture.png",
                      "Content-Type": "image/png"})
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
        expect(f"  memory grew by {growth / 1e6:.1f} MB, less than 16", growth < 16_000_000, True)
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
    load(sys.argv[1]) if "--load" in sys.argv else test(sys.argv[1])
    sys.exit(1 if failures else 0)
