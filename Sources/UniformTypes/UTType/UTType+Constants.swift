// Made by Scripts/registry.sh from Registry/constants.tsv; change that file.

// The constants of Apple's framework for archives and disk images.

extension UTType {
  /// Archive: `public.archive`.
  public static var archive: UTType { constant("public.archive") }

  /// Gzip archive: `org.gnu.gnu-zip-archive`.
  public static var gzip: UTType { constant("org.gnu.gnu-zip-archive") }

  /// Bzip2 archive: `public.bzip2-archive`.
  public static var bz2: UTType { constant("public.bzip2-archive") }

  /// ZIP archive: `public.zip-archive`.
  public static var zip: UTType { constant("public.zip-archive") }

  /// Apple Archive: `com.apple.archive`.
  public static var appleArchive: UTType { constant("com.apple.archive") }

  /// Tar archive: `public.tar-archive`.
  public static var tarArchive: UTType { constant("public.tar-archive") }

  /// Disk image: `public.disk-image`.
  public static var diskImage: UTType { constant("public.disk-image") }
}

// The constants of Apple's framework for sound and moving pictures.

extension UTType {
  /// Audiovisual content: `public.audiovisual-content`.
  public static var audiovisualContent: UTType { constant("public.audiovisual-content") }

  /// Movie: `public.movie`.
  public static var movie: UTType { constant("public.movie") }

  /// Video without sound: `public.video`.
  public static var video: UTType { constant("public.video") }

  /// Audio: `public.audio`.
  public static var audio: UTType { constant("public.audio") }

  /// QuickTime movie: `com.apple.quicktime-movie`.
  public static var quickTimeMovie: UTType { constant("com.apple.quicktime-movie") }

  /// MPEG movie: `public.mpeg`.
  public static var mpeg: UTType { constant("public.mpeg") }

  /// MPEG-2 video: `public.mpeg-2-video`.
  public static var mpeg2Video: UTType { constant("public.mpeg-2-video") }

  /// MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
  public static var mpeg2TransportStream: UTType { constant("public.mpeg-2-transport-stream") }

  /// MP3 audio: `public.mp3`.
  public static var mp3: UTType { constant("public.mp3") }

  /// MPEG-4 movie: `public.mpeg-4`.
  public static var mpeg4Movie: UTType { constant("public.mpeg-4") }

  /// MPEG-4 audio: `public.mpeg-4-audio`.
  public static var mpeg4Audio: UTType { constant("public.mpeg-4-audio") }

  /// Protected MPEG-4 audio: `com.apple.protected-mpeg-4-audio`.
  public static var appleProtectedMPEG4Audio: UTType {
    constant("com.apple.protected-mpeg-4-audio")
  }

  /// Protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`.
  public static var appleProtectedMPEG4Video: UTType {
    constant("com.apple.protected-mpeg-4-video")
  }

  /// AVI movie: `public.avi`.
  public static var avi: UTType { constant("public.avi") }

  /// AIFF audio: `public.aiff-audio`.
  public static var aiff: UTType { constant("public.aiff-audio") }

  /// WAVE audio: `com.microsoft.waveform-audio`.
  public static var wav: UTType { constant("com.microsoft.waveform-audio") }

  /// MIDI file: `public.midi-audio`.
  public static var midi: UTType { constant("public.midi-audio") }

  /// Playlist: `public.playlist`.
  public static var playlist: UTType { constant("public.playlist") }

  /// M3U playlist: `public.m3u-playlist`.
  public static var m3uPlaylist: UTType { constant("public.m3u-playlist") }

  /// Apple haptic and audio pattern: `com.apple.haptics.ahap`.
  public static var ahap: UTType { constant("com.apple.haptics.ahap") }
}

// The constants of Apple's framework for the roots of the graph and kinds of items.

extension UTType {
  /// File-system item: `public.item`.
  public static var item: UTType { constant("public.item") }

  /// Document content: `public.content`.
  public static var content: UTType { constant("public.content") }

  /// Mixed content: `public.composite-content`.
  public static var compositeContent: UTType { constant("public.composite-content") }

  /// Byte stream: `public.data`.
  public static var data: UTType { constant("public.data") }

  /// Directory: `public.directory`.
  public static var directory: UTType { constant("public.directory") }

  /// Reference to another item: `com.apple.resolvable`.
  public static var resolvable: UTType { constant("com.apple.resolvable") }

