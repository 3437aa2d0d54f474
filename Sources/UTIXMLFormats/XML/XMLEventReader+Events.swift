internal import CUTILibXML2
internal import UTIDataFormats
internal import UTIPlatform

extension XMLEventReader {
  func started(
    _ name: XMLText, _ prefix: XMLText, _ uri: UnsafePointer<UInt8>?, _ declaredCount: Int,
    _ list: XMLAttributes, defaultCount: Int
  ) {
    guard !hasFailed, let parser else { return }
    if lastNamespace.bytes.baseAddress != uri { lastNamespace = XMLText(terminated: uri) }
    let offset = offset(of: parser, back: uti_xml_tag_length(parser))
    let position = position(of: parser, at: offset)
    depth += 1
    textSize = 0
    guard depth <= limits.depth else {
      return exceeds("the levels of nested elements are", limits.depth, at: position)
    }
    if declaredCount > 0 {
      namespaceCounts.append((depth, declaredCount))
      namespaceCount += declaredCount
      guard namespaceCount <= limits.namespaceCount else {
        return exceeds(
          "the namespaces of an element and those around it are", limits.namespaceCount,
          at: position)
      }
    }
    guard lastNamespace.bytes.count <= limits.attributeSize else {
      return exceeds("the bytes of a namespace are", limits.attributeSize, at: position)
    }
    for attribute in list {
      guard attribute.value.bytes.count <= limits.attributeSize else {
        return exceeds("the bytes of an attribute are", limits.attributeSize, at: position)
      }
    }
    let attributeCount = list.count + defaultCount
    guard attributeCount <= limits.attributeCount else {
      return exceeds("the attributes of an element are", limits.attributeCount, at: position)
    }
    do throws(FormatError) {
      try budget.spend(steps: 1 + attributeCount, at: position)
    } catch {
      return fail(error)
    }
    let element = XMLElement(
      name: name, prefix: prefix, namespace: lastNamespace, attributes: list, position: position,
      offset: offset)
    do throws(FormatError) { try sink.startElement(element) } catch { fail(error) }
  }

  func ended() {
    guard !hasFailed, let parser else { return }
    if let last = namespaceCounts.last, last.depth == depth {
      namespaceCount -= last.count
      namespaceCounts.removeLast()
    }
    depth -= 1
    let offset = offset(of: parser)
    do throws(FormatError) { try sink.endElement(offset) } catch { fail(error) }
  }

  func received(_ text: XMLText) {
    guard !hasFailed, let parser else { return }
    textSize += text.bytes.count
    guard textSize <= limits.textSize else {
      return exceeds("the bytes of a text are", limits.textSize, at: place(of: parser))
    }
    do throws(FormatError) { try sink.text(text) } catch { fail(error) }
  }

  /// An element, an attribute or a notation.
  func declared() {
    guard !hasFailed, let parser else { return }
    declarationCount += 1
    guard declarationCount <= limits.declarationCount else {
      return exceeds(
        "the declarations of the document type are", limits.declarationCount,
        at: place(of: parser))
    }
  }

  func declaredEntity(_ name: String) {
    refuse(.entityDeclaration, "the document declares the entity “\(name)”")
  }

  func referenced(_ name: String) {
    refuse(.notWellFormed, "the entity “\(name)” is not declared")
  }

  private func refuse(_ code: FormatError.Code, _ message: String) {
    guard !hasFailed, let parser else { return }
    fail(
      FormatError(
        code, at: place(of: parser), message,
        remedy: "write the text of the entity in its place"))
  }

  func received(_ error: xmlError) {
    guard !hasFailed, let parser, error.level.rawValue >= XML_ERR_ERROR.rawValue else {
      return
    }
    let position = place(of: parser)
    let translated = FormatError(error, at: position)
    // A document with an undeclared prefix is well-formed, and other readers accept it.
    if error.domain == Int32(bitPattern: XML_FROM_NAMESPACE.rawValue) {
      findings.report(
        .warning, "xml-namespace", at: position, translated.message,
        remedy: "declare the prefix")
    } else {
      fail(translated)
    }
  }
}

extension XMLEventReader {
  /// Stops the parser, because C cannot throw; the first error is kept.
  func fail(_ error: FormatError) {
    guard !hasFailed else { return }
    failure = error
    hasFailed = true
    if let parser { xmlStopParser(parser) }
  }

  func exceeds(_ limit: String, _ value: Int, at position: SourcePosition) {
    fail(.exceeds(limit, value, at: position))
  }
}
