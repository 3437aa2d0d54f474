public import Foundation

// The types that had constants before `UTType` has them, with the identifiers in Apple's
// documentation. Unsafe in name only: string objects of this class are immutable.

/// The type `public.item`.
nonisolated(unsafe) public let kUTTypeItem: CFString = constant("public.item")
/// The type `public.content`.
nonisolated(unsafe) public let kUTTypeContent: CFString = constant("public.content")
/// The type `public.composite-content`.
nonisolated(unsafe) public let kUTTypeCompositeContent: CFString = constant(
  "public.composite-content")
/// The type `public.message`.
nonisolated(unsafe) public let kUTTypeMessage: CFString = constant("public.message")
/// The type `public.contact`.
nonisolated(unsafe) public let kUTTypeContact: CFString = constant("public.contact")
/// The type `public.archive`.
nonisolated(unsafe) public let kUTTypeArchive: CFString = constant("public.archive")
/// The type `public.disk-image`.
nonisolated(unsafe) public let kUTTypeDiskImage: CFString = constant("public.disk-image")
/// The type `public.data`.
nonisolated(unsafe) public let kUTTypeData: CFString = constant("public.data")
/// The type `public.directory`.
nonisolated(unsafe) public let kUTTypeDirectory: CFString = constant("public.directory")
/// The type `com.apple.resolvable`.
nonisolated(unsafe) public let kUTTypeResolvable: CFString = constant("com.apple.resolvable")
/// The type `public.symlink`.
nonisolated(unsafe) public let kUTTypeSymLink: CFString = constant("public.symlink")
/// The type `public.executable`.
nonisolated(unsafe) public let kUTTypeExecutable: CFString = constant("public.executable")
/// The type `com.apple.mount-point`.
nonisolated(unsafe) public let kUTTypeMountPoint: CFString = constant("com.apple.mount-point")
/// The type `com.apple.alias-file`.
nonisolated(unsafe) public let kUTTypeAliasFile: CFString = constant("com.apple.alias-file")
/// The type `com.apple.alias-record`.
nonisolated(unsafe) public let kUTTypeAliasRecord: CFString = constant("com.apple.alias-record")
/// The type `com.apple.bookmark`.
nonisolated(unsafe) public let kUTTypeURLBookmarkData: CFString = constant("com.apple.bookmark")
/// The type `public.url`.
nonisolated(unsafe) public let kUTTypeURL: CFString = constant("public.url")
/// The type `public.file-url`.
nonisolated(unsafe) public let kUTTypeFileURL: CFString = constant("public.file-url")
/// The type `public.text`.
nonisolated(unsafe) public let kUTTypeText: CFString = constant("public.text")
/// The type `public.plain-text`.
nonisolated(unsafe) public let kUTTypePlainText: CFString = constant("public.plain-text")
/// The type `public.utf8-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF8PlainText: CFString = constant("public.utf8-plain-text")
/// The type `public.utf16-external-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF16ExternalPlainText: CFString = constant(
  "public.utf16-external-plain-text")
/// The type `public.utf16-plain-text`.
nonisolated(unsafe) public let kUTTypeUTF16PlainText: CFString = constant("public.utf16-plain-text")
/// The type `public.delimited-values-text`.
nonisolated(unsafe) public let kUTTypeDelimitedText: CFString = constant(
  "public.delimited-values-text")
/// The type `public.comma-separated-values-text`.
nonisolated(unsafe) public let kUTTypeCommaSeparatedText: CFString = constant(
  "public.comma-separated-values-text")
/// The type `public.tab-separated-values-text`.
nonisolated(unsafe) public let kUTTypeTabSeparatedText: CFString = constant(
  "public.tab-separated-values-text")
/// The type `public.utf8-tab-separated-values-text`.
nonisolated(unsafe) public let kUTTypeUTF8TabSeparatedText: CFString = constant(
  "public.utf8-tab-separated-values-text")
/// The type `public.rtf`.
nonisolated(unsafe) public let kUTTypeRTF: CFString = constant("public.rtf")
/// The type `public.html`.
nonisolated(unsafe) public let kUTTypeHTML: CFString = constant("public.html")
/// The type `public.xml`.
nonisolated(unsafe) public let kUTTypeXML: CFString = constant("public.xml")
/// The type `public.source-code`.
nonisolated(unsafe) public let kUTTypeSourceCode: CFString = constant("public.source-code")
/// The type `public.assembly-source`.
nonisolated(unsafe) public let kUTTypeAssemblyLanguageSource: CFString = constant(
  "public.assembly-source")
