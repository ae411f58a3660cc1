import WidgetModel
import WidgetSystem

/// Retries transient failures: a limited number of times, with exponential back-off and jitter, within the request's timeout.
///
/// Only GET and HEAD are retried (RFC 9110 section 9.2.2): a second POST could be a second order. A failure no retry can change
/// (no permission, a bad certificate, too large a response) is returned at once.
public struct RetryingFetcher: Fetcher {
  /// Time and sleeping; replaced in tests.
  public struct Time: Sendable {
    /// Monotonic seconds.
    public var elapsed: @Sendable () -> Double
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// 0..<1: spreads the retries of many widgets.
    public var jitter: @Sendable () -> Double

    public init(
      elapsed: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Double) async throws -> Void,
      jitter: @escaping @Sendable () -> Double
    ) {
      self.elapsed = elapsed
      self.sleep = sleep
      self.jitter = jitter
    }

    public static let system = Time(
      elapsed: {
        let passed = ContinuousClock.now - start
        return Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
      },
      sleep: { try await Task.pause(seconds: $0) }, jitter: { Double.random(in: 0..<1) })

    private static let start = ContinuousClock.now
  }

  public func prepare() { base.prepare() }

  public func settle() async { await base.settle() }

  private let base: any Fetcher
  private let clock: any WidgetClock
  private let time: Time

  /// - Parameter clock: The clock to compare with a date in `Retry-After`.
  public init(_ base: any Fetcher, clock: any WidgetClock, time: Time = .system) {
    self.base = base
    self.clock = clock
    self.time = time
  }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let deadline = time.elapsed() + request.timeout
    var request = request
    var attempt = 0
    while true {
      let result: Result<FetchResponse, FetchError>
      do throws(FetchError) {
        result = .success(try await base.fetch(request, policy: policy))
      } catch {
        result = .failure(error)
      }
      // Leave some time for the response.
      let left = deadline - time.elapsed() - 0.1
      guard attempt < request.retries, ["GET", "HEAD"].contains(request.method.uppercased()),
        let pause = pause(after: result, attempt: attempt), pause < left, !Task.isCancelled
      else { return try result.get() }
      do { try await time.sleep(pause) } catch { return try result.get() }
      attempt += 1
      request.timeout = max(deadline - time.elapsed(), FetchRequest.timeoutRange.lowerBound)
    }
  }

  /// Seconds before the next retry; nil for none.
  private func pause(after result: Result<FetchResponse, FetchError>, attempt: Int) -> Double? {
    // 0.2, 0.4, 0.8 ..., each reduced by up to half.
    let growing = 0.2 * Double(1 << min(attempt, 10)) * (0.5 + 0.5 * time.jitter())
    switch result {
    case .failure(let error):
      switch error.reason {
      case .nameServer, .refused, .unreachable, .connectTimeout, .incomplete, .streamReset, .notProcessed: return growing
      default: return nil
      }
    case .success(let response):
      switch response.status {
      case 429, 503: return RetryAfter(response.headers, now: clock.now())?.seconds ?? growing
      case 502, 504: return growing
      default: return nil
      }
    }
  }
}

/// `Retry-After` (RFC 9110 section 10.2.3).
struct RetryAfter: Equatable {
  /// From now, not negative.
  var seconds: Double

  /// - Parameter now: Seconds since 1970, to compare with a date if the response has no `Date`.
  /// - Returns: nil if absent, or neither a number nor a date.
  init?(_ headers: [HeaderField], now: Double) {
    guard let text = headers.values(of: "Retry-After").first else { return nil }
    let trimmed = text.trimmingHTTPSpace
    if !trimmed.isEmpty, trimmed.utf8.allSatisfy(isDigit) {
      // Treat an overflowing number as a very long time.
      seconds = Double(trimmed).map { min($0, 1e9) } ?? 1e9
    } else if let date = HTTPDate.seconds(trimmed, now: now) {
      let then = headers.value(of: "Date").flatMap { HTTPDate.seconds($0, now: now) } ?? now
      seconds = max(0, date - then)
    } else {
      return nil
    }
  }
}
