/// What a ``LoopbackServer`` writes when a path is asked for, and how.
public struct LoopbackAnswer: Sendable {
  /// The bytes, given the request.
  var bytes: @Sendable (LoopbackRequest) -> [UInt8]
  /// Whether the connection ends after the last byte.
  var closes = true
  var delayMilliseconds = 0
  /// Milliseconds between single bytes; 0 writes all at once.
  var dripMilliseconds = 0
  /// Bytes after which the connection is cut.
  var cutAfter: Int?

  /// Exactly these bytes, then the end of the connection.
  public static func bytes(_ bytes: some Sequence<UInt8>) -> LoopbackAnswer {
    let bytes = Array(bytes)
    return LoopbackAnswer { _ in bytes }
  }

  /// A complete answer; the connection stays open for the next request.
  ///
  /// - Parameter body: Sent as it is, with its length. A HEAD request gets the length alone.
  public static func response(
    _ body: [UInt8], status: Int = 200, headers: [(String, String)] = []
  ) -> LoopbackAnswer {
    var answer = LoopbackAnswer { request in
      var head = "HTTP/1.1 \(status) Status\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      if status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
      return Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : body)
    }
    answer.closes = false
    return answer
  }

  public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
    response(Array(text.utf8), status: status, headers: [("Content-Type", "application/json")] + headers)
  }

  public static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackAnswer {
    response(Array(text.utf8), status: status, headers: [("Content-Type", "text/plain")] + headers)
  }

  public static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    response([], status: status, headers: [("Location", location)])
  }

  /// The request itself as JSON: `{"method": ..., "target": ..., "headers": {lower-case name: value}, "body": text}`.
  public static let echo: LoopbackAnswer = {
    var answer = LoopbackAnswer { request in
      let body = Array(request.json.utf8)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
      return Array(head.utf8) + (request.method == "HEAD" ? [] : body)
    }
    answer.closes = false
    return answer
  }()

  /// Reads the request and says nothing, with the connection open.
  public static let silence: LoopbackAnswer = {
    var answer = LoopbackAnswer { _ in [] }
    answer.closes = false
    return answer
  }()

  /// Waits before the first byte.
  public func delayed(milliseconds: Int) -> LoopbackAnswer { changed { $0.delayMilliseconds = milliseconds } }

  /// Writes byte by byte.
  public func dripping(milliseconds: Int) -> LoopbackAnswer { changed { $0.dripMilliseconds = max(1, milliseconds) } }

  /// Ends the connection after so many bytes, head included.
  public func cut(after count: Int) -> LoopbackAnswer { changed { $0.cutAfter = count } }

  private func changed(_ change: (inout LoopbackAnswer) -> Void) -> LoopbackAnswer {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A request as it arrived.
public struct LoopbackRequest: Sendable, Equatable {
  public var method: String
  /// Path and query as they stood in the request line.
  public var target: String
  /// In order, names as they were written.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// Counts connections from 1: two requests with the same number shared one.
  public var connection: Int

  /// The first field of that name, in whatever case.
  public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

  public static func == (left: LoopbackRequest, right: LoopbackRequest) -> Bool {
    left.method == right.method && left.target == right.target && left.body == right.body
      && left.headers.elementsEqual(right.headers, by: ==)
  }

  var json: String {
    let fields = headers.map { "\(quoted($0.name.lowercased())):\(quoted($0.value))" }.joined(separator: ",")
    let text = String(decoding: body, as: UTF8.self)
    return #"{"method":\#(quoted(method)),"target":\#(quoted(target)),"headers":{\#(fields)},"body":\#(quoted(text))}"#
  }
}

private func quoted(_ text: String) -> String {
  var output = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": output += "\\\(scalar)"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: output.unicodeScalars.append(scalar)
    }
  }
  return output + "\""
}
