"""Declaration files that are designed to be costly.

A shape whose name begins with p_ is a property list, any other a shared-mime-info package. A shape of many files has
SEPARATOR between them. The honest shapes repeat a plain type; each other shape repeats one construct that could lack a limit.
"""

SHAPES = {}
SEPARATOR = "\f"
HONEST = {"xml": "honest", "plist": "p_honest"}


def shape(make):
    SHAPES[make.__name__] = make
    return make


def extension(name):
    return "plist" if name.startswith("p_") else "xml"


def written(name, size):
    """Returns the text of a shape with at most a number of bytes, and its count."""
    few, many = 1, 2
    while many < 1 << 20 and len(SHAPES[name](many)) <= size:
        few, many = many, many * 2
    while many - few > max(1, few // 50):
        middle = (few + many) // 2
        few, many = (middle, many) if len(SHAPES[name](middle)) <= size else (few, middle)
    return SHAPES[name](few), few


# Parts of packages.

def package(types, separator="\n"):
    return ('<?xml version="1.0" encoding="UTF-8"?>' + separator
            + '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">' + separator
            + separator.join(types) + "</mime-info>")


def mime(number, *content, name="application/x-t{}"):
    name = name.format(number)
    return f'<mime-type type="{name}"><comment>{name}</comment>' + "".join(content) + "</mime-type>"


def below(number):
    return f'<sub-class-of type="application/x-t{number}"/>'


def glob(pattern):
    return f'<glob pattern="{pattern}"/>'


def one(contents):
    return package([mime("", *contents)])


# Parts of property lists.

def plist(types=(), documents=(), separator="\n"):
    return ('<?xml version="1.0" encoding="UTF-8"?>' + separator + '<plist version="1.0"><dict>'
            "<key>CFBundleIdentifier</key><string>org.example</string>"
            "<key>UTExportedTypeDeclarations</key><array>" + separator.join(types) + "</array>"
            "<key>CFBundleDocumentTypes</key><array>" + separator.join(documents) + "</array></dict></plist>")


def strings(key, values):
    return f"<key>{key}</key><array>" + "".join(f"<string>{value}</string>" for value in values) + "</array>"


def tags(extensions=(), names=()):
    text = strings("public.filename-extension", extensions) if extensions else ""
    text += strings("public.mime-type", names) if names else ""
    return f"<key>UTTypeTagSpecification</key><dict>{text}</dict>"


def type_(number, parents=("public.data",), more=""):
    return (f"<dict><key>UTTypeIdentifier</key><string>org.example.t{number}</string>"
            "<key>UTTypeDescription</key><string>A type</string>"
            + strings("UTTypeConformsTo", parents) + more + "</dict>")


def own(number):
    return f"org.example.t{number}"


# Honest files.

@shape
def honest(n):
    return package([mime(i, '<sub-class-of type="application/xml"/>', glob(f"*.e{i}"),
                         f'<magic><match type="string" offset="0" value="Magic{i}"/></magic>') for i in range(n)])


@shape
def p_honest(n):
    return plist([type_(i, more=tags([f"e{i}"])) for i in range(n)])


# One type with many statements.

@shape
def many_patterns(n):
    return one(glob(f"*.e{i}") for i in range(n))


@shape
def many_full_patterns(n):
    return one(glob(f"e{i}*") for i in range(n))


@shape
def many_spelled_patterns(n):
    return one(f'<glob pattern="*.E{i}" case-sensitive="true"/>' for i in range(n))


@shape
def many_aliases(n):
    return one(f'<alias type="application/x-a{i}"/>' for i in range(n))


@shape
def many_parents(n):
    return one(below(i) for i in range(n))


@shape
def many_comments(n):
    return one(f'<comment xml:lang="l{i}">c</comment>' for i in range(n))


@shape
def many_rules(n):
    return one(f'<magic><match type="string" offset="0" value="Mag{i}"/></magic>' for i in range(n))


@shape
def many_root_elements(n):
    return one(f'<root-XML namespaceURI="urn:{i}" localName="r{i}"/>' for i in range(n))


@shape
def many_carried_types(n):
    return one(f'<uti:type xmlns:uti="urn:swift-uniform-types:declarations" identifier="{own(i)}"/>'
               for i in range(n))


@shape
def p_many_extensions(n):
    return plist([type_("", more=tags([f"e{i}" for i in range(n)]))])


@shape
def p_many_names(n):
    return plist([type_("", more=tags(names=[f"application/x-a{i}" for i in range(n)]))])


@shape
def p_many_parents(n):
    return plist([type_("", [f"org.example.u{i}" for i in range(n)])])


@shape
def p_many_classes(n):
    classes = "".join(f"<key>org.c{i}</key><string>v</string>" for i in range(n))
    return plist([type_("", more=f"<key>UTTypeTagSpecification</key><dict>{classes}</dict>")])


# One type in many descriptions.

@shape
def repeated_type(n):
    return package([mime("", glob(f"*.e{i}"), f'<alias type="application/x-a{i}"/>', below(i),
                         f'<comment xml:lang="l{i}">c</comment>') for i in range(n)])


@shape
def p_repeated_type(n):
    return plist([type_("", more=tags([f"e{i}"])) for i in range(n)])


# One statement in many types.

@shape
def shared_pattern(n):
    return package([mime(i, glob("*.txt"), name="text/x-t{}") for i in range(n)])


@shape
def shared_pattern_and_rule(n):
    return package([mime(i, glob("*.txt"), '<magic><match type="string" offset="0" value="A text"/></magic>',
                         name="text/x-t{}") for i in range(n)])


@shape
def shared_alias(n):
    return package([mime(i, '<alias type="application/x-same"/>') for i in range(n)])


@shape
def p_shared_text_extension(n):
    return plist([type_(i, ["public.plain-text"], tags(["txt"])) for i in range(n)])


@shape
def p_shared_extension(n):
    return plist([type_(i, more=tags(["same"])) for i in range(n)])


@shape
def p_shared_name(n):
    return plist([type_(i, more=tags([f"e{i}"], ["application/x-same"])) for i in range(n)])


@shape
def p_unknown_parents(n):
    return plist([type_(i, [f"org.example.u{i}"]) for i in range(n)])


@shape
def unknown_parents(n):
    return package([mime(i, f'<sub-class-of type="application/x-u{i}"/>') for i in range(n)])


# Graphs.

@shape
def chain(n):
    return package([mime(i, below(i - 1) if i else "") for i in range(n)])


@shape
def cycle(n):
    return package([mime(i, below((i + 1) % n)) for i in range(n)])


@shape
def dense(n):
    return package([mime(i, *(below(j) for j in range(i))) for i in range(n)])


@shape
def clique(n):
    return package([mime(i, *(below(j) for j in range(n) if i != j)) for i in range(n)])


@shape
def layers(n):
    return package([mime(i, *(below(j) for j in range(max(0, i // 20 * 20 - 20), i // 20 * 20)))
                    for i in range(n)])


@shape
def joined_chains(n):
    """Two chains, of which each type of the second is above each end of the first: searches for cycles meet."""
    return package([mime(i, below(i + 1)) for i in range(n)]
                   + [mime(i, below(i - 1), below(0)) for i in range(2 * n, n, -1)])


@shape
def p_chain(n):
    return plist([type_(i, [own(i - 1) if i else "public.data"]) for i in range(n)])


@shape
def p_reversed_chain(n):
    return plist([type_(i, [own(i + 1) if i + 1 < n else "public.data"]) for i in range(n)])


@shape
def p_cycle(n):
    return plist([type_(i, [own((i + 1) % n)]) for i in range(n)])


@shape
def p_dense(n):
    return plist([type_(i, [own(j) for j in range(i)] or ["public.data"]) for i in range(n)])


@shape
def p_clique(n):
    return plist([type_(i, [own(j) for j in range(n) if i != j]) for i in range(n)])


# Patterns and bytes.

@shape
def nested_extensions(n):
    return package([mime(i, glob("*" + ".a" * (i + 1))) for i in range(n)])


@shape
def starry_patterns(n):
    return package([mime(i, glob(f"*a*b*c{i}*")) for i in range(n)])


@shape
def long_patterns(n):
    return package([mime(i, glob("*." + "ab." * 1000 + str(i))) for i in range(n)])


@shape
def nested_matches(n):
    opening = "".join(f'<match type="string" offset="{j}" value="a{j % 10}">' for j in range(60))
    return package([mime(i, "<magic>", opening, '<match type="byte" offset="70" value="1"/>', "</match>" * 60,
                         "</magic>") for i in range(n)])


@shape
def alternative_matches(n):
    """Each level is tried again for each alternative above it."""
    def matches(i):
        return "".join(f'<match type="string" offset="{j % 7}" value="a">'
                       f'<match type="string" offset="{j}" value="b{i}"/></match>' for j in range(500))
    return package([mime(i, "<magic>", matches(i), "</magic>") for i in range(n)])


@shape
def nested_searches(n):
    """The last search fails at each place of the first."""
    def matches(i):
        opening = "".join(f'<match type="string" offset="0:16000" value="{value}">' for value in ("a", "b"))
        return f'{opening}<match type="string" offset="0:16000" value="zz{i}"/></match></match>'
    return package([mime(i, "<magic>", matches(i), "</magic>") for i in range(n)])


@shape
def masked_searches(n):
    def value(i):
        return "".join(f"\\x{byte % 256:02x}" for byte in (i, i // 7, i // 256, i * 31))
    return package([mime(i, f'<magic><match type="string" offset="0:65536" value="{value(i)}" mask="0xf0f00f0f"/>'
                         "</magic>") for i in range(n)])


@shape
def foreign_namespaces(n):
    return package([mime(i, f"<f{i}:e" + "".join(f' xmlns:f{i + j}="urn:n{i * 50 + j}"' for j in range(50)) + "/>")
                    for i in range(n)])


# Many files.

@shape
def folder(n):
    return SEPARATOR.join(package([mime(i, '<sub-class-of type="application/xml"/>', glob(f"*.e{i}"))])
                          for i in range(n))


@shape
def folder_cycle(n):
    return SEPARATOR.join(package([mime(i, below((i + 1) % n))]) for i in range(n))


@shape
def folder_unknown_parents(n):
    return SEPARATOR.join(package([mime(i, f'<sub-class-of type="application/x-u{i}"/>')]) for i in range(n))


@shape
def folder_shared_pattern(n):
    return SEPARATOR.join(package([mime(i, glob("*.txt"), '<alias type="application/x-same"/>')]) for i in range(n))


@shape
def folder_fixable(n):
    """Each file has one finding that `lint --fix` corrects."""
    return SEPARATOR.join(package([mime(i, '<sub-class-of type="application/xml"/>', glob(f"*.E{i}"))])
                          for i in range(n))


@shape
def p_folder(n):
    return SEPARATOR.join(plist([type_(i, more=tags([f"e{i}"]))]) for i in range(n))


@shape
def p_folder_one_type(n):
    return SEPARATOR.join(plist([type_("", more=tags([f"e{i}"]))]) for i in range(n))


# Texts of unusual form.

@shape
def one_line(n):
    return package([mime(i, glob(f"*.e{i}")) for i in range(n)], separator="")


@shape
def findings_in_one_line(n):
    return package([mime(i, glob(""), glob("*." + "x" * 1000)) for i in range(n)], separator="")


@shape
def p_findings_in_one_line(n):
    return plist([type_(f" {i}", more="x" * 1000) for i in range(n)], separator="")


@shape
def p_empty_types(n):
    return plist(["<dict/>"] * n)


@shape
def p_bare_types(n):
    return plist([f"<dict><key>UTTypeIdentifier</key><string>t{i}</string></dict>" for i in range(n)])


@shape
def p_long_identifiers(n):
    return plist([type_("a" * 10000 + str(i)) for i in range(n)])


@shape
def p_document_types(n):
    return plist(documents=[f"<dict><key>CFBundleTypeName</key><string>D{i}</string>"
                            "<key>NSDocumentClass</key><string>E.D</string>"
                            + strings("LSItemContentTypes", ["public.plain-text"]) + "</dict>" for i in range(n)])


@shape
def p_document_extensions(n):
    return plist(documents=["<dict><key>CFBundleTypeName</key><string>D</string>"
                            + strings("CFBundleTypeExtensions", [f"e{i}" for i in range(n)]) + "</dict>"])
