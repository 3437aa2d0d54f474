internal import SystemPackage
internal import UTIPlatform

extension FileTree {
  /// Returns the name as a component of a path; nil if an item cannot have it (rule M5).
  static func component(_ name: String) -> FilePath.Component? {
    isName(name) ? FilePath.Component(name) : nil
  }

  /// Returns whether an item can have a name.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= FileName.longest
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// Returns a free name: the name itself, or "name 2.txt", "name 3.txt" and so on.
  ///
  /// The length is one that an item can have (rule E12).
  static func uniqueName(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while true {
      let numbered = FileName.numbered(name, number)
      if !isTaken(numbered) { return numbered }
      number += 1
    }
  }
}
