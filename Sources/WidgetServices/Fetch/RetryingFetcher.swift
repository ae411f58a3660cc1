/// Asks again what failed for a moment: at most a few times, with growing and uneven pauses, and never beyond the request's time.
///
/// Only GET and HEAD are asked again (RFC 9110 section 9.2.1: safe methods): a second POST may be a second order. A failure that
/// another try will not change (no permission, a bad certificate, an answer that is too large) is given at once.
public struct RetryingFetcher: Fetcher {
  /// Pauses, and the passing of time: replaced in tests.
  public struct Time: Sendable {
    /// Seconds from some moment on; never goes back.
    public var elapsed: @Sendable () -> Double
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// 0..<1: what makes pauses uneven, so that a thousand widgets do not come back at once.
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
      sleep: { try await Task.sleep(for: .seconds($0)) }, jitter: { Double.random(in: 0..<1) })

    private static let start = ContinuousClock.now
  }

  private let base: any Fetcher
  private let clock: any WidgetClock
  private let time: Time

  /// - Parameter clock: What a date in `Retry-After` is compared with.
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
      // Something must be left for the answer, too.
      let left = deadline - time.elapsed() - 0.1
      guard attempt < request.retries, ["GET", "HEAD"].contains(request.method.uppercased()),
        let pause = pause(after: result, attempt: attempt), pause < left, !Task.isCancelled
      else { return try result.get() }
      do { try await time.sleep(pause) } catch { return try result.get() }
      attempt += 1
      request.timeout = max(deadline - time.elapsed(), FetchRequest.timeoutRange.lowerBound)
    }
  }

  /// Seconds to wait before the next try; nil when there should be none.
  private func pause(after result: Result<FetchResponse, FetchError>, attempt: Int) -> Double? {
    // 0.2, 0.4, 0.8 ... each between its half and its whole.
    let growing = 0.2 * Double(1 << min(attempt, 10)) * (0.5 + 0.5 * time.jitter())
    switch result {
    case .failure(let error):
      switch error.reason {
      case .nameServer, .refused, .unreachable, .connectTimeout, .cutOff: return growing
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
  /// From now on, not negative.
  var seconds: Double

  /// - Parameter now: Seconds since 1970; what a date is compared with when the answer does not say its own.
  /// - Returns: nil when there is none, or what it says is neither a number nor a date.
  init?(_ headers: [HeaderField], now: Double) {
    guard let text = headers.values(of: "Retry-After").first else { return nil }
    let trimmed = text.trimmingHTTPSpace
    if !trimmed.isEmpty, trimmed.utf8.allSatisfy(isDigit) {
      // A number beyond all numbers is a very long time.
      seconds = Double(trimmed).map { min($0, 1e9) } ?? 1e9
    } else if let date = HTTPDate.seconds(trimmed, now: now) {
      let then = headers.value(of: "Date").flatMap { HTTPDate.seconds($0, now: now) } ?? now
      seconds = max(0, date - then)
    } else {
      return nil
    }
  }
}

extension String {
  /// Without the spaces and tabs at its ends (RFC 9110 section 5.6.3).
  fileprivate var trimmingHTTPSpace: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
