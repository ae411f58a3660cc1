/// Selection of stored responses by `Vary` (RFC 9111 section 4.1).
enum Vary {
  /// Whether no later request matches: `*` is a member.
  static func isUnmatchable(_ headers: [HeaderField]) -> Bool { names(in: headers).contains("*") }

  /// The request's values for the fields named by `Vary`: names in lowercase, sorted, values normalized. Fields missing from the
  /// request are left out.
  ///
  /// `Authorization` always counts: a response to one credential is never served to another.
  static func fields(of request: [HeaderField], for response: [HeaderField]) -> [HeaderField] {
    var values: [String: [String]] = [:]
    for field in request { values[field.name.lowercased(), default: []].append(field.value) }
    return names(in: response).union(["authorization"]).sorted().compactMap { name in
      values[name].map { values in
        let value = caseInsensitive.contains(name) ? normalized(values).lowercased() : normalized(values)
        return HeaderField(name, name.hasPrefix("accept") ? value : digest(value))
      }
    }
  }

  /// Whether the stored response was selected by such a request.
  static func matches(_ stored: StoredResponse, _ request: [HeaderField]) -> Bool {
    !isUnmatchable(stored.headers) && fields(of: request, for: stored.headers) == stored.varied
  }

  /// The matching response to use: the most recent by `Date`, then by time of receipt.
  static func select(_ stored: [StoredResponse], for request: CacheRequest) -> StoredResponse? {
    stored.filter { $0.url == request.url && matches($0, request.headers) }
      .max { ($0.date, $0.responseTime) < ($1.date, $1.responseTime) }
  }

  /// Stored only for comparison, so a credential must not be readable there.
  private static func digest(_ value: String) -> String { "sha256:" + SHA256.hash(value).hexadecimal }

  /// Fields whose values are case-insensitive (RFC 9110 sections 8.3.2, 8.4.1 and 8.5.1).
  private static let caseInsensitive: Set = ["accept-charset", "accept-encoding", "accept-language"]

  private static func names(in headers: [HeaderField]) -> Set<String> {
    Set(headers.values(of: "Vary").flatMap(FieldList.members).map { $0.lowercased() })
  }

  /// Joins field lines and normalizes whitespace around commas, as the section allows.
  private static func normalized(_ values: [String]) -> String {
    values.flatMap(FieldList.members).joined(separator: ", ")
  }
}
