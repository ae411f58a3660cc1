import Foundation
import Synchronization
import Testing
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// A board with in-memory stores, real workers and real files.
struct TestBoard: Sendable {
  let folder: TestFolder
  let board: Board
  let location: BoardLocation
  /// The folder of the sockets.
  let runtime: String
  let stores: Stores
  let fetcher: FakeFetcher
  let log: BoardLog

  /// - Parameters:
  ///   - widgets: Each widget's Lua text, by file name.
  ///   - logs: Whether all events are stored in memory.
  ///   - file: The board file; nil for one entry per widget, in name order.
  init(
    _ widgets: [String: String], file: String? = nil, folder: TestFolder = TestFolder(), stores: Stores = .inMemory(),
    fetcher: FakeFetcher = FakeFetcher(), logs: Bool = true, host: HostProgram = .test,
    timeZone: SystemTimeZone = SystemTimeZone(), programs: any ProgramRunner = FakeProgramRunner(),
    streams: any EventStreamFetcher = OfflineFetcher(), media: any MediaPlayers = NoMediaPlayers(),
    sound: any SoundServer = NoSoundServer(), machine: any MachineServices = NoMachineServices(),
    device: FixedDevice = FixedDevice(disks: ["/": DiskSpace(used: 400, free: 600)]),
    rules: any DenyRulesSource = DenyRules.none, recordings: StreamRecordings = .none
  ) throws {
    self.folder = folder
    self.stores = stores
    self.fetcher = fetcher
    let environment = ["HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"), "XDG_RUNTIME_DIR": folder("r")]
    runtime = RuntimeFolder(environment: environment).path
    location = try #require(BoardLocation(environment: environment))
    try FileManager.default.createDirectory(atPath: folder("config/luawidget/boards"), withIntermediateDirectories: true)
    for (name, source) in widgets { try source.write(toFile: folder(name), atomically: true, encoding: .utf8) }
    let entries = widgets.keys.sorted().map { "[[widget]]\nfile = \"\(folder($0))\"\n" }.joined(separator: "\n")
    try (file ?? entries).write(toFile: location.path, atomically: true, encoding: .utf8)
    var services = Services(
      fetcher: fetcher, streams: streams, cache: stores.cache, defaults: stores.defaults, snapshots: stores.snapshots,
      device: device, media: media, sound: sound, machine: machine, containers: stores.containers, grants: stores.grants,
      denyRules: rules,
      programs: programs, opener: FakeOpener(), notifier: FakeNotifier(), notificationQuota: stores.notificationQuota,
      secrets: stores.secrets, environment: environment, clock: SystemClock())
    services.streamRecordings = recordings
    let root = CompositionRoot(
      environment: environment, configuration: UserConfiguration(), stores: stores, services: services, timeZone: timeZone)
    board = Board(location, root: root, host: host)
    log = BoardLog(logs ? board : nil)
  }

  static let terminal = WidgetContext(reason: .launch, size: Size(width: 320, height: 640), host: .test)
  static let page = WidgetContext(reason: .launch, size: Size(width: 400, height: 640), surface: .page, host: .test)

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder(name), atomically: true, encoding: .utf8)
  }

  func writeBoard(_ text: String) throws { try text.write(toFile: location.path, atomically: true, encoding: .utf8) }

  /// Starts the board and shows all widgets on one surface.
  func start(_ contexts: WidgetContext..., surface: String = "test") async {
    await board.start()
    await present(contexts.isEmpty ? [Self.terminal] : contexts, surface: surface)
  }

  func present(_ contexts: [WidgetContext], surface: String = "test") async {
    let ids = await board.widgets.map(\.id)
    await board.present(
      Dictionary(ids.map { ($0, contexts) }, uniquingKeysWith: { $1 }), on: Board.SurfaceID(surface))
  }

  func text(_ id: String, _ context: WidgetContext = terminal) async -> String {
    guard let snapshot = await board.snapshot(of: id, for: context) else { return "" }
    return TerminalDrawing(
      snapshot, in: Size(width: 320, height: .infinity), options: RenderingOptions(clock: CalendarClock(now: 0), columns: 40)
    ).text()
  }

  /// The control with a label in the view for a context.
  func control(_ label: String, of id: String, _ context: WidgetContext = terminal) async throws -> ControlReference {
    func find(_ node: ViewNode) -> Int? {
      if case .button(label, _) = node.content { return node.action }
      return node.children.lazy.compactMap(find).first
    }
    let view = try #require(await board.snapshot(of: id, for: context)?.view)
    return try #require(find(view).flatMap { view.control(action: $0) })
  }

  /// Waits until a widget has no worker.
  func isIdle(_ id: String) async -> Bool {
    await eventually {
      guard let instance = await board.widget(id)?.identity.instance else { return false }
      return await board.instances[instance]?.session.workerProcess == nil
    }
  }

  /// Waits until a widget shows a text.
  func shows(_ text: String, _ id: String, _ context: WidgetContext = terminal) async -> Bool {
    await eventually { await self.text(id, context).contains(text) }
  }
}

extension Board {
  /// Uses another file as the running program's.
  func use(_ program: ProgramFile) { self.program = program }

  /// Seconds until the scheduler has something to do.
  var nextUpdate: Double? { scheduler.delay(now: .now()) }
}

/// Waits for a condition.
func eventually(within time: Duration = .seconds(120), _ condition: () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + time
  while ContinuousClock.now < end {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return await condition()
}

/// A board's events so far.
final class BoardLog: Sendable {
  private let log = Mutex<[BoardEvent]>([])

  init(_ board: Board?) { board?.events.observe { [log = Reference(self)] event in log.value?.append(event) } }

  private func append(_ event: BoardEvent) { log.withLock { $0.append(event) } }

  var events: [BoardEvent] { log.withLock { $0 } }

  /// Waits until an event satisfies a condition.
  func has(_ condition: (BoardEvent) -> Bool) async -> Bool { await eventually { events.contains(where: condition) } }

  private final class Reference: @unchecked Sendable {
    weak var value: BoardLog?
    init(_ value: BoardLog) { self.value = value }
  }
}
