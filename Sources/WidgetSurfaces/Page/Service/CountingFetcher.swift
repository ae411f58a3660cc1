import Synchronization
public import WidgetServices

/// Counts the responses of another fetcher by where they came from, for ``ServerMetrics``.
public final class CountingFetcher: Fetcher {
  private let fetcher: any Fetcher
  private let counts = Mutex<(responses: [FetchResponse.Source: Int], failures: Int)>(([:], 0))

  public init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    do throws(FetchError) {
      let response = try await fetcher.fetch(request, policy: policy)
      count(response)
      return response
    } catch {
      counts.withLock { $0.failures += 1 }
      throw error
    }
  }

  public func storedResponse(to request: FetchRequest, policy: NetPolicy) -> FetchResponse? {
    let response = fetcher.storedResponse(to: request, policy: policy)
    if let response { count(response) }
    return response
  }

  public func prepare() { fetcher.prepare() }

  public func settle() async { await fetcher.settle() }

  private func count(_ response: FetchResponse) { counts.withLock { $0.responses[response.source, default: 0] += 1 } }

  var responses: [FetchResponse.Source: Int] { counts.withLock { $0.responses } }
  var failures: Int { counts.withLock { $0.failures } }
}
