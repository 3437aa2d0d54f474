import ArgumentParser
import UniformTypes

/// Two types that a command relates.
struct TypePair: ParsableArguments {
  @Argument(help: ArgumentHelp("The type in question.", valueName: "type"))
  var type: TypeArgument

  @Argument(help: ArgumentHelp("The supertype in question.", valueName: "supertype"))
  var supertype: TypeArgument

  /// The two types.
  ///
  /// - Throws: ``CommandFailure`` with the nearest known name when one of them is not found.
  func types(in registry: TypeRegistry) throws -> (type: UTType, supertype: UTType) {
    (try type.type(in: registry), try supertype.type(in: registry))
  }
}
