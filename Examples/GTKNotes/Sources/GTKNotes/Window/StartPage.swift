import Foundation
import Toolkit
import UniformDocuments

/// The page of a window without a note: actions that create a note, and the recent notes.
@MainActor final class StartPage {
  let widget: StatusPage
  /// Called with the note to open.
  var chosen: ((URL) -> Void)?
  /// Called with the action of the new note.
  var created: ((CreateDocumentAction) -> Void)?
  private let browser: DocumentBrowser
  private let recents = Box(.vertical, spacing: 3)

  init(_ browser: DocumentBrowser) {
    self.browser = browser
    let box = Box(.vertical, spacing: 6)
    widget = StatusPage(title: browser.launchOptions.title, box)
    box.place(horizontally: .center)
    for action in browser.launchOptions.creations {
      box.append(Button(title: action.title) { [unowned self] in created?(action) })
    }
    box.append(recents)
  }

  func refresh() {
    recents.removeChildren()
    let documents = browser.recents
    if !documents.isEmpty { recents.append(Label("Recent notes")) }
    for document in documents { recents.append(button(for: document)) }
  }

  private func button(for document: RecentDocument) -> Widget {
    let row = Box(.horizontal, spacing: 6)
    row.append(picture(of: document))
    row.append(Label(document.name))
    let button = Button(row) { [unowned self] in chosen?(document.url) }
    button.addStyle("flat")
    button.describe(document.name, showsTip: false)
    button.setTip(document.url.path)
    return button
  }

  /// Returns the thumbnail of a note if a file manager has made one, and otherwise an icon.
  private func picture(of document: RecentDocument) -> Widget {
    let isPackage = document.type == Note.packageType
    guard let thumbnail = document.thumbnail else {
      return Image(icon: isPackage ? "folder" : "text-x-generic")
    }
    let image = Image(path: thumbnail.path)
    image.describe("Picture of " + document.name, showsTip: false)
    return image
  }
}
