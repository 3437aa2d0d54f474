internal import SystemPackage
internal import UTIPlatform
package import UTITypeGraph

extension TypeDetector {
  /// Returns the type of an open item.
  ///
  /// A regular file is read at given places, so that its position does not change.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open. A regular file must be open for reading.
  ///   - name: the name of the item; nil when only its bytes count.
  ///   - view: the rule that selects statements.
  /// - Throws: ``DetectionError`` when the descriptor is not open, or the file cannot be read.
  /// - Complexity: bounded by the limits.
  package func verdict(
    forDescriptor descriptor: Int32, name: String? = nil, view: GraphView = .merged
  ) throws(DetectionError) -> Verdict {
    let basis: DetectionInput = name == nil ? .content : .both
    let words = name ?? "file descriptor \(descriptor)"
    return try ItemPath.with(words) { (item) throws(DetectionError) in
      let status: FileStatus
      do throws(Errno) {
        status = try FileStatus(of: FileDescriptor(rawValue: descriptor))
      } catch {
        throw DetectionError(item, errorNumber: error.rawValue, operation: "read its status")
      }
      guard status.kind == .regular else {
        return verdict(ofKind: status, name: words, by: basis, view: view)
      }
      return try verdict(
        of: OpenFile(borrowing: descriptor), at: item, size: Int(status.size), name: words,
        by: basis, view: view)
    }
  }
}
