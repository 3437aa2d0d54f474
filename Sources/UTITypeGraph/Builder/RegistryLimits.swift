/// The limits of the work that the declarations of a registry can cause together.
///
/// Declarations are of any author, and a few thousand statements can cause gigabytes or seconds. A
/// statement beyond a limit is dropped with a finding; real declarations stay far below.
package struct RegistryLimits: Hashable, Sendable {
  /// The supertypes of a type in a view, direct ones included; real types have fewer than 30.
  package var supertypeCount = 256
  /// Patterns with several stars are compared with every possible name; shared-mime-info has one.
  package var starryPatternCount = 256
  /// Places in a file at which values without a certain byte are compared, summed over the values.
  package var blindPlaceCount = 4 << 20
  /// The findings of merging for one file; a hostile file has one in every statement.
  package var findingCount = 1000

  package init() {}
}
