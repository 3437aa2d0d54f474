public import Foundation
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIFoundationBridge

extension FileManager {
  /// Moves an item to the trash of its file system.
  ///
  /// This is the trash of the user, or the trash at the top of the file system of the item, by the
  /// trash specification of freedesktop.org. Desktops show the item and can restore it.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - outResultingURL: receives the URL of the item in the trash.
  /// - Throws: `CocoaError` if the item does not exist or cannot be moved to any trash. The item then
  ///   stays in place.
  /// - Complexity: a few system calls, independent of the size of the item.
  public func trashItem(
    at url: URL, resultingItemURL outResultingURL: UnsafeMutablePointer<NSURL?>?
  ) throws {
    let place = try trashItem(at: url, in: Trash())
    outResultingURL?.pointee = place as NSURL
  }

  package func trashItem(at url: URL, in trash: Trash) throws -> URL {
    guard let path = try? FilePath(of: url) else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    do {
      return URL(of: try trash.take(path, in: SystemFileStore()))
    } catch {
      let code: CocoaError.Code =
        switch error.errno {
        case .noSuchFileOrDirectory, .notDirectory: .fileNoSuchFile
        case .permissionDenied, .notPermitted: .fileWriteNoPermission
        case .readOnlyFileSystem: .fileWriteVolumeReadOnly
        case .noSpace: .fileWriteOutOfSpace
        default: .fileWriteUnknown
        }
      throw CocoaError(
        code,
        userInfo: [
          NSFilePathErrorKey: error.path.text ?? url.path, NSURLErrorKey: url,
          NSUnderlyingErrorKey: error,
        ])
    }
  }
}
