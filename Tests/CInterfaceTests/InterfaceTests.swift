import CUniformTypes
import TestSupport
import Testing

@testable import UTICInterface

/// An open registry of the built-in declarations.
private final class Registry {
  let handle: OpaquePointer

  init() throws { handle = try #require(utype_open_embedded(nil)) }

  deinit { utype_close(handle) }
}

/// Calls a function that reports errors, and returns its result with the status and the message.
private func reported<Value>(
  _ body: (UnsafeMutablePointer<utype_error>) -> Value
) -> (value: Value, status: UInt32, message: String) {
  var error = utype_error()
  let value = body(&error)
  let message = withUnsafeBytes(of: error) { bytes in
    String(decoding: bytes.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
  }
  return (value, UInt32(bitPattern: error.status), message)
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  pointer.map { String(cString: $0) }
}

private func items(_ list: OpaquePointer?) -> [String] {
  defer { utype_list_free(list) }
  return (0..<utype_list_count(list)).compactMap { text(utype_list_item(list, $0)) }
}

@Suite struct CQuestions {
  private let registry: Registry

  init() throws { registry = try Registry() }

  @Test(
    arguments: [
      ("a.png", -1, "public.png"), ("folder/a.PNG.xyz", 12, "public.png"),
      ("Makefile", -1, "public.make-source"), ("a.unknown-extension", -1, nil), ("", 0, nil),
    ] as [(String, Int, String?)])
  func `A name has its type, up to its length`(name: String, length: Int, type: String?) {
    let found = reported { utype_for_name(registry.handle, name, length, $0) }
    #expect(text(found.value) == type)
    #expect(found.status == (type == nil ? UTYPE_NOT_FOUND.rawValue : 0))
  }

  @Test func `The same type is the same text, as long as the registry is open`() {
    #expect(
      utype_for_name(registry.handle, "a.png", -1, nil)
        == utype_for_name(registry.handle, "b.PNG", -1, nil))
    #expect(text(utype_for_identifier(registry.handle, "PUBLIC.png", nil)) == "public.png")
    #expect(text(utype_for_extension(registry.handle, "png", -1, nil)) == "public.png")
    #expect(text(utype_for_mime_type(registry.handle, "image/png", -1, nil)) == "public.png")
    #expect(
      items(utype_for_tag(registry.handle, "public.filename-extension", "png", -1, nil)).first
        == "public.png")
    #expect(text(utype_mime_type(registry.handle, "public.png", nil)) == "image/png")
    #expect(text(utype_extension(registry.handle, "public.png", nil)) == "png")
    #expect(
      items(utype_tags(registry.handle, "public.png", "public.mime-type", nil)).contains(
        "image/png"))
  }

  @Test func `Relations are direct or all, and no type is among its own supertypes`() {
    let direct = items(utype_supertypes(registry.handle, "public.png", UTYPE_DIRECT, nil))
    let all = items(utype_supertypes(registry.handle, "public.png", UTYPE_ALL, nil))
    #expect(
      direct.contains("public.image") && all.count > direct.count && all.contains("public.data"))
    #expect(!all.contains("public.png") && Set(all).count == all.count)
    #expect(
      items(utype_subtypes(registry.handle, "public.image", UTYPE_DIRECT, nil)).contains(
        "public.png"))
    #expect(utype_conforms(registry.handle, "public.png", "public.data", nil) == 1)
    #expect(utype_conforms(registry.handle, "public.data", "public.png", nil) == 0)
    #expect(utype_conforms(registry.handle, "public.none", "public.png", nil) == -1)
    let wrong = reported { utype_supertypes(registry.handle, "public.png", utype_reach(9), $0) }
    #expect(wrong.value == nil && wrong.status == UTYPE_INVALID_ARGUMENT.rawValue)
  }

  @Test func `Missing, invalid and unknown arguments are errors with a remedy`() {
    let handle = registry.handle
    let rows: [(utype_status, (UnsafeMutablePointer<utype_error>) -> Bool)] = [
      (UTYPE_INVALID_ARGUMENT, { utype_for_name(handle, nil, -1, $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_for_name(handle, "a", -2, $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_for_name(nil, "a", -1, $0) == nil }),
      (UTYPE_INVALID_TEXT, { utype_for_extension(handle, "\u{FF}" + ".a/b", -1, $0) == nil }),
      (UTYPE_NOT_FOUND, { utype_for_extension(handle, "no-such-extension", -1, $0) == nil }),
      (UTYPE_NOT_FOUND, { utype_for_mime_type(handle, "png", -1, $0) == nil }),
      (UTYPE_NOT_FOUND, { utype_for_mime_type(handle, "image/x-none", -1, $0) == nil }),
      (
        UTYPE_INVALID_TEXT,
        { utype_for_tag(handle, "public.filename-extension", "", -1, $0) == nil }
      ),
      (UTYPE_NOT_FOUND, { utype_tags(handle, "public.none", "public.mime-type", $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_identify_bytes(handle, nil, 1, 1, nil, 0, $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_identify_bytes(handle, "ab", 2, 1, nil, 0, $0) == nil }),
      (
        UTYPE_INVALID_ARGUMENT,
        { utype_identify_upload_bytes(handle, "ab", 2, 1, nil, 0, $0) == nil }
      ),
      (UTYPE_SYSTEM_ERROR, { utype_identify_upload_descriptor(handle, -1, nil, 0, $0) == nil }),
      (UTYPE_SYSTEM_ERROR, { utype_identify_path(handle, "/nonexistent/a", 0, $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_identify_path(handle, "/", 1 << 30, $0) == nil }),
      (
        UTYPE_INVALID_ARGUMENT,
        { utype_identify_path(handle, "/", UTYPE_NAME_ONLY | UTYPE_CONTENT_ONLY, $0) == nil }
      ),
      (UTYPE_INVALID_ARGUMENT, { utype_description(handle, "public.png", nil, nil, 1, $0) == 0 }),
      (UTYPE_SYSTEM_ERROR, { utype_open_image("/nonexistent", $0) == nil }),
      (UTYPE_INVALID_ARGUMENT, { utype_open_image("/", $0) == nil }),
      (UTYPE_BAD_DECLARATIONS, { utype_open_image("/proc/self/exe", $0) == nil }),
    ]
    for (index, row) in rows.enumerated() {
      let answer = reported(row.1)
      #expect(answer.value, "row \(index)")
      #expect(answer.status == row.0.rawValue, "row \(index): \(answer.message)")
      #expect(!answer.message.isEmpty, "row \(index)")
    }
  }

  @Test func `A closed list and one of another kind are no handles`() {
    let list = utype_for_tag(registry.handle, "public.filename-extension", "png", -1, nil)
    #expect(utype_list_count(list) > 0 && utype_list_item(list, -1) == nil)
    #expect(utype_list_item(list, utype_list_count(list)) == nil)
    #expect(utype_verdict_type(list) == nil)
    #expect(utype_list_count(registry.handle) == 0)
    let answer = reported { utype_for_name(list, "a.png", -1, $0) }
    #expect(answer.value == nil && answer.status == UTYPE_INVALID_HANDLE.rawValue)
    utype_list_free(list)
    utype_list_free(nil)
    utype_verdict_free(nil)
  }

  @Test func `A verdict has its type, confidence, basis and reasons`() throws {
    let bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    let verdict = utype_identify_bytes(registry.handle, bytes, bytes.count, .max, "a.txt", -1, nil)
    defer { utype_verdict_free(verdict) }
    #expect(text(utype_verdict_type(verdict)) == "public.png")
    #expect(text(utype_verdict_mime_type(verdict)) == "image/png")
    #expect(text(utype_basis_name(utype_verdict_basis(verdict))) == "content")
    #expect(text(utype_support_name(utype_verdict_support(verdict))) == "sign")
    #expect(utype_verdict_conforms(verdict, "public.image", UTYPE_SUPPORT_SIGN) == 1)
    #expect(utype_verdict_conforms(verdict, "public.plain-text", UTYPE_SUPPORT_NONE) == 0)
    #expect(utype_verdict_conforms(verdict, nil, UTYPE_SUPPORT_NONE) == 0)
    #expect(utype_verdict_reason_count(verdict) > 0 && utype_verdict_reason(verdict, 0) != nil)
    #expect(utype_verdict_reason(verdict, utype_verdict_reason_count(verdict)) == nil)
    var disagreement = utype_disagreement()
    #expect(utype_verdict_disagreement(verdict, &disagreement) == 1)
    #expect(text(disagreement.content_type) == "public.png")
    #expect(text(disagreement.name_type) == "public.plain-text")
    #expect(disagreement.winner == UTYPE_BASIS_CONTENT)
    let plain = utype_identify_bytes(registry.handle, "caf\u{E9}", 5, 5, nil, 0, nil)
    defer { utype_verdict_free(plain) }
    #expect(text(utype_verdict_encoding(plain)) != nil)
    #expect(utype_verdict_disagreement(plain, &disagreement) == 0)
  }

  @Test func `A description is cut at its capacity, and its whole size is returned`() {
    var buffer = [CChar](repeating: 1, count: 16)
    let size = utype_description(registry.handle, "public.png", nil, &buffer, 4, nil)
    #expect(size == "PNG image".utf8.count)
    #expect(text(buffer) == "PNG" && buffer[4] == 1)
    #expect(utype_description(registry.handle, "public.png", nil, nil, 0, nil) == size)
  }

  @Test func `A dynamic identifier has its tag, and is known as dynamic`() {
    var buffer = [CChar](repeating: 0, count: 256)
    let size = utype_dynamic_identifier(
      registry.handle, "public.filename-extension", "no-such", -1, "public.image", &buffer, 256, nil
    )
    let identifier = text(buffer) ?? ""
    #expect(identifier.hasPrefix("dyn.") && identifier.utf8.count == size)
    #expect(utype_is_dynamic(registry.handle, identifier, nil) == 1)
    #expect(utype_is_dynamic(registry.handle, "public.png", nil) == 0)
    #expect(utype_conforms(registry.handle, identifier, "public.image", nil) == 1)
  }
}

@Suite struct COutput {
  @Test(
    arguments: [
      ("abc", 4, "abc"), ("abc", 3, "ab"), ("abc", 1, ""), ("aé", 3, "a"), ("aé", 4, "aé"),
      ("日本", 6, "日"),
      ("日", 3, ""), ("", 1, ""),
    ])
  func `Text is cut between characters and always ends with a null byte`(
    source: String, capacity: Int, written: String
  ) {
    var memory = [UInt8](repeating: 0xAA, count: capacity + 1)
    let size = memory.withUnsafeMutableBytes {
      OutputText.copy(source, to: $0.baseAddress, capacity: capacity)
    }
    #expect(size == source.utf8.count)
    #expect(String(decoding: memory.prefix { $0 != 0 }, as: UTF8.self) == written)
    #expect(memory[capacity] == 0xAA)
  }

  @Test func `Text without room is only measured`() {
    #expect(OutputText.copy("abc", to: nil, capacity: 9) == 3)
    var byte: UInt8 = 0xAA
    #expect(OutputText.copy("abc", to: &byte, capacity: 0) == 3 && byte == 0xAA)
  }

  @Test func `Enumerations have the names of the header, and other numbers have none`() {
    #expect(text(utype_confidence_name(UTYPE_CERTAIN)) == "certain")
    #expect(text(utype_basis_name(UTYPE_BASIS_ROOT_ELEMENT)) == "root-element")
    #expect(
      utype_confidence_name(utype_confidence(77)) == nil && utype_basis_name(utype_basis(77)) == nil
    )
    #expect(text(utype_version()) == "0.1.0")
  }

  @Test func `A column has each text once, and keys are remembered`() {
    var column = DictionaryColumn(rowCount: 6, keyCount: 2)
    var madeCount = 0
    func append(_ key: Int?, _ text: String?) {
      column.append(key: key) {
        madeCount += 1
        return text
      }
    }
    append(0, "a")
    append(0, "unused")
    append(1, "b")
    append(7, "a")
    append(nil, nil)
    append(nil, "b")
    #expect(column.indices == [0, 0, 1, 0, DictionaryColumn.null, 1])
    #expect(column.texts == ["a", "b"] && column.nullCount == 1 && madeCount == 5)
  }
}
