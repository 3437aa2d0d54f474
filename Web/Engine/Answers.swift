internal import UTITypeDetection
internal import UTITypeGraph

extension Engine {
  func write(_ verdict: Verdict, to writer: inout JSONWriter) {
    let type = declaredType(verdict.type.rawValue)
    writer.object { writer in
      writer.field("type", verdict.type.rawValue)
      writer.field("mimeType", verdict.mimeType)
      writer.field("description", type.flatMap(description))
      writer.field("filenameExtension", filenameExtension(of: verdict.type))
      writer.field("confidence", verdict.confidence.rawValue)
      writer.field("basis", verdict.basis.rawValue)
      writer.field("support", verdict.support.rawValue)
      writer.field("encoding", verdict.encoding?.rawValue)
      writer.key("alternatives")
      writer.array { writer in
        for other in verdict.alternatives {
          writer.object { writer in
            writer.field("type", other.type.rawValue)
            writer.field("mimeType", other.mimeType)
            writer.field("basis", other.basis.rawValue)
          }
        }
      }
      writer.key("evidence")
      writer.array { writer in
        for evidence in verdict.evidence { write(evidence, to: &writer) }
      }
      writer.key("disagreement")
      if let disagreement = verdict.disagreement {
        writer.object { writer in
          writer.field("nameType", disagreement.typeOfName.rawValue)
          writer.field("contentType", disagreement.typeOfContent.rawValue)
          writer.field("reason", disagreement.reason)
          writer.key("margin")
          writer.number(disagreement.margin)
          writer.field("winner", disagreement.winner.rawValue)
        }
      } else {
        writer.null()
      }
    }
  }

  private func filenameExtension(of identifier: TypeIdentifier) -> String? {
    if let type = declaredType(identifier.rawValue) {
      return image.preferredTag(of: type, tagClass: .filenameExtension, in: .merged)
    }
    let tags = DynamicIdentifier(identifier)?.tags ?? []
    return tags.first { $0.tagClass == .filenameExtension }?.value
  }

  private func write(_ evidence: Evidence, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("reason", evidence.description)
      writer.field("basis", evidence.basis.rawValue)
      writer.field("rule", evidence.rule)
      writer.field("type", evidence.type?.rawValue)
      writer.key("offset")
      writer.number(evidence.offset)
      writer.key("bytes")
      writer.array { writer in
        for byte in evidence.bytes { writer.number(Int(byte)) }
      }
      writer.field("origin", evidence.origin?.description)
    }
  }

  func writeLookUp(_ query: String, to writer: inout JSONWriter) {
    var types: [String] = []
    var dynamic: String?
    if Tag(written: query) == nil, let type = namedType(query), case .declared(let index) = type,
      declaredType(query) != nil
    {
      types = [identifier(of: index)]
    } else if Tag(written: query) == nil, let found = TypeIdentifier(query), found.isDynamic {
      dynamic = DynamicIdentifier(found)?.identifier.rawValue
    } else if let tag = Self.tagOrExtension(query) {
      let found = candidates(for: tag)
      types = found.types.map { identifier(of: $0) }
      dynamic = found.dynamic?.identifier.rawValue
    }
    writer.object { writer in
      writer.field("query", query)
      writer.key("types")
      writer.strings(types)
      writer.field("dynamic", dynamic)
    }
  }

  func writeInfo(_ type: NamedType, to writer: inout JSONWriter) {
    switch type {
    case .declared(let type): writeInfo(type, to: &writer)
    case .dynamic(let dynamic): writeInfo(dynamic, to: &writer)
    }
  }

  private func writeInfo(_ type: TypeIndex, to writer: inout JSONWriter) {
    let edges = image.edges(of: type).filter { $0.holds(in: .merged) || $0.kind == .container }
    writer.object { writer in
      writer.field("type", identifier(of: type))
      writer.field("description", description(of: type))
      writer.key("isDeclared")
      writer.boolean(true)
      writer.key("isDynamic")
      writer.boolean(false)
      writer.key("isPublic")
      writer.boolean(image.identifier(of: type).isPublic)
      writer.field("mimeType", image.nearestMIMEName(of: type, in: .merged))
      writer.field(
        "filenameExtension",
        image.preferredTag(of: type, tagClass: .filenameExtension, in: .merged))
      writer.key("tags")
      write(image.tags(of: type).filter { $0.holds(in: .merged) }.map { $0.tag }, to: &writer)
      writer.key("conformsTo")
      writer.strings(image.parents(of: type, in: .merged).map { identifier(of: $0) })
      writer.key("container")
      writer.strings(edges.filter { $0.kind == .container }.map { identifier(of: $0.target) })
      writer.key("supertypes")
      writer.strings(image.ancestors(of: type, in: .merged).map { identifier(of: $0) })
      writer.key("subtypes")
      writer.strings(
        image.children(of: type, in: .merged).filter { image.isDescribed($0, in: .merged) }
          .map { identifier(of: $0) })
    }
  }

  private func writeInfo(_ dynamic: DynamicIdentifier, to writer: inout JSONWriter) {
    var supertypes: [TypeIdentifier] = []
    for parent in dynamic.conformsTo {
      guard let type = declaredType(parent.rawValue) else { continue }
      supertypes.append(parent)
      supertypes += image.ancestors(of: type, in: .merged).map { image.identifier(of: $0) }
    }
    writer.object { writer in
      writer.field("type", dynamic.identifier.rawValue)
      writer.field("description", nil)
      writer.key("isDeclared")
      writer.boolean(false)
      writer.key("isDynamic")
      writer.boolean(true)
      writer.key("isPublic")
      writer.boolean(false)
      writer.field("mimeType", dynamic.tags.first { $0.tagClass == .mimeType }?.value)
      writer.field(
        "filenameExtension", dynamic.tags.first { $0.tagClass == .filenameExtension }?.value)
      writer.key("tags")
      write(dynamic.tags, to: &writer)
      writer.key("conformsTo")
      writer.strings(dynamic.conformsTo.map { $0.rawValue })
      writer.key("container")
      writer.strings([])
      writer.key("supertypes")
      writer.strings(Set(supertypes).sorted().map { $0.rawValue })
      writer.key("subtypes")
      writer.strings([])
    }
  }

  /// Pairs of a class and a value.
  private func write(_ tags: [Tag], to writer: inout JSONWriter) {
    writer.array { writer in
      for tag in tags { writer.strings([tag.tagClass.rawValue, tag.value]) }
    }
  }

  func writeSearch(_ text: String, to writer: inout JSONWriter) {
    let words = SearchWords(text.split { $0.isWhitespace }.map { String($0) })
    var found: [(fit: Int, type: TypeIndex, identifier: String)] = []
    for type in image.typeIndices where image.isDescribed(type, in: .merged) {
      let identifier = identifier(of: type)
      let fit = words.fit(
        identifier: identifier, description: description(of: type),
        tags: image.tagValues(of: type, in: .merged))
      if let fit { found.append((fit, type, identifier)) }
    }
    // Types are sorted by identifier, so that their places have that order.
    found.sort { left, right in
      let lengths = (left.identifier.utf8.count, right.identifier.utf8.count)
      return left.fit != right.fit
        ? left.fit > right.fit
        : lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.type < right.type
    }
    writer.array { writer in
      for (_, type, identifier) in found {
        writer.object { writer in
          writer.field("type", identifier)
          writer.field("mimeType", image.nearestMIMEName(of: type, in: .merged))
          writer.field("description", description(of: type))
        }
      }
    }
  }
}
