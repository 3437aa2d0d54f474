/// The precedence among the declarations of one identifier, which determines the active one.
///
/// ``DeclarationRank``, then the version, then an order of sources independent of the time of
/// reading. Only the base can change its declarations of `public` types.
struct DeclarationRanking {
  let files: [DeclarationFile]

  func precedes(_ left: DeclarationReference, _ right: DeclarationReference) -> Bool {
    let leftRank = rank(left)
    let rightRank = rank(right)
    guard leftRank == rightRank else { return leftRank < rightRank }
    switch Self.compareVersions(self[left].version, self[right].version) {
    case 1: return true
    case -1: return false
    default: break
    }
    // A higher layer has a narrower scope, so it more likely states the user's intention.
    guard left.file == right.file else { return left.file > right.file }
    return left.index < right.index
  }

  subscript(_ reference: DeclarationReference) -> TypeDeclaration {
    files[reference.file].types[reference.index]
  }

  private func rank(_ reference: DeclarationReference) -> DeclarationRank {
    DeclarationRank(self[reference], in: files[reference.file].source)
  }

  /// 1 if the left one is newer, -1 if the right one is; numbers are compared, none is oldest.
  static func compareVersions(_ left: String?, _ right: String?) -> Int {
    let leftParts = (left ?? "").split(separator: ".").map { Int($0) ?? 0 }
    let rightParts = (right ?? "").split(separator: ".").map { Int($0) ?? 0 }
    for index in 0..<max(leftParts.count, rightParts.count) {
      let leftPart = index < leftParts.count ? leftParts[index] : 0
      let rightPart = index < rightParts.count ? rightParts[index] : 0
      if leftPart != rightPart { return leftPart > rightPart ? 1 : -1 }
    }
    return 0
  }
}

/// The place of a declaration among the files of a build.
struct DeclarationReference: Hashable {
  let file: Int
  let index: Int
}
