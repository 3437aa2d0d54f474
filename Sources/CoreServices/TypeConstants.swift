// Made by Scripts/registry.sh from Registry/constants.tsv; change that file.
public import Foundation

// Unsafe in name only: string objects of this class are immutable.

/// Archive: `public.archive`.
nonisolated(unsafe) public let kUTTypeArchive: CFString = constant("public.archive")
/// Gzip archive: `org.gnu.gnu-zip-archive`.
nonisolated(unsafe) public let kUTTypeGNUZipArchive: CFString = constant("org.gnu.gnu-zip-archive")
/// Bzip2 archive: `public.bzip2-archive`.
nonisolated(unsafe) public let kUTTypeBzip2Archive: CFString = constant("public.bzip2-archive")
/// ZIP archive: `public.zip-archive`.
nonisolated(unsafe) public let kUTTypeZipArchive: CFString = constant("public.zip-archive")
/// Disk image: `public.disk-image`.
nonisolated(unsafe) public let kUTTypeDiskImage: CFString = constant("public.disk-image")
/// Audiovisual content: `public.audiovisual-content`.
nonisolated(unsafe) public let kUTTypeAudiovisualContent: CFString = constant(
  "public.audiovisual-content")
/// Movie: `public.movie`.
nonisolated(unsafe) public let kUTTypeMovie: CFString = constant("public.movie")
/// Video without sound: `public.video`.
nonisolated(unsafe) public let kUTTypeVideo: CFString = constant("public.video")
/// Audio: `public.audio`.
nonisolated(unsafe) public let kUTTypeAudio: CFString = constant("public.audio")
/// QuickTime movie: `com.apple.quicktime-movie`.
nonisolated(unsafe) public let kUTTypeQuickTimeMovie: CFString = constant(
  "com.apple.quicktime-movie")
/// MPEG movie: `public.mpeg`.
nonisolated(unsafe) public let kUTTypeMPEG: CFString = constant("public.mpeg")
/// MPEG-2 video: `public.mpeg-2-video`.
nonisolated(unsafe) public let kUTTypeMPEG2Video: CFString = constant("public.mpeg-2-video")
/// MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
nonisolated(unsafe) public let kUTTypeMPEG2TransportStream: CFString = constant(
  "public.mpeg-2-transport-stream")
/// MP3 audio: `public.mp3`.
nonisolated(unsafe) public let kUTTypeMP3: CFString = constant("public.mp3")
/// MPEG-4 movie: `public.mpeg-4`.
nonisolated(unsafe) public let kUTTypeMPEG4: CFString = constant("public.mpeg-4")
/// MPEG-4 audio: `public.mpeg-4-audio`.
nonisolated(unsafe) public let kUTTypeMPEG4Audio: CFString = constant("public.mpeg-4-audio")
/// Protected MPEG-4 audio: `com.apple.protected-mpeg-4-audio`.
nonisolated(unsafe) public let kUTTypeAppleProtectedMPEG4Audio: CFString = constant(
  "com.apple.protected-mpeg-4-audio")
/// Protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`.
nonisolated(unsafe) public let kUTTypeAppleProtectedMPEG4Video: CFString = constant(
  "com.apple.protected-mpeg-4-video")
/// AVI movie: `public.avi`.
nonisolated(unsafe) public let kUTTypeAVIMovie: CFString = constant("public.avi")
/// AIFF audio: `public.aiff-audio`.
nonisolated(unsafe) public let kUTTypeAudioInterchangeFileFormat: CFString = constant(
  "public.aiff-audio")
/// WAVE audio: `com.microsoft.waveform-audio`.
nonisolated(unsafe) public let kUTTypeWaveformAudio: CFString = constant(
  "com.microsoft.waveform-audio")
