import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

/// The directory of versions for all tests of documents, because `NSFileVersion` takes none.
enum SharedVersions {
  private static let scratch: ScratchDirectory? = {
    let scratch = try? ScratchDirectory()
    if let scratch {
      DocumentEnvironment.standard.versionsDirectory = scratch.path.appending("versions")
      // What lives as long as the process is not let go of.
      atexit {
        try? FileManager.default.removeItem(atPath: SharedVersions.scratch?.path.string ?? "")
      }
    }
    return scratch
  }()

  static func prepare() { #expect(scratch != nil) }
}