/// The type `public.c-source`.
nonisolated(unsafe) public let kUTTypeCSource: CFString = constant("public.c-source")
/// The type `public.objective-c-source`.
nonisolated(unsafe) public let kUTTypeObjectiveCSource: CFString = constant(
  "public.objective-c-source")
/// The type `public.swift-source`.
nonisolated(unsafe) public let kUTTypeSwiftSource: CFString = constant("public.swift-source")
/// The type `public.c-plus-plus-source`.
nonisolated(unsafe) public let kUTTypeCPlusPlusSource: CFString = constant(
  "public.c-plus-plus-source")
/// The type `public.objective-c-plus-plus-source`.
nonisolated(unsafe) public let kUTTypeObjectiveCPlusPlusSource: CFString = constant(
  "public.objective-c-plus-plus-source")
/// The type `public.c-header`.
nonisolated(unsafe) public let kUTTypeCHeader: CFString = constant("public.c-header")
/// The type `public.c-plus-plus-header`.
nonisolated(unsafe) public let kUTTypeCPlusPlusHeader: CFString = constant(
  "public.c-plus-plus-header")
/// The type `com.sun.java-source`.
nonisolated(unsafe) public let kUTTypeJavaSource: CFString = constant("com.sun.java-source")
/// The type `public.script`.
nonisolated(unsafe) public let kUTTypeScript: CFString = constant("public.script")
/// The type `com.apple.applescript.text`.
nonisolated(unsafe) public let kUTTypeAppleScript: CFString = constant("com.apple.applescript.text")
/// The type `com.apple.applescript.script`.
nonisolated(unsafe) public let kUTTypeOSAScript: CFString = constant("com.apple.applescript.script")
/// The type `com.apple.applescript.script-bundle`.
nonisolated(unsafe) public let kUTTypeOSAScriptBundle: CFString = constant(
  "com.apple.applescript.script-bundle")
/// The type `com.netscape.javascript-source`.
nonisolated(unsafe) public let kUTTypeJavaScript: CFString = constant(
  "com.netscape.javascript-source")
/// The type `public.shell-script`.
nonisolated(unsafe) public let kUTTypeShellScript: CFString = constant("public.shell-script")
/// The type `public.perl-script`.
nonisolated(unsafe) public let kUTTypePerlScript: CFString = constant("public.perl-script")
/// The type `public.python-script`.
nonisolated(unsafe) public let kUTTypePythonScript: CFString = constant("public.python-script")
/// The type `public.ruby-script`.
nonisolated(unsafe) public let kUTTypeRubyScript: CFString = constant("public.ruby-script")
/// The type `public.php-script`.
nonisolated(unsafe) public let kUTTypePHPScript: CFString = constant("public.php-script")
/// The type `public.json`.
nonisolated(unsafe) public let kUTTypeJSON: CFString = constant("public.json")
/// The type `com.apple.property-list`.
nonisolated(unsafe) public let kUTTypePropertyList: CFString = constant("com.apple.property-list")
/// The type `com.apple.xml-property-list`.
nonisolated(unsafe) public let kUTTypeXMLPropertyList: CFString = constant(
  "com.apple.xml-property-list")
/// The type `com.apple.binary-property-list`.
nonisolated(unsafe) public let kUTTypeBinaryPropertyList: CFString = constant(
  "com.apple.binary-property-list")
/// The type `com.adobe.pdf`.
nonisolated(unsafe) public let kUTTypePDF: CFString = constant("com.adobe.pdf")
/// The type `com.apple.rtfd`.
nonisolated(unsafe) public let kUTTypeRTFD: CFString = constant("com.apple.rtfd")
/// The type `com.apple.flat-rtfd`.
nonisolated(unsafe) public let kUTTypeFlatRTFD: CFString = constant("com.apple.flat-rtfd")
/// The type `com.apple.txn.text-multimedia-data`.
nonisolated(unsafe) public let kUTTypeTXNTextAndMultimediaData: CFString = constant(
  "com.apple.txn.text-multimedia-data")
