/// The single-byte encodings that expat does not know itself.
enum SingleByteEncoding {
  /// The character of each byte; nil for an unassigned byte.
  ///
  /// - Parameter name: A canonical name of ``XMLEncoding``.
  /// - Returns: 256 entries, or nil for any other encoding.
  static func scalars(_ name: String) -> [Unicode.Scalar?]? {
    guard names.contains(name), let charset = Charset(label: name) else { return nil }
    let text = String(decoding: CharsetDecoder.decode(Array(UInt8.min...UInt8.max)[...], from: charset), as: UTF8.self)
    let scalars = text.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : Optional($0) }
    return scalars.count == 256 ? scalars : nil
  }

  private static let names: Set = ["windows-1250", "windows-1251", "windows-1252", "iso-8859-2", "iso-8859-15"]
}
