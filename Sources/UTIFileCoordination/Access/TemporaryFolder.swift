package import Foundation

/// A private directory for temporary items, which is removed together with the value.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init(prefix: String) throws {
    url = FileManager.default.temporaryDirectory
      .appending(component: "\(prefix)-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