  /// Symbolic link: `public.symlink`.
  public static var symbolicLink: UTType { constant("public.symlink") }

  /// Executable item: `public.executable`.
  public static var executable: UTType { constant("public.executable") }

  /// Mount point: `com.apple.mount-point`.
  public static var mountPoint: UTType { constant("com.apple.mount-point") }

  /// Alias: `com.apple.alias-file`.
  public static var aliasFile: UTType { constant("com.apple.alias-file") }

  /// File bookmark data: `com.apple.bookmark`.
  public static var urlBookmarkData: UTType { constant("com.apple.bookmark") }

  /// Web address (URL): `public.url`.
  public static var url: UTType { constant("public.url") }

  /// File URL: `public.file-url`.
  public static var fileURL: UTType { constant("public.file-url") }

  /// Internet location file: `com.apple.internet-location`.
  public static var internetLocation: UTType { constant("com.apple.internet-location") }

  /// Windows internet shortcut: `com.microsoft.internet-shortcut`.
  public static var internetShortcut: UTType { constant("com.microsoft.internet-shortcut") }

  /// Bookmark: `public.bookmark`.
  public static var bookmark: UTType { constant("public.bookmark") }

  /// Folder: `public.folder`.
  public static var folder: UTType { constant("public.folder") }

  /// Volume: `public.volume`.
  public static var volume: UTType { constant("public.volume") }

  /// Package: `com.apple.package`.
  public static var package: UTType { constant("com.apple.package") }

  /// Bundle: `com.apple.bundle`.
  public static var bundle: UTType { constant("com.apple.bundle") }
}

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

// The constants of Apple's framework for images and three-dimensional content.

extension UTType {
  /// Image: `public.image`.
  public static var image: UTType { constant("public.image") }

  /// JPEG image: `public.jpeg`.
  public static var jpeg: UTType { constant("public.jpeg") }

  /// TIFF image: `public.tiff`.
  public static var tiff: UTType { constant("public.tiff") }

  /// GIF image: `com.compuserve.gif`.
  public static var gif: UTType { constant("com.compuserve.gif") }

  /// PNG image: `public.png`.
  public static var png: UTType { constant("public.png") }

  /// Mac icon image: `com.apple.icns`.
  public static var icns: UTType { constant("com.apple.icns") }

  /// BMP image: `com.microsoft.bmp`.
  public static var bmp: UTType { constant("com.microsoft.bmp") }

  /// Windows icon: `com.microsoft.ico`.
  public static var ico: UTType { constant("com.microsoft.ico") }

  /// Camera raw image: `public.camera-raw-image`.
  public static var rawImage: UTType { constant("public.camera-raw-image") }

  /// SVG image: `public.svg-image`.
  public static var svg: UTType { constant("public.svg-image") }

  /// Live Photo: `com.apple.live-photo`.
  public static var livePhoto: UTType { constant("com.apple.live-photo") }

  /// HEIF image: `public.heif`.
  public static var heif: UTType { constant("public.heif") }

  /// HEIC image: `public.heic`.
  public static var heic: UTType { constant("public.heic") }

  /// HEIC image sequence: `public.heics`.
  public static var heics: UTType { constant("public.heics") }

  /// WebP image: `org.webmproject.webp`.
  public static var webP: UTType { constant("org.webmproject.webp") }

  /// OpenEXR image: `com.ilm.openexr-image`.
  public static var exr: UTType { constant("com.ilm.openexr-image") }

  /// Digital Negative raw image: `com.adobe.raw-image`.
  public static var dng: UTType { constant("com.adobe.raw-image") }

  /// JPEG XL image: `public.jpeg-xl`.
  public static var jpegxl: UTType { constant("public.jpeg-xl") }

  /// 3D content: `public.3d-content`.
  public static var threeDContent: UTType { constant("public.3d-content") }

  /// Universal Scene Description 3D scene: `com.pixar.universal-scene-description`.
  public static var usd: UTType { constant("com.pixar.universal-scene-description") }

  /// USDZ 3D package file: `com.pixar.universal-scene-description-mobile`.
  public static var usdz: UTType { constant("com.pixar.universal-scene-description-mobile") }

  /// Reality file: `com.apple.reality`.
  public static var realityFile: UTType { constant("com.apple.reality") }

