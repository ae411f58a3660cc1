import WidgetTesting

@testable import WidgetServices

/// A caching fetcher over a network of known URLs, with a clock that a test moves.
struct FetchBench {
  let network = FakeFetcher()
  let clock = ManualClock(start)
  let store = MemoryHTTPCacheStore()
  let policy = NetPolicy(grants: ["a.example", "b.example"].compactMap { NetGrant($0) })
  let fetcher: CachingFetcher

  init() { fetcher = CachingFetcher(network, store: store, clock: clock) }

  func answer(_ text: String, _ lines: [String] = [], status: Int = 200, url: String = pageURL) -> FakeFetcher.Answer {
    .success(FetchResponse(status: status, url: url, headers: fields(lines), body: Array(text.utf8)))
  }

  func failure(_ reason: FetchError.Reason) -> FakeFetcher.Answer {
    .failure(FetchError(reason, target: "a.example:443"))
  }

  /// `body (source, age)`, `status body ...` when it is not 200, or `kind`.
  func get(_ request: FetchRequest = FetchRequest(pageURL)) async -> String {
    do throws(FetchError) {
      let response = try await fetcher.fetch(request, policy: policy)
      let status = response.status == 200 ? "" : "\(response.status) "
      return "\(status)\(String(decoding: response.body, as: UTF8.self)) (\(response.source.rawValue), \(Int(response.age)))"
    } catch {
      return error.kind.rawValue
    }
  }

  func header(_ name: String, of index: Int) -> String? {
    network.requests.indices.contains(index) ? network.requests[index].headers.value(of: name) : nil
  }
}
