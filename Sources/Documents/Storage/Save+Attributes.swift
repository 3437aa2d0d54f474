internal import SystemPackage

extension Save {
  /// Gives the new item the attributes of the old one and those that were asked for.
  func giveAttributes(to item: FileLocation, kind: FileStatus.Kind) throws {
    try store.withOpen(item, for: .reading) { file throws(FileStoreError) in
      if let old = target.status, old.kind == kind {
        try store.setPermissions(old.permissions, of: file)
      }
      if let permissions = attributes.permissions {
        try store.setPermissions(permissions, of: file)
      }
      for (name, value) in attributes.extendedAttributes {
        try store.setExtendedAttribute(name, to: value, of: file)
      }
      if let time = attributes.modificationTime {
        try store.setModificationTime(time, of: file)
      }
    }
  }
}
