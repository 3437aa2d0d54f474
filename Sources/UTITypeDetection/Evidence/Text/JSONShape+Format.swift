extension JSONShape {
  /// The MIME types of the format that the names show, the most precise first.
  var mimeNames: [String] {
    if textCount > 1 {
      return ["application/x-ndjson", "application/jsonl", "application/json-lines"]
    }
    return (format.map { [$0] } ?? []) + ["application/json"]
  }

  /// The format, by the members that its specification requires; nil when there is none.
  private var format: String? {
    if isNotebook { return "application/x-ipynb+json" }
    if members["asset"] != nil, innerNames.contains("asset.version"),
      ["scenes", "nodes", "meshes", "buffers", "scene"].contains(where: { members[$0] != nil })
    {
      return "model/gltf+json"
    }
    if let type = members["type"], isGeometry(type) { return "application/geo+json" }
    if members["bomFormat"] == "CycloneDX" { return "application/vnd.cyclonedx+json" }
    if members["spdxVersion"] != nil { return "application/spdx+json" }
    if members["log"] != nil, innerNames.isSuperset(of: ["log.version", "log.entries"]) {
      return "application/har+json"
    }
    if let schema = members["$schema"], Array(schema.utf8)[...].contains("json-schema.org") {
      return "application/schema+json"
    }
    if members["@context"] != nil { return "application/ld+json" }
    return nil
  }

  /// True if the text is a notebook.
  ///
  /// The number of the format follows the cells, which may reach beyond the bytes that are read;
  /// then the cells themselves are the evidence.
  private var isNotebook: Bool {
    members["nbformat"] != nil && (members["cells"] != nil || members["worksheets"] != nil)
      || innerNames.isSuperset(of: ["cells[].cell_type", "cells[].source"])
  }

  /// RFC 7946, section 1.4.
  private func isGeometry(_ type: String) -> Bool {
    switch type {
    case "FeatureCollection": members["features"] != nil
    case "Feature": members["geometry"] != nil
    case "GeometryCollection": members["geometries"] != nil
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon":
      members["coordinates"] != nil
    default: false
    }
  }
}
