/// One exchange as it is written down: a request, and its answer or why there is none.
struct Recording: Sendable, Equatable {
  enum Outcome: Sendable, Equatable {
    /// - Parameters:
    ///   - url: Where the answer came from, when it was not where the request went.
    ///   - body: The name of the file with it, in the same folder.
    case answer(status: Int, url: String?, headers: [HeaderField], body: String?)
    case failure(FetchError.Reason)
  }

  var key: RecordingKey
  /// Which of the same requests of a run this is, from 1.
  var repetition = 1
  /// What the script set.
  var headers: [HeaderField] = []
  var outcome: Outcome

  /// Bytes that a head may have.
  static let maximumBytes = 256 << 10

  /// The head, as the file has it.
  var text: String {
    var lines = ["\(key.method) \(key.url)"] + headers.map(Self.line)
    if let hash = key.bodyHash { lines.append("body: sha256 \(hash)") }
    if repetition > 1 { lines.append("repeat: \(repetition)") }
    lines.append("")
    switch outcome {
    case .answer(let status, let url, let headers, let body):
      lines.append("HTTP \(status)")
      if let url { lines.append("url: \(url)") }
      lines += headers.map(Self.line)
      if let body { lines.append("body: \(body)") }
    case .failure(let reason):
      lines.append("FAILED \(reason.kind.rawValue)")
      if let word = reason.recordedWord { lines.append("reason: \(word)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A field on one line. The names in small letters that mean something here are a server's in capitals: no server sees the case.
  private static func line(_ field: HeaderField) -> String {
    let name = ["body", "url", "repeat", "reason"].contains(field.name) ? field.name.uppercased() : field.name
    let value = String(String.UnicodeScalarView(field.value.unicodeScalars.map { $0.value < 0x20 && $0 != "\t" ? " " : $0 }))
    return value.isEmpty ? "\(name):" : "\(name): \(value)"
  }
}

extension FetchError.Reason {
  /// What tells it from others of its kind; nil when only the kind is known.
  var recordedWord: String? {
    switch self {
    case .timeout(let seconds): "timeout \(seconds)"
    case .headersTooLarge(let limit): "headersTooLarge \(limit)"
    case .bodyTooLarge(let limit): "bodyTooLarge \(limit)"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .privateAddress(let address): "privateAddress \(address)"
    default: Self.words.first { $0.value == self }?.key
    }
  }

  /// - Returns: nil for words that stand for nothing.
  init?(recordedWord text: Substring) {
    let words = text.split(separator: " ")
    guard let name = words.first, words.count <= 2 else { return nil }
    let detail = words.count == 2 ? words[1] : nil
    let limit = detail.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    switch (name, detail) {
    case ("timeout", let detail?):
      guard let seconds = Double(detail), seconds.isFinite, seconds >= 0 else { return nil }
      self = .timeout(seconds: seconds)
    case ("headersTooLarge", _): if let limit { self = .headersTooLarge(limit: limit) } else { return nil }
    case ("bodyTooLarge", _): if let limit { self = .bodyTooLarge(limit: limit) } else { return nil }
    case ("tooManyRedirects", _): if let limit { self = .tooManyRedirects(limit: limit) } else { return nil }
    case ("privateAddress", let detail?):
      guard let address = IPAddress(ipv4: String(detail)) ?? IPAddress(ipv6: detail) else { return nil }
      self = .privateAddress(address)
    case (_, nil):
      guard let reason = Self.words[String(name)] else { return nil }
      self = reason
    default: return nil
    }
  }

  private static let words: [String: Self] = [
    "unknownHost": .unknownHost, "nameServer": .nameServer, "refused": .refused, "unreachable": .unreachable,
    "connectTimeout": .connectTimeout, "handshake": .handshake, "certificate": .certificate, "malformed": .malformed,
    "cutOff": .cutOff, "damagedCoding": .damagedCoding, "unknownCoding": .unknownCoding, "redirect": .redirect,
    "redirectToPlain": .redirectToPlain,
  ]
}
