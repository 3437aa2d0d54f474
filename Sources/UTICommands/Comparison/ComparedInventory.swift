import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform

/// An inventory that `uti identify` has written as CSV with a header, or as JSON lines.
struct ComparedInventory {
  /// The fields of each item, by its path.
  private(set) var items: [String: [String: String]] = [:]
  /// The paths that have several rows, in their order; the last row counts.
  private(set) var repeatedPaths: [String] = []
  /// The columns of contents that at least one item has.
  private(set) var contentColumns: Set<String> = []
  /// The line about the versions of the program and the databases.
  private(set) var provenance: String?

  /// nil if the file is not an inventory, and may be declarations.
  init?(_ path: String) throws(CommandFailure) {
    let limit = Self.sizeLimit
    guard let head = try? RegularFile.head(at: FilePath(text: path), count: 4096),
      Self.isInventory(Array(Self.withoutMark(head)))
    else { return nil }
    var bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile(at: FilePath(text: path), limit: limit).bytes
    } catch {
      throw CommandFailure(.inputMissing, "\(path): cannot be read: \(error)")
    }
    bytes = Array(Self.withoutMark(bytes))
    if bytes.first == UInt8(ascii: "{") {
      try readJSON(bytes, path)
    } else {
      try readCSV(bytes, path)
    }
  }

  private static let sizeLimit = 1 << 32

  /// Spreadsheets write a byte order mark.
  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// An inventory without one of the columns is one too, so that the error names the column.
  private static let neededColumns = ["path", "type"]

  private static func isInventory(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    if text.hasPrefix(InventoryProvenance.title) { return true }
    let first = text.prefix { $0 != "\n" && $0 != "\r\n" }
    if first.hasPrefix("{\"inventory\":") { return true }
    if first.hasPrefix("{") {
      let keys = neededColumns.map { "\"\($0)\":" }
      return keys.contains { first.hasPrefix("{" + $0) }
        || keys.allSatisfy { key in first.indices.contains { first[$0...].hasPrefix(key) } }
    }
    let names = first.split(separator: ",").map { name in name.filter { $0 != "\"" } }
    return neededColumns.contains(where: names.contains)
  }

  private mutating func readJSON(_ bytes: [UInt8], _ path: String) throws(CommandFailure) {
    var number = 0
    for ended in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = ended.last == UInt8(ascii: "\r") ? ended.dropLast() : ended
      guard !line.isEmpty else { continue }
      guard let node = try? JSONReader.read(Array(line)), case .object(let members) = node.content
      else { throw Self.damage(path, number) }
      if members.first?.name == "inventory" {
        provenance = String(decoding: line, as: UTF8.self)
        continue
      }
      var fields: [String: String] = [:]
      for member in members {
        switch member.value.content {
        case .string(let text): fields[member.name] = text
        case .number(let digits): fields[member.name] = digits
        default: continue
        }
      }
      guard let item = fields["path"] else { throw Self.missing("path", path) }
      add(fields, item)
    }
    // An item that cannot be read has no type.
    if !items.isEmpty, !items.values.contains(where: { $0["type"] != nil || $0["error"] != nil }) {
      throw Self.missing("type", path)
    }
  }

  private mutating func readCSV(_ bytes: [UInt8], _ path: String) throws(CommandFailure) {
    var rest = bytes[...]
    if rest.starts(with: InventoryProvenance.title.utf8) {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      provenance = String(
        decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      rest = rest.dropFirst(line.count + 1)
    }
    var number = provenance == nil ? 1 : 2
    guard let names = Self.row(&rest) else { throw Self.damage(path, number) }
    var columns: [String: Int] = [:]
    for (place, name) in names.enumerated() {
      guard let first = columns.updateValue(place, forKey: name) else { continue }
      throw CommandFailure(
        .badDeclarations,
        "\(path): line \(number): columns \(first + 1) and \(place + 1) both have the name "
          + "\"\(name)\"; write the inventory again, without one of them")
    }
    if let column = Self.neededColumns.first(where: { columns[$0] == nil }) {
      throw Self.missing(column, path)
    }
    while !rest.isEmpty {
      number += 1
      guard let row = Self.row(&rest), row.count == names.count else {
        throw Self.damage(path, number)
      }
      var fields: [String: String] = [:]
      for (name, value) in zip(names, row) where !value.isEmpty { fields[name] = value }
      guard let item = fields["path"] else { throw Self.damage(path, number) }
      add(fields, item)
    }
  }

  private mutating func add(_ fields: [String: String], _ item: String) {
    if items.updateValue(fields, forKey: item) != nil { repeatedPaths.append(item) }
    for column in Self.allContentColumns where fields[column] != nil {
      contentColumns.insert(column)
    }
  }

  /// The best first.
  fileprivate static let allContentColumns = ContentDigest.allCases.map(\.rawValue) + ["size"]

  /// RFC 4180; nil if the quotation marks are wrong.
  private static func row(_ rest: inout ArraySlice<UInt8>) -> [String]? {
    var row: [String] = []
    while true {
      guard let field = CSVField.next(&rest) else { return nil }
      row.append(LosslessText.text(field))
      guard let end = rest.popFirst(), end != UInt8(ascii: "\n") else { return row }
      if end == 0x0D {
        guard rest.popFirst() == UInt8(ascii: "\n") else { return nil }
        return row
      }
    }
  }

  private static func missing(_ column: String, _ path: String) -> CommandFailure {
    CommandFailure(
      .badDeclarations,
      "\(path): the inventory has no column \"\(column)\"; write it again, with --print path,type "
        + "and the digests")
  }

  private static func damage(_ path: String, _ record: Int) -> CommandFailure {
    CommandFailure(
      .badDeclarations,
      "\(path): record \(record) is not one of uti identify --format csv or jsonl; write the "
        + "inventory again")
  }
}

struct ItemDifference {
  enum Change: String, CaseIterable {
    case added, removed, type, contents
  }

  let path: String
  let change: Change
  /// nil for an item that only one of the two has.
  let before, after: String?
}

extension ComparedInventory {
  /// Sorted by path; types are compared, and each digest that both have, or else the size.
  func differences(to later: ComparedInventory) -> [ItemDifference] {
    Set(items.keys).union(later.items.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .flatMap { path -> [ItemDifference] in
        guard let old = items[path] else {
          return [
            ItemDifference(
              path: path, change: .added, before: nil, after: later.items[path]?["type"])
          ]
        }
        guard let new = later.items[path] else {
          return [ItemDifference(path: path, change: .removed, before: old["type"], after: nil)]
        }
        var differences: [ItemDifference] = []
        if old["type"] != new["type"] {
          differences.append(
            ItemDifference(path: path, change: .type, before: old["type"], after: new["type"]))
        }
        if let name = Self.allContentColumns.first(where: { old[$0] != nil && new[$0] != nil }),
          old[name] != new[name]
        {
          differences.append(
            ItemDifference(path: path, change: .contents, before: old[name], after: new[name]))
        }
        return differences
      }
  }
}
