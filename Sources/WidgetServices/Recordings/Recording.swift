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
      if let code = reason.recordedCode { lines.append("reason: \(code)") }
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
  /// The code in a recording; nil if only the kind is replayed. A proxy is the user's own.
  var recordedCode: String? { if case .proxy = self { nil } else { code } }
}
