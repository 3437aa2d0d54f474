internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformTypeIdentifiers
internal import UniformTypes

/// The attributes of an item, as a search found them.
struct MetadataValues: Sendable {
  let url: URL
  let type: UTType?
  private let status: FileStatus

  /// A package has the size of its files and the time of the last change in it; `shown` is the path
  /// with the links of the scope.
  init?(at path: FilePath, shown: FilePath) {
    guard var status = FileStatus.present(at: path, followsLinks: false) else { return nil }
    type = URL(of: path).contentType
    url = URL(
      of: shown, directoryHint: status.kind == .directory ? .isDirectory : .notDirectory)
    if status.kind == .directory, type?.conforms(to: .package) == true {
      status.size = 0
      var waiting = [path]
      while let directory = waiting.popLast() {
        for name in DirectoryEntries.names(in: directory) {
          let item = directory.appending(name)
          guard let part = FileStatus.present(at: item, followsLinks: false) else { continue }
          if part.kind == .directory { waiting.append(item) } else { status.size += part.size }
          status.modified = max(status.modified, part.modified)
        }
      }
    }
    self.status = status
  }

  /// True for a directory that is not a package, so a search enters it.
  var isFolder: Bool { status.kind == .directory && type?.conforms(to: .package) != true }

  /// The items in a folder are items themselves, so its times do not count.
  func isChanged(in later: Self) -> Bool {
    !status.isSameItem(as: later.status) || type != later.type
      || !isFolder && (status.size, status.modified) != (later.status.size, later.status.modified)
  }

  /// Equal after a move; with the times, because a new item may get the number of a deleted one.
  var identity: AnyHashable {
    [
      AnyHashable(status.item), AnyHashable(status.created),
      AnyHashable(isFolder ? nil : status.modified),
    ]
  }

  /// The attributes by their keys; Foundation's clients cast numbers to several types.
  static let keys: [String: @Sendable (Self) -> Any?] = [
    NSMetadataItemFSNameKey: { $0.url.itemName },
    NSMetadataItemDisplayNameKey: { $0.url.itemName },
    NSMetadataItemURLKey: { $0.url },
    NSMetadataItemPathKey: { (try? FilePath(of: $0.url))?.string },
    NSMetadataItemFSSizeKey: { NSNumber(value: $0.status.size) },
    NSMetadataItemFSCreationDateKey: { $0.status.created?.date },
    NSMetadataItemFSContentChangeDateKey: { $0.status.modified.date },
    NSMetadataItemContentTypeKey: { $0.type?.identifier },
    NSMetadataItemContentTypeTreeKey: { values in
      values.type.map { type in
        [type.identifier] + type.supertypes.map(\.identifier).sorted()
      }
    },
    NSMetadataItemIsUbiquitousKey: { _ in NSNumber(value: false) },
    NSMetadataUbiquitousItemDownloadingStatusKey: { _ in
      NSMetadataUbiquitousItemDownloadingStatusCurrent
    },
    NSMetadataUbiquitousItemIsDownloadingKey: { _ in NSNumber(value: false) },
    NSMetadataUbiquitousItemPercentDownloadedKey: { _ in NSNumber(value: 100.0) },
    NSMetadataUbiquitousItemIsUploadedKey: { _ in NSNumber(value: true) },
    NSMetadataUbiquitousItemIsUploadingKey: { _ in NSNumber(value: false) },
    NSMetadataUbiquitousItemHasUnresolvedConflictsKey: { _ in NSNumber(value: false) },
  ]
}