/// MIDI file: `public.midi-audio`.
nonisolated(unsafe) public let kUTTypeMIDIAudio: CFString = constant("public.midi-audio")
/// Playlist: `public.playlist`.
nonisolated(unsafe) public let kUTTypePlaylist: CFString = constant("public.playlist")
/// M3U playlist: `public.m3u-playlist`.
nonisolated(unsafe) public let kUTTypeM3UPlaylist: CFString = constant("public.m3u-playlist")
/// File-system item: `public.item`.
nonisolated(unsafe) public let kUTTypeItem: CFString = constant("public.item")
/// Document content: `public.content`.
nonisolated(unsafe) public let kUTTypeContent: CFString = constant("public.content")
/// Mixed content: `public.composite-content`.
nonisolated(unsafe) public let kUTTypeCompositeContent: CFString = constant(
  "public.composite-content")
/// Byte stream: `public.data`.
nonisolated(unsafe) public let kUTTypeData: CFString = constant("public.data")
/// Directory: `public.directory`.
nonisolated(unsafe) public let kUTTypeDirectory: CFString = constant("public.directory")
/// Reference to another item: `com.apple.resolvable`.
nonisolated(unsafe) public let kUTTypeResolvable: CFString = constant("com.apple.resolvable")
/// Symbolic link: `public.symlink`.
nonisolated(unsafe) public let kUTTypeSymLink: CFString = constant("public.symlink")
/// Executable item: `public.executable`.
nonisolated(unsafe) public let kUTTypeExecutable: CFString = constant("public.executable")
/// Mount point: `com.apple.mount-point`.
nonisolated(unsafe) public let kUTTypeMountPoint: CFString = constant("com.apple.mount-point")
/// Alias: `com.apple.alias-file`.
nonisolated(unsafe) public let kUTTypeAliasFile: CFString = constant("com.apple.alias-file")
/// File bookmark data: `com.apple.bookmark`.
nonisolated(unsafe) public let kUTTypeURLBookmarkData: CFString = constant("com.apple.bookmark")
/// Web address (URL): `public.url`.
nonisolated(unsafe) public let kUTTypeURL: CFString = constant("public.url")
/// File URL: `public.file-url`.
nonisolated(unsafe) public let kUTTypeFileURL: CFString = constant("public.file-url")
/// Internet location file: `com.apple.internet-location`.
nonisolated(unsafe) public let kUTTypeInternetLocation: CFString = constant(
  "com.apple.internet-location")
/// Bookmark: `public.bookmark`.
nonisolated(unsafe) public let kUTTypeBookmark: CFString = constant("public.bookmark")
/// Folder: `public.folder`.
nonisolated(unsafe) public let kUTTypeFolder: CFString = constant("public.folder")
/// Volume: `public.volume`.
nonisolated(unsafe) public let kUTTypeVolume: CFString = constant("public.volume")
/// Package: `com.apple.package`.
nonisolated(unsafe) public let kUTTypePackage: CFString = constant("com.apple.package")
/// Bundle: `com.apple.bundle`.
nonisolated(unsafe) public let kUTTypeBundle: CFString = constant("com.apple.bundle")
/// PDF document: `com.adobe.pdf`.
nonisolated(unsafe) public let kUTTypePDF: CFString = constant("com.adobe.pdf")
/// RTF document with attachments: `com.apple.rtfd`.
nonisolated(unsafe) public let kUTTypeRTFD: CFString = constant("com.apple.rtfd")
/// Flattened RTF document with attachments: `com.apple.flat-rtfd`.
nonisolated(unsafe) public let kUTTypeFlatRTFD: CFString = constant("com.apple.flat-rtfd")
/// Web archive: `com.apple.webarchive`.
nonisolated(unsafe) public let kUTTypeWebArchive: CFString = constant("com.apple.webarchive")
/// Spreadsheet: `public.spreadsheet`.
nonisolated(unsafe) public let kUTTypeSpreadsheet: CFString = constant("public.spreadsheet")
/// Presentation: `public.presentation`.
nonisolated(unsafe) public let kUTTypePresentation: CFString = constant("public.presentation")
/// Database: `public.database`.
nonisolated(unsafe) public let kUTTypeDatabase: CFString = constant("public.database")
/// Message: `public.message`.
nonisolated(unsafe) public let kUTTypeMessage: CFString = constant("public.message")
/// Contact: `public.contact`.
nonisolated(unsafe) public let kUTTypeContact: CFString = constant("public.contact")
/// vCard: `public.vcard`.
nonisolated(unsafe) public let kUTTypeVCard: CFString = constant("public.vcard")
/// To-do item: `public.to-do-item`.
nonisolated(unsafe) public let kUTTypeToDoItem: CFString = constant("public.to-do-item")
/// Calendar event: `public.calendar-event`.
nonisolated(unsafe) public let kUTTypeCalendarEvent: CFString = constant("public.calendar-event")
/// Email message: `public.email-message`.
nonisolated(unsafe) public let kUTTypeEmailMessage: CFString = constant("public.email-message")
/// EPUB book: `org.idpf.epub-container`.
nonisolated(unsafe) public let kUTTypeElectronicPublication: CFString = constant(
  "org.idpf.epub-container")
