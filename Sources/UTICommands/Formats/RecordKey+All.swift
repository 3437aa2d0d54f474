import UTIDesktopIntegration
import UTIFileWatching
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph

extension RecordKey {
  /// Sorted by subject.
  static let all: [RecordKey] =
    items + types + questions + declarations + comparison + desktop + versions

  private static let items = [
    RecordKey(.path), RecordKey(.url),
    RecordKey("pathBytes", .string, "all bytes of a path that is not UTF-8, in hexadecimal"),
    RecordKey("error", .string, "the reason of a failure; the record has no result"),
    RecordKey(.confidence), RecordKey(.basis), RecordKey(.support), RecordKey(.encoding),
    RecordKey(.alternatives), RecordKey(.disagreement),
    RecordKey(
      "evidence",
      .list(
        .object([
          RecordKey("basis", .string, "the kind of evidence"),
          RecordKey("rule", .string, "the rule that matched"),
          RecordKey("type", .optional(.string), "the type that it supports"),
          RecordKey("offset", .optional(.integer), "the offset in the bytes"),
          RecordKey("bytes", .string, "the bytes, in hexadecimal"), file, line,
        ])), "the evidence for the result"),
    RecordKey(
      "candidates",
      .list(
        .object([
          type, mimeType, RecordKey("name", .integer, "the weight of the name"),
          RecordKey("content", .integer, "the weight of the bytes"),
          RecordKey("contradiction", .integer, "the weight of contradictions"),
          RecordKey("total", .integer, "the sum of the weights"),
        ])), "the candidates with their weights"),
    RecordKey(
      "replacements",
      .list(
        .object([
          RecordKey("from", .string, "the type that was replaced"),
          RecordKey("to", .string, "the type that replaced it"),
          RecordKey("reason", .string, "the reason, in one sentence"),
        ])), "the steps behind the sum"),
    RecordKey("undeclaredExtension", .string, "the extension of the name, if no type has it"),
    RecordKey("reads", .integer, "the number of reads of the file"),
    RecordKey("bytesRead", .integer, "the number of bytes that were read"),
    RecordKey("class", .optional(.string), "the document class that opens the item"),
    RecordKey("role", .optional(.string), "Editor, Viewer ..., as declared"),
    RecordKey("rank", .optional(.string), "Owner, Default ..., as declared"),
    RecordKey("reason", .string, "the reason, in one sentence"),
    RecordKey("others", .list(.string), "other classes that can open it, nearest first"),
    RecordKey("event", .word(EventPrinter.names), "the event of the item"),
    RecordKey("time", .string, "the time of printing, in UTC: 2026-01-31T12:00:00.000Z"),
    RecordKey("exists", .boolean, "whether an item exists at the path"),
    RecordKey("oldPath", .string, "the previous path of the item"),
    RecordKey("restorePath", .string, "the path to which an item in the trash is restored"),
    RecordKey(
      "originator", .word(["thisProcess", "cooperatingProcess", "unknown"]),
      "the originator; unknown for programs that do not coordinate"),
    RecordKey(
      "subitems",
      .list(
        .object([
          RecordKey("event", .word(EventPrinter.subitemNames), "the event"),
          RecordKey("path", .string, "the path in the directory"),
          RecordKey("oldPath", .optional(.string), "the path before a move"),
        ])), "the events in a directory"),
    RecordKey(
      "cause", .word(PollingReason.allCases.map(\.rawValue)),
      "the reason for polling: changes of the item are not reported"),
    RecordKey(
      "id", .optional(.either(.string, .either(.number, .boolean))),
      "the value that identifies a record of --stream, as it was written"),
    RecordKey(.kind), RecordKey(.md5), RecordKey(.sha1), RecordKey(.sha256), RecordKey(.sha512),
    RecordKey(.crc32), RecordKey(.puid), RecordKey(.formatName), RecordKey(.formatVersion),
    RecordKey(.formatBasis), RecordKey(.formats), RecordKey(.extensionMismatch),
    RecordKey(.formatBounded),
    RecordKey("complete", .boolean, "false if more bytes could change the result"),
  ]

