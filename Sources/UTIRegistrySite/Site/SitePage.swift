import UTIPlatform

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
