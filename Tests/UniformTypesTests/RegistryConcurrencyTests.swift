import Foundation
import Synchronization
import TestSupport
import Testing
import UTITypeDetection
import UTITypeGraph
import UniformTypes

@Suite("Registries shared by threads", .serialized)
struct RegistryConcurrency {
  @Test("give every thread the same results, whichever thread starts")
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

  @Test("may be replaced during look-ups, which use one or the other")
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

  @Test("become current for every thread, including threads that have used another one")
  func setting() throws {
    let first = TypeRegistry.current
    let second = try first.adding(file: Fixture.path("inheriting.plist"))
    defer { TypeRegistry.current = first }
    let asked = DispatchSemaphore(value: 0)
    let replaced = DispatchSemaphore(value: 0)
    let answers = Mutex<[Bool]>([])
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        let before = UTType("org.example.undescribed") != nil
        asked.signal()
        replaced.wait()
        let type = UTType("org.example.undescribed")
        answers.withLock { $0 += [before, type?.conforms(to: .image) == true] }
        ended.signal()
      }
    }
    for _ in 0..<4 { asked.wait() }
    TypeRegistry.current = second
    for _ in 0..<4 { replaced.signal() }
    for _ in 0..<4 { ended.wait() }
    #expect(answers.withLock { $0 } == Array(repeating: [false, true], count: 4).flatMap { $0 })
    #expect(UTType.png == first.type("public.png"))
  }

  @Test("give every thread equal types, which conform to each other")
  func exchanging() {
    let types = Mutex<[UTType]>([])
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        types.withLock { $0 += [UTType.png, UTType(filenameExtension: "png") ?? .data] }
        ended.signal()
      }
    }
    for _ in 0..<4 { ended.wait() }
    let all = types.withLock { $0 }
    #expect(all.count == 8)
    #expect(Set(all + [.png]).count == 1)
    for type in all {
      #expect(all.allSatisfy { $0 == type && $0.conforms(to: type) })
      #expect(
        type.conforms(to: .image) && type.localizedDescription == UTType.png.localizedDescription)
    }
  }
}
