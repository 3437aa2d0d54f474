/// The MIME names of types without their own name, for lists of many types.
///
/// The answer is the parents' one at the least distance, and of several the first parent's, unlike
/// ``RegistryImage/nearestMIMEName(of:in:)``, which searches level by level.
package struct NearestMIMENames {
  private let image: RegistryImage
  private let view: GraphView
  private var answers: [Answer]

  private struct Answer {
    /// The levels to the type with the name; `unknown` before the search, `none` without one.
    var distance = Self.unknown
    var type = TypeIndex(0)

    static let unknown = Int32.max
    static let none = Int32.max - 1
  }

  package init(_ image: RegistryImage, view: GraphView) {
    self.image = image
    self.view = view
    answers = Array(repeating: Answer(), count: image.typeIndices.count)
  }

  /// The name of the type or its nearest supertype.
  package mutating func name(of type: TypeIndex) -> String? {
    if let name = image.mimeName(of: type, in: view) { return name }
    guard type.offset < answers.count else { return nil }
    find(type)
    let answer = answers[type.offset]
    return answer.distance == Answer.none ? nil : image.mimeName(of: answer.type, in: view)
  }

  private mutating func find(_ type: TypeIndex) {
    var pending = [type]
    while let next = pending.last {
      if answers[next.offset].distance == Answer.unknown {
        // A damaged image may have a cycle, in which no type has an answer yet.
        answers[next.offset].distance = Answer.none
        if image.mimeName(of: next, in: view) != nil {
          answers[next.offset] = Answer(distance: 0, type: next)
        } else {
          for parent in image.parents(of: next, in: view)
          where answers[parent.offset].distance == Answer.unknown { pending.append(parent) }
        }
      } else {
        pending.removeLast()
        for parent in image.parents(of: next, in: view) {
          let answer = answers[parent.offset]
          guard answer.distance < Answer.none, answer.distance + 1 < answers[next.offset].distance
          else { continue }
          answers[next.offset] = Answer(distance: answer.distance + 1, type: answer.type)
        }
      }
    }
  }
}
