"""Makes the files that the tests of python-magic read, since its source distribution has none.

usage: make_data.py FOLDER

Each file has the properties that the tests name: a PDF document of version 1.2, a gzip file of 15 bytes that was
"test" on 29 June 2008, bytecode of Python 2.4, and so on.
"""

import os
import struct
import sys
import zlib

TIME = 1214703172  # 29 June 2008, 01:32:52 UTC
CONTENT = b"Hello, archive\n"
COMPRESSOR = zlib.compressobj(6, zlib.DEFLATED, -15)
JPEG = (
    b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0" + b"\xff\xdb\0C\0" + bytes(range(1, 65)) + b"\xff\xd9")
FILES = {
    "test.pdf": b"%PDF-1.2\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
    "test.gz": b"\x1f\x8b\x08\x08" + struct.pack("<IBB", TIME, 0, 3) + b"test\0" + COMPRESSOR.compress(CONTENT)
    + COMPRESSOR.flush() + struct.pack("<II", zlib.crc32(CONTENT), len(CONTENT)),
    "test.snappy.parquet": b"PAR1" + bytes(60) + struct.pack("<I", 16) + b"PAR1",
    "magic._pyc_": struct.pack("<HHI", 62061, 0x0A0D, TIME) + b"c" + bytes(120),
    "text.txt": b"Hello, World!\n\n",
    "text-iso8859-1.txt": "Ein schöner Tag in Málaga\n".encode("iso-8859-1"),
    "lambda": b"test\n",
    "name_use.jpg": JPEG,
    "keep-going.jpg": JPEG,
    "pgpunicode": b"\x9d\x03\xbe\x04" + b"Hi" * 40,
}

for name, data in FILES.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(data)
