internal import SystemPackage

extension FileTree {
  /// The longest name that the file systems of Linux keep, in bytes.
  private static let longestName = 255

  /// The name as a component of a path; nil for one that no item can have (rule M5).
  static func component(_ name: String) -> FilePath.Component? {
    guard name != ".", name != "..", name.utf8.count <= longestName,
      !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    return FilePath.Component(name)
  }

  /// A name that is free among others: the name itself, or "name 2.txt", "name 3.txt" and so on.
  static func uniqueName(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    let path = FilePath.Component(name)
    let stem = path?.stem ?? name
    let ending = path?.extension.map { "." + $0 } ?? ""
    var number = 2
    while isTaken("\(stem) \(number)\(ending)") { number += 1 }
    return "\(stem) \(number)\(ending)"
  }
}
