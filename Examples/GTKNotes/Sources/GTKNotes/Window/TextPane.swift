import Toolkit

/// The text of a note.
@MainActor final class TextPane {
  let widget: ScrolledArea
  /// Called with the text after the user has typed.
  var typed: ((String) -> Void)?
  private let view = TextView()
  private var isShowing = false

  init() {
    widget = ScrolledArea(view)
    widget.fillHeight()
    view.describe("Note", showsTip: false)
    view.onChange { [unowned self] in
      if !isShowing { typed?(view.text) }
    }
  }

  func focus() { view.focus() }

  func setEditable(_ isEditable: Bool) { view.setEditable(isEditable) }

  /// Shows a text; its unchanged beginning and end stay, and so does the cursor.
  func show(_ newText: String) {
    let (old, new) = (Array(view.text.unicodeScalars), Array(newText.unicodeScalars))
    guard old != new else { return }
    isShowing = true
    defer { isShowing = false }
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    var inserted = String.UnicodeScalarView()
    inserted.append(contentsOf: new[prefix..<(new.count - suffix)])
    view.replace(prefix..<(old.count - suffix), with: String(inserted))
  }
}
