package import UTITypeGraph

extension Verdict {
  /// The types that a signature of PRONOM can narrow, beside data and unknown extensions.
  private static let wideMIMENames = [
    "application/zip", "application/x-ole-storage", "application/xml",
  ]

  /// The bytes show no more than a type to which types of formats conform.
  package var mayBeOfFormat: Bool {
    switch basis {
    case .none: true
    case .content, .container, .rootElement, .text:
      index == record.state.registry.known.data
        || mimeType.map(Self.wideMIMENames.contains) ?? false
    case .explicit, .kind, .name, .empty: false
    }
  }

  /// The verdict about the same item if a signature shows a format, whose type has to conform to the
  /// type of this verdict, except for a document in a container.
  ///
  /// The subformats have priority over it. If one has another type of the base, the item may be a
  /// damaged one of this type.
  package func narrowed(
    toFormat puid: String, subformats: [String], inContainer: Bool, because reason: String,
    typeOfFormat: (String) -> TypeIdentifier?
  ) -> Verdict {
    let (registry, view) = (record.state.registry, record.state.view)
    let image = registry.image
    func known(_ puid: String) -> TypeIndex? { typeOfFormat(puid).flatMap(image.type) }
    guard let type = known(puid),
      subformats.allSatisfy({ known($0).map { $0 == type || !image.isBase($0) } ?? false }),
      inContainer || index.map({ image.conforms(type, to: $0, in: view) }) ?? true
    else { return self }
    var state = DetectionState(registry, view)
    let basis = inContainer ? Evidence.Basis.container : .content
    let finding = state.finding(
      type, basis, inContainer ? .inside : .insideHint,
      on: .stated(Evidence(basis, .words(reason), type: image.identifier(of: type))))
    var verdict = Verdict(Answer(finding, .likely), of: state, encoding: encoding, cost: cost)
    verdict.registry = self.registry
    return verdict
  }
}
