import CGtk
import Documents
import Foundation

/// The page of a window without a note: actions that create a note, and the recent notes.
@MainActor final class StartPage {
  let widget = made(adw_status_page_new())
  /// Called with the note to open.
  var chosen: ((URL) -> Void)?
  /// Called with the action of the new note.
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
    let documents = browser.recents
    if !documents.isEmpty { recents.append(makeLabel("Recent notes")) }
    for document in documents { recents.append(button(for: document)) }
  }

  private func button(for document: RecentDocument) -> Widget {
    let row = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
    row.append(picture(of: document))
    row.append(makeLabel(document.name))
    let button = made(gtk_button_new())
    gtk_button_set_child(button.cast(), row)
    gtk_widget_add_css_class(button, "flat")
    button.describe(document.name, showsTip: false)
    gtk_widget_set_tooltip_text(button, document.url.path)
    connect(button, "clicked") { [unowned self] in chosen?(document.url) }
    return button
  }

  /// Returns the thumbnail of a note if a file manager has made one, and otherwise an icon.
  private func picture(of document: RecentDocument) -> Widget {
    let isPackage = document.type == Note.packageType
    let image =
      if let thumbnail = document.thumbnail {
        made(gtk_image_new_from_file(thumbnail.path))
      } else {
        made(gtk_image_new_from_icon_name(isPackage ? "folder" : "text-x-generic"))
      }
    gtk_image_set_pixel_size(image.cast(), 32)
    if document.thumbnail != nil { image.describe("Picture of " + document.name, showsTip: false) }
    return image
  }
}