  private static let type = RecordKey(.type)
  private static let mimeType = RecordKey(.mime)
  private static let file = RecordKey("file", .optional(.string), "the file of the statement")
  private static let line = RecordKey("line", .optional(.integer), "the line, counted from 1")

  private static let desktop = [
    RecordKey("name", .string, "the name of the installed declarations"),
    RecordKey("action", .word(InstallationStep.Action.allCases.map(\.rawValue)), "the step"),
    RecordKey("done", .boolean, "false with --dry-run"),
    RecordKey("subject", .string, "the type, the pattern or the program of the step"),
    RecordKey("application", .string, "the identifier of a desktop file"),
    RecordKey(
      "applicationName", .optional(.string),
      "the name of the application, in the user's language"),
    RecordKey("desktopFile", .string, "the path of the desktop file"),
    RecordKey("isDefault", .boolean, "whether it is the application that opens the type"),
    RecordKey(
      "association", .word(ApplicationMention.Ground.allCases.map(\.rawValue)),
      "the origin of the association; file and line have its place"),
    RecordKey(
      "associatedType", .string, "the MIME type that it is associated with, or a supertype"),
  ]

  private static let versions = [
    RecordKey("versionIdentifier", .string, "the argument of --restore, --resolve and --remove"),
    RecordKey("keptDate", .string, "the time of keeping, in UTC; versions are sorted by it"),
    RecordKey(.mtime), RecordKey(.size),
    RecordKey("isConflict", .boolean, "whether it is a version in conflict"),
    RecordKey("isResolved", .boolean, "whether the conflict is resolved"),
    RecordKey("origin", .word(["save", "external", "sync-client"]), "the origin of the version"),
    RecordKey(
      "client", .optional(.string), "the synchronization program that left it next to the item"),
    RecordKey("host", .optional(.string), "the computer that saved it"),
    RecordKey("user", .optional(.string), "the user who saved it"),
    RecordKey("program", .optional(.string), "the program that saved it"),
    RecordKey("contents", .string, "the path of the contents"),
    RecordKey(
      "contentsBytes", .string, "all bytes of a path of contents that is not UTF-8, in hexadecimal"),
    RecordKey("restored", .string, "the version that replaced the item"),
    RecordKey(
      "resolved", .optional(.string), "the version whose conflict was resolved; null for none"),
    RecordKey("removed", .string, "the removed version"),
    RecordKey("isInTrash", .boolean, "whether it was moved to the trash"),
    RecordKey("kept", .optional(.string), "the version with the old contents; null for none"),
  ]

  private static let types = [
    type, mimeType,
    RecordKey(.description), RecordKey(.extension), RecordKey(.extensions), RecordKey(.supertypes),
    RecordKey("conformsTo", .list(.string), "the types that it conforms to directly"),
    RecordKey("container", .list(.string), "the formats that its bytes are stored in"),
    RecordKey(
      "statements",
      .list(.object([type, RecordKey("kind", .string, "the kind of statement"), file, line])),
      "the statements of conformance and of storage"),
    RecordKey("isDeclared", .boolean, "whether the type is declared"),
    RecordKey("isDynamic", .boolean, "whether its identifier encodes tags"),
    RecordKey("isPublic", .boolean, "whether its identifier begins with public."),
    RecordKey("preferredFilenameExtension", .optional(.string), "as in UTType; filenameExtension"),
    RecordKey("preferredMIMEType", .optional(.string), "as in UTType; the first one declared"),
    RecordKey("version", .optional(.integer), "the version of the declaration"),
    RecordKey("referenceURL", .optional(.string), "the description of the format"),
    RecordKey("tags", .listsByName, "the tags by class"),
    RecordKey("icon", .optional(.string), "the name of an icon"),
    RecordKey("genericIcon", .optional(.string), "the name of an icon for the kind"),
    RecordKey(
      "declarations",
      .list(
        .object([
          file, line, RecordKey("layer", .string, "the layer of the registry"),
          RecordKey("bundle", .optional(.string), "the bundle that declares it"),
          RecordKey("exported", .boolean, "whether the declaration is exported"),
          RecordKey("active", .boolean, "whether it is active"),
          RecordKey("rank", .string, "its precedence"),
          RecordKey("inactiveBy", .optional(.string), "the rule that made another one active"),
        ])), "all declarations of the type, the active one first"),
    RecordKey("next", .list(.record), "the supertypes or subtypes, each with its own"),
  ]