/// Font: `public.font`.
nonisolated(unsafe) public let kUTTypeFont: CFString = constant("public.font")
/// PKCS #12 identity file: `com.rsa.pkcs-12`.
nonisolated(unsafe) public let kUTTypePKCS12: CFString = constant("com.rsa.pkcs-12")
/// X.509 certificate: `public.x509-certificate`.
nonisolated(unsafe) public let kUTTypeX509Certificate: CFString = constant(
  "public.x509-certificate")
/// Image: `public.image`.
nonisolated(unsafe) public let kUTTypeImage: CFString = constant("public.image")
/// JPEG image: `public.jpeg`.
nonisolated(unsafe) public let kUTTypeJPEG: CFString = constant("public.jpeg")
/// TIFF image: `public.tiff`.
nonisolated(unsafe) public let kUTTypeTIFF: CFString = constant("public.tiff")
/// GIF image: `com.compuserve.gif`.
nonisolated(unsafe) public let kUTTypeGIF: CFString = constant("com.compuserve.gif")
/// PNG image: `public.png`.
nonisolated(unsafe) public let kUTTypePNG: CFString = constant("public.png")
/// Mac icon image: `com.apple.icns`.
nonisolated(unsafe) public let kUTTypeAppleICNS: CFString = constant("com.apple.icns")
/// BMP image: `com.microsoft.bmp`.
nonisolated(unsafe) public let kUTTypeBMP: CFString = constant("com.microsoft.bmp")
/// Windows icon: `com.microsoft.ico`.
nonisolated(unsafe) public let kUTTypeICO: CFString = constant("com.microsoft.ico")
/// Camera raw image: `public.camera-raw-image`.
nonisolated(unsafe) public let kUTTypeRawImage: CFString = constant("public.camera-raw-image")
/// SVG image: `public.svg-image`.
nonisolated(unsafe) public let kUTTypeScalableVectorGraphics: CFString = constant(
  "public.svg-image")
/// Live Photo: `com.apple.live-photo`.
nonisolated(unsafe) public let kUTTypeLivePhoto: CFString = constant("com.apple.live-photo")
/// 3D content: `public.3d-content`.
nonisolated(unsafe) public let kUTType3DContent: CFString = constant("public.3d-content")
/// Application: `com.apple.application`.
nonisolated(unsafe) public let kUTTypeApplication: CFString = constant("com.apple.application")
/// Application bundle: `com.apple.application-bundle`.
nonisolated(unsafe) public let kUTTypeApplicationBundle: CFString = constant(
  "com.apple.application-bundle")
/// Unix executable file: `public.unix-executable`.
nonisolated(unsafe) public let kUTTypeUnixExecutable: CFString = constant("public.unix-executable")
/// Windows program: `com.microsoft.windows-executable`.
nonisolated(unsafe) public let kUTTypeWindowsExecutable: CFString = constant(
  "com.microsoft.windows-executable")
/// Framework: `com.apple.framework`.
nonisolated(unsafe) public let kUTTypeFramework: CFString = constant("com.apple.framework")
/// Plug-in: `com.apple.plugin`.
nonisolated(unsafe) public let kUTTypePluginBundle: CFString = constant("com.apple.plugin")
/// Spotlight importer: `com.apple.metadata-importer`.
nonisolated(unsafe) public let kUTTypeSpotlightImporter: CFString = constant(
  "com.apple.metadata-importer")
