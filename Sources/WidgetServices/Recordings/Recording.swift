/// A recorded exchange: a request, and its response or the reason for its failure.
struct Recording: Sendable, Equatable {
  enum Outcome: Sendable, Equatable {
    /// - Parameters:
    ///   - url: The final URL, if it differs from the request's.
    ///   - body: The name of the body file in the same folder.
    case response(status: Int, url: String?, headers: [HeaderField], body: String?)
    case failure(FetchError.Reason)
  }

  var key: RecordingKey
  /// The number of this request among equal ones of a run, from 1.
  var repetition = 1
  /// Set by the script.
  var headers: [HeaderField] = []
  var outcome: Outcome

  /// Maximum size of a head in bytes.
  static let maximumBytes = 256 << 10

  /// The head as written to the file.
  var text: String {
    var lines = ["\(key.method) \(key.url)"] + headers.map(Self.line)
    if let hash = key.bodyHash { lines.append("body: sha256 \(hash)") }
    if repetition > 1 { lines.append("repeat: \(repetition)") }
    lines.append("")
    switch outcome {
    case .response(let status, let url, let headers, let body):
      lines.append("HTTP \(status)")
      if let url { lines.append("url: \(url)") }
      lines += headers.map(Self.line)
      if let body { lines.append("body: \(body)") }
    case .failure(let reason):
      lines.append("FAILED \(reason.kind.rawValue)")
      if let name = reason.recordedName { lines.append("reason: \(name)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A field on one line. Our own lowercase names are written in uppercase when a server sends them: header names are case-insensitive.
  private static func line(_ field: HeaderField) -> String {
    let name = ["body", "url", "repeat", "reason"].contains(field.name) ? field.name.uppercased() : field.name
    let value = String(String.UnicodeScalarView(field.value.unicodeScalars.map { $0.value < 0x20 && $0 != "\t" ? " " : $0 }))
    return value.isEmpty ? "\(name):" : "\(name): \(value)"
  }
}

extension FetchError.Reason {
  /// Distinguishes it from others of its kind; nil if only the kind is known.
  var recordedName: String? {
    switch self {
    case .timeout(let seconds): "timeout \(seconds)"
    case .headersTooLarge(let limit): "headersTooLarge \(limit)"
    case .bodyTooLarge(let limit): "bodyTooLarge \(limit)"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .privateAddress(let address): "privateAddress \(address)"
    case .certificate(let problem): "certificate \(problem.rawValue)"
    case .status(let code): "status \(code)"
    case .tooManyInterimResponses(let limit): "tooManyInterimResponses \(limit)"
    default: Self.names.first { $0.value == self }?.key
    }
  }

  /// - Returns: nil for an unknown name.
  init?(recordedName text: Substring) {
    let parts = text.split(separator: " ")
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let detail = parts.count == 2 ? parts[1] : nil
    let limit = detail.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    switch (name, detail) {
    case ("timeout", let detail?):
      guard let seconds = Double(detail), seconds.isFinite, seconds >= 0 else { return nil }
      self = .timeout(seconds: seconds)
    case ("headersTooLarge", _): if let limit { self = .headersTooLarge(limit: limit) } else { return nil }
    case ("bodyTooLarge", _): if let limit { self = .bodyTooLarge(limit: limit) } else { return nil }
    case ("tooManyRedirects", _): if let limit { self = .tooManyRedirects(limit: limit) } else { return nil }
    case ("status", _): if let limit { self = .status(limit) } else { return nil }
    case ("tooManyInterimResponses", _):
      if let limit { self = .tooManyInterimResponses(limit: limit) } else { return nil }
    case ("certificate", let detail?):
      guard let problem = FetchError.CertificateProblem(rawValue: String(detail)) else { return nil }
      self = .certificate(problem)
    case ("privateAddress", let detail?):
      guard let address = IPAddress(ipv4: String(detail)) ?? IPAddress(ipv6: detail) else { return nil }
      self = .privateAddress(address)
    case (_, nil):
      guard let reason = Self.names[String(name)] else { return nil }
      self = reason
    default: return nil
    }
  }

  private static let names: [String: Self] = [
    "unknownHost": .unknownHost, "nameServer": .nameServer, "refused": .refused, "unreachable": .unreachable,
    "connectTimeout": .connectTimeout, "handshake": .handshake, "tlsVersion": .tlsVersion, "malformed": .malformed,
    "tooManyFrames": .tooManyFrames, "streamReset": .streamReset, "notProcessed": .notProcessed,
    "incomplete": .incomplete, "damagedCoding": .damagedCoding, "unknownCoding": .unknownCoding, "redirect": .redirect,
    "redirectToPlain": .redirectToPlain,
  ]
}
