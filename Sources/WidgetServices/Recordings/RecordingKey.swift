/// Identifies equal requests: method, URL and body, with secrets masked.
struct RecordingKey: Sendable, Hashable {
  var method: String
  /// Canonical, as ``WebAddress`` writes it, with masked parts as `•••`.
  var url: String
  /// SHA-256 in hexadecimal; nil without a body.
  var bodyHash: String?

  /// From a request to be sent.
  init(_ prepared: PreparedRequest, mask: RecordingMask) {
    method = prepared.method.rawValue
    url = mask.url(prepared.address.description)
    bodyHash = prepared.body.flatMap { $0.isEmpty ? nil : SHA256.hash(mask.body($0)).hexadecimal }
  }

  /// From a recording.
  ///
  /// - Throws: Why the URL is invalid.
  init(method: String, url: String, bodyHash: String?) throws(WebAddress.Refusal) {
    self.method = method
    let address = try Self.address(url)
    let encodedMark = "%E2%80%A2%E2%80%A2%E2%80%A2"
    let canonical = Self.replacing(Self.placeholder, by: SecretMask.mark, in: address.description)
    self.url = RecordingMask(secrets: SecretMask()).url(Self.replacing(encodedMark, by: SecretMask.mark, in: canonical))
    self.bodyHash = bodyHash
  }

  /// Parses a URL in which masks, which are not ASCII, are replaced by a text that is valid also in a host name.
  static func address(_ url: String) throws(WebAddress.Refusal) -> WebAddress {
    try WebAddress(parsing: replacing(SecretMask.mark, by: placeholder, in: url))
  }

  /// `get-api-example-com-v1-x-1f2e3d4c5b6a`: the file name without the number of a repetition.
  var fileName: String {
    let path = url.split(separator: "?", maxSplits: 1).first ?? ""
    let text = "\(method.lowercased())-" + path.split(separator: "://", maxSplits: 1).dropFirst().joined()
    var slug = ""
    for scalar in text.unicodeScalars where slug.utf8.count < 60 {
      switch scalar {
      case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += String(scalar).lowercased()
      default: if slug.last != "-" { slug += "-" }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    let hash = SHA256.hash("\(method) \(url)\n\(bodyHash ?? "")").hexadecimal
    return "\(slug)-\(hash.prefix(12))"
  }

  private static let placeholder = "masked-by-luawidget"

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
