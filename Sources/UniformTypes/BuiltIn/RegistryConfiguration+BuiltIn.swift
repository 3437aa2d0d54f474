#if !Declarations
import UTITypeGraph

/// The configuration of every registry in a package that is built without the trait `Declarations`:
/// the registry of the package alone.
struct RegistryConfiguration: Sendable {
  /// The environment that names the languages of the user; nil for the process's own.
  var environment: [String: String]? { nil }
  /// The declarations of the program, lowest precedence first.
  var declared: [DeclarationFile] = []
}
#endif
