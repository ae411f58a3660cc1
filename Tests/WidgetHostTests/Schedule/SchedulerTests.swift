import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetHost

@Suite struct SchedulerTests {
  /// A scheduler without jitter and the time a test advances.
  private struct Bench {
    var now = ClockReading(wall: 1_800_000_000, awake: 1_000, elapsed: 1_000)
    var scheduler: Scheduler

    init(_ instances: String...) {
      scheduler = Scheduler(now: now) { _ in 0 }
      for instance in instances {
        scheduler.add(instance)
        scheduler.setVisible(instance, true)
      }
    }

    mutating func pass(_ seconds: Double) {
      now.wall += seconds
      now.awake += seconds
      now.elapsed += seconds
    }

    mutating func suspend(_ seconds: Double) {
      now.wall += seconds
      now.elapsed += seconds
    }

    mutating func start(alive: Int = 0) -> [String] {
      scheduler.start(now: now, alive: alive).map { "\($0.instance) \($0.reason)" }
    }

    mutating func finish(
      _ instance: String, every seconds: Double = 600, delay: Double? = nil, isFailed: Bool = false, usesNetwork: Bool = false
    ) {
      guard scheduler.finished(instance, now: now) else { return }
      scheduler.plan(
        instance,
        UpdatePlan(
          .every(seconds: seconds), normal: seconds, delay: delay ?? seconds, timeZone: "UTC", isFailed: isFailed,
          usesNetwork: usesNetwork, now: now.wall), now: now)
    }
  }

  @Test("what arrives is passed on at once, then once a second, and the next update stays where it was")
  func events() {
    var bench = Bench("a")
    bench.scheduler.request("a", .launch, now: bench.now)
    #expect(bench.start() == ["a launch"])
    bench.finish("a")
    bench.pass(100)
    bench.scheduler.requestEvents("a", now: bench.now)
    #expect(bench.start() == ["a event"])
    bench.scheduler.requestEvents("a", now: bench.now)
    #expect(bench.start() == [])
    bench.scheduler.finished("a", now: bench.now)
    bench.scheduler.passedOnEvents("a", isFailed: false, interval: 600, now: bench.now)
    #expect(bench.start() == [])
    #expect(bench.scheduler.delay(now: bench.now) == 1)
    bench.pass(1)
    #expect(bench.start() == ["a event"])
    bench.scheduler.finished("a", now: bench.now)
    bench.scheduler.passedOnEvents("a", isFailed: true, interval: 600, now: bench.now)
    bench.scheduler.requestEvents("a", now: bench.now)
    #expect(bench.scheduler.delay(now: bench.now) == 60)
    bench.pass(60)
    #expect(bench.start() == ["a event"])
    bench.scheduler.finished("a", now: bench.now)
    #expect(bench.scheduler.delay(now: bench.now) == 439)
    bench.pass(439)
    bench.scheduler.requestEvents("a", now: bench.now)
    #expect(bench.start() == ["a schedule"])
    bench.finish("a")
    #expect(bench.start() == ["a event"])
    #expect(bench.scheduler.isStale("a") == false)
  }

  @Test("an instance is updated after its interval, and never twice at once")
  func interval() {
    var bench = Bench("a")
    #expect(bench.start() == [])
    bench.scheduler.request("a", .launch, now: bench.now)
    #expect(bench.start() == ["a launch"])
    #expect(bench.start() == [])
    bench.pass(5)
    bench.finish("a")
    #expect(bench.scheduler.delay(now: bench.now) == 600)
    bench.pass(599)
    #expect(bench.start() == [])
    bench.pass(1)
    #expect(bench.start() == ["a schedule"])
  }

  @Test("a request during an update starts another one afterwards, with its own reason")
  func requestWhileRunning() {
    var bench = Bench("a")
    bench.scheduler.request("a", .launch, now: bench.now)
    #expect(bench.start() == ["a launch"])
    bench.scheduler.request("a", .manual, now: bench.now)
    #expect(bench.start() == [])
    bench.finish("a")
    #expect(bench.start() == ["a manual"])
    bench.finish("a")
    #expect(bench.start() == [])
  }

