/// Cuts a connection's bytes into complete requests, refusing anything two HTTP parsers could read differently.
///
/// It's stricter than RFC 9112: bodies have a `Content-Length`, lines end with CR LF, and targets have origin-form. A refusal
/// ends the connection, because nobody knows where the next request starts.
package struct RequestParser {
  package enum Event: Sendable, Equatable {
    /// All bytes of one request.
    case request([UInt8])
    case refusal(Refusal)
  }

  /// The response status for a refused request.
  package enum Refusal: Int, Error, Sendable, Equatable {
    case badRequest = 400
    case timeout = 408
    case bodyTooLarge = 413
    case targetTooLong = 414
    case expectationFailed = 417
    case headersTooLarge = 431
    case notImplemented = 501
    case versionNotSupported = 505

    package var reason: String {
      switch self {
      case .badRequest: "Bad Request"
      case .timeout: "Request Timeout"
      case .bodyTooLarge: "Content Too Large"
      case .targetTooLong: "URI Too Long"
      case .expectationFailed: "Expectation Failed"
      case .headersTooLarge: "Request Header Fields Too Large"
      case .notImplemented: "Not Implemented"
      case .versionNotSupported: "HTTP Version Not Supported"
      }
    }
  }

  private var bytes: [UInt8] = []
  /// Bytes already searched for the end of the head.
  private var searched = 0
  /// The request's length in bytes, once its head is complete.
  private var length: Int?
  private var refusal: Refusal?

  package init() {}

  /// Whether part of a request has arrived.
  package var isInsideRequest: Bool { !bytes.isEmpty }

  /// The number of waiting bytes.
  package var count: Int { bytes.count }

  package mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  /// The next request; nil while it's incomplete. After a refusal, always the refusal.
  package mutating func next() -> Event? {
    if let refusal { return .refusal(refusal) }
    do throws(Refusal) {
      if length == nil { length = try completeHead() }
    } catch {
      refusal = error
      bytes = []
      return .refusal(error)
    }
    guard let length, bytes.count >= length else { return nil }
    let request = Array(bytes.prefix(length))
    bytes.removeFirst(length)
    searched = 0
    self.length = nil
    return .request(request)
  }

  /// - Returns: The length of the request; nil while the head is incomplete.
  private mutating func completeHead() throws(Refusal) -> Int? {
    // The first byte gives away most of what isn't HTTP.
    if let first = bytes.first, !Self.isToken(first) { throw .badRequest }
    var index = max(0, searched - 3)
    while index + 3 < bytes.count {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 {
        return index + 4 + (try RequestHead(bytes[..<(index + 2)]).bodyLength)
      }
      index += 1
    }
    // Some parsers would end a line at a lone line feed.
    for index in max(0, searched - 1)..<bytes.count where bytes[index] == 10 && (index == 0 || bytes[index - 1] != 13) {
      throw .badRequest
    }
    searched = bytes.count
    let line = bytes.prefix(RequestLimits.requestLine + 2)
    if line.count > RequestLimits.requestLine, !line.contains(10) { throw .targetTooLong }
    if bytes.count > RequestLimits.requestLine + RequestLimits.headerBytes { throw .headersTooLarge }
    return nil
  }

  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
