import CommandLineInterface
import CommandOutput
import TypeGraph
import UniformTypes

struct Conforms: Command {
  static let name = "conforms"
  static let abstract =
    "Tell whether one type conforms to another: exit status 0 for yes, 1 for no."
  static var discussion: String {
    """
    The first may be a path, whose type is asked about then; what is declared as a type is one, also \
    where an item has the same name.

    Exit status: 0 yes; 1 no; 66 one of the two is not known.

    Examples:
      uti conforms public.jpeg public.image
      uti conforms photo.jpg public.image && echo an image
      uti conforms image/svg+xml .xml
    """
  }

  private var pair = TypePair()
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&pair)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load()
    let answer = try pair.answer(in: registry)
    answer.print(output)
    if !answer.conforms { throw CommandFailure(.negative) }
  }
}
