import UTICommandOutput
internal import UTIPlatform

/// A row of an inventory of an object store, as Amazon S3 writes it in CSV.
///
/// The first column is the bucket, and the second one the key, which is encoded as in a URL. The
/// other columns depend on the configuration, and are ignored.
enum InventoryRow {
  /// Returns the path of the object below the directory in which buckets are mounted.
  ///
  /// - Parameter row: the bytes of the row without its end.
  /// - Returns: the path `BUCKET/KEY`; nil when the row has no two columns.
  static func path(_ row: ArraySlice<UInt8>) -> String? {
    var rest = row
    guard let bucket = field(&rest), !bucket.isEmpty, let key = field(&rest), !key.isEmpty else {
      return nil
    }
    return LosslessText.text(bucket + [UInt8(ascii: "/")] + (decoded(key) ?? key))
  }

  /// Returns true if a path leads out of the bucket.
  static func leadsOut(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }

  /// Takes the next field and its comma from a row; nil when there is none.
  private static func field(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard !rest.isEmpty, let field = CSVField.next(&rest) else { return nil }
    if let end = rest.popFirst(), end != UInt8(ascii: ",") { return nil }
    return field
  }

  /// Returns a key without the encoding of a form: `%20` and `+` are spaces.
  ///
  /// - Returns: nil when a percent sign has no two digits, or a byte is NUL.
  private static func decoded(_ key: [UInt8]) -> [UInt8]? {
    let spaced = key.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return FileURL.decoded(spaced).flatMap { $0.contains(0) ? nil : $0 }
  }
}
