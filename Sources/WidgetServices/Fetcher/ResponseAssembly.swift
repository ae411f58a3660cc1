import WidgetHelpers

/// Assembles a response from the fetcher's messages, within the request's limits.
struct ResponseAssembly {
  let exchange: HTTPExchange
  let destination: HTTPDestination
  private var response: HTTPExchangeResponse?
  private var chunks: [ArraySlice<UInt8>] = []
  private var missing = 0

  init(_ exchange: HTTPExchange, _ destination: HTTPDestination) {
    self.exchange = exchange
    self.destination = destination
  }

  /// - Returns: The response once it's complete.
  mutating func receiveHead(
    status: Int, headers: [HeaderField], bodyLength: Int
  ) throws(HelperProtocolError) -> HTTPExchangeResponse? {
    guard response == nil else { throw HelperProtocolError("a second head") }
    guard bodyLength <= exchange.maximumBodyBytes else { throw HelperProtocolError("a body above its limit") }
    response = HTTPExchangeResponse(status: status, headers: headers, body: [])
    missing = bodyLength
    return bodyLength == 0 ? response : nil
  }

  /// - Returns: The response once it's complete.
  mutating func receiveBody(_ bytes: ArraySlice<UInt8>) throws(HelperProtocolError) -> HTTPExchangeResponse? {
    guard response != nil else { throw HelperProtocolError("a body without a head") }
    guard bytes.count <= missing else { throw HelperProtocolError("a body above its length") }
    chunks.append(bytes)
    missing -= bytes.count
    guard missing == 0 else { return nil }
    var body: [UInt8] = []
    body.reserveCapacity(chunks.reduce(0) { $0 + $1.count })
    for chunk in chunks { body += chunk }
    response?.body = body
    return response
  }

  func reason(_ reported: FetchError.Reason) throws(HelperProtocolError) -> FetchError.Reason {
    guard let reason = reported.reported(for: exchange, to: destination) else {
      throw HelperProtocolError("a failure of another request")
    }
    return reason
  }
}
