import UTICommandLineInterface
import UTITypeDetection
import UTITypeGraph

extension GraphView: ParameterValue {}
extension DetectionInput: ParameterValue {}
extension Verdict.Confidence: ParameterValue {}

extension Completion {
  /// Identifiers, extensions and MIME types.
  static let types = Completion(words: TypeArgument.completions)
  /// A type, or the path of an item.
  static let typesAndFiles = Completion(files: .files, words: TypeArgument.completions)
}
