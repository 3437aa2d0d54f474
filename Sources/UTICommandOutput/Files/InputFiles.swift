import SystemPackage
import UTIPlatform

/// The files that a command reads, none of which may be its output under any path.
package struct InputFiles: Sendable {
  private let items: Set<FileStatus.Item>

  /// `-` is standard input; items that are not files are ignored.
  package init(_ paths: some Sequence<String>) {
    items = Set(
      paths.compactMap { path -> FileStatus.Item? in
        let status =
          path == "-" ? try? FileStatus(of: .standardInput) : FileStatus.present(at: path)
        return status?.kind == .regular ? status?.item : nil
      })
  }

  /// Throws for a file that is one of them; follows links.
  package func refuse(output path: String) throws(CommandFailure) {
    try refuse(FileStatus.present(at: path), path)
  }

  func refuse(output descriptor: FileDescriptor) throws(CommandFailure) {
    try refuse(try? FileStatus(of: descriptor), descriptor.spelling)
  }

  private func refuse(_ status: FileStatus?, _ path: String) throws(CommandFailure) {
    guard let item = status?.item, items.contains(item) else { return }
    throw CommandFailure(
      .usage, "\(path): is also one of the files that are read; name another output")
  }
}