/// The type `com.apple.webarchive`.
nonisolated(unsafe) public let kUTTypeWebArchive: CFString = constant("com.apple.webarchive")
/// The type `public.image`.
nonisolated(unsafe) public let kUTTypeImage: CFString = constant("public.image")
/// The type `public.jpeg`.
nonisolated(unsafe) public let kUTTypeJPEG: CFString = constant("public.jpeg")
/// The type `public.jpeg-2000`.
nonisolated(unsafe) public let kUTTypeJPEG2000: CFString = constant("public.jpeg-2000")
/// The type `public.tiff`.
nonisolated(unsafe) public let kUTTypeTIFF: CFString = constant("public.tiff")
/// The type `com.apple.pict`.
nonisolated(unsafe) public let kUTTypePICT: CFString = constant("com.apple.pict")
/// The type `com.compuserve.gif`.
nonisolated(unsafe) public let kUTTypeGIF: CFString = constant("com.compuserve.gif")
/// The type `public.png`.
nonisolated(unsafe) public let kUTTypePNG: CFString = constant("public.png")
/// The type `com.apple.quicktime-image`.
nonisolated(unsafe) public let kUTTypeQuickTimeImage: CFString = constant(
  "com.apple.quicktime-image")
/// The type `com.apple.icns`.
nonisolated(unsafe) public let kUTTypeAppleICNS: CFString = constant("com.apple.icns")
/// The type `com.microsoft.bmp`.
nonisolated(unsafe) public let kUTTypeBMP: CFString = constant("com.microsoft.bmp")
/// The type `com.microsoft.ico`.
nonisolated(unsafe) public let kUTTypeICO: CFString = constant("com.microsoft.ico")
/// The type `public.camera-raw-image`.
nonisolated(unsafe) public let kUTTypeRawImage: CFString = constant("public.camera-raw-image")
/// The type `public.svg-image`.
nonisolated(unsafe) public let kUTTypeScalableVectorGraphics: CFString = constant(
  "public.svg-image")
/// The type `com.apple.live-photo`.
nonisolated(unsafe) public let kUTTypeLivePhoto: CFString = constant("com.apple.live-photo")
/// The type `public.audiovisual-content`.
nonisolated(unsafe) public let kUTTypeAudiovisualContent: CFString = constant(
  "public.audiovisual-content")
/// The type `public.movie`.
nonisolated(unsafe) public let kUTTypeMovie: CFString = constant("public.movie")
/// The type `public.video`.
nonisolated(unsafe) public let kUTTypeVideo: CFString = constant("public.video")
/// The type `public.audio`.
nonisolated(unsafe) public let kUTTypeAudio: CFString = constant("public.audio")
/// The type `com.apple.quicktime-movie`.
nonisolated(unsafe) public let kUTTypeQuickTimeMovie: CFString = constant(
  "com.apple.quicktime-movie")
/// The type `public.mpeg`.
nonisolated(unsafe) public let kUTTypeMPEG: CFString = constant("public.mpeg")
/// The type `public.mpeg-2-video`.
nonisolated(unsafe) public let kUTTypeMPEG2Video: CFString = constant("public.mpeg-2-video")
/// The type `public.mpeg-2-transport-stream`.
nonisolated(unsafe) public let kUTTypeMPEG2TransportStream: CFString = constant(
  "public.mpeg-2-transport-stream")
/// The type `public.mp3`.
nonisolated(unsafe) public let kUTTypeMP3: CFString = constant("public.mp3")
/// The type `public.mpeg-4`.
nonisolated(unsafe) public let kUTTypeMPEG4: CFString = constant("public.mpeg-4")
/// The type `public.mpeg-4-audio`.
nonisolated(unsafe) public let kUTTypeMPEG4Audio: CFString = constant("public.mpeg-4-audio")
/// The type `com.apple.protected-mpeg-4-audio`.
nonisolated(unsafe) public let kUTTypeAppleProtectedMPEG4Audio: CFString = constant(
  "com.apple.protected-mpeg-4-audio")
/// The type `com.apple.protected-mpeg-4-video`.
nonisolated(unsafe) public let kUTTypeAppleProtectedMPEG4Video: CFString = constant(
  "com.apple.protected-mpeg-4-video")
