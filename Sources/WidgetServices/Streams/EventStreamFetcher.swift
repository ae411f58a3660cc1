/// Opens responses that don't end, and passes them on as they arrive.
public protocol EventStreamFetcher: Sendable {
  /// Opens a URL and passes on the body of its response until that ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - policy: The hosts the widget may connect to, as for ``Fetcher/fetch(_:policy:)``. Redirects are followed.
  ///   - onPart: Receives the parts of a body of type `text/event-stream`, from any thread, in order.
  /// - Throws: Why there was no stream, or why it ended. The regular end of a body isn't an error.
  func open(
    _ request: FetchRequest, policy: NetPolicy, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError)
}

extension OfflineFetcher: EventStreamFetcher {
  public func open(
    _ request: FetchRequest, policy: NetPolicy, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError) {
    throw FetchError(.offline, target: try RedirectChain(request, policy: policy).request.address.target)
  }
}
