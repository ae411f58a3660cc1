import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct SingleFlightTests {
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

  private func answer(_ text: String, _ lines: [String] = []) -> GatedFetcher.Answer {
    .success(FetchResponse(url: pageURL, headers: fields(lines), body: Array(text.utf8)))
  }

  @Test("ten identical requests at the same time are one, although the answer is not kept")
  func shared() async {
    let tasks = (1...10).map { _ in begin() }
    await until { fetcher.flights.waitingCount == 10 }
    await network.waits(for: 1)
    network.open(answer("one", ["Cache-Control: no-store"]))
    for task in tasks { #expect(await task.value == "one") }
    #expect(network.requests.count == 1 && fetcher.flights.waitingCount == 0)
  }

  @Test("a failure is shared too, and the next request begins anew")
  func sharedFailure() async {
    let tasks = (1...3).map { _ in begin() }
    await until { fetcher.flights.waitingCount == 3 }
    await network.waits(for: 1)
    network.open(.failure(FetchError(.refused, target: "")))
    for task in tasks { #expect(await task.value == "connect") }
    let next = begin()
    await network.waits(for: 1)
    network.open(answer("two"))
    #expect(await next.value == "two")
  }

  @Test("what differs in anything is asked for by itself")
  func different() async {
    let requests = [
      FetchRequest(pageURL), FetchRequest(pageURL + "?q"), FetchRequest(pageURL, headers: fields(["Accept: a"])),
      FetchRequest(pageURL, partition: "w"), FetchRequest(pageURL, cacheMode: .reload), FetchRequest(pageURL, method: "HEAD"),
      FetchRequest(pageURL, timeout: 5), FetchRequest(pageURL, redirect: .error), FetchRequest(pageURL, usableFor: 5),
      FetchRequest(pageURL, method: "POST"), FetchRequest(pageURL, method: "POST"),
    ]
    let tasks = requests.map { begin($0) }
    await network.waits(for: requests.count)
    network.open(answer("x"))
    for task in tasks { #expect(await task.value == "x") }
  }

  @Test("who is cancelled leaves the others waiting")
  func oneCancelled() async {
    let (first, second) = (begin(), begin())
    await until { fetcher.flights.waitingCount == 2 }
    await network.waits(for: 1)
    first.cancel()
    #expect(await first.value == "cancelled")
    #expect(network.cancelledCount == 0)
    network.open(answer("one"))
    #expect(await second.value == "one")
  }

  @Test("the last one that is cancelled ends the request, and who comes then begins anew")
  func allCancelled() async {
    let tasks = [begin(), begin()]
    await until { fetcher.flights.waitingCount == 2 }
    await network.waits(for: 1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == "cancelled") }
    await until { network.cancelledCount == 1 }
    let next = begin()
    await network.waits(for: 1)
    network.open(answer("two"))
    #expect(await next.value == "two")
    #expect(network.requests.count == 2)
  }

  @Test("a task that was cancelled before it began asks for nothing that lasts")
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
    #expect(fetcher.flights.waitingCount == 0)
  }

  @Test("RFC 5861 3: one revalidation a URL at a time; settling gives up what takes too long")
  func oneRevalidation() async {
    let first = begin()
    await network.waits(for: 1)
    network.open(answer("one", ["Cache-Control: max-age=60, stale-while-revalidate=60"]))
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
