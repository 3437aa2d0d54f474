"""The command lines that the cost program measures.

{file} is the file of declarations, or a folder of them, {registry} a folder with it, {type} its last type, {text} a
text, {letters} a text of two letters, {blob} bytes, {output} a path that does not exist, {empty} a property list without declarations, and {upstream} a folder with
the package for update-mime-database. Commands that read a registry read it from the cache, except `compile`.
"""

UNCACHED = {
    "lint": ["lint", "{file}"],
    "lint --fix": ["lint", "--fix", "{copy}"],
    "lint --sarif": ["lint", "--sarif", "{file}"],
    "lint --format jsonl": ["lint", "--format", "jsonl", "{file}"],
    "convert --to plist": ["convert", "--to", "plist", "{file}"],
    "convert --to xml": ["convert", "--to", "xml", "{file}"],
    "convert --to json": ["convert", "--to", "json", "{file}"],
    "compile": ["compile", "--output", "{output}", "{registry}"],
    "diff": ["diff", "{empty}", "{file}"],
    "diff with itself": ["diff", "{file}", "{file}"],
    "install": ["install", "--dry-run", "{file}"],
    "uninstall": ["uninstall", "--dry-run", "costly"],
    "export": ["export", "--registry", "{registry}"],
    "export TYPE": ["export", "--registry", "{registry}", "{type}"],
}

CACHED = {
    "identify": ["identify", "--registry", "{registry}", "{text}", "{letters}", "{blob}"],
    "identify --by name": ["identify", "--registry", "{registry}", "--by", "name", "{text}", "{blob}"],
    "explain": ["explain", "--registry", "{registry}", "{text}", "{letters}", "{blob}"],
    "document": ["document", "--registry", "{registry}", "{text}"],
    "lookup": ["lookup", "--registry", "{registry}", ".txt", ".same", ".e1"],
    "info": ["info", "--registry", "{registry}", "{type}"],
    "info --format json": ["info", "--format", "json", "--registry", "{registry}", "{type}"],
    "why": ["why", "--registry", "{registry}", "{type}", "public.data"],
    "conforms": ["conforms", "--registry", "{registry}", "{type}", "public.data"],
    "tree": ["tree", "--registry", "{registry}", "{type}"],
    "tree --down": ["tree", "--down", "--registry", "{registry}", "public.data"],
    "tree --format json": ["tree", "--format", "json", "--registry", "{registry}", "{type}"],
    "graph": ["graph", "--registry", "{registry}", "{type}"],
    "graph --down": ["graph", "--down", "--registry", "{registry}", "public.data"],
    "list": ["list", "--registry", "{registry}"],
    "list --conforming-to": ["list", "--conforming-to", "{type}", "--registry", "{registry}"],
    "search": ["search", "--registry", "{registry}", "type"],
    "encode": ["encode", "filenameExtension=txt"],
    "decode": ["decode", "dyn.ah62d4rv4ge81a5xh"],
    "doctor": ["doctor", "--registry", "{registry}"],
    "apps": ["apps", "--registry", "{registry}", "{type}"],
    "default": ["default", "--registry", "{registry}", "{type}"],
    "versions": ["versions", "{text}"],
    "complete a type": ["--complete", "bash", "info", "--registry", "{registry}", "org.ex"],
    "complete an extension": ["--complete", "zsh", "lookup", "--registry", "{registry}", "."],
    "complete a file": ["--complete", "fish", "lint", "{registry}/"],
}

# Pages take seconds for the built-in registry alone.
SLOW = {"site": ["site", "--registry", "{registry}", "{output}"]}

ALL = UNCACHED | CACHED | SLOW

# The commands that read a package as update-mime-database does.
LIKE_UPSTREAM = ["compile", "convert --to plist", "convert --to xml", "convert --to json"]

# The shapes that the check measures commands with which differ from another one only in what they print, which do
# not read the declarations, or which take long.
LINES = ("one_line", "findings_in_one_line", "p_findings_in_one_line")
ONE = ("shared_pattern",)
ONLY = {
    "lint --fix": (*LINES, "folder_fixable"), "lint --sarif": LINES, "lint --format jsonl": LINES, "diff with itself": LINES,
    "info --format json": ("p_many_classes", "p_repeated_type", "many_patterns"),
    "graph --down": ("p_chain", "dense", "shared_pattern"), "site": ("p_chain",),
    "encode": ONE, "decode": ONE, "versions": ONE, "uninstall": ONE, "complete a file": ONE,
    "complete an extension": ("p_many_extensions", "p_shared_extension"),
    "complete a type": ("p_chain", "p_honest", "p_bare_types"),
}
# The shapes of many files, and the commands that read a folder.
FOLDERS = ("folder", "folder_cycle", "folder_unknown_parents", "folder_shared_pattern", "folder_fixable", "p_folder",
           "p_folder_one_type")
OF_FOLDERS = ("lint", "lint --fix", "compile")


def measured(shape, names):
    """Returns the named commands that a shape is measured with."""
    return [name for name in names if shape not in FOLDERS or name in OF_FOLDERS]
