import Testing

@testable import WidgetServices

@Suite struct RequestCoalescingTests {
  private let network = GatedFetcher()
  private let fetcher: CachingFetcher
  private let clock = ManualClock(start)
  private let policy = NetPolicy(grants: [NetGrant("a.example")].compactMap { $0 })

  init() { fetcher = CachingFetcher(network, store: MemoryHTTPCacheStore(), clock: clock) }

  private func begin(_ request: FetchRequest = FetchRequest(pageURL)) -> Task<String, Never> {
    Task {
      do throws(FetchError) {
        return String(decoding: try await fetcher.fetch(request, policy: policy).body, as: UTF8.self)
      } catch {
        return error.kind.rawValue
      }
    }
  }

  private func response(_ text: String, _ lines: [String] = []) -> GatedFetcher.Outcome {
    .success(FetchResponse(url: pageURL, headers: fields(lines), body: Array(text.utf8)))
  }

  @Test("ten identical concurrent requests share one exchange, even if the response is not stored")
  func shared() async {
    let tasks = (1...10).map { _ in begin() }
    await until { fetcher.coalescer.waiterCount == 10 }
    await network.waits(for: 1)
    network.open(response("one", ["Cache-Control: no-store"]))
    for task in tasks { #expect(await task.value == "one") }
    #expect(network.requests.count == 1 && fetcher.coalescer.waiterCount == 0)
  }

  @Test("a failure is shared too, and the next request starts a new exchange")
  func sharedFailure() async {
    let tasks = (1...3).map { _ in begin() }
    await until { fetcher.coalescer.waiterCount == 3 }
    await network.waits(for: 1)
    network.open(.failure(FetchError(.refused, target: "")))
    for task in tasks { #expect(await task.value == "connect") }
    let next = begin()
    await network.waits(for: 1)
    network.open(response("two"))
    #expect(await next.value == "two")
  }

  @Test("requests that differ in anything are not coalesced")
  func different() async {
    let requests = [
      FetchRequest(pageURL), FetchRequest(pageURL + "?q"), FetchRequest(pageURL, headers: fields(["Accept: a"])),
      FetchRequest(pageURL, partition: "w"), FetchRequest(pageURL, cacheMode: .reload), FetchRequest(pageURL, method: "HEAD"),
      FetchRequest(pageURL, timeout: 5), FetchRequest(pageURL, redirect: .error), FetchRequest(pageURL, usableFor: 5),
      FetchRequest(pageURL, method: "POST"), FetchRequest(pageURL, method: "POST"),
    ]
    let tasks = requests.map { begin($0) }
    await network.waits(for: requests.count)
    network.open(response("x"))
    for task in tasks { #expect(await task.value == "x") }
  }

  @Test("a cancelled caller does not affect the others")
  func oneCancelled() async {
    let (first, second) = (begin(), begin())
    await until { fetcher.coalescer.waiterCount == 2 }
    await network.waits(for: 1)
    first.cancel()
    #expect(await first.value == "cancelled")
    #expect(network.cancelledCount == 0)
    network.open(response("one"))
    #expect(await second.value == "one")
  }

  @Test("cancelling the last caller ends the exchange, and the next one starts a new one")
  func allCancelled() async {
    let tasks = [begin(), begin()]
    await until { fetcher.coalescer.waiterCount == 2 }
    await network.waits(for: 1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == "cancelled") }
    await until { network.cancelledCount == 1 }
    let next = begin()
    await network.waits(for: 1)
    network.open(response("two"))
    #expect(await next.value == "two")
    #expect(network.requests.count == 2)
  }

  @Test("a task that was cancelled before it started leaves nothing running")
  func cancelledBefore() async {
    let task = Task { () -> String in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(FetchError) {
        return String(decoding: try await fetcher.fetch(FetchRequest(pageURL), policy: policy).body, as: UTF8.self)
      } catch {
        return error.kind.rawValue
      }
    }
    #expect(await task.value == "cancelled")
    #expect(fetcher.coalescer.waiterCount == 0)
  }

  @Test("RFC 5861 3: one background revalidation per URL at a time; settling cancels slow ones")
  func oneRevalidation() async {
    let first = begin()
    await network.waits(for: 1)
    network.open(response("one", ["Cache-Control: max-age=60, stale-while-revalidate=60"]))
    _ = await first.value
    clock.advance(by: 61)
    for _ in 1...5 { #expect(await begin().value == "one") }
    await network.waits(for: 1)
    #expect(network.requests.count == 2)
    await fetcher.settle()
    #expect(network.cancelledCount == 1)
    #expect(await begin().value == "one")
    await network.waits(for: 1)
    #expect(network.requests.count == 3)
  }
}
