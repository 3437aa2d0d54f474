import Toolkit
import UniformDocuments

/// The problem of a note, with a button for each choice.
@MainActor final class ProblemBar {
  let widget: Revealer
  /// Called with the user's choice.
  var chosen: ((DocumentProblem.Choice) -> Void)?
  private let message = Label()
  private let buttons = Box(.horizontal, spacing: 6)
  private var shown: SessionProblem?

  init() {
    let box = Box(.vertical, spacing: 6)
    widget = Revealer(box)
    box.setMargin(12)
    box.append(message)
    box.append(buttons)
    message.addStyle("error")
    widget.setVisible(false)
  }

  func show(_ problem: SessionProblem?) {
    guard problem != shown else { return }
    // The buttons must not move while the user is about to press one.
    let hasSameButtons = problem?.choices == shown?.choices
    shown = problem
    widget.setVisible(problem != nil)
    widget.reveal(problem != nil)
    if !hasSameButtons { buttons.removeChildren() }
    guard let problem else { return }
    let kept = problem.keptAt == nil ? "" : " What you typed is kept."
    message.setText(problem.message + "." + kept)
    guard !hasSameButtons else { return }
    for choice in problem.choices {
      buttons.append(Button(title: Self.title(of: choice)) { [unowned self] in chosen?(choice) })
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