/// The type `public.avi`.
nonisolated(unsafe) public let kUTTypeAVIMovie: CFString = constant("public.avi")
/// The type `public.aiff-audio`.
nonisolated(unsafe) public let kUTTypeAudioInterchangeFileFormat: CFString = constant(
  "public.aiff-audio")
/// The type `com.microsoft.waveform-audio`.
nonisolated(unsafe) public let kUTTypeWaveformAudio: CFString = constant(
  "com.microsoft.waveform-audio")
/// The type `public.midi-audio`.
nonisolated(unsafe) public let kUTTypeMIDIAudio: CFString = constant("public.midi-audio")
/// The type `public.playlist`.
nonisolated(unsafe) public let kUTTypePlaylist: CFString = constant("public.playlist")
/// The type `public.m3u-playlist`.
nonisolated(unsafe) public let kUTTypeM3UPlaylist: CFString = constant("public.m3u-playlist")
/// The type `public.folder`.
nonisolated(unsafe) public let kUTTypeFolder: CFString = constant("public.folder")
/// The type `public.volume`.
nonisolated(unsafe) public let kUTTypeVolume: CFString = constant("public.volume")
/// The type `com.apple.package`.
nonisolated(unsafe) public let kUTTypePackage: CFString = constant("com.apple.package")
/// The type `com.apple.bundle`.
nonisolated(unsafe) public let kUTTypeBundle: CFString = constant("com.apple.bundle")
/// The type `com.apple.plugin`.
nonisolated(unsafe) public let kUTTypePluginBundle: CFString = constant("com.apple.plugin")
/// The type `com.apple.metadata-importer`.
nonisolated(unsafe) public let kUTTypeSpotlightImporter: CFString = constant(
  "com.apple.metadata-importer")
/// The type `com.apple.quicklook-generator`.
nonisolated(unsafe) public let kUTTypeQuickLookGenerator: CFString = constant(
  "com.apple.quicklook-generator")
/// The type `com.apple.xpc-service`.
nonisolated(unsafe) public let kUTTypeXPCService: CFString = constant("com.apple.xpc-service")
/// The type `com.apple.framework`.
nonisolated(unsafe) public let kUTTypeFramework: CFString = constant("com.apple.framework")
/// The type `com.apple.application`.
nonisolated(unsafe) public let kUTTypeApplication: CFString = constant("com.apple.application")
/// The type `com.apple.application-bundle`.
nonisolated(unsafe) public let kUTTypeApplicationBundle: CFString = constant(
  "com.apple.application-bundle")
/// The type `com.apple.application-file`.
nonisolated(unsafe) public let kUTTypeApplicationFile: CFString = constant(
  "com.apple.application-file")
/// The type `public.unix-executable`.
nonisolated(unsafe) public let kUTTypeUnixExecutable: CFString = constant("public.unix-executable")
/// The type `com.microsoft.windows-executable`.
nonisolated(unsafe) public let kUTTypeWindowsExecutable: CFString = constant(
  "com.microsoft.windows-executable")
/// The type `com.sun.java-class`.
nonisolated(unsafe) public let kUTTypeJavaClass: CFString = constant("com.sun.java-class")
/// The type `com.sun.java-archive`.
nonisolated(unsafe) public let kUTTypeJavaArchive: CFString = constant("com.sun.java-archive")
/// The type `com.apple.systempreference.prefpane`.
nonisolated(unsafe) public let kUTTypeSystemPreferencesPane: CFString = constant(
  "com.apple.systempreference.prefpane")
