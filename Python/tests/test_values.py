"""Verdicts and types as values, and options without a meaning."""

import copy
import io
import multiprocessing
import pickle

import pytest
from conftest import PNG

import uniformtypes
from uniformtypes import Registry, UTType, identify, identify_batch


def test_verdicts_are_values(png):
    verdict = identify(png)
    other = identify(str(png))
    assert verdict == other and verdict is not other and hash(verdict) == hash(other)
    assert verdict != identify(b"%PDF-1.7\n") and verdict != "public.png"
    assert len({verdict, other, identify(b"%PDF-1.7\n")}) == 2
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(verdict, protocol))
        assert again == verdict and hash(again) == hash(verdict) and repr(again) == repr(verdict)
        assert again.type is verdict.type and again.reasons == verdict.reasons
    assert copy.copy(verdict) == copy.deepcopy(verdict) == verdict


def test_verdicts_have_no_order():
    with pytest.raises(TypeError):
        sorted([identify(PNG), identify(b"words")])


def test_verdicts_do_not_change():
    verdict = identify(PNG)
    for name in ("identifier", "_native", "other"):
        with pytest.raises(AttributeError):
            setattr(verdict, name, None)
    with pytest.raises(AttributeError):
        del verdict._native
    assert verdict.identifier == "public.png"


def test_dictionaries():
    found = identify(b"const x: number = 1;\n", name="a.ts").to_dict()
    assert list(found) == [
        "type", "mimeType", "description", "filenameExtension", "encoding", "confidence", "basis", "support",
        "alternatives", "disagreement"]
    assert (found["type"], found["encoding"]) == ("com.microsoft.typescript", "us-ascii")
    assert {"type": "public.mpeg-2-transport-stream", "mimeType": "video/mp2t", "basis": "name"} in found["alternatives"]
    assert found["disagreement"] is None
    other = identify(b"%PDF-1.7\n", name="a.png").to_dict()["disagreement"]
    assert list(other) == ["nameType", "contentType", "winner", "margin", "reason"]
    assert (other["nameType"], other["contentType"], other["winner"]) == ("public.png", "com.adobe.pdf", "content")
    assert other["margin"] > 0 and other["reason"]
    assert identify(PNG).to_dict()["disagreement"] is None and identify(PNG).encoding is None


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_processes(method, png, tmp_path):
    words = tmp_path / "words.md"
    words.write_text("words\n")
    paths = [str(png), str(words)] * 20
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(uniformtypes.identify, paths) == [identify(path) for path in paths]


def test_types_are_values():
    png, pdf = UTType("public.png"), UTType("com.adobe.pdf")
    assert sorted([png, pdf]) == [pdf, png] and pdf < png and pdf <= png and png > pdf and png >= png
    with pytest.raises(TypeError):
        png < "public.png"
    for change in (lambda: delattr(png, "identifier"), lambda: setattr(png, "registry", None)):
        with pytest.raises(AttributeError):
            change()
    assert uniformtypes.lookup(".png").identifier == "public.png"


def test_a_type_of_a_type():
    png = UTType("public.png")
    assert UTType(png) is png
    other = Registry()
    assert UTType(png, other).registry is other
    for wrong in (None, 5, b"public.png"):
        with pytest.raises(TypeError):
            UTType(wrong)


@pytest.mark.parametrize(
    "items", [["a.png", b"%PDF-1.4\n"], [b"%PDF-1.4\n", "a.png"], [None, b"x", None, "a"], ["a", 5], [b"a", 5], [5]])
def test_mixed_lists_are_refused(items):
    with pytest.raises(TypeError):
        identify_batch(items)


@pytest.mark.parametrize(
    "source, options",
    [
        (b"x", {"content_only": True}), (b"x", {"name_only": True}), (b"x", {"follow_symlinks": False}),
        (bytearray(b"x"), {"content_only": True}), (io.BytesIO(b"x"), {"size": 4}),
        (io.BytesIO(b"x"), {"complete": False}), (io.BytesIO(b"x"), {"name_only": True}),
        (io.BytesIO(b"x"), {"name": "a", "content_only": True}), ("a", {"name": "b"}), ("a", {"size": 4}),
        ("a", {"complete": False}), ("a", {"name_only": True, "content_only": True}),
    ],
)
def test_options_without_a_meaning(source, options):
    with pytest.raises(TypeError, match="no meaning"):
        identify(source, **options)


@pytest.mark.parametrize("options", [{"size": -1}, {"size": 0}, {"size": 5, "complete": False}])
def test_sizes_that_cannot_be(options):
    with pytest.raises(ValueError):
        identify(b"words", **options)


@pytest.mark.parametrize(
    "items, options",
    [(["a"], {"names": ["b"]}), (["a"], {"limit": 4}), (["a"], {"content_only": True}), (["a"], {"errors": "none"}),
     (["a"], {"read": True, "names": ["b"]}), (["a"], {"read": True, "limit": 4})],
)
def test_options_of_batches_without_a_meaning(items, options):
    with pytest.raises(TypeError):
        identify_batch(items, **options)


@pytest.mark.parametrize("wrong", [[37, 80], (1,), 5, None, {"a": 1}])
def test_what_has_no_bytes(wrong):
    with pytest.raises(TypeError):
        identify(wrong)
