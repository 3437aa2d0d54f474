internal import UTITypeGraph

extension DetectionRegistry {
  /// Root element and declaration; returns whether the text declares itself to be a document.
  func readDocument(
    _ head: UnsafeRawBufferPointer, _ encoding: TextEncoding, into state: inout DetectionState
  ) -> Bool {
    guard RootElementScanner.isPossible(head) else { return false }
    readRootElement(of: head, encoding, into: &state)
    // In some encodings, or after a mark, no signature shows the declaration.
    guard RootElementScanner(head, encoding: encoding).hasDeclaration else { return false }
    addDocument("the XML declaration it begins with", at: 0, to: &state)
    return true
  }

  private func addDocument(
    _ reason: StaticString, at offset: Int, to state: inout DetectionState
  ) {
    guard let type = known.document else { return }
    state.content.append(
      state.finding(
        type, .text, .documentDeclaration,
        on: .seen(
          EvidenceReference.Observation(
            basis: .text, words: EvidenceReference.Words(start: reason), type: type,
            offset: offset))))
  }

  /// The bytes are UTF-8; nil for no document, or an element that the registry does not know.
  func typeOfRootElement(in bytes: UnsafeRawBufferPointer) -> (type: TypeIndex, name: String)? {
    guard RootElementScanner.isPossible(bytes) else { return nil }
    var scanner = RootElementScanner(bytes, encoding: .utf8)
    guard let element = scanner.rootElement(),
      let known = image.rootElement(namespace: element.namespace, localName: element.localName)
    else { return nil }
    return (image.type(of: known), element.localName)
  }

  private func readRootElement(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding, into state: inout DetectionState
  ) {
    state.content.document = .possible
    var scanner = RootElementScanner(head, encoding: encoding)
    guard let element = scanner.rootElement() else {
      // A tag that the bytes end in may be one of XML.
      if !scanner.isAtEnd { state.content.document = .malformed }
      return
    }
    guard
      let known = image.rootElement(namespace: element.namespace, localName: element.localName)
    else {
      state.content.document = .unknown(root: element.localName)
      if !element.namespace.isEmpty {
        addDocument("the namespace of its root element", at: element.offset, to: &state)
      }
      return
    }
    state.content.document = .known
    let type = image.type(of: known)
    state.content.append(
      state.finding(
        type, .rootElement, element.namespace.isEmpty ? .bareRootElement : .rootElement,
        on: .seen(
          EvidenceReference.Observation(
            basis: .rootElement,
            words: EvidenceReference.Words(
              start: "the root element ", word: element.localName,
              secondStart: " in the namespace ", secondWord: element.namespace),
            type: type, offset: element.offset, rootElement: known))))
  }
}
