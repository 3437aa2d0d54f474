import UTICommandOutput
internal import UTIPlatform

/// A row of an inventory of an object store, as Amazon S3 writes it in CSV.
///
/// The first column is the bucket, the second one the key, encoded as in a URL; others are ignored.
enum InventoryRow {
  /// `BUCKET/KEY` for a row without its end; nil when the row has no two columns.
  static func path(_ row: ArraySlice<UInt8>) -> String? {
    var rest = row
    guard let bucket = field(&rest), !bucket.isEmpty, let key = field(&rest), !key.isEmpty else {
      return nil
    }
    return LosslessText.text(bucket + [UInt8(ascii: "/")] + (decoded(key) ?? key))
  }

  /// Out of the bucket.
  static func leadsOut(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }

  /// The comma is taken too; nil when there is none.
  private static func field(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard !rest.isEmpty, let field = CSVField.next(&rest) else { return nil }
    if let end = rest.popFirst(), end != UInt8(ascii: ",") { return nil }
    return field
  }

  /// `%20` and `+` are spaces; nil for a percent sign without two digits, or a NUL.
  private static func decoded(_ key: [UInt8]) -> [UInt8]? {
    let spaced = key.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return FileURL.decoded(spaced).flatMap { $0.contains(0) ? nil : $0 }
  }
}