  /// SceneKit scene: `com.apple.scenekit.scene`.
  public static var sceneKitScene: UTType { constant("com.apple.scenekit.scene") }

  /// ARKit reference object: `com.apple.arobject`.
  public static var arReferenceObject: UTType { constant("com.apple.arobject") }
}

// The constants of Apple's framework for programs and their parts.

extension UTType {
  /// Application: `com.apple.application`.
  public static var application: UTType { constant("com.apple.application") }

  /// Application bundle: `com.apple.application-bundle`.
  public static var applicationBundle: UTType { constant("com.apple.application-bundle") }

  /// App extension: `com.apple.application-and-system-extension`.
  public static var applicationExtension: UTType {
    constant("com.apple.application-and-system-extension")
  }

  /// Unix executable file: `public.unix-executable`.
  public static var unixExecutable: UTType { constant("public.unix-executable") }

  /// Windows program: `com.microsoft.windows-executable`.
  public static var exe: UTType { constant("com.microsoft.windows-executable") }

  /// Framework: `com.apple.framework`.
  public static var framework: UTType { constant("com.apple.framework") }

  /// Plug-in: `com.apple.plugin`.
  public static var pluginBundle: UTType { constant("com.apple.plugin") }

  /// Spotlight importer: `com.apple.metadata-importer`.
  public static var spotlightImporter: UTType { constant("com.apple.metadata-importer") }

  /// Quick Look generator: `com.apple.quicklook-generator`.
  public static var quickLookGenerator: UTType { constant("com.apple.quicklook-generator") }

  /// XPC service: `com.apple.xpc-service`.
  public static var xpcService: UTType { constant("com.apple.xpc-service") }

  /// Preference pane: `com.apple.systempreference.prefpane`.
  public static var systemPreferencesPane: UTType {
    constant("com.apple.systempreference.prefpane")
  }
}

// The constants of Apple's framework for source code and scripts.

extension UTType {
  /// Source code: `public.source-code`.
  public static var sourceCode: UTType { constant("public.source-code") }

  /// Assembly source code: `public.assembly-source`.
  public static var assemblyLanguageSource: UTType { constant("public.assembly-source") }

  /// C source code: `public.c-source`.
  public static var cSource: UTType { constant("public.c-source") }

  /// Objective-C source code: `public.objective-c-source`.
  public static var objectiveCSource: UTType { constant("public.objective-c-source") }

  /// Swift source code: `public.swift-source`.
  public static var swiftSource: UTType { constant("public.swift-source") }

  /// C++ source code: `public.c-plus-plus-source`.
  public static var cPlusPlusSource: UTType { constant("public.c-plus-plus-source") }

  /// Objective-C++ source code: `public.objective-c-plus-plus-source`.
  public static var objectiveCPlusPlusSource: UTType {
    constant("public.objective-c-plus-plus-source")
  }

  /// C header file: `public.c-header`.
  public static var cHeader: UTType { constant("public.c-header") }

  /// C++ header file: `public.c-plus-plus-header`.
  public static var cPlusPlusHeader: UTType { constant("public.c-plus-plus-header") }

  /// Script: `public.script`.
  public static var script: UTType { constant("public.script") }

  /// AppleScript source code: `com.apple.applescript.text`.
  public static var appleScript: UTType { constant("com.apple.applescript.text") }

  /// AppleScript script file: `com.apple.applescript.script`.
  public static var osaScript: UTType { constant("com.apple.applescript.script") }

  /// AppleScript script bundle: `com.apple.applescript.script-bundle`.
  public static var osaScriptBundle: UTType { constant("com.apple.applescript.script-bundle") }

  /// JavaScript source code: `com.netscape.javascript-source`.
  public static var javaScript: UTType { constant("com.netscape.javascript-source") }

  /// Shell script: `public.shell-script`.
  public static var shellScript: UTType { constant("public.shell-script") }

  /// Perl script: `public.perl-script`.
  public static var perlScript: UTType { constant("public.perl-script") }

  /// Python script: `public.python-script`.
  public static var pythonScript: UTType { constant("public.python-script") }

  /// Ruby script: `public.ruby-script`.
  public static var rubyScript: UTType { constant("public.ruby-script") }

  /// PHP script: `public.php-script`.
  public static var phpScript: UTType { constant("public.php-script") }

  /// Makefile: `public.make-source`.
  public static var makefile: UTType { constant("public.make-source") }
}

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
