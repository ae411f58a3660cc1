import Foundation
public import WidgetHelpers
public import WidgetHost
public import WidgetModel
import WidgetRendering
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

extension Budgets {
  /// Budgets for tests about anything but time, too generous for a loaded machine to exceed.
  public static func withoutHurry(memory: Int = Budgets().memory) -> Budgets {
    Budgets(memory: memory, cpuMilliseconds: [.load: 60_000, .update: 60_000, .tap: 60_000, .content: 60_000], updateTime: 600)
  }
}

/// A widget from source text with in-memory services: real worker, real lifecycle, no files, no network.
public struct TestWidget: Sendable {
  /// A script with a manifest requesting permissions such as `net=a.example`, on the script's first line.
  public static func requesting(_ permissions: [String], _ source: String) -> String {
    let set = PermissionSet(requesting: permissions.compactMap(Permission.init))
    func list(_ name: String, _ values: [String]) -> String? {
      values.isEmpty ? nil : "\(name) = { \(values.map { "'\($0)'" }.joined(separator: ", ")) }"
    }
    let fields = [
      list("net", set.net), list("private_net", set.privateNet), list("device", set.device), list("units", set.units),
      list("env", set.env),
      list("run", set.run), list("groups", set.groups), list("open_url", set.openURL), set.clipboard ? "clipboard = true" : nil,
      set.notify ? "notify = true" : nil,
    ]
    let services = MachineService.allCases.map { service in
      list(service.rawValue, set.services.filter { $0.service == service }.map(\.level.rawValue))
    }
    return "widget { permissions = { \((fields + services).compactMap(\.self).joined(separator: ", ")) } } \(source)"
  }

  public let session: WidgetSession
  public let cache: MemoryCacheStore
  public let defaults: MemoryDefaultsStore
  public let snapshots: MemorySnapshotStore
  public let fetcher: FakeFetcher
  public let clock: ManualClock
  public let grants: MemoryGrantStore
  public let containers: MemoryContainerStore
  public let programs: FakeProgramRunner
  public let opener: FakeOpener
  public let clipboard: FakeClipboard
  public let notifier: FakeNotifier
  public let media: MemoryMediaPlayers
  public let sound: MemorySoundServer
  public let machine: MemoryMachineServices
  public let audit = MemoryAuditLog()

  public init(
    _ source: String, name: String = "test.lua", resources: String? = nil, budgets: Budgets = Budgets(),
    settings: [String: String] = [:], allow: [String] = [], snapshots: MemorySnapshotStore = MemorySnapshotStore(),
    fetcher: FakeFetcher = FakeFetcher([:]), environment: [String: String] = [:],
    grants: MemoryGrantStore = MemoryGrantStore(), defaults: MemoryDefaultsStore = MemoryDefaultsStore(),
    opener: FakeOpener = FakeOpener(), clipboard: FakeClipboard = FakeClipboard(), notifier: FakeNotifier = FakeNotifier(),
    rules: any DenyRulesSource = DenyRules.none,
    imageColors: (any ImageColors)? = nil,
    media: MemoryMediaPlayers = MemoryMediaPlayers(), sound: MemorySoundServer = MemorySoundServer(),
    machine: MemoryMachineServices = MemoryMachineServices(),
    device: FixedDevice = FixedDevice(disks: ["/": DiskSpace(used: 400, free: 600)]), seed: Int64? = 0,
    configure: (inout WidgetConfiguration) -> Void = { _ in }
  ) {
    cache = MemoryCacheStore()
    self.defaults = defaults
    self.snapshots = snapshots
    self.fetcher = fetcher
    clock = ManualClock(1_800_000_000)
    programs = FakeProgramRunner()
    self.opener = opener
    self.clipboard = clipboard
    self.notifier = notifier
    self.grants = grants
    self.media = media
    self.sound = sound
    self.machine = machine
    containers = MemoryContainerStore()
    let services = Services(
      fetcher: fetcher, cache: cache, defaults: defaults, snapshots: snapshots,
      device: device, media: media, sound: sound, machine: machine, containers: containers,
      grants: grants,
      denyRules: rules, audit: audit,
      programs: programs, opener: opener, clipboard: clipboard, notifier: notifier, notificationQuota: MemoryNotificationQuota(),
      imageColors: imageColors, environment: environment, clock: clock)
    let folder = resources.map { ResourceFolder(path: $0, chunkPrefix: "test") }
    var configuration = WidgetConfiguration(
      assignments: settings.sorted { $0.key < $1.key }.map { Assignment($0.key, $0.value) },
      given: allow.compactMap(Permission.init), budgets: budgets, seed: seed, workerExecutable: Self.worker)
    configure(&configuration)
    session = WidgetSession(
      script: WidgetScript(source: source, name: name, resources: folder), services: services, configuration: configuration)
  }

