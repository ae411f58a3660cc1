/// A request line and its header fields, checked.
package struct RequestHead {
  package let method: String
  let target: String
  let fields: [HTTPField]
  let bodyLength: Int
  /// Whether the client understands chunks, and the connection stays open unless a field says otherwise.
  package let isHTTP11: Bool

  /// - Parameter bytes: Everything up to the end of the last field, with its CR LF.
  init(_ bytes: ArraySlice<UInt8>) throws(RequestParser.Refusal) {
    var lines = try Self.lines(bytes)[...]
    guard let first = lines.popFirst() else { throw .badRequest }
    (method, target) = try Self.requestLine(first)
    isHTTP11 = first.last == UInt8(ascii: "1")
    guard lines.count <= RequestLimits.headerFields else { throw .headersTooLarge }
    guard lines.reduce(0, { $0 + $1.count + 2 }) <= RequestLimits.headerBytes else { throw .headersTooLarge }
    var fields: [HTTPField] = []
    for line in lines { fields.append(try Self.field(line)) }
    self.fields = fields
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    guard values("host").count == 1 else { throw .badRequest }
    let lengths = values("content-length")
    if !values("transfer-encoding").isEmpty { throw lengths.isEmpty ? .notImplemented : .badRequest }
    guard values("expect").isEmpty else { throw .expectationFailed }
    guard let length = lengths.first else {
      bodyLength = 0
      return
    }
    guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }) else { throw .badRequest }
    guard length.utf8.count <= 9, let count = Int(length), count <= RequestLimits.body else { throw .bodyTooLarge }
    bodyLength = count
  }

  /// Whether the client will send more requests on the connection.
  package var keepsConnection: Bool {
    let options = fields.lazy.filter { $0.name == "connection" }.flatMap { $0.value.lowercased().split(separator: ",") }
    return isHTTP11 && !options.contains { $0.filter { $0 != " " && $0 != "\t" } == "close" }
  }

  /// The lines without their CR LF. CR and LF occur only together.
  private static func lines(_ bytes: ArraySlice<UInt8>) throws(RequestParser.Refusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      switch bytes[index] {
      case 13:
        guard index + 1 < bytes.endIndex, bytes[index + 1] == 10 else { throw .badRequest }
        lines.append(bytes[start..<index])
        start = index + 2
        index = start
      case 9, 32...126, 128...255: index += 1
      default: throw .badRequest
      }
    }
    guard start == bytes.endIndex else { throw .badRequest }
    return lines
  }

  /// The methods HTTP defines. The host decides which of them a path has.
  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"]

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(RequestParser.Refusal) -> (String, String) {
    guard line.count <= RequestLimits.requestLine else { throw .targetTooLong }
    let parts = line.split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, (1...16).contains(parts[0].count), parts[0].allSatisfy(RequestParser.isToken) else {
      throw .badRequest
    }
    guard methods.contains(String(decoding: parts[0], as: UTF8.self)) else { throw .notImplemented }
    guard parts[2].starts(with: "HTTP/".utf8) else { throw .badRequest }
    guard parts[2].elementsEqual("HTTP/1.1".utf8) || parts[2].elementsEqual("HTTP/1.0".utf8) else { throw .versionNotSupported }
    let target = parts[1]
    // Neither absolute-form, nor a proxy's target, nor a network path, nor a fragment.
    guard target.first == UInt8(ascii: "/"), !target.starts(with: "//".utf8),
      target.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
    else { throw .badRequest }
    return (String(decoding: parts[0], as: UTF8.self), String(decoding: target, as: UTF8.self))
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(RequestParser.Refusal) -> HTTPField {
    // A line starting with white space would continue the previous one.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(RequestParser.isToken)
    else { throw .badRequest }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 32 || first == 9 { value = value.dropFirst() }
    while let last = value.last, last == 32 || last == 9 { value = value.dropLast() }
    return HTTPField(String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
  }
}

extension RequestHead {
  /// Reads the bytes of one request from ``RequestParser``.
  package static func parse(_ bytes: [UInt8]) throws(RequestParser.Refusal) -> (head: RequestHead, request: HTTPRequestMessage) {
    var end = 0
    while end + 3 < bytes.count, !bytes[end...].starts(with: [13, 10, 13, 10]) { end += 1 }
    guard end + 3 < bytes.count else { throw .badRequest }
    let head = try RequestHead(bytes[..<(end + 2)])
    let request = HTTPRequestMessage(
      method: head.method, target: head.target, fields: head.fields, body: Array(bytes[(end + 4)...]))
    return (head, request)
  }
}
