/// The limits of the work that the declarations of a registry can cause together.
///
/// Declarations come from packages and programs of any author, and a few thousand statements can
/// cause lists of gigabytes, or seconds of work with every file. A statement that exceeds a limit
/// is dropped with a finding at its line; the defaults are far above the needs of real
/// declarations.
package struct RegistryLimits: Hashable, Sendable {
  /// The greatest number of supertypes of one type in one view, direct ones included.
  ///
  /// No type of a system with shared-mime-info has 30.
  package var supertypeCount = 256
  /// The greatest number of patterns with several stars.
  ///
  /// Each is compared with every name that may match it.
  ///
  /// shared-mime-info has one.
  package var starryPatternCount = 256
  /// The greatest number of places in a file at which values without a certain byte are compared,
  /// summed over the values.
  ///
  /// shared-mime-info has no such value with more than a few places.
  package var blindPlaceCount = 4 << 20
  /// The greatest number of findings of merging for one file; a hostile file has one in every
  /// statement.
  package var findingCount = 1000

  /// Makes the default limits.
  package init() {}
}
