import ArgumentParser
import Testing

@testable import UTICommands

@Suite("A request read without the argument parser")
struct IdentifyRequestTests {
  @Test(
    "is the one the parser reads",
    arguments: [
      "a", "a b c", "-", "a - b", "-r a", "--recursive a b", "a -0", "a --null",
      "--no-dereference a",
      "--by name a", "a --by content b", "--by=both a", "--by name --by content a",
      "--view declared a", "--view=freedesktop a", "--format jsonl a", "a --format=tsv",
      "--color never a", "--language pt_BR a", "--language=de a", "--registry d a",
      "--registry d --registry=e a", "--name x.png -", "- --name=x.png", "--files0-from list",
      "--files0-from=list a", "--registry a=b c", "--language==de a", "help", "identify",
      "-b a", "--brief a", "-q a", "--quiet --conforming-to public.image a", "--mime-type a",
      "--mime-encoding --extension a", "--print type,mime a", "--print={path} a", "--is .png a",
      "--conforming-to a --conforming-to=b --not-conforming-to c d", "--files-from list",
      "--files-from=l --files0-from m", "file:///etc", "--stream", "--stream --by content",
    ])
  func equal(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let request = try #require(IdentifyRequest(commandLine: ["identify"] + arguments))
    #expect(request == (try Identify.parse(arguments).request))
  }

  @Test("has paths of any characters")
  func paths() throws {
    let arguments = ["", " a b", "é", "\u{10FFE9}", "a\nb", "a=b", "=", "\u{301}-r", "e\u{301}"]
    let request = try #require(IdentifyRequest(commandLine: ["identify"] + arguments))
    #expect(request.items.paths == arguments)
    #expect(request == (try Identify.parse(arguments).request))
  }

  @Test(
    "is left to the parser where the parser has more to say",
    arguments: [
      "", "identify", "identify -h a", "identify a --help", "identify --version", "identify --",
      "identify -- -a", "identify -x a", "identify -r0 a", "identify --rec a", "identify --by a",
      "identify --by nothing a", "identify --by", "identify --by= a", "identify --name -x -",
      "identify --files0-from - a", "identify --name x a", "identify --files0-from",
      "identify --null=yes a", "identify --is a b c",
      "identify -b --print path a", "identify --print nothing a", "identify -bq a",
      "identify --stream a", "identify ---completion identify", "info public.png",
      "help identify",
      "--version", "identify\u{301} a", "identify -\u{301} a", "identify --language -de a",
    ])
  func leftToParser(line: String) {
    let arguments = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(IdentifyRequest(commandLine: arguments) == nil)
  }
}