/// Quick Look generator: `com.apple.quicklook-generator`.
nonisolated(unsafe) public let kUTTypeQuickLookGenerator: CFString = constant(
  "com.apple.quicklook-generator")
/// XPC service: `com.apple.xpc-service`.
nonisolated(unsafe) public let kUTTypeXPCService: CFString = constant("com.apple.xpc-service")
/// Preference pane: `com.apple.systempreference.prefpane`.
nonisolated(unsafe) public let kUTTypeSystemPreferencesPane: CFString = constant(
  "com.apple.systempreference.prefpane")
/// Source code: `public.source-code`.
nonisolated(unsafe) public let kUTTypeSourceCode: CFString = constant("public.source-code")
/// Assembly source code: `public.assembly-source`.
nonisolated(unsafe) public let kUTTypeAssemblyLanguageSource: CFString = constant(
  "public.assembly-source")
/// C source code: `public.c-source`.
nonisolated(unsafe) public let kUTTypeCSource: CFString = constant("public.c-source")
/// Objective-C source code: `public.objective-c-source`.
nonisolated(unsafe) public let kUTTypeObjectiveCSource: CFString = constant(
  "public.objective-c-source")
/// Swift source code: `public.swift-source`.
nonisolated(unsafe) public let kUTTypeSwiftSource: CFString = constant("public.swift-source")
/// C++ source code: `public.c-plus-plus-source`.
nonisolated(unsafe) public let kUTTypeCPlusPlusSource: CFString = constant(
  "public.c-plus-plus-source")
/// Objective-C++ source code: `public.objective-c-plus-plus-source`.
nonisolated(unsafe) public let kUTTypeObjectiveCPlusPlusSource: CFString = constant(
  "public.objective-c-plus-plus-source")
/// C header file: `public.c-header`.
nonisolated(unsafe) public let kUTTypeCHeader: CFString = constant("public.c-header")
/// C++ header file: `public.c-plus-plus-header`.
nonisolated(unsafe) public let kUTTypeCPlusPlusHeader: CFString = constant(
  "public.c-plus-plus-header")
/// Script: `public.script`.
nonisolated(unsafe) public let kUTTypeScript: CFString = constant("public.script")
/// AppleScript source code: `com.apple.applescript.text`.
nonisolated(unsafe) public let kUTTypeAppleScript: CFString = constant("com.apple.applescript.text")
/// AppleScript script file: `com.apple.applescript.script`.
nonisolated(unsafe) public let kUTTypeOSAScript: CFString = constant("com.apple.applescript.script")
/// AppleScript script bundle: `com.apple.applescript.script-bundle`.
nonisolated(unsafe) public let kUTTypeOSAScriptBundle: CFString = constant(
  "com.apple.applescript.script-bundle")
/// JavaScript source code: `com.netscape.javascript-source`.
nonisolated(unsafe) public let kUTTypeJavaScript: CFString = constant(
  "com.netscape.javascript-source")
/// Shell script: `public.shell-script`.
nonisolated(unsafe) public let kUTTypeShellScript: CFString = constant("public.shell-script")
/// Perl script: `public.perl-script`.
nonisolated(unsafe) public let kUTTypePerlScript: CFString = constant("public.perl-script")
/// Python script: `public.python-script`.
nonisolated(unsafe) public let kUTTypePythonScript: CFString = constant("public.python-script")
/// Ruby script: `public.ruby-script`.
nonisolated(unsafe) public let kUTTypeRubyScript: CFString = constant("public.ruby-script")
/// PHP script: `public.php-script`.
nonisolated(unsafe) public let kUTTypePHPScript: CFString = constant("public.php-script")
/// Text: `public.text`.
nonisolated(unsafe) public let kUTTypeText: CFString = constant("public.text")
/// Plain text document: `public.plain-text`.
nonisolated(unsafe) public let kUTTypePlainText: CFString = constant("public.plain-text")
/// UTF-8 plain text: `public.utf8-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF8PlainText: CFString = constant("public.utf8-plain-text")
/// UTF-16 plain text with byte order mark: `public.utf16-external-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF16ExternalPlainText: CFString = constant(
  "public.utf16-external-plain-text")
