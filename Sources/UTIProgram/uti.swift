import CUTIProgramStart
import UTICommands

@main
struct Main {
  static func main() {
    UniformTypesCommand.runToExit(words: uti_program_words())
  }
}
