import Crypto

/// Which requests a stored answer fits (RFC 9111 section 4.1).
enum Vary {
  /// Whether no later request can be known to fit: `*` is a member.
  static func isUnmatchable(_ headers: [HeaderField]) -> Bool { names(in: headers).contains("*") }

  /// What a request says in the fields that an answer varies by: names in small letters, in order, values normalized. A field that
  /// the request does not have is not in it.
  ///
  /// Whose request it was always counts: an answer to one key is not given to another.
  static func fields(of request: [HeaderField], for response: [HeaderField]) -> [HeaderField] {
    var values: [String: [String]] = [:]
    for field in request { values[field.name.lowercased(), default: []].append(field.value) }
    return names(in: response).union(["authorization"]).sorted().compactMap { name in
      values[name].map { HeaderField(name, name.hasPrefix("accept") ? normalized($0) : digest(normalized($0))) }
    }
  }

  /// Whether a stored answer was given to such a request.
  static func matches(_ stored: StoredResponse, _ request: [HeaderField]) -> Bool {
    !isUnmatchable(stored.headers) && fields(of: request, for: stored.headers) == stored.varied
  }

  /// The answer to give: of those that fit, the newest by its `Date`, then by when it came.
  static func select(_ stored: [StoredResponse], for request: CacheRequest) -> StoredResponse? {
    stored.filter { $0.url == request.url && matches($0, request.headers) }
      .max { ($0.date, $0.responseTime) < ($1.date, $1.responseTime) }
  }

  /// What is stored to be compared must not be a key that somebody can read there.
  private static func digest(_ value: String) -> String {
    var text = "sha256:"
    for byte in SHA256.hash(data: Array(value.utf8)) {
      text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
    }
    return text
  }

  private static func names(in headers: [HeaderField]) -> Set<String> {
    Set(headers.values(of: "Vary").flatMap(FieldList.members).map { $0.lowercased() })
  }

  /// Lines joined, and the space around commas made one: what the section allows to differ.
  private static func normalized(_ values: [String]) -> String {
    values.flatMap(FieldList.members).joined(separator: ", ")
  }
}
