import CGtk
import Documents

/// The problem of a note, with a button for each choice.
@MainActor final class ProblemBar {
  let widget = made(gtk_revealer_new())
  /// Called with the user's choice.
  var chosen: ((DocumentProblem.Choice) -> Void)?
  private let message = makeLabel()
  private let buttons = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
  private var shown: SessionProblem?

  init() {
    let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6)
    box.setMargin(12)
    box.append(message)
    box.append(buttons)
    gtk_revealer_set_child(widget.cast(), box)
    gtk_widget_add_css_class(message, "error")
    widget.setVisible(false)
  }

  func show(_ problem: SessionProblem?) {
    guard problem != shown else { return }
    // The buttons must not move while the user is about to press one.
    let hasSameButtons = problem?.choices == shown?.choices
    shown = problem
    widget.setVisible(problem != nil)
    gtk_revealer_set_reveal_child(widget.cast(), problem == nil ? 0 : 1)
    if !hasSameButtons { buttons.removeChildren() }
    guard let problem else { return }
    let kept = problem.keptAt == nil ? "" : " What you typed is kept."
    gtk_label_set_text(message.cast(), problem.message + "." + kept)
    guard !hasSameButtons else { return }
    for choice in problem.choices {
      let button = made(gtk_button_new_with_label(Self.title(of: choice)))
      connect(button, "clicked") { [unowned self] in chosen?(choice) }
      buttons.append(button)
    }
  }

  private static func title(of choice: DocumentProblem.Choice) -> String {
    switch choice {
    case .overwrite: "Keep Mine"
    case .revert: "Take Theirs"
    case .keepBoth: "Keep Both"
    case .saveElsewhere: "Save As…"
    case .retry: "Try Again"
    case .discard: "Close Without Saving"
    case .dismiss: "Dismiss"
    }
  }
}
