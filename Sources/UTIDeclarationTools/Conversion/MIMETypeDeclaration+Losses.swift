internal import UTITypeDeclarations
internal import UTITypeGraph

extension MIMETypeDeclaration {
  /// Statements without a key in property lists; the elements are the uniform types of this type.
  func reportLosses(beside elements: [UniformTypeElement], to losses: inout LossList) {
    reportGlobs(beside: elements, to: &losses)
    for rule in magic {
      let count = rule.matches.count
      losses.report(
        .magic, at: rule.position,
        "a magic rule of \(name) with \(count) \(count == 1 ? "match" : "matches") is lost")
    }
    if deletesMagic {
      losses.report(.magicDeletion, at: position, "the magic-deleteall of \(name) is lost")
    }
    for rule in treeMagic {
      losses.report(.treeMagic, at: rule.position, "a treemagic rule of \(name) is lost")
    }
    for root in rootElements {
      losses.report(
        .rootElement, at: root.position,
        "the root element “\(root.localName)” of \(name) in “\(root.namespace)” is lost")
    }
    for (kind, icon) in [("icon", icon), ("generic-icon", genericIcon)] {
      guard let icon else { continue }
      losses.report(
        .icon, at: position,
        "the \(kind) “\(icon)” of \(name) is lost: property lists name files, not icons of a theme")
    }
    for acronym in acronyms + expandedAcronyms {
      losses.report(.acronym, at: acronym.position, "the acronym “\(acronym.text)” is lost")
    }
    reportTranslations(to: &losses)
    for element in foreignElements where UniformTypeElement(element.value) == nil {
      losses.report(
        .foreignElement, at: element.position, "an element of another vocabulary is lost")
    }
  }

  private func reportGlobs(beside elements: [UniformTypeElement], to losses: inout LossList) {
    let listed = Set(elements.flatMap { $0.tags(of: .filenameExtension) ?? [] })
    var stated: Set<String> = []
    for (glob, isRepeated) in zip(globs, repeatedPatterns) {
      let isStatedBefore = !stated.insert(glob.pattern).inserted
      let isListed =
        glob.pattern.hasPrefix("*.") && listed.contains(String(glob.pattern.dropFirst(2)))
      guard glob.filenameExtension != nil || isListed else {
        losses.report(
          .glob, at: glob.position, "the pattern “\(glob.pattern)” is lost: it is no extension")
        continue
      }
      guard isStatedBefore || !isRepeated else {
        losses.report(
          .glob, at: glob.position,
          "the pattern “\(glob.pattern)” is lost: extensions do not distinguish capitals")
        continue
      }
      if glob.weight != GlobDeclaration.defaultWeight {
        losses.report(
          .globWeight, at: glob.position,
          "the weight \(glob.weight) of “\(glob.pattern)” is lost: extensions have none")
      }
      if glob.isCaseSensitive {
        losses.report(
          .globCase, at: glob.position,
          "that “\(glob.pattern)” distinguishes capitals is lost: extensions never do")
      }
    }
    if deletesGlobs {
      losses.report(.globDeletion, at: position, "the glob-deleteall of \(name) is lost")
    }
  }

  /// One loss for all languages, of which a type may have many.
  private func reportTranslations(to losses: inout LossList) {
    let translations = comments.filter { !$0.language.isEmpty }
    guard let first = translations.first else { return }
    losses.report(
      .comment, at: first.position,
      "translations of the description of \(name) are lost: "
        + translations.map(\.language).joined(separator: ", "))
  }
}
