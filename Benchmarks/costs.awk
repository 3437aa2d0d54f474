# costs.awk: writes a declaration file that is designed to be costly.
#
#   awk -v shape=NAME -v n=COUNT -f costs.awk >FILE
#
# A shape whose name begins with p_ is a property list, any other a shared-mime-info package. The
# honest shapes repeat a plain type; each other shape repeats one construct that could lack a
# limit. `awk -v shape=list -f costs.awk` lists the shapes.

function open_package() {
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">"
}

function open_type(name) { printf "<mime-type type=\"%s\"><comment>%s</comment>", name, name }

function close_type() { print "</mime-type>" }

function parent(name) { printf "<sub-class-of type=\"%s\"/>", name }

function type_of(number) { return "application/x-t" number }

function repeated(text, count,    result) {
  for (result = ""; count > 0; count = int(count / 2)) {
    if (count % 2) result = result text
    text = text text
  }
  return result
}

function open_list() {
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>org.example</string>"
}

function text_key(key, value) { print "<key>" key "</key><string>" value "</string>" }

function open_declaration(identifier) {
  print "<dict>"
  text_key("UTTypeIdentifier", identifier)
  text_key("UTTypeDescription", "A type")
}

function extensions(first, last,    i) {
  print "<key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><array>"
  for (i = first; i <= last; i++) print "<string>e" i "</string>"
  print "</array></dict>"
}

function package(    i, j, width, text) {
  open_package()
  if (shape == "honest") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i))
      parent("application/xml")
      printf "<glob pattern=\"*.e%d\"/>", i
      printf "<magic><match type=\"string\" offset=\"0\" value=\"Magic%d\"/></magic>", i
      close_type()
    }
  } else if (shape == "chain") {
    for (i = 0; i < n; i++) { open_type(type_of(i)); if (i) parent(type_of(i - 1)); close_type() }
  } else if (shape == "circle") {
    for (i = 0; i < n; i++) { open_type(type_of(i)); parent(type_of((i + 1) % n)); close_type() }
  } else if (shape == "dense") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i)); for (j = 0; j < i; j++) parent(type_of(j)); close_type()
    }
  } else if (shape == "clique") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i)); for (j = 0; j < n; j++) if (j != i) parent(type_of(j)); close_type()
    }
  } else if (shape == "layers") {
    # Twenty types a layer, each a subtype of all types of the layer below.
    for (i = 0; i < n * 20; i++) {
      open_type(type_of(i))
      width = int(i / 20) * 20
      for (j = width - 20; j >= 0 && j < width; j++) parent(type_of(j))
      close_type()
    }
  } else if (shape == "unknown_parents") {
    for (i = 0; i < n; i++) { open_type(type_of(i)); parent("application/x-u" i); close_type() }
  } else if (shape == "repeated_type") {
    for (i = 0; i < n; i++) { open_type("application/x-t"); parent(type_of(i)); close_type() }
  } else if (shape == "nested_extensions") {
    for (i = 1; i <= n; i++) {
      open_type(type_of(i)); printf "<glob pattern=\"*%s\"/>", repeated(".a", i); close_type()
    }
  } else if (shape == "foreign_namespaces") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i))
      printf "<f%d:e", i
      for (j = 0; j < 50; j++) printf " xmlns:f%d=\"urn:n%d\"", i + j, i * 50 + j
      printf "/>"
      close_type()
    }
  } else if (shape == "many_namespaces") {
    # All in one element.
    open_type("application/x-t")
    printf "<f0:e"
    for (j = 0; j < n * 10; j++) printf " xmlns:f%d=\"urn:n%d\"", j, j
    printf "/>"
    close_type()
  } else if (shape == "nested_matches") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i))
      printf "<magic>"
      for (j = 0; j < 60; j++)
        printf "<match type=\"string\" offset=\"%d\" value=\"a%d\">", j, (i + j) % 10
      for (j = 0; j < 10; j++) printf "<match type=\"byte\" offset=\"%d\" value=\"%d\"/>", 70 + j, j
      for (j = 0; j < 60; j++) printf "</match>"
      printf "</magic>"
      close_type()
    }
  } else if (shape == "alternative_matches") {
    # Each level is tried again for each alternative above it.
    for (i = 0; i < n; i++) {
      open_type(type_of(i))
      printf "<magic>"
      for (j = 0; j < 500; j++) {
        printf "<match type=\"string\" offset=\"%d\" value=\"a\">", j % 7
        printf "<match type=\"string\" offset=\"%d\" value=\"b%d\"/></match>", j, i
      }
      printf "</magic>"
      close_type()
    }
  } else if (shape == "masked_searches") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i))
      printf "<magic><match type=\"string\" offset=\"0:65536\" value=\"\\x%02x\\x%02x\\x%02x\\x%02x\"",
        i % 256, int(i / 7) % 256, int(i / 256) % 256, (i * 31) % 256
      printf " mask=\"0xf0f00f0f\"/></magic>"
      close_type()
    }
  } else if (shape == "starry_globs") {
    for (i = 0; i < n; i++) {
      open_type(type_of(i)); printf "<glob pattern=\"*a*b*c%d*\"/>", i; close_type()
    }
  } else if (shape == "long_pattern") {
    open_type("application/x-t"); printf "<glob pattern=\"*.%s\"/>", repeated("a", 60000)
    close_type()
    for (i = 0; i < n; i++) {
      open_type(type_of(i)); printf "<glob pattern=\"*.%s%d\"/>", repeated("ab.", 1000), i
      close_type()
    }
  } else if (shape == "many_patterns") {
    open_type("application/x-t")
    for (i = 0; i < n; i++) printf "<glob pattern=\"*.e%d\"/>", i
    close_type()
  } else if (shape == "many_aliases") {
    open_type("application/x-t")
    for (i = 0; i < n; i++) printf "<alias type=\"application/x-a%d\"/>", i
    close_type()
  } else {
    exit_with = 1
  }
  print "</mime-info>"
}

