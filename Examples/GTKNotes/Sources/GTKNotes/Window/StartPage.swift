import CGtk
import Documents
import Foundation

/// What a window shows without a note: ways of making one, and the recent ones.
@MainActor final class StartPage {
  let widget = made(adw_status_page_new())
  /// Is told which note to open.
  var chosen: ((URL) -> Void)?
  /// Is told what to make.
  var created: ((CreateDocumentAction) -> Void)?
  private let browser: DocumentBrowser
  private let recents = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3)

  init(_ browser: DocumentBrowser) {
    self.browser = browser
    adw_status_page_set_title(widget.cast(), browser.launchOptions.title)
    let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6)
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    for action in browser.launchOptions.creations {
      let button = made(gtk_button_new_with_label(action.title))
      connect(button, "clicked") { [unowned self] in created?(action) }
      box.append(button)
    }
    box.append(recents)
    adw_status_page_set_child(widget.cast(), box)
  }

  func refresh() {
    recents.removeChildren()
    let urls = browser.recentDocuments
    if !urls.isEmpty { recents.append(makeLabel("Recent notes")) }
    for url in urls {
      let button = made(gtk_button_new_with_label(browser.displayName(of: url)))
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_set_tooltip_text(button, url.path)
      connect(button, "clicked") { [unowned self] in chosen?(url) }
      recents.append(button)
    }
  }
}
