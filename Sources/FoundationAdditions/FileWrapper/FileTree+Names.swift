internal import SystemPackage
internal import UTIPlatform

extension FileTree {
  /// The name as a component of a path; nil for one that no item can have (rule M5).
  static func component(_ name: String) -> FilePath.Component? {
    isName(name) ? FilePath.Component(name) : nil
  }

  /// A Boolean value that indicates whether an item can have a name.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= FileName.longest
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// A name that is free among others: the name itself, or "name 2.txt", "name 3.txt" and so on, of
  /// a length that an item can have (rule E12).
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
