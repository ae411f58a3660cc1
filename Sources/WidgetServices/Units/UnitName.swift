/// The name of a unit of systemd, and of its object on a bus.
public enum UnitName {
  private static let folder = "/org/freedesktop/systemd1/unit/"
  private static let types = [
    "service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer", "slice", "scope",
  ]

  /// Whether a text is the name of one unit: neither a template nor a pattern (systemd.unit(5)).
  public static func isValid(_ name: String) -> Bool {
    guard (3...255).contains(name.utf8.count), let dot = name.lastIndex(of: "."), dot != name.startIndex,
      types.contains(String(name[name.index(after: dot)...])), !name[..<dot].hasSuffix("@"), !name.hasPrefix("@")
    else { return false }
    return name.utf8.allSatisfy { BusCall.isPathLetter($0) || Array(":-.\\@".utf8).contains($0) }
  }

  /// The object's path (sd_bus_path_encode(3)).
  package static func path(_ name: String) -> String {
    var text = folder
    for (index, byte) in name.utf8.enumerated() {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if BusCall.isPathLetter(byte), byte != UInt8(ascii: "_"), !(isDigit && index == 0) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}
