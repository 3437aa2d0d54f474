/// A range of a source that mutants replace, in offsets of UTF-8.
struct Site {
  /// The range of the original text.
  let range: Range<Int>
  /// The form of the instrumented text.
  let form: Form
  /// The texts of the mutants.
  let alternatives: [String]

  /// The way in which mutants are selected while the program runs.
  enum Form {
    /// An expression; a conditional expression selects the mutant.
    case expression
    /// A statement, which the only mutant omits.
    case statement
  }
}

/// One mutant of one file.
struct Mutant {
  /// The number that selects the mutant while the program runs.
  let number: Int
  /// The index of the site in its file.
  let site: Int
  /// The index of the alternative in the site.
  let alternative: Int
}
