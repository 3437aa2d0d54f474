import Foundation
import Synchronization
import TestSupport
import Testing
import TypeDetection
import TypeGraph
import UniformTypes

@Suite("Registries shared by threads")
struct RegistryConcurrency {
  @Test("answer every thread alike, whoever asks first")
  func reading() {
    let answers = Mutex<[[String]]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      var answer: [String] = []
      for name in ["a.png", "a.tar.gz", "a.txt", "Makefile", "a.unheard-of"] {
        let verdict = Base.registry.identify(bytes: Array("%PDF-1.4\n".utf8), name: name)
        answer.append("\(verdict.type) \(verdict.mimeType ?? "")")
        guard let type = Base.registry.type(verdict.type.rawValue) else { continue }
        answer.append("\(type.localizedDescription ?? "") \(type.supertypes.count)")
        answer.append("\(type.conforms(to: .data)) \(type.tags[.filenameExtension] ?? [])")
      }
      answers.withLock { $0.append(answer) }
    }
    #expect(Set(answers.withLock { $0 }).count == 1)
  }

  @Test("may be replaced while others ask, who get the answers of one or the other")
  func swapping() throws {
    let first = TypeRegistry.current
    let second = try first.adding(file: Fixture.path("inheriting.plist"))
    defer { TypeRegistry.current = first }
    let seen = Mutex<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for round in 0..<300 {
        if number == 0 { TypeRegistry.current = round.isMultiple(of: 2) ? second : first }
        let type = UTType(filenameExtension: "exmpl")
        let conforms = UTType(filenameExtension: "png")?.conforms(to: .image) == true
        seen.withLock {
          _ = $0.insert(
            "\(type?.isDynamic == true ? "dynamic" : type?.identifier ?? "none") \(conforms)")
        }
      }
    }
    #expect(seen.withLock { $0 }.isSubset(of: ["dynamic true", "org.example.undescribed true"]))
    #expect(!seen.withLock { $0 }.isEmpty)
  }
}
