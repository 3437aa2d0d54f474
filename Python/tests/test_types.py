import copy
import pickle

import pytest

import uniformtypes
from uniformtypes import Registry, UnknownTypeError, UTType


@pytest.mark.parametrize(
    "tag, identifier",
    [
        (".png", "public.png"),
        (".PNG", "public.png"),
        (".ts", "public.mpeg-2-transport-stream"),
        ("application/pdf", "com.adobe.pdf"),
        ("ostype=PNGf", "public.png"),
        ("public.filename-extension=png", "public.png"),
        (".no-such-extension", None),
        ("image/no-such", None),
    ],
)
def test_lookup(tag, identifier):
    found = uniformtypes.lookup(tag)
    assert (found and found.identifier) == identifier


def test_lookup_of_what_is_no_tag():
    with pytest.raises(ValueError, match="'.ext'"):
        uniformtypes.lookup("ts")


@pytest.mark.parametrize("tag", [None, 5, b".png"])
@pytest.mark.parametrize("function", [uniformtypes.lookup, uniformtypes.lookup_all, Registry().lookup])
def test_lookup_of_what_is_no_str(function, tag):
    with pytest.raises(TypeError, match="expected a tag"):
        function(tag)


def test_lookup_all_begins_with_the_preferred_type():
    types = uniformtypes.lookup_all(".ts")
    assert types[0] == uniformtypes.lookup(".ts")
    assert len(types) > 1


@pytest.mark.parametrize(
    "name, identifier",
    [("a.png", "public.png"), ("/x/Makefile", "public.make-source"), (b"a.pdf", "com.adobe.pdf"),
     ("no such name", None), ("\udcff.png", "public.png"), ("a\0b.png", "public.png")],
)
def test_names(name, identifier):
    found = uniformtypes.for_name(name)
    assert (found and found.identifier) == identifier


def test_properties():
    png = UTType("PUBLIC.PNG")
    assert png.identifier == str(png) == "public.png"
    assert repr(png) == "UTType('public.png')"
    assert png.preferred_mime_type == png.mime_type == "image/png"
    assert png.preferred_filename_extension == "png"
    assert png.tags["public.filename-extension"] == ("png",)
    assert png.description() == "PNG image"
    assert not png.is_dynamic


def test_descriptions_without_a_translation_are_english():
    assert UTType("public.folder").description("de") == UTType("public.folder").description() == "Folder"


def test_relations():
    png = UTType("public.png")
    assert png.conforms_to(png) and png.conforms_to("public.image")
    assert not png.conforms_to("public.text")
    assert png.supertypes[0] == UTType("public.image")
    assert png in UTType("public.image").direct_subtypes
    assert set(png.direct_supertypes) <= set(png.supertypes)
    assert len(UTType("public.image").subtypes) > len(UTType("public.image").direct_subtypes)
    with pytest.raises(UnknownTypeError, match="no.such"):
        png.conforms_to("no.such")


def test_unknown_type():
    with pytest.raises(LookupError, match="no.such"):
        UTType("no.such")


def test_types_are_values():
    png = UTType("public.png")
    assert png is UTType("public.png")
    assert {png: 1}[Registry().type("public.png")] == 1
    assert png != "public.png"
    assert copy.deepcopy(png) is png
    assert pickle.loads(pickle.dumps(png)) is png
    with pytest.raises(AttributeError):
        png.identifier = "public.jpeg"


def test_dynamic_types():
    registry = uniformtypes.default_registry()
    made = registry.dynamic_type("extension", "xyzzy", "public.data")
    assert made.is_dynamic and made.conforms_to("public.data")
    assert made.tags_of("public.filename-extension") == ("xyzzy",)
    assert made.preferred_filename_extension == "xyzzy" and made.mime_type is None
    assert UTType(made.identifier) == made == pickle.loads(pickle.dumps(made))


def test_registries(tmp_path):
    assert pickle.loads(pickle.dumps(uniformtypes.default_registry())) is uniformtypes.default_registry()
    broken = tmp_path / "broken.registry"
    broken.write_bytes(b"no registry")
    with pytest.raises(uniformtypes.DeclarationError, match="broken.registry"):
        Registry.image(broken)
    with pytest.raises(FileNotFoundError) as caught:
        Registry.image(tmp_path / "absent")
    assert caught.value.filename == str(tmp_path / "absent")
    with pytest.raises(ValueError):
        Registry("image")
    with pytest.raises(ValueError):
        Registry("other")


def test_version():
    assert uniformtypes.__version__.count(".") == 2


def test_a_mime_type_of_a_supertype():
    ini = uniformtypes.lookup(".ini")
    assert (ini.preferred_mime_type, ini.mime_type) == (None, "text/plain")
    assert uniformtypes.identify("x.ini", name_only=True).mime_type == ini.mime_type
    assert uniformtypes.identify_batch(["x.ini"], output="mime_type") == [ini.mime_type]