/// The type `org.gnu.gnu-zip-archive`.
nonisolated(unsafe) public let kUTTypeGNUZipArchive: CFString = constant("org.gnu.gnu-zip-archive")
/// The type `public.bzip2-archive`.
nonisolated(unsafe) public let kUTTypeBzip2Archive: CFString = constant("public.bzip2-archive")
/// The type `public.zip-archive`.
nonisolated(unsafe) public let kUTTypeZipArchive: CFString = constant("public.zip-archive")
/// The type `public.spreadsheet`.
nonisolated(unsafe) public let kUTTypeSpreadsheet: CFString = constant("public.spreadsheet")
/// The type `public.presentation`.
nonisolated(unsafe) public let kUTTypePresentation: CFString = constant("public.presentation")
/// The type `public.database`.
nonisolated(unsafe) public let kUTTypeDatabase: CFString = constant("public.database")
/// The type `public.vcard`.
nonisolated(unsafe) public let kUTTypeVCard: CFString = constant("public.vcard")
/// The type `public.to-do-item`.
nonisolated(unsafe) public let kUTTypeToDoItem: CFString = constant("public.to-do-item")
/// The type `public.calendar-event`.
nonisolated(unsafe) public let kUTTypeCalendarEvent: CFString = constant("public.calendar-event")
/// The type `public.email-message`.
nonisolated(unsafe) public let kUTTypeEmailMessage: CFString = constant("public.email-message")
/// The type `com.apple.internet-location`.
nonisolated(unsafe) public let kUTTypeInternetLocation: CFString = constant(
  "com.apple.internet-location")
/// The type `com.apple.ink.inktext`.
nonisolated(unsafe) public let kUTTypeInkText: CFString = constant("com.apple.ink.inktext")
/// The type `public.font`.
nonisolated(unsafe) public let kUTTypeFont: CFString = constant("public.font")
/// The type `public.bookmark`.
nonisolated(unsafe) public let kUTTypeBookmark: CFString = constant("public.bookmark")
/// The type `public.3d-content`.
nonisolated(unsafe) public let kUTType3DContent: CFString = constant("public.3d-content")
/// The type `com.rsa.pkcs-12`.
nonisolated(unsafe) public let kUTTypePKCS12: CFString = constant("com.rsa.pkcs-12")
/// The type `public.x509-certificate`.
nonisolated(unsafe) public let kUTTypeX509Certificate: CFString = constant(
  "public.x509-certificate")
/// The type `org.idpf.epub-container`.
nonisolated(unsafe) public let kUTTypeElectronicPublication: CFString = constant(
  "org.idpf.epub-container")
/// The type `public.log`.
nonisolated(unsafe) public let kUTTypeLog: CFString = constant("public.log")

/// The class of filename extensions.
nonisolated(unsafe) public let kUTTagClassFilenameExtension: CFString = constant(
  "public.filename-extension")
/// The class of MIME types.
nonisolated(unsafe) public let kUTTagClassMIMEType: CFString = constant("public.mime-type")
/// The class of types of the pasteboard.
nonisolated(unsafe) public let kUTTagClassNSPboardType: CFString = constant(
  "com.apple.nspboard-type")
/// The class of file types of four characters.
nonisolated(unsafe) public let kUTTagClassOSType: CFString = constant("com.apple.ostype")

// The keys of declarations, as in a property list and in the result of `UTTypeCopyDeclaration`.

/// The key of the types that a bundle exports.
nonisolated(unsafe) public let kUTExportedTypeDeclarationsKey: CFString = constant(
  "UTExportedTypeDeclarations")
/// The key of the types that a bundle imports.
nonisolated(unsafe) public let kUTImportedTypeDeclarationsKey: CFString = constant(
  "UTImportedTypeDeclarations")
/// The key of the identifier of a type.
nonisolated(unsafe) public let kUTTypeIdentifierKey: CFString = constant("UTTypeIdentifier")
/// The key of the tags of a type by their class.
nonisolated(unsafe) public let kUTTypeTagSpecificationKey: CFString = constant(
  "UTTypeTagSpecification")
/// The key of the direct supertypes of a type.
nonisolated(unsafe) public let kUTTypeConformsToKey: CFString = constant("UTTypeConformsTo")
/// The key of the description of a type.
nonisolated(unsafe) public let kUTTypeDescriptionKey: CFString = constant("UTTypeDescription")
/// The key of the file of the icon of a type.
nonisolated(unsafe) public let kUTTypeIconFileKey: CFString = constant("UTTypeIconFile")
/// The key of the URL of a document about a type.
nonisolated(unsafe) public let kUTTypeReferenceURLKey: CFString = constant("UTTypeReferenceURL")
/// The key of the version of a type.
nonisolated(unsafe) public let kUTTypeVersionKey: CFString = constant("UTTypeVersion")

private func constant(_ identifier: String) -> CFString { identifier as CFString }
