import Testing
import WidgetTesting

@testable import WidgetServices

/// A caching fetcher over a network of known URLs, with a manual clock.
struct FetchBench {
  let network = FakeFetcher()
  let clock = ManualClock(start)
  let store = MemoryHTTPCacheStore()
  let policy = NetPolicy(grants: ["a.example", "b.example"].compactMap { NetGrant($0) })
  let fetcher: CachingFetcher

  init() { fetcher = CachingFetcher(network, store: store, clock: clock) }

  func response(_ text: String, _ lines: [String] = [], status: Int = 200, url: String = pageURL) -> FakeFetcher.Outcome {
    .success(FetchResponse(status: status, url: url, headers: fields(lines), body: Array(text.utf8)))
  }

  func failure(_ reason: FetchError.Reason) -> FakeFetcher.Outcome {
    .failure(FetchError(reason, target: "a.example:443"))
  }

  /// `body (source, age)`, `status body ...` unless it's 200, or `kind`.
  ///
  /// Checks the store's synchronous response first, which the fetch must then return.
  func get(_ request: FetchRequest = FetchRequest(pageURL)) async -> String {
    let asked = network.requests.count
    let stored = fetcher.storedResponse(to: request, policy: policy)
    #expect(network.requests.count == asked)
    do throws(FetchError) {
      let response = try await fetcher.fetch(request, policy: policy)
      #expect(stored == nil || (stored == response && network.requests.count == asked))
      let status = response.status == 200 ? "" : "\(response.status) "
      return "\(status)\(String(decoding: response.body, as: UTF8.self)) (\(response.source.rawValue), \(Int(response.age)))"
    } catch {
      #expect(stored == nil)
      return error.kind.rawValue
    }
  }

  func header(_ name: String, of index: Int) -> String? {
    network.requests.indices.contains(index) ? network.requests[index].headers.value(of: name) : nil
  }
}
