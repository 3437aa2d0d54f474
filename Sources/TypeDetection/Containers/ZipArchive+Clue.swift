extension ZipArchive {
  /// What the entries show the archive to be; nil for an archive of anything.
  ///
  /// The order is that of precision: what the archive itself states comes first, then the parts
  /// that only one format has.
  func clue() -> ContainerClue? {
    statedType() ?? OfficeOpenXML.clue(self) ?? packageClue() ?? documentClue() ?? bundleClue()
  }

  /// An entry `mimetype` that states the type, as OpenDocument, EPUB, OpenRaster and Krita have
  /// (OpenDocument 1.3 part 2, section 3.3; EPUB OCF 3.3, section 4.3).
  private func statedType() -> ContainerClue? {
    guard let entry = entries.first(where: { $0.name == "mimetype" }) else { return nil }
    let stated = start(of: entry).prefix(200).text
      .prefix { $0.isASCII && !$0.isWhitespace && $0 != "\0" }
    guard stated.split(separator: "/").count == 2 else { return nil }
    return ContainerClue(
      String(stated), seen: "the entry mimetype says \(stated)", at: entry.offset,
      variants: [String(stated)])
  }

  /// Programs and their parts.
  private func packageClue() -> ContainerClue? {
    if entry(named: "AndroidManifest.xml") != nil {
      return ContainerClue(
        "application/vnd.android.package-archive", seen: "it has the entry AndroidManifest.xml")
    }
    if entry(named: "BundleConfig.pb") != nil, hasEntry(under: "base/") {
      return ContainerClue(
        "application/vnd.android.app-bundle", seen: "it has the entry BundleConfig.pb")
    }
    if entry(named: "AppxMetadata/AppxBundleManifest.xml") != nil {
      return ContainerClue(
        "application/appxbundle", "application/msixbundle",
        seen: "it has the entry AppxMetadata/AppxBundleManifest.xml")
    }
    if entry(named: "AppxManifest.xml") != nil {
      return ContainerClue(
        "application/appx", "application/msix", seen: "it has the entry AppxManifest.xml")
    }
    if entries.contains(where: { $0.name.hasPrefix("Payload/") && $0.name.contains(".app/") }) {
      return ContainerClue(
        "application/x-ios-app", "com.apple.itunes.ipa", "application/zip",
        seen: "it has an application in the folder Payload")
    }
    if entry(named: "install.rdf") != nil
      || entry(named: "META-INF/mozilla.rsa") != nil && entry(named: "manifest.json") != nil
    {
      return ContainerClue(
        "application/x-xpinstall", seen: "it has the manifest of a browser extension")
    }
    if hasEntry(endingIn: ".dist-info/WHEEL") {
      return ContainerClue(
        "application/x-wheel+zip", "application/x-python-wheel",
        seen: "it has an entry WHEEL in a dist-info folder")
    }
    if entries.contains(where: {
      $0.name.endsWithBytes(of: ".nuspec") && !$0.name.utf8.contains(ItemName.slash)
    }) {
      return ContainerClue(
        "application/x-nuget-package", "application/x-nupkg", seen: "it has a nuspec entry")
    }
    return javaClue()
  }

  private func javaClue() -> ContainerClue? {
    guard entry(named: "META-INF/MANIFEST.MF") != nil else { return nil }
    if hasEntry(under: "WEB-INF/") {
      return ContainerClue(
        "com.sun.web-application-archive", "application/java-archive",
        seen: "it has a folder WEB-INF beside its manifest",
        variants: ContainerClue.anything)
    }
    if entry(named: "META-INF/application.xml") != nil {
      return ContainerClue(
        "com.sun.enterprise-application-archive", "application/java-archive",
        seen: "it has the entry META-INF/application.xml",
        variants: ContainerClue.anything)
    }
    return ContainerClue(
      "application/java-archive", seen: "it has the entry META-INF/MANIFEST.MF",
      variants: ContainerClue.anything)
  }

  /// Documents that are recognised by one part.
  private func documentClue() -> ContainerClue? {
    if let clue = IWorkArchive.clue(self) { return clue }
    if let first = entries.first(where: { !$0.name.endsWithBytes(of: "/") }), first.method == 0,
      [".usda", ".usdc", ".usd"].contains(where: first.name.endsWithBytes)
    {
      return ContainerClue(
        "model/vnd.usdz+zip", seen: "its first entry is the layer \(first.name), not compressed",
        at: first.offset)
    }
    if entry(named: "doc.kml") != nil
      || entries.contains(where: {
        $0.name.endsWithBytes(of: ".kml") && !$0.name.utf8.contains(ItemName.slash)
      })
    {
      return ContainerClue("application/vnd.google-earth.kmz", seen: "it has a kml entry")
    }
    if entry(named: "META-INF/manifest.xml") != nil, entry(named: "description.xml") != nil {
      return ContainerClue(
        "application/vnd.openofficeorg.extension",
        seen: "it has META-INF/manifest.xml and description.xml",
        variants: ContainerClue.anything)
    }
    if entry(named: "ComicInfo.xml") != nil {
      return ContainerClue("application/vnd.comicbook+zip", seen: "it has the entry ComicInfo.xml")
    }
    let files = entries.filter { !$0.name.endsWithBytes(of: "/") }
    if files.count == 1, files[0].name.endsWithBytes(of: ".fb2") {
      return ContainerClue(
        "application/x-zip-compressed-fb2", seen: "its only entry is \(files[0].name)")
    }
    if entry(named: "document.json") != nil, entry(named: "meta.json") != nil,
      hasEntry(under: "pages/")
    {
      return ContainerClue(
        "application/x-sketch", "image/x-sketch", "application/sketch",
        seen: "it has document.json, meta.json and pages")
    }
    return nil
  }

  /// Archives that are recognised by what all their entries are.
  private func bundleClue() -> ContainerClue? {
    let files = entries.filter { !$0.name.endsWithBytes(of: "/") }
    if !files.isEmpty, files.allSatisfy({ $0.name.endsWithBytes(of: ".npy") }) {
      return ContainerClue(
        "application/x-npz", "application/x-numpy-archive", seen: "all its entries are npy arrays")
    }
    if entry(named: "pass.json") != nil, entry(named: "manifest.json") != nil {
      return ContainerClue("application/vnd.apple.pkpass", seen: "it has the entry pass.json")
    }
    if entry(named: "modrinth.index.json") != nil {
      return ContainerClue(
        "application/x-modrinth-modpack+zip", seen: "it has the entry modrinth.index.json")
    }
    if entry(named: "datapackage.json") != nil, hasEntry(under: "archive/") {
      return ContainerClue(
        "application/wacz", "application/x-wacz", seen: "it has datapackage.json and archive")
    }
    if entry(named: "Document.xml") != nil, entry(named: "GuiDocument.xml") != nil {
      return ContainerClue(
        "application/x-extension-fcstd", "application/x-freecad",
        seen: "it has Document.xml and GuiDocument.xml")
    }
    return nil
  }
}
