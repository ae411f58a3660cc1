/// A ``LoopbackServer``'s response for a path, and how to write it.
public struct LoopbackResponse: Sendable {
  /// The bytes for a request.
  var bytes: @Sendable (LoopbackRequest) -> [UInt8]
  /// Whether the connection closes after the last byte.
  var closes = true
  var delayMilliseconds = 0
  /// Milliseconds between single bytes; 0 writes them all at once.
  var dripMilliseconds = 0
  /// The number of bytes before the connection is closed.
  var cutAfter: Int?

  /// Exactly these bytes, then closes the connection.
  public static func bytes(_ bytes: some Sequence<UInt8>) -> LoopbackResponse {
    let bytes = Array(bytes)
    return LoopbackResponse { _ in bytes }
  }

  /// A complete response; the connection stays open.
  ///
  /// - Parameter body: Sent as it is, with its length. A HEAD request gets only the length.
  public static func response(
    _ body: [UInt8], status: Int = 200, headers: [(String, String)] = []
  ) -> LoopbackResponse {
    var response = LoopbackResponse { request in
      var head = "HTTP/1.1 \(status) Status\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      if status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
      return Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : body)
    }
    response.closes = false
    return response
  }

  public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackResponse {
    response(Array(text.utf8), status: status, headers: [("Content-Type", "application/json")] + headers)
  }

  public static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackResponse {
    response(Array(text.utf8), status: status, headers: [("Content-Type", "text/plain")] + headers)
  }

  public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
    response([], status: status, headers: [("Location", location)])
  }

  /// The request itself as JSON: `{"method": ..., "target": ..., "headers": {lower-case name: value}, "body": text}`.
  public static let echo: LoopbackResponse = {
    var response = LoopbackResponse { request in
      let body = Array(request.json.utf8)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
      return Array(head.utf8) + (request.method == "HEAD" ? [] : body)
    }
    response.closes = false
    return response
  }()

  /// Reads the request and never responds; the connection stays open.
  public static let silence: LoopbackResponse = {
    var response = LoopbackResponse { _ in [] }
    response.closes = false
    return response
  }()

  /// Delays the first byte.
  public func delayed(milliseconds: Int) -> LoopbackResponse { changed { $0.delayMilliseconds = milliseconds } }

  /// Writes single bytes with pauses.
  public func dripping(milliseconds: Int) -> LoopbackResponse { changed { $0.dripMilliseconds = max(1, milliseconds) } }

  /// Closes the connection after this many bytes, including the head.
  public func cut(after count: Int) -> LoopbackResponse { changed { $0.cutAfter = count } }

  /// Reports the request's arrival before responding.
  public func announced(_ report: @escaping @Sendable () -> Void) -> LoopbackResponse {
    changed { response in
      let bytes = response.bytes
      response.bytes = { request in
        report()
        return bytes(request)
      }
    }
  }

  private func changed(_ change: (inout LoopbackResponse) -> Void) -> LoopbackResponse {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A received request.
public struct LoopbackRequest: Sendable, Equatable {
  public var method: String
  /// Path and query as in the request line.
  public var target: String
  /// The header fields in order, with names as received.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// The connection's number, from 1: requests with equal numbers shared one.
  public var connection: Int

  /// The first field with this name, ignoring case.
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
