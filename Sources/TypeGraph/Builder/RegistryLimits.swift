/// How much the declarations of a registry may ask for together.
///
/// They come from packages and programs that anybody can install, and a few thousand statements can ask
/// for lists that take gigabytes, or for seconds with every file. A statement that asks for too much is
/// dropped with a finding at its line; the defaults are far above what real declarations need.
package struct RegistryLimits: Hashable, Sendable {
  /// The supertypes of one type in one view, direct ones included.
  ///
  /// Of the types of a machine with shared-mime-info none has 30.
  package var supertypeCount = 256
  /// The patterns with several stars, each of which is compared with every name that may match it.
  ///
  /// shared-mime-info has one.
  package var starryPatternCount = 256
  /// The places at which values without a certain byte are looked for in a file, summed over the
  /// values: each place is compared with each of them.
  ///
  /// shared-mime-info has no such value at more than a few places.
  package var blindPlaceCount = 4 << 20
  /// The findings of merging that are kept of one file; a hostile one has one in every statement.
  package var findingCount = 1000

  /// Makes the default limits.
  package init() {}
}
