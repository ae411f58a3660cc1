import WidgetServices
import WidgetSystem

/// Collects a response within the limits of its request, whatever the HTTP version.
struct ResponseCollector {
  /// The next step after a head.
  enum Continuation: Equatable {
    /// The head was an interim response (RFC 9110 section 15.2); another head follows.
    case anotherHead
    case body
    /// The body isn't needed, and reading it could take long, so the connection is closed instead.
    case nothing
  }

  /// Reading a longer unneeded body costs more than a new connection.
  static let maximumDiscardedBytes = 64 << 10

  /// DATA frames or chunks with so few bytes that reading them takes longer than anything else.
  static let maximumSmallParts = 100_000
  private static let smallPart = 64

  private let method: PreparedRequest.Method
  private let maximumBodyBytes: Int
  private let discardsRedirectBody: Bool

  private(set) var hasHead = false
  private var status = 0
  private var headers: [HeaderField] = []
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var interimResponses = 0
  private var receivedBodyBytes = 0
  private var smallParts = 0
  /// The most bytes of the body as received.
  private var maximumCodedBytes = 0
  private var isDiscarding = false
  /// Receives the body of an event stream; nil for every other request.
  private let onPart: (@Sendable ([UInt8]) -> Void)?
  /// Whether the body is passed on instead of collected.
  private var isPassedOn = false
  private var allowance = StreamAllowance()

  init(for exchange: HTTPExchange, onPart: (@Sendable ([UInt8]) -> Void)? = nil) {
    self.onPart = onPart
    method = exchange.method
    maximumBodyBytes = exchange.maximumBodyBytes
    discardsRedirectBody = exchange.discardsRedirectBody
  }

  /// - Throws: If the status isn't valid or a limit is exceeded.
  mutating func receiveHead(status: Int, headers fields: some Sequence<HeaderField>) throws(FetchError.Reason) -> Continuation {
    guard !hasHead else { throw .malformed }
    guard (100...999).contains(status), status != 101 else { throw .status(status) }
    var trimmed: [HeaderField] = []
    for field in fields {
      let value = field.value.trimmingHTTPSpace
      headerBytes += field.name.utf8.count + value.utf8.count + 4
      guard headerBytes <= HTTPExchange.maximumHeaderBytes else { throw .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes) }
      trimmed.append(HeaderField(field.name, value))
    }
    if status < 200 {
      interimResponses += 1
      guard interimResponses <= HTTPExchange.maximumInterimResponses else {
        throw .tooManyInterimResponses(limit: HTTPExchange.maximumInterimResponses)
      }
      return .anotherHead
    }
    hasHead = true
    self.status = status
    headers = trimmed
    return try prepareForBody()
  }

  private mutating func prepareForBody() throws(FetchError.Reason) -> Continuation {
    guard hasBody else {
      isDiscarding = true
      return .body
    }
    let length = headers.value(of: "Content-Length").flatMap { Int($0) }
    if discardsRedirectBody, PreparedRequest.isRedirect(status), headers.value(of: "Location") != nil {
      guard let length, length <= Self.maximumDiscardedBytes else { return .nothing }
      isDiscarding = true
      maximumCodedBytes = length
      return .body
    }
    if onPart != nil, response.isEventStream, headers.value(of: "Content-Encoding") == nil {
      isPassedOn = true
      onPart?([])
      return .body
    }
    let codings = (try? ContentCoding.list(headers.value(of: "Content-Encoding"))) ?? [.gzip]
    maximumCodedBytes = codings.isEmpty ? maximumBodyBytes : ContentCoding.maximumCoded(maximumBodyBytes)
    if let length, length > maximumCodedBytes { throw .bodyTooLarge(limit: maximumBodyBytes) }
    return .body
  }

  /// Whether the final response can have a body (RFC 9110 section 6.4.1).
  var hasBody: Bool { method != .head && status != 204 && status != 304 }

  /// Whether only the end of the connection ends the body (RFC 9112 section 6.3).
  var isDelimitedByEnd: Bool {
    hasHead && hasBody && headers.values(of: "Content-Length").isEmpty && headers.values(of: "Transfer-Encoding").isEmpty
  }

  mutating func receiveBody(_ bytes: some Collection<UInt8>) throws(FetchError.Reason) {
    guard hasHead else { throw .malformed }
    if isPassedOn { return try passOn(bytes) }
    receivedBodyBytes += bytes.count
    if bytes.count < Self.smallPart { smallParts += 1 }
    guard smallParts <= Self.maximumSmallParts else { throw .tooManyFrames }
    guard receivedBodyBytes <= maximumCodedBytes else {
      throw isDiscarding ? .malformed : .bodyTooLarge(limit: maximumBodyBytes)
    }
    if !isDiscarding { body.append(contentsOf: bytes) }
  }

  private mutating func passOn(_ bytes: some Collection<UInt8>) throws(FetchError.Reason) {
    try allowance.take(bytes.count)
    if !bytes.isEmpty { onPart?(Array(bytes)) }
  }

  /// The response so far, complete once the caller has seen its end.
  var response: HTTPExchangeResponse { HTTPExchangeResponse(status: status, headers: headers, body: body) }
}