/// UTF-16 plain text: `public.utf16-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF16PlainText: CFString = constant("public.utf16-plain-text")
/// Delimited text: `public.delimited-values-text`.
nonisolated(unsafe) public let kUTTypeDelimitedText: CFString = constant(
  "public.delimited-values-text")
/// CSV document: `public.comma-separated-values-text`.
nonisolated(unsafe) public let kUTTypeCommaSeparatedText: CFString = constant(
  "public.comma-separated-values-text")
/// TSV document: `public.tab-separated-values-text`.
nonisolated(unsafe) public let kUTTypeTabSeparatedText: CFString = constant(
  "public.tab-separated-values-text")
/// UTF-8 TSV document: `public.utf8-tab-separated-values-text`.
nonisolated(unsafe) public let kUTTypeUTF8TabSeparatedText: CFString = constant(
  "public.utf8-tab-separated-values-text")
/// RTF document: `public.rtf`.
nonisolated(unsafe) public let kUTTypeRTF: CFString = constant("public.rtf")
/// HTML document: `public.html`.
nonisolated(unsafe) public let kUTTypeHTML: CFString = constant("public.html")
/// XML document: `public.xml`.
nonisolated(unsafe) public let kUTTypeXML: CFString = constant("public.xml")
/// JSON document: `public.json`.
nonisolated(unsafe) public let kUTTypeJSON: CFString = constant("public.json")
/// Property list: `com.apple.property-list`.
nonisolated(unsafe) public let kUTTypePropertyList: CFString = constant("com.apple.property-list")
/// XML property list: `com.apple.xml-property-list`.
nonisolated(unsafe) public let kUTTypeXMLPropertyList: CFString = constant(
  "com.apple.xml-property-list")
/// Binary property list: `com.apple.binary-property-list`.
nonisolated(unsafe) public let kUTTypeBinaryPropertyList: CFString = constant(
  "com.apple.binary-property-list")
/// Log: `public.log`.
nonisolated(unsafe) public let kUTTypeLog: CFString = constant("public.log")
/// Alias record: `com.apple.alias-record`.
nonisolated(unsafe) public let kUTTypeAliasRecord: CFString = constant("com.apple.alias-record")
/// Java source code: `com.sun.java-source`.
nonisolated(unsafe) public let kUTTypeJavaSource: CFString = constant("com.sun.java-source")
/// Textension text and multimedia data: `com.apple.txn.text-multimedia-data`.
nonisolated(unsafe) public let kUTTypeTXNTextAndMultimediaData: CFString = constant(
  "com.apple.txn.text-multimedia-data")
/// JPEG 2000 image: `public.jpeg-2000`.
nonisolated(unsafe) public let kUTTypeJPEG2000: CFString = constant("public.jpeg-2000")
/// QuickDraw picture: `com.apple.pict`.
nonisolated(unsafe) public let kUTTypePICT: CFString = constant("com.apple.pict")
/// QuickTime image: `com.apple.quicktime-image`.
nonisolated(unsafe) public let kUTTypeQuickTimeImage: CFString = constant(
  "com.apple.quicktime-image")
/// Single-file application: `com.apple.application-file`.
nonisolated(unsafe) public let kUTTypeApplicationFile: CFString = constant(
  "com.apple.application-file")
/// Java class file: `com.sun.java-class`.
nonisolated(unsafe) public let kUTTypeJavaClass: CFString = constant("com.sun.java-class")
/// Java archive: `com.sun.java-archive`.
nonisolated(unsafe) public let kUTTypeJavaArchive: CFString = constant("com.sun.java-archive")
/// Ink text: `com.apple.ink.inktext`.
nonisolated(unsafe) public let kUTTypeInkText: CFString = constant("com.apple.ink.inktext")
