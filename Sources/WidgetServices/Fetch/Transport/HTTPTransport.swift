/// What carries requests to servers: it resolves names, connects, and speaks TLS and HTTP. It decides nothing about permissions.
package protocol HTTPTransport: Resolver {
  /// Sends a request and waits for the complete response. A cancelled task gives it up at once.
  ///
  /// - Throws: `cancelled` when the task was cancelled, `shutDown` after ``shutdown()``.
  func perform(_ exchange: HTTPExchange, to destination: HTTPDestination) async throws(FetchError.Reason) -> HTTPExchangeResponse

  /// Starts what takes time, because an exchange follows at once. What fails is reported by the exchange.
  func prepare()

  /// Ends what is running, which fails with `shutDown`, and refuses later exchanges.
  func shutdown() async
}

extension HTTPTransport {
  /// Nothing takes time to start.
  package func prepare() {}
}
