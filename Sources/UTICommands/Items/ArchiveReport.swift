import SystemPackage
import UTICommandOutput
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDetection

struct ReportedItem {
  /// Counted from 1 in the order of the items.
  let number: Int
  let path: String
  /// nil for an item of the file system.
  var member: MemberPlace?
  /// Its members are items.
  var isArchive = false
  var properties = ItemProperties()
  var digest: String?
  /// nil for an item that is not a regular file, and after a failure.
  var formats: FormatAnswer?
  var failure: ReportedFailure?
}

/// The reason why an item has no formats.
struct ReportedFailure {
  let message: String
  /// The error of the operating system, if it has caused the failure.
  var error: Errno?
}

extension ReportedFailure {
  init(_ error: DetectionError) {
    let reason = Errno(rawValue: error.errorNumber)
    self.init(message: "cannot \(error.operation): \(reason)", error: reason)
  }
}

/// A report in the columns of another program for archives.
enum ArchiveReport: Sendable {
  case droid, siegfried

  /// nil for the other forms of output.
  init?(_ format: OutputFormat) {
    switch format {
    case .droidCSV: self = .droid
    case .siegfriedCSV: self = .siegfried
    case .text, .json, .jsonl, .tsv, .csv: return nil
    }
  }

  /// The column of the digest has the name of its function.
  func columns(digest: ContentDigest?) -> [String] {
    switch self {
    case .droid:
      [
        "ID", "PARENT_ID", "URI", "FILE_PATH", "NAME", "METHOD", "STATUS", "SIZE", "TYPE", "EXT",
        "LAST_MODIFIED", "EXTENSION_MISMATCH",
        digest.map { "\($0.rawValue.uppercased())_HASH" } ?? "HASH", "FORMAT_COUNT", "PUID",
        "MIME_TYPE", "FORMAT_NAME", "FORMAT_VERSION",
      ]
    case .siegfried:
      ["filename", "filesize", "modified", "errors"]
        + (digest.map { [$0 == .crc32 ? "crc" : $0.rawValue] } ?? [])
        + ["namespace", "id", "format", "version", "mime", "class", "basis", "warning"]
    }
  }

  /// One row for each format that remains, and one without a format.
  func rows(of item: ReportedItem, digest: ContentDigest?) -> [[String]] {
    switch self {
    case .droid: droidRows(of: item)
    case .siegfried: siegfriedRows(of: item, hasDigest: digest != nil)
    }
  }

  /// A line; a terminal receives the fields with the escapes of a row.
  func append(_ row: [String], isShown: Bool, to bytes: inout [UInt8]) {
    for (index, field) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      var shown = isShown ? "" : field
      if isShown { VisibleText.appendField(field, to: &shown) }
      append(shown, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// DROID writes all fields in quotation marks, and Siegfried only those that need them.
  private func append(_ field: String, to bytes: inout [UInt8]) {
    switch self {
    case .droid: CSVField.append(field, to: &bytes, quoting: .all)
    case .siegfried:
      let isBlank = field.utf8.first == UInt8(ascii: " ")
      CSVField.append(field.isEmpty ? nil : field, to: &bytes, quoting: isBlank ? .all : .needed)
    }
  }
}

// MARK: DROID

extension ArchiveReport {
  private func droidRows(of item: ReportedItem) -> [[String]] {
    let name = item.member?.fileName ?? String(item.path.lastPathComponent)
    let suffix = FormatAnswer.extension(of: item.member.map { $0.fileName ?? "" } ?? name)
    let matches = item.formats?.matches ?? []
    let isFolder = item.properties.kind == .directory
    let isMismatch = item.formats?.extensionMismatch == true && !suffix.isEmpty
    let url = item.member?.url ?? Self.url(item.path)
    let path = item.member == nil ? FileURL.absolutePath(item.path) ?? item.path : ""
    let parent = item.member.map { "\($0.parent)" } ?? ""
    let start = ["\(item.number)", parent, url, path, name]
    let rest = [
      status(of: item), isFolder ? "" : item.properties.size.map(String.init) ?? "",
      isFolder ? "Folder" : item.isArchive ? "Container" : "File", suffix,
      item.properties.modified?.secondsText ?? "",
      isMismatch ? "true" : "false", item.digest ?? "", isFolder ? "" : "\(matches.count)",
    ]
    guard !matches.isEmpty else { return [start + [""] + rest + ["", "", "", ""]] }
    return matches.map { match in
      start + [match.method.nameInDROID] + rest
        + [match.format.puid, match.format.mimeText, match.format.name, match.format.version]
    }
  }

  /// Java's URIs of files have no empty host.
  static func url(_ path: String) -> String {
    FileURL.text(path).map { "file:" + $0.dropFirst("file://".count) } ?? ""
  }

  private func status(of item: ReportedItem) -> String {
    guard let failure = item.failure else { return "Done" }
    return switch failure.error {
    case .permissionDenied, .notPermitted: "Access denied"
    case .noSuchFileOrDirectory, .notDirectory: "Not found"
    default: "Error"
    }
  }
}

extension FormatMatch.Method {
  fileprivate var nameInDROID: String {
    switch self {
    case .signature: "Signature"
    case .container: "Container"
    case .extension: "Extension"
    case .text: "Text"
    }
  }
}

// MARK: Siegfried

extension ArchiveReport {
  private func siegfriedRows(of item: ReportedItem, hasDigest: Bool) -> [[String]] {
    let isFile = item.formats != nil
    let failure = item.failure?.message ?? (isFile ? "" : "not a regular file")
    let start =
      [
        item.path, "\(item.properties.size ?? 0)",
        item.properties.modified.map { $0.secondsText + "Z" } ?? "", failure,
      ] + (hasDigest ? [item.digest ?? ""] : [])
    guard let answer = item.formats else { return [start + Array(repeating: "", count: 8)] }
    guard !answer.matches.isEmpty else {
      return [start + ["pronom", "UNKNOWN", "", "", "", "", "", answer.warningWithoutMatch]]
    }
    return answer.matches.map { match in
      start
        + [
          "pronom", match.format.puid, match.format.name, match.format.version,
          match.format.mimeText, "", match.basis, answer.warning(on: match),
        ]
    }
  }
}

extension FormatAnswer {
  /// In Siegfried's words.
  fileprivate func warning(on match: FormatMatch) -> String {
    let weak: String? =
      switch match.method {
      case .text where extensionMismatch: "match on text only"
      case .extension: "match on extension only"
      case .text, .signature, .container: nil
      }
    return [weak, extensionMismatch ? "extension mismatch" : nil].compactMap(\.self)
      .joined(separator: "; ")
  }

  fileprivate var warningWithoutMatch: String {
    possibilities.isEmpty
      ? "no match"
      : "no match; possibilities based on extension are " + possibilities.joined(separator: ", ")
  }
}

extension FileFormat {
  fileprivate var mimeText: String { mimeTypes.joined(separator: ", ") }
}

extension FileTime {
  /// In UTC, without a fraction and a time zone.
  fileprivate var secondsText: String { String(timestamp.prefix { $0 != "." }) }
}
