internal import UTIPlatform
internal import UTITypeGraph

/// Aliases that are MIME types of a type of the system.
///
/// With the alias `application/json` a package's type becomes `public.json`, under its name and
/// with its parents, which is correct only if both names are for one format.
struct AliasOfDeclaredType: MIMETypeRule {
  let description = LintRuleDescription(
    "alias-of-declared-type", .warning,
    "An alias is a MIME type of a system type, and merges the two types.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, !context.isDescribedElsewhere(type) else { return [] }
    return type.aliases.compactMap { alias in
      guard let owner = context.systemTypes(named: alias.value).first else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) makes \(type.name) one type with"
          + " \(context.image.identifier(of: owner))",
        remedy: "remove it, or describe \(alias.value) itself if the two are one format")
    }
  }
}

/// Aliases that another type claims, and gets if its claim is later.
///
/// The compiler of the database keeps one line for each name. `alias-is-a-type` reports types.
struct ContestedAlias: MIMETypeRule {
  let description = LintRuleDescription(
    "contested-alias", .warning, "Two types have one alias, and one of them loses it.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    let node = context.image.type(mimeName: type.name.canonical)
    return type.aliases.compactMap { alias in
      guard let owner = context.image.type(mimeName: alias.value.canonical), owner != node,
        let name = context.image.packageMIMEName(of: owner).flatMap(MIMEName.init),
        name != alias.value
      else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) of \(type.name) goes to \(name), which claims it too",
        remedy: "keep it in one of the two types")
    }
  }
}

/// Root elements that two types claim: the last that claims one gets it.
struct ContestedRootElement: LintRule {
  let description = LintRuleDescription(
    "contested-root-element", .warning, "Two types of a file claim one root element.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let namespace: String
      let localName: String
    }
    let claims = file.mimeTypes.flatMap { type in
      type.rootElements.map { root in
        (
          key: Key(namespace: root.namespace, localName: root.localName), type: type.name,
          position: root.position
        )
      }
    }
    var winners: [Key: MIMEName] = [:]
    for claim in claims { winners[claim.key] = claim.type }
    return claims.compactMap { claim in
      guard let winner = winners[claim.key], winner != claim.type else { return nil }
      return LintFinding(
        at: claim.position,
        "the root element “\(claim.key.localName.prefix(100))” of \(claim.type) goes to \(winner),"
          + " which claims it below",
        remedy: "keep it in one of the two types")
    }
  }
}

/// Aliases without effect: they repeat an earlier one, or the name of the type itself.
struct DuplicateAlias: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-alias", .warning, "An alias is stated twice, or is the name of the type itself.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<MIMEName> = [type.name]
    return type.aliases.compactMap { alias in
      guard !seen.insert(alias.value).inserted else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) is "
          + (alias.value == type.name ? "the type's own name" : "stated above already"),
        remedy: "remove it")
    }
  }
}

/// Two comments in one language: shared-mime-info keeps the later one.
struct DuplicateComment: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-comment", .warning, "A type has two comments in one language.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<String> = []
    return type.comments.compactMap { comment in
      guard !seen.insert(comment.language).inserted else { return nil }
      let language = comment.language.isEmpty ? "without a language" : "in “\(comment.language)”"
      return LintFinding(
        at: comment.position,
        "\(type.name) has a comment \(language) already; this one replaces it",
        remedy: "remove one of the two")
    }
  }
}

/// Types without a description for every language.
///
/// It is shown if no other matches (shared-mime-info specification, "comment"), and without it
/// users see the name of the type. A package that extends a foreign type need not describe it.
struct MissingComment: LintRule {
  let description = LintRuleDescription(
    "missing-comment", .warning, "A MIME type has no comment without a language.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let described = Set(
      file.mimeTypes.lazy
        .filter { $0.comments.contains(where: \.language.isEmpty) }.map(\.name))
    return file.mimeTypes.compactMap { type in
      guard !described.contains(type.name), !context.isInAnotherFile(type.name) else { return nil }
      return LintFinding(
        at: type.position,
        "\(type.name) has no comment" + (type.comments.isEmpty ? "" : " without a language"),
        remedy: "write <comment>…</comment> with its name in English")
    }
  }
}

