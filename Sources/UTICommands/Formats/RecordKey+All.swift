import DesktopIntegration
import FileWatching
import TypeDetection
import TypeGraph

extension RecordKey {
  /// All keys of records, sorted by subject.
  static let all: [RecordKey] =
    items + types + questions + declarations + comparison + desktop + versions

  private static let items = [
    RecordKey("path", .string, "the path of an item; a stray byte stands as U+FFFD"),
    RecordKey("pathBytes", .string, "all bytes of a path that is no UTF-8, in hexadecimal"),
    RecordKey("error", .string, "why the input was not answered; no other answer is beside it"),
    RecordKey(
      "confidence", .word(Verdict.Confidence.allCases.map(\.rawValue)),
      "how far the answer can be relied on"),
    RecordKey("basis", .word(Evidence.Basis.allCases.map(\.rawValue)), "what decided"),
    RecordKey(
      "encoding", .optional(.word(TextEncoding.allCases.map(\.rawValue))),
      "how the text is encoded; null for what is no text or was not read"),
    RecordKey(
      "alternatives",
      .list(.object([type, mimeType, RecordKey("basis", .string, "what speaks for it")])),
      "other types that fit, likeliest first"),
    RecordKey(
      "disagreement",
      .optional(
        .object([
          RecordKey("nameType", .string, "what the name says"),
          RecordKey("contentType", .string, "what the bytes say"),
          RecordKey("winner", .word(["name", "content"]), "which of them the answer follows"),
          RecordKey("margin", .integer, "by how many bits it outweighs the other"),
          RecordKey("reason", .string, "why, in one sentence"),
        ])), "what name and content say where they do not agree"),
    RecordKey(
      "evidence",
      .list(
        .object([
          RecordKey("basis", .string, "what spoke"), RecordKey("rule", .string, "how it spoke"),
          RecordKey("type", .optional(.string), "for which type"),
          RecordKey("offset", .optional(.integer), "where in the bytes"),
          RecordKey("bytes", .string, "which bytes, in hexadecimal"), file, line,
        ])), "what speaks for the answer"),
    RecordKey(
      "candidates",
      .list(
        .object([
          type, mimeType, RecordKey("name", .integer, "the weight of the name"),
          RecordKey("content", .integer, "the weight of the bytes"),
          RecordKey("contradiction", .integer, "what speaks against it"),
          RecordKey("total", .integer, "all of them together"),
        ])), "what was weighed"),
    RecordKey(
      "replacements",
      .list(
        .object([
          RecordKey("from", .string, "the type that was replaced"),
          RecordKey("to", .string, "the type that replaced it"),
          RecordKey("reason", .string, "why, in one sentence"),
        ])), "the steps behind the sum"),
    RecordKey("reads", .integer, "how often the file was read"),
    RecordKey("bytesRead", .integer, "how many bytes that gave"),
    RecordKey("class", .optional(.string), "the document class that opens the item"),
    RecordKey("role", .optional(.string), "Editor, Viewer ..., as it is declared"),
    RecordKey("rank", .optional(.string), "Owner, Default ..., as it is declared"),
    RecordKey("reason", .string, "why, in one sentence"),
    RecordKey("others", .list(.string), "classes that would open it too, nearest first"),
    RecordKey("event", .word(EventPrinter.names), "what has happened to the item"),
    RecordKey("time", .string, "when it was printed, in UTC: 2026-01-31T12:00:00.000Z"),
    RecordKey("exists", .boolean, "whether there is an item at the path"),
    RecordKey("oldPath", .string, "where the item was before"),
    RecordKey("restorePath", .string, "where an item in the trash would go back to"),
    RecordKey(
      "originator", .word(["thisProcess", "cooperatingProcess", "unknown"]),
      "who has done it; programs that coordinate nothing cannot be known"),
    RecordKey(
      "subitems",
      .list(
        .object([
          RecordKey("event", .word(EventPrinter.subitemNames), "what has happened to it"),
          RecordKey("path", .string, "where it is in the directory"),
          RecordKey("oldPath", .optional(.string), "where it was before it was moved"),
        ])), "what has happened in a directory"),
    RecordKey(
      "cause", .word(PollingReason.allCases.map(\.rawValue)),
      "why the item is looked at now and then: nothing tells of its changes"),
    RecordKey(
      "id", .either(.string, .integer), "the text or number by which a record of --stream goes"),
    RecordKey("complete", .boolean, "false where more bytes could change the answer"),
  ]

