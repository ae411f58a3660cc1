import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTesting

let source = """
  widget { name = "Bench", permissions = { net = { "example.com" } } }
  local n = 0
  function perform_update() n = n + 1 BODY end
  function content() return ui.vstack { ui.text { "Update " .. n, font = "headline" }, ui.text { "from the benchmark" } } end
  """

func script(_ body: String) -> WidgetScript {
  WidgetScript(source: source.replacing("BODY", with: body), name: "bench.lua", resources: nil)
}

let newData = script("return update_result.new_data")
let noData = script("return n == 1 and update_result.new_data or update_result.no_data")
let fetching = script(
  #"local r = assert(fetch("https://example.com/")) assert(r:json().items) return update_result.new_data"#)

func session(_ script: WidgetScript, fetcher: any Fetcher = FakeFetcher()) -> WidgetSession {
  let services = Services(
    fetcher: fetcher, cache: MemoryCacheStore(), defaults: MemoryDefaultsStore(), snapshots: MemorySnapshotStore(),
    device: FixedDevice(disks: [:]), containers: MemoryContainerStore(), grants: MemoryGrantStore(),
    programs: FakeProgramRunner(),
    opener: FakeOpener(), notifier: FakeNotifier(), notificationQuota: MemoryNotificationQuota(), environment: [:],
    clock: ManualClock(1_800_000_000))
  return WidgetSession(
    script: script, services: services, configuration: WidgetConfiguration(given: [Permission("net=example.com")!]))
}

/// A fetcher whose cache has a fresh response.
func cachingFetcher(bytes: Int) -> any Fetcher {
  let network = FakeFetcher()
  let item = #"{"name":"LY315","gate":"C7","minutes":25}"#
  let body = #"{"items":["# + [String](repeating: item, count: max(1, bytes / item.utf8.count)).joined(separator: ",") + "]}"
  network.on("https://example.com/", text: body, headers: [HeaderField("Cache-Control", "max-age=86400")])
  return CachingFetcher(network, store: MemoryHTTPCacheStore(), clock: ManualClock(1_800_000_000))
}

func update(_ session: WidgetSession, draws: Bool = true) async {
  let context = WidgetContext(reason: .schedule, size: Size(width: 320, height: 640), host: .test)
  if case .failed(let failure, _) = await session.update(context) { fatalError("\(failure)") }
  if draws, let snapshot = await session.snapshot { draw(snapshot) }
}

func draw(_ snapshot: Snapshot) {
  let options = RenderingOptions(clock: CalendarClock(now: 1_800_000_000), columns: 40)
  precondition(!TerminalDrawing(snapshot, in: Size(width: 320, height: .infinity), options: options).ansi(.trueColor).isEmpty)
}

func snapshot(_ instance: String, nodes: Int = 10) -> Snapshot {
  let rows = (0..<max(1, nodes / 2)).map { row in
    ViewNode(.hstack, children: [ViewNode(.text("Row \(row), on time and boarding soon"))])
  }
  return Snapshot(
    widget: WidgetIdentity(id: instance, instance: instance, name: "Bench"), view: ViewNode(.vstack, children: rows),
    result: .newData, reason: .launch, updatedAt: 1_800_000_000)
}

func seconds(since start: ContinuousClock.Instant) -> Double {
  let passed = start.duration(to: .now).components
  return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return seconds(since: start)
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return seconds(since: start)
}

func repeated(_ script: WidgetScript, _ count: Int, fetcher: any Fetcher = FakeFetcher(), draws: Bool = true) async -> Double {
  let session = session(script, fetcher: fetcher)
  await update(session)
  let time = await seconds { for _ in 0..<count { await update(session, draws: draws) } }
  await session.close()
  return time
}

/// The seconds of a mode's repetitions.
func measure(_ mode: String, _ count: Int, _ size: Int?) async throws -> Double {
  switch mode {
  case "fresh":
    return await seconds {
      await withTaskGroup(of: Void.self) { group in
        for half in 0..<2 {
          group.addTask(executorPreference: globalConcurrentExecutor) {
            for _ in 0..<(count + half) / 2 {
              let session = session(newData)
              await update(session)
              await session.close()
            }
          }
        }
      }
    }
  case "warm": return await repeated(newData, count)
  case "no_data": return await repeated(noData, count, draws: false)
  case "fetch": return await repeated(fetching, count, fetcher: cachingFetcher(bytes: size ?? 2048))
  case "widgets":
    let sessions = (0..<(size ?? 10)).map { _ in session(newData) }
    for session in sessions { await update(session) }
    let time = await seconds { for _ in 0..<count { for session in sessions { await update(session) } } }
    for session in sessions { await session.close() }
    return time
  case "frame":
    let snapshot = snapshot("bench", nodes: size ?? 100)
    return seconds { for _ in 0..<count { draw(snapshot) } }
  case "snapshots":
    return try withTemporaryFolder { folder in
      let store = SQLiteSnapshotStore(path: StorePath(folder + "/snapshots.db")) { fatalError("\($0)") }
      for number in 0..<(size ?? 100) { try store.save(snapshot("other \(number)")) }
      let own = snapshot("own")
      return try seconds {
        for _ in 0..<count {
          try store.save(own)
          if try store.nearest(to: own.context, of: "own") == nil { fatalError("the snapshot is missing") }
        }
      }
    }
  default: fatalError("unknown mode")
  }
}
