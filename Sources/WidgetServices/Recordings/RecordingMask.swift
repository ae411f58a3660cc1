/// Masks a recording: the secrets in use, and the values of the header and query fields listed here.
struct RecordingMask: Sendable {
  private static let headers: Set = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token",
  ]
  private static let queryFields: Set = [
    "key", "api_key", "apikey", "token", "access_token", "auth", "password", "secret", "signature",
  ]

  let secrets: SecretMask

  func url(_ text: String) -> String { secrets.masked(Self.withoutQueryValues(text)) }

  func body(_ bytes: [UInt8]) -> [UInt8] { secrets.masked(bytes) }

  func headers(_ fields: [HeaderField]) -> [HeaderField] {
    fields.map { field in
      let name = field.name.lowercased()
      if Self.headers.contains(name) { return HeaderField(field.name, SecretMask.mark) }
      return HeaderField(secrets.masked(field.name), name == "location" ? url(field.value) : secrets.masked(field.value))
    }
  }

  /// `?key=abc&q=x` without `abc`. A fragment counts as part of the last value.
  private static func withoutQueryValues(_ url: String) -> String {
    guard let question = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
    let query = url[url.utf8.index(after: question)...]
    let fields = query.split(separator: "&", omittingEmptySubsequences: false).map { field -> String in
      guard let equals = field.utf8.firstIndex(of: UInt8(ascii: "=")),
        queryFields.contains(decoded(field[..<equals]).lowercased())
      else { return String(field) }
      return field[...equals] + SecretMask.mark
    }
    return url[...question] + fields.joined(separator: "&")
  }

  /// A percent-decoded field name, as a server reads it.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2]),
        let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        output.append(byte)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