  /// Another build of the worker, for sanitizers.
  private static let worker = ProcessInfo.processInfo.environment["LUAWIDGET_TEST_WORKER"]

  public static func context(_ reason: UpdateReason = .launch) -> WidgetContext {
    WidgetContext(reason: reason, size: Size(width: 320, height: 640), host: .test)
  }

  public var counters: Counters.Values { session.counters.values }

  /// Presses the control with this number in the shown view.
  ///
  /// - Returns: false if the control isn't in the view any more, so no handler ran.
  @discardableResult
  public func press(_ action: Int = 1) async throws(Failure) -> Bool {
    let control = await session.snapshot?.view?.control(action: action)
    guard let control else { throw Failure(.usage, "there is no control \(action)") }
    return try await session.act(on: control, context: Self.context(.action))
  }

  /// Updates and draws like a surface.
  @discardableResult
  public func update(_ reason: UpdateReason = .launch) async -> Update {
    let before = await session.snapshot
    let update = await session.update(Self.context(reason))
    let after = await session.snapshot
    if after != before, let after {
      session.counters.add(\.layouts)
      session.counters.add(\.draws)
      _ = draw(after)
    }
    return update
  }

  /// The shown widget as text, 40 columns wide.
  public func text() async -> String { await session.snapshot.map(draw) ?? "" }

  /// The words of the view, without line breaks and frames.
  public func words() async -> String {
    await text().split { $0.isWhitespace || "│╭╮╰╯─".contains($0) }.joined(separator: " ")
  }

  private func draw(_ snapshot: Snapshot) -> String {
    TerminalDrawing(
      snapshot, in: Size(width: 320, height: .infinity),
      options: RenderingOptions(clock: CalendarClock(now: clock.now()), columns: 40)
    ).text()
  }

  /// The failure of an update; nil if it succeeds.
  public func failure() async -> Failure? {
    if case .failed(let failure, _) = await update() { failure } else { nil }
  }
}

/// Does what `luawidget notification-response` does after the user's response to a notification: another process runs the
/// handler, or asks the process showing the widget to.
///
/// - Parameter path: The widget's file.
public func respond(
  to notification: UserNotification, with action: String, path: String, in root: CompositionRoot
) async throws(Failure) -> HandlerResult {
  let session = WidgetSession(
    script: try WidgetScript(path: path), services: root.services, configuration: WidgetConfiguration())
  let shown = (try? root.stores.snapshots.newest(of: notification.sender.instance))?.context ?? SnapshotContext()
  let context = WidgetContext(
    reason: .action, size: shown.size, displayMode: shown.displayMode, family: shown.family, colorScheme: shown.colorScheme,
    textSize: shown.textSize, locale: shown.locale, timeZone: shown.timeZone, surface: shown.surface)
  let keeper = LeaseKeeper(
    store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment), renews: false, clock: root.clock)
  let result = try await LeasedWidget(session, keeper: keeper).run(
    .respond(NotificationResponse(to: notification, action: action)), context: context)
  await session.close()
  return result
}

extension PermissionSet {
  /// A request for exactly these permissions.
  public init(requesting permissions: [Permission]) {
    self.init()
    for permission in permissions {
      switch permission {
      case .net(let host): net.append(host)
      case .privateNet(let host): privateNet.append(host)
      case .device(let metric): device.append(metric)
      case .service(let service, let level): services += AccessLevel(rawValue: level).map { [ServiceAccess(service, $0)] } ?? []
      case .unit(let name): units.append(name)
      case .env(let name): env.append(name)
      case .run(let program): run.append(program)
      case .group(let name): groups.append(name)
      case .openURL(let scheme): openURL.append(scheme)
      // Requested by a setting.
      case .files: break
      case .clipboard: clipboard = true
      case .notify: notify = true
      }
    }
  }
}
