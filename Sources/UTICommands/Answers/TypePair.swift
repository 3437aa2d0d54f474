import UTICommandLineInterface
import UTICommandOutput
import UTITypeDetection
import UniformTypes

/// The two types that a command relates.
struct TypePair: ParameterGroup {
  private var type = TypeArgument()
  private var supertype = TypeArgument()
  private(set) var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(
      &type, "type|path", help: "The type to test, or an item with that type.",
      completion: .typesAndFiles)
    parameters.argument(&supertype, "supertype", help: "The supertype to test for.")
    parameters.group(&sandbox)
  }

  /// A declared type precedes an item of the name; throws with the nearest name for unknown ones.
  func answer(in registry: TypeRegistry) throws -> ConformanceAnswer {
    let supertype = try supertype.type(in: registry)
    guard let path = type.itemPath(in: registry) else {
      return ConformanceAnswer(
        type: try type.type(in: registry), supertype: supertype, path: nil, registry: registry)
    }
    try sandbox.enter()
    do throws(DetectionError) {
      let subject = registry.type(of: try registry.identify(pathText: path))
      return ConformanceAnswer(
        type: subject, supertype: supertype, path: path, registry: registry)
    } catch {
      throw CommandFailure(.inputMissing, error.description)
    }
  }
}
