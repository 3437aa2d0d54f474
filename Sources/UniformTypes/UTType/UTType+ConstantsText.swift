// The constants of Apple's framework for texts and markup.

extension UTType {
  /// Text: `public.text`.
  public static var text: UTType { constant("public.text") }

  /// Plain text document: `public.plain-text`.
  public static var plainText: UTType { constant("public.plain-text") }

  /// UTF-8 plain text: `public.utf8-plain-text`.
  public static var utf8PlainText: UTType { constant("public.utf8-plain-text") }

  /// UTF-16 plain text with byte order mark: `public.utf16-external-plain-text`.
  public static var utf16ExternalPlainText: UTType { constant("public.utf16-external-plain-text") }

  /// UTF-16 plain text: `public.utf16-plain-text`.
  public static var utf16PlainText: UTType { constant("public.utf16-plain-text") }

  /// Delimited text: `public.delimited-values-text`.
  public static var delimitedText: UTType { constant("public.delimited-values-text") }

  /// CSV document: `public.comma-separated-values-text`.
  public static var commaSeparatedText: UTType { constant("public.comma-separated-values-text") }

  /// TSV document: `public.tab-separated-values-text`.
  public static var tabSeparatedText: UTType { constant("public.tab-separated-values-text") }

  /// UTF-8 TSV document: `public.utf8-tab-separated-values-text`.
  public static var utf8TabSeparatedText: UTType {
    constant("public.utf8-tab-separated-values-text")
  }

  /// RTF document: `public.rtf`.
  public static var rtf: UTType { constant("public.rtf") }

  /// HTML document: `public.html`.
  public static var html: UTType { constant("public.html") }

  /// XML document: `public.xml`.
  public static var xml: UTType { constant("public.xml") }

  /// YAML document: `public.yaml`.
  public static var yaml: UTType { constant("public.yaml") }

  /// CSS style sheet: `public.css`.
  public static var css: UTType { constant("public.css") }

  /// JSON document: `public.json`.
  public static var json: UTType { constant("public.json") }

  /// GeoJSON document: `public.geojson`.
  public static var geoJSON: UTType { constant("public.geojson") }

  /// Property list: `com.apple.property-list`.
  public static var propertyList: UTType { constant("com.apple.property-list") }

  /// XML property list: `com.apple.xml-property-list`.
  public static var xmlPropertyList: UTType { constant("com.apple.xml-property-list") }

  /// Binary property list: `com.apple.binary-property-list`.
  public static var binaryPropertyList: UTType { constant("com.apple.binary-property-list") }

  /// Log: `public.log`.
  public static var log: UTType { constant("public.log") }

  /// Markdown document: `net.daringfireball.markdown`.
  public static var markdown: UTType { constant("net.daringfireball.markdown") }
}
