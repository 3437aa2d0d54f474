import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

extension TypeRegistry {
  /// The path is one of the command line.
  func identify(
    pathText path: String, by basis: DetectionInput = .both, followsLinks: Bool = true
  ) throws(DetectionError) -> Verdict {
    if LosslessText.hasStrayBytes(path) {
      return try identify(path: FilePath(text: path), by: basis, followsLinks: followsLinks)
    }
    return try identify(path: path, by: basis, followsLinks: followsLinks)
  }

  /// `-` is standard input, which has the name; all else is a path.
  func identify(
    argument: String, named name: String?, by basis: DetectionInput, followsLinks: Bool
  ) throws(DetectionError) -> Verdict {
    argument == "-"
      ? try identifyStandardInput(named: name, by: basis)
      : try identify(pathText: argument, by: basis, followsLinks: followsLinks)
  }

  private func identifyStandardInput(
    named name: String?, by basis: DetectionInput
  ) throws(DetectionError) -> Verdict {
    if basis == .name, let name { return try identify(path: name, by: .name) }
    switch StandardInput.readHead() {
    case .success(let bytes):
      return identify(bytes: bytes, name: basis == .content ? nil : name)
    case .failure(let error):
      throw DetectionError(path: "-", errorNumber: error.rawValue, operation: "read it")
    }
  }
}

extension GraphView: ParameterValue {}
extension DetectionInput: ParameterValue {}
extension ByteSupport: ParameterValue {}

extension Completion {
  /// Identifiers, extensions and MIME types.
  static let types = Completion(words: TypeArgument.completions)
  /// A type, or the path of an item.
  static let typesAndFiles = Completion(files: .files, words: TypeArgument.completions)
}
