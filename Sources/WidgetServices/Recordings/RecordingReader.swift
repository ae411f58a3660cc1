/// Parses the head of a recording, which may be hand-written.
struct RecordingReader {
  private let file: String
  private let lines: [Substring]
  /// Index of the next line, from 0.
  private var index = 0

  /// - Parameter file: The file's name in messages.
  static func read(_ bytes: [UInt8], file: String) throws(RecordingError) -> Recording {
    guard bytes.count <= Recording.maximumBytes else {
      throw .damaged(file: file, line: 1, problem: "it exceeds \(Recording.maximumBytes) bytes; is this a body?")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .damaged(file: file, line: 1, problem: "it is not valid UTF-8; is this a body?")
    }
    var reader = RecordingReader(text, file)
    return try reader.recording()
  }

  private init(_ text: String, _ file: String) {
    self.file = file
    let plain = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
    // Split by bytes: CR LF is one character.
    lines = plain.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
  }

  private mutating func recording() throws(RecordingError) -> Recording {
    let requestLine = try next("a request line such as `GET https://api.example.com/x`")
    let words = requestLine.split(separator: " ")
    guard words.count == 2, PreparedRequest.Method(rawValue: String(words[0])) != nil else {
      throw damaged("must be a request line such as `GET https://api.example.com/x`")
    }
    let requestIndex = index
    var headers: [HeaderField] = []
    var bodyHash: String?
    var repetition = 1
    while let field = try field() {
      switch field.name {
      case "body":
        let words = field.value.split(separator: " ")
        guard words.count == 2, words[0] == "sha256", words[1].utf8.count == 64, words[1].utf8.allSatisfy(isHexDigit) else {
          throw damaged("must be `body: sha256` and 64 hexadecimal digits")
        }
        bodyHash = words[1].lowercased()
      case "repeat":
        guard let number = Int(field.value), number >= 1 else { throw damaged("must be `repeat:` and an integer from 1") }
        repetition = number
      default: headers.append(field)
      }
    }
    let key: RecordingKey
    do throws(WebAddress.Refusal) {
      key = try RecordingKey(method: String(words[0]), url: String(words[1]), bodyHash: bodyHash)
    } catch {
      index = requestIndex
      throw damaged("the URL \(error)")
    }
    let outcome = try outcome()
    while index < lines.count {
      guard try next("").isEmpty else { throw damaged("unexpected text after the head; a body belongs in a separate file") }
    }
    return Recording(key: key, repetition: repetition, headers: headers, outcome: outcome)
  }

  private mutating func outcome() throws(RecordingError) -> Recording.Outcome {
    let words = try next("`HTTP 200` or `FAILED timeout`").split(separator: " ")
    let startIndex = index
    guard words.count == 2, words[0] == "HTTP" || words[0] == "FAILED" else {
      throw damaged("must be `HTTP` and a status, or `FAILED` and a kind of failure")
    }
    if words[0] == "FAILED" { return .failure(try failure(String(words[1]))) }
    guard let status = Int(words[1]), (200...599).contains(status) else { throw damaged("the status must be 200 to 599") }
    var url: String?
    var elapsed: Double?
    var body: String?
    var headers: [HeaderField] = []
    while let field = try field() {
      switch field.name {
      case "url": url = field.value
      case "elapsed":
        guard let seconds = Double(field.value), (0...86400).contains(seconds) else {
          throw damaged("must be `elapsed:` and seconds, such as 0.12")
        }
        elapsed = seconds
      case "body":
        guard !field.value.isEmpty, !field.value.contains("/"), !field.value.hasPrefix(".") else {
          throw damaged("the body's file must be in the same folder")
        }
        body = field.value
      default: headers.append(field)
      }
    }
    if let given = url, (try? RecordingKey(method: "GET", url: given, bodyHash: nil)) == nil {
      index = startIndex
      throw damaged("the response's URL is invalid")
    }
    return .response(status: status, url: url, elapsed: elapsed, headers: headers, body: body)
  }

  private mutating func failure(_ name: String) throws(RecordingError) -> FetchError.Reason {
    guard let kind = FetchError.Kind(rawValue: name) else {
      throw damaged("must be `FAILED` and one of \(FetchError.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var reason = FetchError.Reason.unspecified(kind)
    while let field = try field() {
      guard field.name == "reason", let given = FetchError.Reason(code: field.value), given.recordedCode != nil,
        given.kind == kind
      else {
        throw damaged("must be a `reason:` of kind \(name), or nothing")
      }
      reason = given
    }
    return reason
  }

  /// The next field; nil after a blank line and at the end.
  private mutating func field() throws(RecordingError) -> HeaderField? {
    guard index < lines.count else { return nil }
    let line = try next("")
    if line.isEmpty { return nil }
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, !line[..<colon].contains(" ") else {
      throw damaged("must be a header field such as `Content-Type: application/json`, or a blank line")
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    return HeaderField(String(line[..<colon]), String(value))
  }

  /// The next line without trailing whitespace.
  private mutating func next(_ what: String) throws(RecordingError) -> Substring {
    guard index < lines.count else {
      throw .damaged(file: file, line: max(1, lines.count), problem: "unexpected end of file: expected \(what)")
    }
    index += 1
    var line = lines[index - 1]
    while let last = line.last, last == " " || last == "\t" || last == "\r" { line.removeLast() }
    return line
  }

  /// An error at the last line read.
  private func damaged(_ problem: String) -> RecordingError { .damaged(file: file, line: max(1, index), problem: problem) }
}
