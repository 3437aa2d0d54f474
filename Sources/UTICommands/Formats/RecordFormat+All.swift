extension RecordFormat {
  /// All commands that have `--format`.
  static let all: [RecordFormat] = [
    RecordFormat(
      "identify", columns: ItemLayout.columns.map(\.key), keys: ItemLayout.members.map(\.key),
      optional: ["pathBytes"]),
    RecordFormat(
      "identify --print", columns: ["the fields asked for"], keys: [],
      optional: ["pathBytes"] + ItemField.allCases.map(\.key)),
    RecordFormat(
      "identify --is", columns: ["type", "supertype", "conforms"],
      keys: ["path", "type", "supertype", "view", "conforms"], optional: ["pathBytes"]),
    RecordFormat(
      "identify --stream", columns: ["none: it prints lines of JSON"],
      keys: ["id"] + ItemLayout.members.filter { $0 != .path }.map(\.key), optional: ["complete"]),
    RecordFormat(
      "explain",
      columns: ["path", "type", "mimeType", "description", "confidence", "basis", "evidence"],
      keys: [
        "path", "type", "mimeType", "description", "confidence", "basis", "support", "encoding",
        "evidence", "alternatives", "candidates", "replacements", "disagreement", "reads",
        "bytesRead",
      ], optional: ["pathBytes", "undeclaredExtension"]),
    RecordFormat(
      "document", columns: ["path", "type", "class", "role"],
      keys: ["path", "type", "class", "role", "rank", "reason", "others"],
      optional: ["pathBytes"]),
    RecordFormat(
      "document --watch", columns: ["none: it prints lines of JSON"],
      keys: ["path", "event", "time"],
      optional: [
        "pathBytes", "exists", "type", "originator", "oldPath", "restorePath", "subitems", "cause",
      ]),
    RecordFormat(
      "info",
      columns: [
        "type", "mimeType", "description", "filenameExtensions", "mimeTypes", "conformsTo",
      ],
      keys: [
        "type", "description", "isDeclared", "isDynamic", "isPublic", "mimeType",
        "filenameExtension", "preferredFilenameExtension", "preferredMIMEType", "version",
        "referenceURL", "tags", "conformsTo", "container", "statements", "supertypes", "icon",
        "genericIcon", "declarations",
      ], optional: ["formats"]),
    RecordFormat("tree", columns: ["depth", "type"], keys: ["type", "next"]),
    RecordFormat(
      "conforms", columns: ["type", "supertype", "conforms"],
      keys: ["type", "supertype", "view", "conforms"], optional: ["path", "pathBytes"]),
    RecordFormat(
      "why", columns: ["type", "supertype", "kind", "origin"],
      keys: ["type", "supertype", "view", "conforms", "steps", "nearestCommonSupertypes"],
      optional: ["path", "pathBytes"]),
    RecordFormat(
      "lookup", columns: ["query", "type", "mimeType", "description"],
      keys: ["query", "types", "dynamic"], optional: ["error"]),
    RecordFormat("list", columns: summary, keys: summaryKeys),
    RecordFormat("search", columns: summary, keys: summaryKeys),
    RecordFormat(
      "decode", columns: ["identifier", "tags", "conformsTo"],
      keys: ["identifier", "tags", "conformsTo", "reencoded"]),
    RecordFormat(
      "encode", columns: ["query", "identifier", "decoded"],
      keys: ["query", "identifier", "decoded"]),
    RecordFormat("lint", columns: finding, keys: finding + ["remedy"]),
    RecordFormat(
      "lint --rules", columns: ["rule", "severity", "fixable", "summary"],
      keys: ["rule", "severity", "stage", "fixable", "summary"]),
    RecordFormat(
      "diff", columns: ["change", "type", "field", "sign", "value"],
      keys: ["type", "change", "fields"]),
    RecordFormat(
      "diff INVENTORY", columns: ["change", "path", "before", "after"],
      keys: ["change", "path", "before", "after"]),
    RecordFormat(
      "doctor",
      columns: [
        "source, signatures, finding, contested or sandbox", "its kind", "its rule", "its text",
      ],
      keys: [
        "view", "typeCount", "cache", "cacheState", "sources", "signatureFiles", "findings",
        "contestedExtensions", "sandbox",
      ]),
    RecordFormat("doctor --desktop", columns: finding, keys: finding + ["remedy"]),
    RecordFormat(
      "install", columns: installation, keys: installationKeys, optional: installationOptionalKeys),
    RecordFormat(
      "uninstall", columns: installation, keys: installationKeys,
      optional: installationOptionalKeys),
    RecordFormat(
      "apps", columns: application, keys: applicationKeys, optional: applicationOptionalKeys),
    RecordFormat(
      "apps --none", columns: ["query or path", "mimeType", "description"],
      keys: ["mimeType", "description"], optional: applicationOptionalKeys),
    RecordFormat(
      "default", columns: application, keys: applicationKeys, optional: applicationOptionalKeys),
    RecordFormat(
      "versions",
      columns: [
        "versionIdentifier", "keptDate", "date", "size", "standing", "origin", "who", "contents",
      ],
      keys: [
        "path", "versionIdentifier", "keptDate", "date", "size", "isConflict", "isResolved",
        "origin", "client", "host", "user", "program", "contents",
      ], optional: ["pathBytes", "contentsBytes", "type"]),
    RecordFormat(
      "versions --restore", columns: ["path", "restored", "kept"],
      keys: ["path", "restored", "kept", "resolved"], optional: ["pathBytes"]),
    RecordFormat(
      "versions --resolve", columns: ["path", "resolved"],
      keys: ["path", "resolved"], optional: ["pathBytes"]),
    RecordFormat(
      "versions --remove", columns: ["path", "removed", "removed or trash"],
      keys: ["path", "removed", "isInTrash"], optional: ["pathBytes"]),
  ]

  static let finding = ["file", "line", "column", "severity", "rule", "message"]
  private static let installation = ["action", "path or subject", "reason"]
  private static let installationKeys = ["name", "action", "done"]
  private static let installationOptionalKeys = ["path", "pathBytes", "subject", "reason"]
  private static let application = [
    "query or path", "application", "default", "applicationName", "why",
  ]
  private static let applicationKeys = [
    "mimeType", "application", "applicationName", "desktopFile", "isDefault", "association",
    "associatedType", "file", "line",
  ]
  private static let applicationOptionalKeys = ["query", "path", "pathBytes"]

  private static let summary = ["type", "mimeType", "description"]
  private static let summaryKeys = ["type", "mimeType", "filenameExtension", "description"]
}