  @Test("requests of the user come first, then visible instances, then the others; the longest overdue first")
  func order() {
    var bench = Bench("b", "a", "asked", "late")
    bench.scheduler.add("hidden")
    for instance in ["hidden", "late"] { bench.scheduler.request(instance, .schedule, now: bench.now) }
    bench.pass(1)
    for instance in ["b", "a"] { bench.scheduler.request(instance, .schedule, now: bench.now) }
    bench.scheduler.request("asked", .manual, now: bench.now)
    #expect(bench.start() == ["asked manual", "late schedule", "a schedule", "b schedule", "hidden schedule"])
  }

  @Test("at most 64 workers are alive, those that stay after a tap included")
  func limit() {
    var bench = Bench()
    for number in 0..<100 {
      bench.scheduler.add("\(number)")
      bench.scheduler.request("\(number)", .launch, now: bench.now)
    }
    #expect(bench.start(alive: 4).count == 60)
    #expect(bench.scheduler.runningCount == 60)
    #expect(bench.start(alive: 4) == [])
    #expect(bench.start(alive: 2).count == 2)
  }

  @Test("a suspension causes one catch-up update with the reason wake, and no staleness")
  func suspension() {
    var bench = Bench("a", "fresh")
    for instance in ["a", "fresh"] { bench.scheduler.request(instance, .launch, now: bench.now) }
    _ = bench.start()
    bench.finish("a")
    bench.finish("fresh", every: 100_000)
    bench.pass(300)
    bench.suspend(8 * 3600)
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
    #expect(bench.start() == ["a wake"])
    bench.finish("a")
    bench.pass(1)
    #expect(bench.start() == [])
    #expect(!bench.scheduler.isStale("a"))
  }

  @Test("data are stale after twice the interval, once, until the next good update")
  func staleness() {
    var bench = Bench("a")
    bench.scheduler.request("a", .launch, now: bench.now)
    _ = bench.start()
    bench.finish("a")
    bench.pass(600)
    #expect(bench.start() == ["a schedule"])
    bench.finish("a", delay: 60, isFailed: true)
    bench.pass(599)
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
    bench.pass(1)
    #expect(bench.scheduler.newlyStale(now: bench.now) == ["a"])
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
    #expect(bench.start() == ["a retry"])
    bench.finish("a")
    #expect(!bench.scheduler.isStale("a"))
  }

  @Test("the network returns: failed instances that use it are updated at once, others are not")
  func network() {
    var bench = Bench("failed", "good", "local")
    for instance in ["failed", "good", "local"] { bench.scheduler.request(instance, .launch, now: bench.now) }
    _ = bench.start()
    bench.finish("failed", isFailed: true, usesNetwork: true)
    bench.finish("good", usesNetwork: true)
    bench.finish("local", isFailed: true)
    bench.pass(10)
    #expect(bench.start() == [])
    bench.scheduler.networkReturned(now: bench.now)
    #expect(bench.start() == ["failed network"])
  }

  @Test("an invisible instance waits four intervals, and is updated at once when it becomes visible after one")
  func invisible() {
    var bench = Bench("a", "b")
    for instance in ["a", "b"] { bench.scheduler.request(instance, .launch, now: bench.now) }
    _ = bench.start()
    for instance in ["a", "b"] {
      bench.finish(instance)
      bench.scheduler.setVisible(instance, false)
    }
    bench.pass(1_000)
    #expect(bench.start() == [])
    bench.scheduler.setVisible("a", true)
    #expect(bench.start() == ["a schedule"])
    bench.pass(1_400)
    #expect(bench.start() == ["b schedule"])
  }

  @Test("a cron schedule follows the system clock when it is set forward or back")
  func clockSet() {
    var bench = Bench("a")
    let hourly = Refresh.cron("0 * * * *")
    let normal = hourly.delay(from: bench.now.wall, timeZone: "UTC")
    bench.scheduler.plan(
      "a", UpdatePlan(hourly, normal: normal, delay: normal, timeZone: "UTC", now: bench.now.wall), now: bench.now)
    #expect(bench.scheduler.delay(now: bench.now) == normal)
    // Back by a day: the next full hour of the new time counts.
    bench.now.wall -= 86_400
    #expect(bench.start() == [])
    #expect(bench.scheduler.delay(now: bench.now) == normal)
    bench.pass(normal)
    #expect(bench.start() == ["a schedule"])
  }

