/// Ends the program with a sentence about a call that only a mistake of the program can be.
///
/// Unlike `preconditionFailure` it says the sentence in a build for release too, in which most
/// programs meet their users.
///
/// - Parameter sentence: what was called, what is wrong with it, and what to call instead.
func misuse(_ sentence: @autoclosure () -> String) -> Never { fatalError(sentence()) }

/// Ends the program with a sentence where a condition that every caller can keep is not kept.
///
/// - Parameters:
///   - condition: what must hold.
///   - sentence: what was called, what is wrong with it, and what to call instead.
func demand(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { misuse(sentence()) }
}
