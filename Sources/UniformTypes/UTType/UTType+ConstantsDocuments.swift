// The constants of Apple's framework for documents, messages and databases.

extension UTType {
  /// PDF document: `com.adobe.pdf`.
  public static var pdf: UTType { constant("com.adobe.pdf") }

  /// RTF document with attachments: `com.apple.rtfd`.
  public static var rtfd: UTType { constant("com.apple.rtfd") }

  /// Flattened RTF document with attachments: `com.apple.flat-rtfd`.
  public static var flatRTFD: UTType { constant("com.apple.flat-rtfd") }

  /// Web archive: `com.apple.webarchive`.
  public static var webArchive: UTType { constant("com.apple.webarchive") }

  /// Spreadsheet: `public.spreadsheet`.
  public static var spreadsheet: UTType { constant("public.spreadsheet") }

  /// Presentation: `public.presentation`.
  public static var presentation: UTType { constant("public.presentation") }

  /// Database: `public.database`.
  public static var database: UTType { constant("public.database") }

  /// Message: `public.message`.
  public static var message: UTType { constant("public.message") }

  /// Contact: `public.contact`.
  public static var contact: UTType { constant("public.contact") }

  /// vCard: `public.vcard`.
  public static var vCard: UTType { constant("public.vcard") }

  /// To-do item: `public.to-do-item`.
  public static var toDoItem: UTType { constant("public.to-do-item") }

  /// Calendar event: `public.calendar-event`.
  public static var calendarEvent: UTType { constant("public.calendar-event") }

  /// Email message: `public.email-message`.
  public static var emailMessage: UTType { constant("public.email-message") }

  /// EPUB book: `org.idpf.epub-container`.
  public static var epub: UTType { constant("org.idpf.epub-container") }

  /// Font: `public.font`.
  public static var font: UTType { constant("public.font") }

  /// PKCS #12 identity file: `com.rsa.pkcs-12`.
  public static var pkcs12: UTType { constant("com.rsa.pkcs-12") }

  /// X.509 certificate: `public.x509-certificate`.
  public static var x509Certificate: UTType { constant("public.x509-certificate") }

  /// Link preview metadata: `com.apple.linkpresentation.metadata`.
  public static var linkPresentationMetadata: UTType {
    constant("com.apple.linkpresentation.metadata")
  }
}
