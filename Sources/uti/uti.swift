import UTICommands

@main
struct Main {
  static func main() {
    UniformTypesCommand.runToExit()
  }
}
