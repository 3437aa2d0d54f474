import SystemPackage
package import UTICommandOutput
package import UTITypeDeclarations

#if !Declarations
#error("The commands need the trait Declarations: swift build --traits Declarations")
#endif

extension DeclarationError: CommandError {
  package var failure: CommandFailure {
    CommandFailure(
      errno == nil ? .badDeclarations : .inputMissing, sentence, namesPlace: position != nil)
  }

  /// The error has its place, if there is one, in the format of compilers.
  private var sentence: String {
    guard position == nil else { return description }
    let reason = errno.map { " (\(Errno(rawValue: $0)))" } ?? ""
    return "\(file): \(message)\(reason)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }
}
