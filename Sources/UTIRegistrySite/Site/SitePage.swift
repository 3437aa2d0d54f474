import UTIPlatform
internal import UTIXMLFormats

/// The common frame of a page with its contents.
package struct SitePage {
  package let title: String
  /// The relative path to the top of the site: empty, or `../`.
  package let top: String
  /// The HTML between header and footer.
  package let content: String

  /// A document (HTML Living Standard).
  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="uti \(PackageVersion.text)">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="\(top)\(SiteStyle.name)">
    <script src="\(top)\(SiteScript.name)" defer></script>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header>
    <nav aria-label="Site"><a href="\(top)index.html">Uniform types</a></nav>
    <form role="search" action="\(top)index.html">
    <label for="search">Find a type</label>
    <input id="search" name="q" type="search" autocomplete="off" spellcheck="false" \
    aria-keyshortcuts="/">
    </form>
    </header>
    <main id="main" tabindex="-1">
    \(content)
    </main>
    <footer><p>Made by <code>uti site</code> \(PackageVersion.text). Press <kbd>/</kbd> to \
    search.</p></footer>
    </body>
    </html>

    """
  }
}

package enum HTMLText {
  /// For an element or a quoted attribute; hidden characters are shown as in ``VisibleText``.
  ///
  /// Descriptions and tags come from untrusted sources.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result: [UInt8] = []
    XMLEscaping.appendAttribute(VisibleText.shown(text).utf8, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Special in HTML, or the start of an invisible character.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      0..<0x20, 0x7F...:
      true
    default: false
    }
  }

  /// The text is in the code font; it may be broken anywhere.
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// The text alone for all but web pages, since a link could be a script.
  package static func outsideLink(_ address: String) -> String {
    let isPage = ["http://", "https://"].contains { prefix in
      address.utf8.count > prefix.utf8.count && address.prefix(prefix.count).lowercased() == prefix
    }
    let text = escaped(address)
    return isPage ? "<a href=\"\(text)\" rel=\"external noreferrer\">\(text)</a>" : text
  }
}
