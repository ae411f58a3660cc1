import Synchronization

/// Records every exchange of another fetcher, responses and failures, with secrets masked.
public final class RecordingFetcher: Fetcher {
  private let fetcher: any Fetcher
  private let folder: RecordingFolder
  private let secrets: SecretsInUse
  private let onProblem: @Sendable (RecordingError) -> Void
  private let counts = Mutex<[RecordingKey: Int]>([:])

  /// - Parameters:
  ///   - wrapping: The fetcher performing the requests.
  ///   - folder: Created if missing.
  ///   - secrets: Masked in addition to the fields that always are.
  ///   - onProblem: Called if an exchange can't be recorded. The fetch itself doesn't fail.
  /// - Throws: ``RecordingError`` if the folder isn't writable.
  public init(
    wrapping fetcher: any Fetcher, folder: String, secrets: SecretsInUse = SecretsInUse(),
    onProblem: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) throws(RecordingError) {
    self.fetcher = fetcher
    self.folder = RecordingFolder(folder)
    self.secrets = secrets
    self.onProblem = onProblem
    try self.folder.create()
  }

  public func prepare() { fetcher.prepare() }

  public func settle() async { await fetcher.settle() }

  /// Invalid, denied and cancelled requests aren't recorded.
  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let prepared = try RedirectChain(request, policy: policy).request
    let mask = RecordingMask(secrets: secrets.mask)
    let key = RecordingKey(prepared, mask: mask)
    let repetition = counts.withLock { counts in
      let count = (counts[key] ?? 0) + 1
      counts[key] = count
      // Under the lock, so no other request writes the same files.
      if count == 1 { removeEarlier(key) }
      return count
    }
    var recording = Recording(
      key: key, repetition: repetition, headers: mask.headers(prepared.headers), outcome: .failure(.offline))
    do throws(FetchError) {
      let response = try await fetcher.timed(request, policy: policy)
      let name = response.body.isEmpty ? nil : Self.name(key, repetition) + "." + Self.suffix(response.headers)
      recording.outcome = .response(
        status: response.status, url: response.url == prepared.address.description ? nil : mask.url(response.url),
        elapsed: response.elapsed, headers: mask.headers(response.headers), body: name)
      write(recording, body: mask.body(response.body))
      return response
    } catch {
      if error.kind != .cancelled {
        recording.outcome = .failure(error.reason)
        write(recording, body: [])
      }
      throw error
    }
  }

  private func write(_ recording: Recording, body: [UInt8]) {
    do throws(RecordingError) {
      if case .response(_, _, _, _, let name?) = recording.outcome { try folder.write(body, to: name) }
      try folder.write(Array(recording.text.utf8), to: Self.name(recording.key, recording.repetition) + ".http")
    } catch {
      onProblem(error)
    }
  }

  /// Removes the same request's files from an earlier run, which may have made it more often.
  private func removeEarlier(_ key: RecordingKey) {
    for name in (try? folder.names()) ?? [] where name.hasPrefix(key.fileName) {
      let rest = name.dropFirst(key.fileName.count)
      guard let dot = rest.firstIndex(of: "."), Self.suffixes.contains(String(rest[rest.index(after: dot)...])) else { continue }
      let number = rest[..<dot]
      if number.isEmpty || number.first == "-" && Int(number.dropFirst()) != nil { folder.remove(name) }
    }
  }

  private static func name(_ key: RecordingKey, _ repetition: Int) -> String {
    repetition == 1 ? key.fileName : "\(key.fileName)-\(repetition)"
  }

  private static let suffixes: Set = ["http", "json", "xml", "html", "txt", "csv", "ics", "png", "jpg", "bin"]

  /// From the response's `Content-Type`.
  static func suffix(_ headers: [HeaderField]) -> String {
    let type = (headers.value(of: "Content-Type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    switch type {
    case "text/html", "application/xhtml+xml": return "html"
    case "text/csv": return "csv"
    case "text/calendar": return "ics"
    case "image/png": return "png"
    case "image/jpeg": return "jpg"
    case _ where type.hasSuffix("/json") || type.hasSuffix("+json"): return "json"
    case _ where type.hasSuffix("/xml") || type.hasSuffix("+xml"): return "xml"
    case _ where type.hasPrefix("text/"): return "txt"
    default: return "bin"
    }
  }
}

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
