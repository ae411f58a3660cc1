import Synchronization
import WidgetSystem

/// A private HTTP cache (RFC 9111, RFC 5861) in front of another fetcher.
///
/// Each step of a redirect chain is cached separately. Every URL is permitted before a stored response is served.
public final class CachingFetcher: Fetcher {
  private let exchange: CachedExchange
  let coalescer = RequestCoalescer()
  private let revalidations = BackgroundRevalidations()

  /// - Parameters:
  ///   - network: The fetcher reaching the origin server.
  ///   - secrets: Responses containing one aren't stored.
  ///   - onNotice: Called once if the store can't be used. That never fails a fetch.
  public init(
    _ network: any Fetcher, store: any HTTPCacheStore, secrets: SecretsInUse = SecretsInUse(), clock: any WidgetClock,
    onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    exchange = CachedExchange(
      network: network, store: BestEffortCacheStore(store, secrets: secrets, onNotice: onNotice), clock: clock)
  }

  /// Waits at most a second for background revalidations, then cancels them.
  public func settle() async {
    await revalidations.settle(within: 1)
    await exchange.network.settle()
  }

  public func prepare() { exchange.network.prepare() }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    var chain = try RedirectChain(request, policy: policy)
    let deadline = ContinuousClock.now + .seconds(request.timeout)
    while true {
      let response: FetchResponse
      do throws(FetchError) {
        response = try await self.response(to: RedirectStep(chain.request, of: request, policy: policy, deadline: deadline))
      } catch {
        guard case .timeout = error.reason else { throw error }
        throw FetchError(.timeout(seconds: request.timeout), target: error.target, remedy: error.remedy)
      }
      guard try chain.follows(response) else { return response }
    }
  }

  /// The stored response a request would get without the network.
  public func storedResponse(to request: FetchRequest, policy: NetPolicy) -> FetchResponse? {
    // A forbidden step is reported by fetch.
    guard var chain = try? RedirectChain(request, policy: policy), chain.request.method.isSafe else { return nil }
    while true {
      let step = RedirectStep(chain.request, of: request, policy: policy, deadline: .now)
      guard let response = exchange.storedResponse(to: step), let follows = try? chain.follows(response) else { return nil }
      if !follows { return response }
    }
  }

  private func response(to step: RedirectStep) async throws(FetchError) -> FetchResponse {
    guard step.request.method.isSafe else { return try await exchange.response(to: step) { _ in } }
    let outcome = await coalescer.join(step.coalescingKey) { [exchange, revalidations] in
      do throws(FetchError) {
        return .success(
          try await exchange.response(to: step) { stored in
            revalidations.begin(step.revalidationKey) { await exchange.revalidate(stored, for: step) }
          })
      } catch {
        return .failure(error)
      }
    }
    guard let outcome else { throw FetchError(.cancelled, target: step.prepared.address.target) }
    return try outcome.get()
  }
}

/// Revalidations that continue after their fetch has returned (stale-while-revalidate), at most one per key at a time.
final class BackgroundRevalidations: Sendable {
  private let running = Mutex<[CoalescingKey: Task<Void, Never>]>([:])

  /// Starts the work unless the same key is already running.
  func begin(_ key: CoalescingKey, _ work: @escaping @Sendable () async -> Void) {
    running.withLock { running in
      guard running[key] == nil else { return }
      running[key] = Task {
        await work()
        self.end(key)
      }
    }
  }

  /// Waits for everything running, then cancels what's left at the limit.
  func settle(within seconds: Double) async {
    let tasks = running.withLock { Array($0.values) }
    guard !tasks.isEmpty else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          for task in tasks { await task.value }
        } onCancel: {
          for task in tasks { task.cancel() }
        }
      }
      group.addTask { try? await Task.pause(seconds: seconds) }
      await group.next()
      group.cancelAll()
    }
  }

  private func end(_ key: CoalescingKey) { running.withLock { $0[key] = nil } }
}
