import UniformTypes

/// The constants of Apple's framework, by the names client code uses.
enum Constants {
  static let all: [UTType] = [
    .archive, .gzip, .bz2, .zip, .appleArchive, .tarArchive, .diskImage, .audiovisualContent,
    .movie, .video, .audio, .quickTimeMovie, .mpeg, .mpeg2Video, .mpeg2TransportStream, .mp3,
    .mpeg4Movie, .mpeg4Audio, .appleProtectedMPEG4Audio, .appleProtectedMPEG4Video, .avi, .aiff,
    .wav, .midi, .playlist, .m3uPlaylist, .ahap, .item, .content, .compositeContent, .data,
    .directory, .resolvable, .symbolicLink, .executable, .mountPoint, .aliasFile, .urlBookmarkData,
    .url, .fileURL, .internetLocation, .internetShortcut, .bookmark, .folder, .volume, .package,
    .bundle, .pdf, .rtfd, .flatRTFD, .webArchive, .spreadsheet, .presentation, .database, .message,
    .contact, .vCard, .toDoItem, .calendarEvent, .emailMessage, .epub, .font, .pkcs12,
    .x509Certificate, .linkPresentationMetadata, .image, .jpeg, .tiff, .gif, .png, .icns, .bmp,
    .ico, .rawImage, .svg, .livePhoto, .heif, .heic, .heics, .webP, .exr, .dng, .jpegxl,
    .threeDContent, .usd, .usdz, .realityFile, .sceneKitScene, .arReferenceObject, .application,
    .applicationBundle, .applicationExtension, .unixExecutable, .exe, .framework, .pluginBundle,
    .spotlightImporter, .quickLookGenerator, .xpcService, .systemPreferencesPane, .sourceCode,
    .assemblyLanguageSource, .cSource, .objectiveCSource, .swiftSource, .cPlusPlusSource,
    .objectiveCPlusPlusSource, .cHeader, .cPlusPlusHeader, .script, .appleScript, .osaScript,
    .osaScriptBundle, .javaScript, .shellScript, .perlScript, .pythonScript, .rubyScript,
    .phpScript, .makefile, .text, .plainText, .utf8PlainText, .utf16ExternalPlainText,
    .utf16PlainText, .delimitedText, .commaSeparatedText, .tabSeparatedText, .utf8TabSeparatedText,
    .rtf, .html, .xml, .yaml, .css, .json, .geoJSON, .propertyList, .xmlPropertyList,
    .binaryPropertyList, .log, .markdown,
  ]
}