  @Test("the clock set forward by a day: a missed cron time runs once; an interval isn't due and nothing gets stale")
  func clockSetForward() {
    var bench = Bench("cron", "interval")
    let daily = Refresh.cron("0 7 * * *")
    let normal = daily.delay(from: bench.now.wall, timeZone: "UTC")
    bench.scheduler.plan(
      "cron", UpdatePlan(daily, normal: normal, delay: normal, timeZone: "UTC", now: bench.now.wall), now: bench.now)
    bench.scheduler.request("interval", .launch, now: bench.now)
    _ = bench.start()
    bench.finish("interval")
    bench.now.wall += 86_400
    #expect(bench.start() == ["cron schedule"])
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
    bench.pass(599)
    #expect(bench.start() == [])
    bench.pass(1)
    #expect(bench.start() == ["interval schedule"])
  }

  @Test(
    "daylight saving time moves a cron schedule and not an interval",
    arguments: [(1_774_677_600.0, 23.0), (1_792_818_000.0, 25.0)])
  func daylightSaving(_ sevenOClock: Double, hours: Double) {
    // 7:00 in Berlin, on the days before the clocks go forward and back in 2026.
    var bench = Bench("cron", "interval")
    bench.now.wall = sevenOClock
    let daily = Refresh.cron("0 7 * * *")
    let normal = daily.delay(from: bench.now.wall, timeZone: "Europe/Berlin")
    #expect(normal == hours * 3600)
    bench.scheduler.plan(
      "cron", UpdatePlan(daily, normal: normal, delay: normal, timeZone: "Europe/Berlin", now: bench.now.wall), now: bench.now)
    bench.scheduler.request("interval", .launch, now: bench.now)
    _ = bench.start()
    bench.finish("interval", every: 86_400)
    bench.pass(hours * 3600 - 1)
    #expect(!bench.start().contains("cron schedule"))
    bench.pass(1)
    #expect(bench.start().contains("cron schedule"))
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
  }

  @Test("the clock set back does not delay an interval")
  func interval_clockSetBack() {
    var bench = Bench("a")
    bench.scheduler.request("a", .launch, now: bench.now)
    _ = bench.start()
    bench.finish("a")
    bench.now.wall -= 86_400
    bench.pass(600)
    #expect(bench.start() == ["a schedule"])
  }

  @Test("a schedule of `never` plans nothing and is never stale")
  func never() {
    var bench = Bench("a")
    bench.scheduler.request("a", .launch, now: bench.now)
    _ = bench.start()
    bench.finish("a", every: .infinity)
    #expect(bench.scheduler.delay(now: bench.now) == nil)
    bench.pass(1e9)
    #expect(bench.start() == [])
    #expect(bench.scheduler.newlyStale(now: bench.now) == [])
  }

  @Test("jitter spreads the updates of many widgets and never makes one early")
  func jitter() {
    var generator = SeededGenerator(seed: 7)
    let now = ClockReading(wall: 0, awake: 0, elapsed: 0)
    var delays: Set<Double> = []
    for _ in 0..<50 {
      var scheduler = Scheduler(now: now) { $0 > 0 ? Double.random(in: 0...$0, using: &generator) : 0 }
      scheduler.add("a")
      scheduler.setVisible("a", true)
      scheduler.plan("a", UpdatePlan(.every(seconds: 600), normal: 600, delay: 600, timeZone: "UTC", now: 0), now: now)
      if let delay = scheduler.delay(now: now) { delays.insert(delay) }
    }
    #expect(delays.count == 50)
    #expect(delays.allSatisfy { (600...630).contains($0) })
  }

  @Test("a default route counts, on either protocol; a route to one machine does not")
  func routes() {
    let heading = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    let standard = "eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
    let local = "eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
    let zero = String(repeating: "0", count: 32)
    #expect(NetworkMonitor.hasRoute(ipv4: heading + local + standard, ipv6: ""))
    #expect(!NetworkMonitor.hasRoute(ipv4: heading + local, ipv6: ""))
    #expect(!NetworkMonitor.hasRoute(ipv4: "", ipv6: "\(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200 lo\n"))
    #expect(NetworkMonitor.hasRoute(ipv4: "", ipv6: "\(zero) 00 \(zero) 00 \(zero) 00000400 00000001 00000000 00000003 eth0\n"))
  }
}