/// Implicit superclasses, and repeated ones.
///
/// They are `text/plain` for `text/*`, and `application/octet-stream` for every stream
/// (shared-mime-info specification, "Subclassing").
struct RedundantSuperclass: MIMETypeRule {
  let description = LintRuleDescription(
    "redundant-superclass", .note, "A sub-class-of is stated twice, or is implied.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<MIMEName> = []
    return type.superclasses.compactMap { parent in
      let reason: String
      if !seen.insert(parent.value).inserted {
        reason = "is stated above already"
      } else if parent.value.canonical == "application/octet-stream", type.name.media != "inode" {
        reason = "is a superclass of every stream"
      } else if parent.value.canonical == "text/plain", type.name.media == "text" {
        reason = "is a superclass of every text"
      } else {
        return nil
      }
      return LintFinding(
        at: parent.position, "the superclass \(parent.value) of \(type.name) \(reason)",
        remedy: "remove it")
    }
  }
}

/// MIME types that one file describes twice: they are merged, and the later one has precedence.
struct RepeatedType: LintRule {
  let description = LintRuleDescription(
    "repeated-type", .note, "A file describes one MIME type in two elements.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var first: [MIMEName: SourcePosition] = [:]
    return file.mimeTypes.compactMap { type in
      guard let earlier = first[type.name] else {
        first[type.name] = type.position
        return nil
      }
      return LintFinding(
        at: type.position, "\(type.name) is described above too, in line \(earlier.line)",
        remedy: "merge the two elements")
    }
  }
}

/// Root elements of types that are not XML.
///
/// Root elements are compared only in XML, and refine `application/xml` to a subclass
/// (shared-mime-info specification, "root-XML").
struct RootElementOutsideXML: MIMETypeRule {
  let description = LintRuleDescription(
    "root-element-outside-xml", .warning,
    "A type with a root element is not a subclass of application/xml.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let root = type.rootElements.first,
      let xml = context.image.type(mimeName: "application/xml"),
      let node = context.image.type(mimeName: type.name.canonical),
      !context.image.conforms(node, to: xml, in: .freedesktop)
    else { return [] }
    return [
      LintFinding(
        at: root.position,
        "\(type.name) has a root element and is not a subclass of application/xml",
        remedy: "write <sub-class-of type=\"application/xml\"/>")
    ]
  }
}

/// Superclasses that are subclasses of the type in another package.
///
/// The compiler of the database accepts such a cycle silently, and with GLib 2.74 every program
/// that queries the type crashes. `conformance-cycle` reports a cycle within one file.
struct SuperclassCycle: LintRule {
  let description = LintRuleDescription(
    "superclass-cycle", .error, "A sub-class-of closes a cycle with statements of other packages.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    file.mimeTypes.flatMap { type in
      type.superclasses.compactMap { parent in
        context.foreignStatement(onWayFrom: parent.value, to: type.name).map { other in
          LintFinding(
            at: parent.position,
            "\(parent.value) cannot be a superclass of \(type.name): "
              + "\(other.position.text(in: other.file)) puts \(other.type) below \(other.superclass)",
            remedy: "remove one of the two statements")
        }
      }
    }
  }
}

/// Superclasses that no file describes.
///
/// Programs for the intended class do not offer to open a type with a misspelt superclass.
struct UnknownSuperclass: MIMETypeRule {
  let description = LintRuleDescription(
    "unknown-superclass", .warning, "A sub-class-of names a MIME type that is described nowhere.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.superclasses.compactMap { parent in
      guard !context.isDescribed(parent.value) else { return nil }
      let nearest = context.nearestMIMEName(to: parent.value)
      return LintFinding(
        at: parent.position, "the superclass \(parent.value) is described nowhere",
        remedy: nearest.map { "write “\($0)” if that is meant, or describe it" }
          ?? "correct its spelling, or describe it")
    }
  }
}