function list(    i, j, text) {
  open_list()
  if (shape == "p_document_types") {
    print "<key>CFBundleDocumentTypes</key><array>"
    for (i = 0; i < n; i++) {
      print "<dict>"
      text_key("CFBundleTypeName", "Document " i)
      text_key("NSDocumentClass", "Editor.Document")
      print "<key>LSItemContentTypes</key><array><string>public.plain-text</string></array></dict>"
    }
    print "</array></dict></plist>"
    return
  }
  print "<key>UTExportedTypeDeclarations</key><array>"
  for (i = 0; i < (shape == "p_many_extensions" ? 1 : n); i++) {
    if (shape == "p_long_identifiers") {
      open_declaration("org.example." repeated("a", 100000) i)
    } else {
      open_declaration(shape == "p_repeated_type" ? "org.example.t" : "org.example.t" i)
    }
    if (shape == "p_dense") {
      print "<key>UTTypeConformsTo</key><array>"
      for (j = 0; j < i; j++) print "<string>org.example.t" j "</string>"
      print "</array>"
    } else if (shape == "p_chain") {
      text_key("UTTypeConformsTo", i ? "org.example.t" (i - 1) : "public.data")
    } else if (shape == "p_unknown_parents") {
      text_key("UTTypeConformsTo", "org.example.u" i)
    } else {
      text_key("UTTypeConformsTo", "public.data")
    }
    if (shape == "p_many_extensions") extensions(1, n)
    else extensions(i, i)
    print "</dict>"
  }
  print "</array></dict></plist>"
}

BEGIN {
  if (shape == "list") {
    print "honest chain circle dense clique layers unknown_parents repeated_type nested_extensions"
    print "foreign_namespaces many_namespaces nested_matches alternative_matches masked_searches"
    print "starry_globs long_pattern many_patterns many_aliases"
    print "p_honest p_chain p_dense p_unknown_parents p_repeated_type p_long_identifiers"
    print "p_many_extensions p_document_types"
    exit
  }
  if (shape ~ /^p_/) list(); else package()
  exit exit_with
}
