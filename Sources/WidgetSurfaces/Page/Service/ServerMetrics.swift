import Synchronization
import WidgetModel
public import WidgetServices
import WidgetSystem

/// A running board's counts, in Prometheus's text format.
struct ServerMetrics: Sendable {
  private(set) var updates = 0
  private(set) var failures = 0
  private(set) var kills = 0
  private(set) var updateSeconds = 0.0
  var requests = 0
  var refusedRequests = 0
  var taps = 0
  var serverStarts = 0
  private var started: [String: Double] = [:]

  mutating func began(_ id: String, now: Double) { if started[id] == nil { started[id] = now } }

  /// - Parameter failure: The result of the finished update.
  mutating func ended(_ id: String, failure: Failure?, now: Double) {
    guard let start = started.removeValue(forKey: id) else { return }
    updates += 1
    updateSeconds += max(0, now - start)
    guard let failure else { return }
    failures += 1
    if failure.kind == .killedTime || failure.kind == .killedMemory { kills += 1 }
  }

  /// - Parameters:
  ///   - gauges: The current state: name, help and value.
  ///   - fetcher: The oldest age among all widgets; nil if none counts.
  func text(_ gauges: [(name: String, help: String, value: Double)], fetcher: CountingFetcher? = nil) -> String {
    var text = ""
    func add(_ name: String, _ type: String, _ help: String, _ value: Double) {
      let number = value == value.rounded() && abs(value) < 1e15 ? String(Int(saturating: value)) : String(value)
      text += "# HELP luawidget_\(name) \(help)\n# TYPE luawidget_\(name) \(type)\nluawidget_\(name) \(number)\n"
    }
    add("updates_total", "counter", "Updates that ended.", Double(updates))
    add("update_failures_total", "counter", "Updates that failed.", Double(failures))
    add("update_kills_total", "counter", "Updates that a limit stopped.", Double(kills))
    text += """
      # HELP luawidget_update_duration_seconds The time from the start to the end of an update.
      # TYPE luawidget_update_duration_seconds summary
      luawidget_update_duration_seconds_sum \(updateSeconds)
      luawidget_update_duration_seconds_count \(updates)

      """
    if let fetcher {
      let responses = fetcher.responses
      text += """
        # HELP luawidget_fetches_total Responses to fetch, by source: network, cache (fresh), revalidated, stale.
        # TYPE luawidget_fetches_total counter

        """
      for source in FetchResponse.Source.allCases {
        text += "luawidget_fetches_total{source=\"\(source.rawValue)\"} \(responses[source] ?? 0)\n"
      }
      add(
        "cache_hits_total", "counter", "Responses that the cache supplied.",
        Double(responses.reduce(0) { $0 + ($1.key == .network ? 0 : $1.value) }))
      add("fetch_failures_total", "counter", "Fetches without a response.", Double(fetcher.failures))
    }
    add("taps_total", "counter", "Taps from browsers.", Double(taps))
    add("http_requests_total", "counter", "Requests that reached the host.", Double(requests))
    add("http_refused_requests_total", "counter", "Requests that were refused.", Double(refusedRequests))
    for gauge in gauges { add(gauge.name, "gauge", gauge.help, gauge.value) }
    return text
  }
}

/// Counts another fetcher's responses by where they came from, for ``ServerMetrics``.
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
