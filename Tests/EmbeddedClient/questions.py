"""Writes generated questions about names and heads of files.

    questions.py write ROOT FOLDER COUNT
    questions.py results < lines of JSON

`write` makes three files in FOLDER: `questions` for the embedded program, `names` and `records` for
`uti identify`. The first half asks about a name alone. The others have the first bytes of a file,
made of the rules and texts of this repository, and every second one has a name too. `results` prints
the fields of the results of `uti identify --stream` as the embedded program does.
"""

import json
import pathlib
import random
import re
import struct
import sys
import xml.etree.ElementTree as xml

NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
NUMBERS = {
    "byte": "B",
    "big16": ">H",
    "big32": ">I",
    "little16": "<H",
    "little32": "<I",
    "host16": "<H",
    "host32": "<I",
}
ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
CONTROLS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
NO_BYTES = 0xFFFFFFFF
# The starts of LZMA, xz, lzip, bzip2 and Zstandard: `uti` decompresses such streams, which the embedded
# program cannot.
COMPRESSED = (b"]\0\0", b"\xfd7zXZ", b"LZIP", b"BZh", b"\x28\xb5\x2f\xfd")


def unescaped(found):
    word = found[1]
    if word[:1] == b"x" and len(word) > 1:
        return bytes([int(word[1:], 16)])
    if word[:1].isdigit():
        return bytes([int(word, 8) & 255])
    return CONTROLS.get(word, word)


def value(match):
    """The bytes that a match looks for."""
    kind, text = match.get("type"), match.get("value")
    if kind in NUMBERS:
        number = int(text, 8 if re.fullmatch("0[0-7]+", text) else 0)
        size = struct.calcsize(NUMBERS[kind])
        return struct.pack(NUMBERS[kind], number & (1 << 8 * size) - 1)
    return ESCAPE.sub(unescaped, text.encode())


class Generator:
    def __init__(self, root):
        self.random = random.Random(45)
        trees = [xml.parse(path) for path in sorted((root / "Registry/detection").glob("*.xml"))]
        self.patterns = [
            glob.get("pattern") for tree in trees for glob in tree.iter(NAMESPACE + "glob")
        ]
        self.rules = [
            match for tree in trees for rule in tree.iter(NAMESPACE + "magic") for match in rule
        ]
        self.elements = [
            (element.get("namespaceURI"), element.get("localName"))
            for tree in trees
            for element in tree.iter(NAMESPACE + "root-XML")
        ]
        folders = ["Sources", "Scripts", "Documentation", "Python", "Registry", "Examples"]
        self.texts = [
            path
            for folder in folders
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in {".swift", ".c", ".h", ".py", ".sh", ".md", ".xml", ".tsv", ".txt"}
            and not {".build", "build"} & set(path.parts)
        ]

    def word(self):
        letters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_ éß"
        return "".join(self.random.choices(letters, k=self.random.randint(1, 9)))

    def name(self):
        pattern = self.random.choice(self.patterns)
        name = re.sub(r"\[([^]])[^]]*\]", r"\1", pattern).replace("?", "x")
        name = name.replace("*", self.word()).replace("/", "")
        change = self.random.random()
        if change < 0.1:
            name = name.upper()
        elif change < 0.2:
            name += "." + self.word()
        elif change < 0.25:
            name = self.word()
        elif change < 0.3:
            name += "~"
        return name

    def write(self, match, head):
        """Writes the bytes of a match and of one match inside it."""
        first = match.get("offset").split(":")
        place = self.random.randint(int(first[0]), min(int(first[-1]), int(first[0]) + 64))
        found = value(match)
        if len(head) < place + len(found):
            head.extend(bytes(place + len(found) - len(head)))
        head[place : place + len(found)] = found
        if len(match):
            self.write(self.random.choice(match), head)

    def ruled(self):
        filling = self.random.random()
        head = bytearray()
        if filling < 0.3:
            head.extend(self.random.randbytes(512))
        elif filling < 0.5:
            head.extend(b"\xff" * 512)
        self.write(self.random.choice(self.rules), head)
        tail = self.random.choice([b"", bytes(64), b"\xff" * 700, self.random.randbytes(300)])
        return bytes(head + tail)

    def text(self):
        text = self.random.choice(self.texts).read_bytes()
        start = self.random.randint(0, len(text) // 2)
        line = text.find(b"\n", start) + 1
        return text[line : line + self.random.randint(20, 4000)]

    def document(self):
        space, name = self.random.choice(self.elements)
        start = self.random.choice([b"", b'<?xml version="1.0"?>\n', b"\xef\xbb\xbf<!-- a -->"])
        return start + f'<{name or "a"} xmlns="{space or ""}"><b/></{name or "a"}>'.encode()

    def head(self):
        kind = self.random.random()
        if kind < 0.5:
            head = self.ruled()
        elif kind < 0.75:
            head = self.text()
        elif kind < 0.85:
            head = self.document()
        else:
            head = self.random.randbytes(self.random.randint(0, 200))
        change = self.random.random()
        if change < 0.1 and head:
            altered = bytearray(head)
            altered[self.random.randrange(len(head))] = self.random.randrange(256)
            head = bytes(altered)
        elif change < 0.2:
            head = head[: self.random.randint(0, len(head))]
        elif change < 0.22:
            head = b"\xff\xfe" + head.decode("latin-1").encode("utf-16-le")
        return self.head() if head.startswith(COMPRESSED) else head


def write(root, folder, count):
    generator = Generator(root)
    names = [generator.name() for _ in range(count // 2)]
    (folder / "names").write_bytes(b"".join(name.encode() + b"\0" for name in names))
    with open(folder / "questions", "wb") as questions, open(folder / "records", "wb") as records:
        for name in names:
            questions.write(struct.pack("<II", len(name.encode()), NO_BYTES) + name.encode())
        for number in range(count - len(names)):
            head = generator.head()
            header = {"id": number, "length": len(head)}
            name = generator.name() if number % 2 else ""
            if name:
                header["name"] = name
            questions.write(struct.pack("<II", len(name.encode()), len(head)))
            questions.write(name.encode() + head)
            records.write(json.dumps(header).encode() + b"\n" + head)


def results():
    for line in sys.stdin:
        result = json.loads(line)
        fields = ["type", "mimeType", "confidence", "basis"]
        print("\t".join(result[field] for field in fields))


if sys.argv[1] == "write":
    write(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4]))
else:
    results()
