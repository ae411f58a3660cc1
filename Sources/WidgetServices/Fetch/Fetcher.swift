/// Asks the network, or pretends to.
public protocol Fetcher: Sendable {
  /// Fetches one URL.
  ///
  /// - Parameter policy: What the widget may speak to: checked on the URL, on every resolved address and at every redirect.
  /// - Throws: A ``FetchError`` and nothing else, whatever the request says and the network does. A status of 400 or more is not an
  ///   error. A cancelled task gets `cancelled`.
  func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse

  /// An answer that is kept and may be given without asking anybody; the thread may wait for a disk, and for nothing else.
  ///
  /// - Returns: nil when it takes a ``fetch(_:policy:)`` to get the answer, or to find out what is wrong with the request.
  func storedAnswer(to request: FetchRequest, policy: NetPolicy) -> FetchResponse?

  /// Waits a moment for what goes on although its fetch was answered; what then has not ended is given up. For the end of a process.
  func settle() async
}

extension Fetcher {
  /// Nothing is kept.
  public func storedAnswer(to request: FetchRequest, policy: NetPolicy) -> FetchResponse? { nil }

  /// Nothing goes on.
  public func settle() async {}

  /// Fetches several URLs, `limit` at a time.
  ///
  /// - Returns: One result for each request, in the order of the requests.
  public func fetchAll(
    _ requests: [FetchRequest], limit: Int = FetchQuota.defaultConcurrency, policy: NetPolicy
  ) async -> [Result<FetchResponse, FetchError>] {
    // A task for each would be one more to start and to wait for.
    if requests.count == 1 { return [await result(of: requests[0], policy: policy)] }
    return await withTaskGroup(of: (Int, Result<FetchResponse, FetchError>).self) { group in
      var results = [Result<FetchResponse, FetchError>?](repeating: nil, count: requests.count)
      for (index, request) in requests.enumerated() {
        if index >= max(1, limit), let (done, result) = await group.next() { results[done] = result }
        group.addTask { (index, await self.result(of: request, policy: policy)) }
      }
      for await (done, result) in group { results[done] = result }
      return results.map { $0 ?? .failure(FetchError(.cancelled, target: "")) }
    }
  }

  private func result(of request: FetchRequest, policy: NetPolicy) async -> Result<FetchResponse, FetchError> {
    do throws(FetchError) {
      return .success(try await fetch(request, policy: policy))
    } catch {
      return .failure(error)
    }
  }
}

/// How much one update may fetch.
public struct FetchQuota: Sendable, Equatable {
  public static let defaultLimit = 20
  public static let defaultConcurrency = 4

  /// Fetches an update, redirects not counted.
  public let limit: Int
  public private(set) var used = 0

  public init(limit: Int = defaultLimit) { self.limit = max(0, limit) }

  /// Counts a fetch that is about to begin.
  ///
  /// - Throws: Kind `quota` when all are used; it then counts nothing.
  public mutating func take(for url: String) throws(FetchError) {
    guard used < limit else {
      let target = (try? WebAddress(parsing: url))?.target ?? ""
      throw FetchError(.quota(limit: limit), target: target)
    }
    used += 1
  }
}
