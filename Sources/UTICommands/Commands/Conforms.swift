import ArgumentParser
import TypeGraph
import UniformTypes

struct Conforms: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conforms",
    abstract: "Tell whether one type conforms to another: exit status 0 for yes, 1 for no.")

  @OptionGroup var pair: TypePair
  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let (type, supertype) = try pair.types(in: registry)
    let conforms = type.conforms(to: supertype)
    var printer = ResultPrinter(output.format)
    printer.print(
      CommandResult(
        fields: [
          ("type", .string(type.identifier)), ("supertype", .string(supertype.identifier)),
          ("view", .string(registry.view.rawValue)), ("conforms", .boolean(conforms)),
        ],
        columns: [type.identifier, supertype.identifier, conforms ? "yes" : "no"],
        text: conforms ? "yes" : "no"))
    printer.finish()
    if !conforms { throw CommandFailure(.negative) }
  }
}