  private static let type = RecordKey("type", .string, "the identifier of a type")
  private static let mimeType = RecordKey("mimeType", .optional(.string), "its MIME type")
  private static let file = RecordKey("file", .optional(.string), "the file that says it")
  private static let line = RecordKey("line", .optional(.integer), "the line, counted from 1")

  private static let desktop = [
    RecordKey("name", .string, "the name that declarations are installed under"),
    RecordKey(
      "action", .word(InstallationStep.Action.allCases.map(\.rawValue)), "what is done"),
    RecordKey("done", .boolean, "false where --dry-run only tells"),
    RecordKey("subject", .string, "the type, the pattern or the program that it is about"),
    RecordKey("application", .string, "the identifier of a desktop file"),
    RecordKey(
      "applicationName", .optional(.string),
      "what the application is called, in the user's language"),
    RecordKey("desktopFile", .string, "the path of the desktop file"),
    RecordKey("isDefault", .boolean, "whether it is the application that opens the type"),
    RecordKey(
      "association", .word(ApplicationMention.Ground.allCases.map(\.rawValue)),
      "who associates it with the type: file and line say where"),
    RecordKey(
      "associatedType", .string, "the MIME type that it is associated with, or a supertype"),
  ]

  private static let versions = [
    RecordKey("versionIdentifier", .string, "what --restore, --resolve and --remove take"),
    RecordKey("keptDate", .string, "when it was kept, in UTC, by which versions are sorted"),
    RecordKey("date", .string, "when the contents were last modified, in UTC"),
    RecordKey("size", .integer, "how many bytes the contents have"),
    RecordKey("isConflict", .boolean, "whether somebody made it without knowing of the item"),
    RecordKey("isResolved", .boolean, "whether somebody has decided what becomes of it"),
    RecordKey("origin", .word(["save", "external", "sync-client"]), "how it came to be"),
    RecordKey("client", .optional(.string), "the program that left it beside the item"),
    RecordKey("host", .optional(.string), "the computer that saved it"),
    RecordKey("user", .optional(.string), "who saved it"),
    RecordKey("program", .optional(.string), "the program that saved it"),
    RecordKey("contents", .string, "the path of the contents"),
    RecordKey(
      "contentsBytes", .string, "all bytes of a path to contents that is no UTF-8, in hexadecimal"),
    RecordKey("restored", .string, "the version that the item has been replaced with"),
    RecordKey(
      "resolved", .optional(.string), "the version in conflict that is settled; null for none"),
    RecordKey("removed", .string, "the version that is no longer one"),
    RecordKey("isInTrash", .boolean, "whether it is in the trash now, and not gone"),
    RecordKey("kept", .optional(.string), "the version that the item was; null where it was none"),
  ]

