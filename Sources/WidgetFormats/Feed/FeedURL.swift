/// A URL in its five parts, which you can resolve against another.
///
/// Source: RFC 3986, appendix B (the parts) and section 5.2 (resolution).
struct FeedURL {
  /// Bytes; longer text isn't accepted as a URL.
  static let maximumLength = 2048

  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// - Returns: nil for text that's empty, too long, or contains white space or control characters.
  init?(_ text: String) {
    guard let text = FeedText.trimmed(text), text.utf8.count <= Self.maximumLength,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), let first = rest.first, first.isASCII, first.isLetter,
      rest[..<colon].utf8.allSatisfy({ Self.isOfScheme($0) })
    {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2)
      let end = host.firstIndex(of: "/") ?? host.endIndex
      authority = String(host[..<end])
      rest = host[end...]
    }
    path = String(rest)
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  var text: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }

  /// This URL resolved against a document's; unchanged without a base.
  func resolved(against base: FeedURL?) -> FeedURL {
    guard scheme == nil, let base else { return self }
    var result = self
    result.scheme = base.scheme
    guard authority == nil else { return result }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      if query == nil { result.query = base.query }
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else if base.path.isEmpty {
      result.path = Self.withoutDots((base.authority == nil ? "" : "/") + path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
      result.path = Self.withoutDots(folder + path)
    }
    return result
  }

  /// A path with `.` and `..` removed (section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        // The first segment is the empty one before the leading slash.
        if kept.count > (path.hasPrefix("/") ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }

  /// A URL from a feed, made absolute if possible; nil for text that isn't a URL.
  static func resolve(_ text: String?, _ base: FeedURL?) -> String? {
    guard let text, let url = FeedURL(text) else { return nil }
    let resolved = url.resolved(against: base).text
    return resolved.utf8.count <= maximumLength ? resolved : nil
  }
}
