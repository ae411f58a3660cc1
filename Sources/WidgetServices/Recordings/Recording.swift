import WidgetSystem

/// A recorded exchange: a request, and its response or why it failed.
struct Recording: Sendable, Equatable {
  enum Outcome: Sendable, Equatable {
    /// - Parameters:
    ///   - url: The final URL, if it differs from the request's.
    ///   - elapsed: Seconds, in whole milliseconds; nil if unknown.
    ///   - body: The name of the body file in the same folder.
    case response(status: Int, url: String?, elapsed: Double?, headers: [HeaderField], body: String?)
    case failure(FetchError.Reason)
  }

  var key: RecordingKey
  /// The number of this request among equal ones in a run, from 1.
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
    case .response(let status, let url, let elapsed, let headers, let body):
      lines.append("HTTP \(status)")
      if let url { lines.append("url: \(url)") }
      if let elapsed { lines.append("elapsed: \(elapsed)") }
      lines += headers.map(Self.line)
      if let body { lines.append("body: \(body)") }
    case .failure(let reason):
      lines.append("FAILED \(reason.kind.rawValue)")
      if let code = reason.recordedCode { lines.append("reason: \(code)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A field on one line. Our own lowercase names are written in uppercase if a server sends them: header names are
  /// case-insensitive.
  private static func line(_ field: HeaderField) -> String {
    let name = ["body", "url", "repeat", "reason", "elapsed"].contains(field.name) ? field.name.uppercased() : field.name
    let value = String(String.UnicodeScalarView(field.value.unicodeScalars.map { $0.value < 0x20 && $0 != "\t" ? " " : $0 }))
    return value.isEmpty ? "\(name):" : "\(name): \(value)"
  }
}

extension FetchError.Reason {
  /// The code in a recording; nil if only the kind is replayed. Proxies are the user's own.
  var recordedCode: String? { if case .proxy = self { nil } else { code } }
}

/// Identifies equal requests by method, URL and body, with secrets masked.
struct RecordingKey: Sendable, Hashable {
  var method: String
  /// Canonical, as written by ``WebAddress``, with masked parts as `•••`.
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

  /// Parses a URL, replacing masks, which aren't ASCII, with a text that's valid even in a host name.
  static func address(_ url: String) throws(WebAddress.Refusal) -> WebAddress {
    try WebAddress(parsing: replacing(SecretMask.mark, by: placeholder, in: url))
  }

  /// `get-api-example-com-v1-x-1f2e3d4c5b6a`: the file name without the number of a repetition.
  var fileName: String {
    let path = url.split(separator: "?", maxSplits: 1).first ?? ""
    return Self.fileName(
      "\(method.lowercased())-" + path.split(separator: "://", maxSplits: 1).dropFirst().joined(),
      of: "\(method) \(url)\n\(bodyHash ?? "")")
  }

  /// A readable file name of at most 60 characters, and twelve more by which it's that of one thing only.
  static func fileName(_ text: String, of identity: String) -> String {
    var slug = ""
    for scalar in text.unicodeScalars where slug.utf8.count < 60 {
      switch scalar {
      case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += String(scalar).lowercased()
      default: if slug.last != "-" { slug += "-" }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return "\(slug)-\(SHA256.hash(identity).hexadecimal.prefix(12))"
  }

  private static let placeholder = "masked-by-luawidget"

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

/// Why a recording can't be written or read.
public enum RecordingError: Error, Sendable, Equatable {
  /// The folder doesn't exist.
  case noFolder(String)
  case unreadable(path: String, reason: String)
  /// It's a link, a device, a folder, or a file with several names.
  case notRegular(path: String)
  case unwritable(path: String, reason: String)
  /// A malformed recording.
  case damaged(file: String, line: Int, problem: String)
}

extension RecordingError: CustomStringConvertible {
  /// One clause without a full stop: `recordings/get-x-1.http:3: ...`.
  public var description: String {
    switch self {
    case .noFolder(let path): "\(path): no such folder; record one with --record \(ShellWord.quoted(path))"
    case .unreadable(let path, let reason): "\(path): cannot read the recordings: \(reason)"
    case .notRegular(let path): "\(path) is \(RegularFile.refusal); links are not followed"
    case .unwritable(let path, let reason): "\(path): cannot write the recording: \(reason)"
    case .damaged(let file, let line, let problem): "\(file):\(line): \(problem)"
    }
  }
}
