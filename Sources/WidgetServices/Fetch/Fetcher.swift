import WidgetSystem

/// Performs HTTP requests.
public protocol Fetcher: Sendable {
  /// Fetches one URL.
  ///
  /// - Parameter policy: The hosts the widget may connect to: checked for the URL, every resolved address and every redirect.
  /// - Throws: Only ``FetchError``, whatever the request contains and the network does. A status of 400 or more isn't an error.
  ///   `cancelled` if and only if the task was cancelled.
  func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse

  /// A stored response that can be served without the network; can block on the store, but on nothing else.
  ///
  /// - Returns: nil if you need ``fetch(_:policy:)`` to get the response or to find out what's wrong with the request.
  func storedResponse(to request: FetchRequest, policy: NetPolicy) -> FetchResponse?

  /// Starts whatever takes time, because a request needing the network follows at once. Can block briefly; reports nothing.
  func prepare()

  /// Waits briefly for background work, then cancels it. Call this before the process ends.
  func settle() async
}

extension Fetcher {
  /// No cache.
  public func storedResponse(to request: FetchRequest, policy: NetPolicy) -> FetchResponse? { nil }

  /// Nothing takes time to start.
  public func prepare() {}

  /// No background work.
  public func settle() async {}

  /// Fetches several URLs, `limit` at a time.
  ///
  /// - Returns: A result for each request, in the same order.
  public func fetchAll(
    _ requests: [FetchRequest], limit: Int = FetchQuota.defaultConcurrency, policy: NetPolicy
  ) async -> [Result<FetchResponse, FetchError>] {
    // A single request doesn't need a task group.
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
      return .success(try await timed(request, policy: policy))
    } catch {
      return .failure(error)
    }
  }

  /// Fetches one URL and measures how long that takes, unless the response says so already, as a recorded one does.
  func timed(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let start = MonotonicTime.now()
    var response = try await fetch(request, policy: policy)
    if response.elapsed == nil { response.elapsed = ((MonotonicTime.now() - start) * 1000).rounded() / 1000 }
    return response
  }
}

/// Limits the fetches of one update.
public struct FetchQuota: Sendable, Equatable {
  public static let defaultLimit = 20
  public static let defaultConcurrency = 4

  /// Fetches per update; redirects don't count.
  public let limit: Int
  public private(set) var used = 0

  public init(limit: Int = defaultLimit) { self.limit = max(0, limit) }

  /// Counts a fetch about to start.
  ///
  /// - Throws: Kind `quota` if none are left; nothing is counted then.
  public mutating func take(for url: String) throws(FetchError) {
    guard used < limit else {
      let target = (try? WebAddress(parsing: url))?.target ?? ""
      throw FetchError(.quota(limit: limit), target: target)
    }
    used += 1
  }
}

/// A response. A status of 400 or more is a response, not an error.
public struct FetchResponse: Sendable, Equatable {
  /// Where a response came from.
  public enum Source: String, Sendable, Equatable, CaseIterable {
    case network
    /// Stored and still fresh.
    case cache
    /// Stored, and validated by the server just now.
    case revalidated
    /// Stored and stale; served because the network failed, or because the request or the response allows it.
    case stale
  }

  public var status: Int
  /// The final URL after redirects.
  public var url: String
  /// The header fields in order, as received: names may repeat, and `Content-Length` is the encoded size.
  public var headers: [HeaderField]
  /// With content codings removed.
  public var body: [UInt8]
  public var source: Source
  /// Seconds since the origin server generated or validated the response, as far as known (RFC 9111 section 4.2.3).
  public var age: Double
  /// Seconds until the whole response was there, with redirects and retries, in whole milliseconds; nil if nobody has measured it.
  public var elapsed: Double?

  public init(
    status: Int = 200, url: String, headers: [HeaderField] = [], body: [UInt8] = [], source: Source = .network, age: Double = 0,
    elapsed: Double? = nil
  ) {
    self.status = status
    self.url = url
    self.headers = headers
    self.body = body
    self.source = source
    self.age = age
    self.elapsed = elapsed
  }

  public var isOK: Bool { (200...299).contains(status) }
}

/// Fails every permitted fetch with kind `offline`, for `--offline`.
public struct OfflineFetcher: Fetcher {
  public init() {}

  /// - Throws: `offline`, or the problem with the request, so mistakes show up offline too.
  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    throw FetchError(.offline, target: try RedirectChain(request, policy: policy).request.address.target)
  }
}
