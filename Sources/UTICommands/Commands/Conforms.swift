import UTICommandLineInterface
import UTICommandOutput

struct Conforms: Command {
  static let name = "conforms"
  static let abstract = "Test if one type conforms to another: exit status 0 yes, 1 no."
  static var discussion: String {
    """
    The first argument may be a path, and then the type of its item is tested. A declared type has \
    precedence over an item of the same name.

    Exit status: 0 yes; 1 no; 66 one of the two is unknown.

    Examples:
      uti conforms public.jpeg public.image
      uti conforms photo.jpg public.image && echo an image
      uti conforms image/svg+xml .xml
      uti conforms fmt/353 public.image
    """
  }

  private var question = ConformanceQuestion()

  mutating func declare(_ parameters: inout ParameterDeclarations) { parameters.group(&question) }

  func run() throws {
    let answer = try question.answer()
    ResultPrinter.print([answer.result], question.output)
    if !answer.conforms { throw CommandFailure(.negative) }
  }
}
