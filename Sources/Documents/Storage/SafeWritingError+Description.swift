internal import SystemPackage

extension SafeWritingError: CustomStringConvertible {
  /// The error in the form `path: what failed: reason; remedy`.
  public var description: String { "\(path): \(message); \(remedy)" }

  /// What failed and why, without the path and what to do about it.
  var message: String {
    guard let recoveryPath else { return problem }
    return "\(problem); the old contents are in \(recoveryPath)"
  }

  private var problem: String {
    switch code {
    case .alreadyExists: return "not saved, because there is an item of this name"
    case .vanished: return "not saved, because the item is gone"
    case .changedOnDisk: return "not saved, because somebody else has changed it"
    case .specialFile: return "not saved, because it is neither a file nor a directory"
    case .notWritable: return "not saved, because its permissions forbid writing"
    case .immutable: return "not saved, because it is immutable or append-only"
    case .invalidPath: return "not saved, because the path names no item"
    case .symbolicLinkLoop: return "not saved, because its symbolic links lead in a circle"
    case .missingDirectory: return "not saved, because a directory on the way is missing"
    case .nothingWritten: return "not saved, because neither a file nor a directory was written"
    case .writerFailed:
      return "not saved, because writing failed: \(underlyingError.map { "\($0)" } ?? "unknown")"
    default: break
    }
    guard let failure else { return "not saved" }
    return "not saved: \(failure)"
  }

  /// What to do about it.
  public var remedy: String {
    switch code {
    case .alreadyExists: return "choose another name, or replace the item on purpose"
    case .vanished: return "save it as a new item"
    case .changedOnDisk: return "compare both versions, then keep one or both"
    case .specialFile, .invalidPath: return "choose another place"
    case .notWritable: return "make it writable, or save under another name"
    case .immutable: return "remove the attribute with chattr, or save under another name"
    case .symbolicLinkLoop: return "correct one of the links"
    case .missingDirectory: return "make the directory first"
    case .nothingWritten: return "write a file or a directory at the path that was given"
    default: break
    }
    switch errno {
    case .noSpace?: return "free space on the file system, or save elsewhere"
    case .diskQuotaExceeded?: return "free space within the quota, or save elsewhere"
    case .ioError?: return "save elsewhere and check the disk"
    case .readOnlyFileSystem?: return "save elsewhere, the file system is read-only"
    case .permissionDenied?, .notPermitted?: return "ask for permission, or save elsewhere"
    case .fileNameTooLong?: return "choose a shorter name"
    case .resourceBusy?: return "save elsewhere, the item is in use as a mount"
    default: return "check the item and its file system"
    }
  }
}
