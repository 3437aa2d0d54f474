#if !Declarations
import UTITypeGraph

/// The only configuration of a package without the trait `Declarations`: its registry alone.
struct RegistryConfiguration: Sendable {
  /// It names the languages of the user; nil for the process's own.
  var environment: [String: String]? { nil }
  /// Lowest precedence first.
  var declared: [DeclarationFile] = []
}
#endif
