/// All signatures of a file, arranged so that one pass over the bytes finds the candidates.
///
/// A signature with bytes at a known place is a candidate if the file has the first four of them;
/// one without, if the file has its longest value; a signature without either always is one.
package struct SignatureProgram: Sendable {
  package let signatures: [ByteSignature]
  private let gates: GateTable
  private let anchors: AnchorTable
  /// The signatures that are always tried.
  private let others: [Int]
  /// The signatures that are found by their anchors only.
  private let anchored: [Int]

  package init(_ signatures: [ByteSignature]) {
    self.signatures = signatures
    var gates: [(SignatureGate, Int)] = []
    var anchors: [(SignatureAnchor, Int)] = []
    var others: [Int] = []
    for (index, signature) in signatures.enumerated() {
      if let found = signature.gates {
        gates += found.map { ($0, index) }
      } else if let anchor = signature.anchor {
        anchors.append((anchor, index))
      } else {
        others.append(index)
      }
    }
    self.gates = GateTable(gates)
    self.anchors = AnchorTable(anchors)
    self.others = others
    anchored = anchors.map(\.1)
  }

  /// The signatures that match, and those that a longer search could find, by their indices.
  package struct Matches {
    package fileprivate(set) var found: [Int] = []
    /// If the whole file was searched, only those whose search was too long.
    package fileprivate(set) var undecided: [Int] = []
    /// An undecided one has a sequence that matches.
    package fileprivate(set) var isBegun = false
    /// The steps of all searches.
    package fileprivate(set) var steps = 0
    /// The ranges of places that one search kept at once, at most.
    package fileprivate(set) var places = 0
  }

  package func matches(in bytes: SearchedBytes) -> Matches {
    var result = Matches()
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: signatures.count) { isTried in
      isTried.initialize(repeating: false)
      func attempt(_ index: Int) {
        guard !isTried[index] else { return }
        isTried[index] = true
        var effort = SearchEffort(bytes)
        switch signatures[index].answer(in: bytes, effort: &effort) {
        case .matches: result.found.append(index)
        case .differs: break
        case .undecided(let isBegun):
          result.undecided.append(index)
          if isBegun { result.isBegun = true }
        }
        result.steps += effort.steps
        result.places = max(result.places, effort.mostPlaces)
      }
      gates.forEachCandidate(in: bytes, attempt)
      anchors.forEachCandidate(in: bytes.head, attempt)
      if !bytes.isWhole {
        anchors.forEachCandidate(in: bytes.tail, attempt)
        // Their answer shows whether the bound matters.
        for index in anchored where signatures[index].isUnbounded { attempt(index) }
      }
      for index in others { attempt(index) }
    }
    result.found.sort()
    return result
  }
}

extension ByteSignature {
  /// A sequence without a greatest offset.
  fileprivate var isUnbounded: Bool {
    sequences.contains { sequence in
      sequence.elements.contains { if case .gap(_, nil) = $0 { true } else { false } }
    }
  }
}