  private static let questions = [
    RecordKey("query", .string, "the argument, unchanged"),
    RecordKey("types", .list(.string), "the types with the tag, the preferred one first"),
    RecordKey("dynamic", .optional(.string), "the dynamic identifier if no type is declared"),
    RecordKey("identifier", .string, "a dynamic identifier"),
    RecordKey("decoded", .string, "the tags and supertypes in a dynamic identifier, as encoded"),
    RecordKey("reencoded", .string, "the same tags encoded again"),
    RecordKey("supertype", .string, "the supertype to test for"),
    RecordKey("view", .word(GraphView.allCases.map(\.rawValue)), "the statements that count"),
    RecordKey("conforms", .boolean, "whether type conforms to supertype"),
    RecordKey(
      "steps",
      .list(
        .object([
          type, RecordKey("supertype", .string, "the supertype"),
          RecordKey("kind", .string, "the kind of statement"), file, line,
        ])), "the statements that lead from type to supertype"),
    RecordKey("nearestCommonSupertypes", .list(.string), "the nearest common supertypes"),
  ]

  private static let finding = [
    RecordKey("file", .string, "the file"), RecordKey("line", .integer, "counted from 1"),
    RecordKey("column", .integer, "in bytes, counted from 1"),
    RecordKey("severity", .string, "error, warning or note"),
    RecordKey("rule", .string, "the rule"),
    RecordKey("message", .string, "the error"), RecordKey("remedy", .string, "the correction"),
  ]

  private static let declarations =
    finding + [
      RecordKey("stage", .string, "the stage of the rule: in a file or in all files"),
      RecordKey("fixable", .boolean, "whether --fix corrects it"),
      RecordKey("summary", .string, "the summary of the rule"),
      RecordKey("typeCount", .integer, "the number of types"),
      RecordKey("cache", .optional(.string), "the file of the cached registry"),
      RecordKey("cacheState", .string, "the state of the cache"),
      RecordKey(
        "sources",
        .list(
          .object([
            RecordKey("path", .string, "the file"), RecordKey("layer", .string, "its layer"),
            RecordKey("format", .string, "its format"),
            RecordKey("bundle", .optional(.string), "the bundle it belongs to"),
          ])), "the files that are read, lowest first"),
      RecordKey(
        "signatureFiles",
        .list(
          .object([
            RecordKey("path", .string, "the file"), RecordKey("layer", .string, "its layer"),
            RecordKey(
              "format", .word(SignatureFileHeader.Kind.allCases.map(\.rawValue)), "its kind"),
            RecordKey("release", .string, "the number of the release; empty if it states none"),
            RecordKey(
              "count", .optional(.integer),
              "the number of formats, or of container signatures; null if it cannot be read"),
            RecordKey("used", .boolean, "false if another file of its kind has precedence"),
          ])), "the signature files of PRONOM, highest precedence first"),
      RecordKey("findings", .list(.object(finding)), "the errors in them"),
      RecordKey(
        "contestedExtensions",
        .list(
          .object([
            RecordKey("filenameExtension", .string, "the extension"),
            RecordKey("types", .list(.string), "the types that claim it"),
          ])), "extensions that several types claim"),
      RecordKey(
        "sandbox", .word(["complete", "files", "system calls", "none"]),
        "the restrictions that this kernel can impose on commands that read files"),
    ]

  private static let comparison = [
    RecordKey(
      "change", .word(["added", "removed", "changed", "type", "contents"]),
      "the change of the type, or what has changed of an item"),
    RecordKey(
      "before", .optional(.string), "the type, digest or size of an item in the first inventory"),
    RecordKey("after", .optional(.string), "the same in the second inventory"),
    RecordKey(
      "fields",
      .list(
        .object([
          RecordKey("field", .string, "the field that differs"),
          RecordKey("removed", .list(.string), "values of the first registry alone"),
          RecordKey("added", .list(.string), "values of the second registry alone"),
          RecordKey("reordered", .list(.string), "values in another order"),
        ])), "the differences"),
  ]
}