  private static let types = [
    type, mimeType,
    RecordKey("description", .optional(.string), "what people call it, in the user's language"),
    RecordKey("filenameExtension", .optional(.string), "the extension that such files should have"),
    RecordKey("filenameExtensions", .list(.string), "all extensions of the type"),
    RecordKey("supertypes", .list(.string), "all types that it conforms to"),
    RecordKey("conformsTo", .list(.string), "the types that it conforms to directly"),
    RecordKey("container", .list(.string), "the formats that its bytes are stored in"),
    RecordKey(
      "statements",
      .list(.object([type, RecordKey("kind", .string, "who states it"), file, line])),
      "who says to what the type conforms, and in what it is stored"),
    RecordKey("isDeclared", .boolean, "whether anybody declares the type"),
    RecordKey("isDynamic", .boolean, "whether its identifier is computed from tags"),
    RecordKey("isPublic", .boolean, "whether its identifier begins with public."),
    RecordKey(
      "preferredFilenameExtension", .optional(.string), "as in UTType; filenameExtension"),
    RecordKey("preferredMIMEType", .optional(.string), "as in UTType; the first one declared"),
    RecordKey("version", .optional(.integer), "the version of the declaration"),
    RecordKey("referenceURL", .optional(.string), "where the format is described"),
    RecordKey("tags", .listsByName, "the tags by class"),
    RecordKey("icon", .optional(.string), "the name of an icon"),
    RecordKey("genericIcon", .optional(.string), "the name of an icon for the kind"),
    RecordKey(
      "declarations",
      .list(
        .object([
          file, line, RecordKey("layer", .string, "which layer of the registry has it"),
          RecordKey("bundle", .optional(.string), "which bundle declares it"),
          RecordKey("exported", .boolean, "whether as its owner"),
          RecordKey("active", .boolean, "whether it is the one that counts"),
          RecordKey("rank", .string, "how much it counts"),
          RecordKey("inactiveBy", .optional(.string), "the rule by which another one counts"),
        ])), "all declarations of the type, what counts first"),
    RecordKey("next", .list(.record), "the types above or below, each with what lies beyond"),
  ]

  private static let questions = [
    RecordKey("query", .string, "what was asked, as it was given"),
    RecordKey("types", .list(.string), "the types that are found, the preferred one first"),
    RecordKey("dynamic", .optional(.string), "the dynamic identifier where no type is declared"),
    RecordKey("identifier", .string, "a dynamic identifier"),
    RecordKey("decoded", .string, "what a dynamic identifier holds, as it is written inside"),
    RecordKey("reencoded", .string, "the same tags encoded again"),
    RecordKey("supertype", .string, "the type that conformance is asked to"),
    RecordKey("view", .word(GraphView.allCases.map(\.rawValue)), "whose statements count"),
    RecordKey("conforms", .boolean, "whether type conforms to supertype"),
    RecordKey(
      "steps",
      .list(
        .object([
          type, RecordKey("supertype", .string, "what it conforms to"),
          RecordKey("kind", .string, "who states it"), file, line,
        ])), "the statements that lead from type to supertype"),
    RecordKey("nearestCommonSupertypes", .list(.string), "the nearest types above both"),
  ]

  private static let finding = [
    RecordKey("file", .string, "the file"), RecordKey("line", .integer, "counted from 1"),
    RecordKey("column", .integer, "in bytes, counted from 1"),
    RecordKey("severity", .string, "error, warning or note"),
    RecordKey("rule", .string, "the rule that it breaks"),
    RecordKey("message", .string, "what is wrong"), RecordKey("remedy", .string, "what to do"),
  ]

  private static let declarations =
    finding + [
      RecordKey("stage", .string, "when the rule looks: at a file or at all of them"),
      RecordKey("fixable", .boolean, "whether --fix mends it"),
      RecordKey("summary", .string, "what the rule looks for"),
      RecordKey("typeCount", .integer, "how many types there are"),
      RecordKey("cache", .optional(.string), "the file that keeps the merged registry"),
      RecordKey("cacheState", .string, "what is the matter with it"),
      RecordKey(
        "sources",
        .list(
          .object([
            RecordKey("path", .string, "the file"), RecordKey("layer", .string, "its layer"),
            RecordKey("format", .string, "its format"),
            RecordKey("bundle", .optional(.string), "the bundle it belongs to"),
          ])), "the files that are read, lowest first"),
      RecordKey("findings", .list(.object(finding)), "what is wrong in them"),
      RecordKey(
        "contestedExtensions",
        .list(
          .object([
            RecordKey("filenameExtension", .string, "the extension"),
            RecordKey("types", .list(.string), "the types that claim it"),
          ])), "extensions that several types claim"),
    ]

  private static let comparison = [
    RecordKey("change", .word(["added", "removed", "changed"]), "what has become of the type"),
    RecordKey(
      "fields",
      .list(
        .object([
          RecordKey("field", .string, "what differs"),
          RecordKey("removed", .list(.string), "values of the first registry alone"),
          RecordKey("added", .list(.string), "values of the second registry alone"),
          RecordKey("reordered", .list(.string), "values in another order"),
        ])), "how the two differ"),
  ]
}
