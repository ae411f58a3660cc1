import Foundation
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// A copy of a published widget, with what it did when it was recorded: `Tests/Compatibility/1/widgets/disk.lua` and
/// `Tests/Compatibility/1/results/widgets/disk.jsonl`.
struct PublishedWidget: CustomStringConvertible, Sendable {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/Compatibility")

  let level: Int
  /// Inside the level's folder: `widgets/disk.lua`.
  let path: String

  var description: String { "Tests/Compatibility/\(level)/\(path)" }
  var script: URL { Self.folder.appending(path: "\(level)/\(path)") }
  var results: URL { Self.folder.appending(path: "\(level)/results/\(path.dropLast(4)).jsonl") }

  /// All copies of all levels.
  static let all: [PublishedWidget] = (APILevel.first...APILevel.current).flatMap { level in
    scripts(in: folder.appending(path: "\(level)")).map { PublishedWidget(level: level, path: $0) }
  }

  /// The widgets in the repository: `widgets/disk.lua`, `examples/cards/clock.lua`.
  static let current = scripts(in: root)

  private static func scripts(in folder: URL) -> [String] {
    ["widgets", "examples", "examples/cards"].flatMap { name in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
      return files.filter { $0.hasSuffix(".lua") }.sorted().map { "\(name)/\($0)" }
    }
  }

  /// A script with the files of its folder, by path.
  static func files(_ script: URL) throws -> [String: Data] {
    var files = ["": try Data(contentsOf: script)]
    let folder = script.deletingPathExtension()
    for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
      files[name] = try? Data(contentsOf: folder.appending(path: name))
    }
    return files
  }

  // MARK: Running it

  private static let start = 1_800_000_000.0

  private func configuration(at time: Double, _ services: Services) async throws -> WidgetConfiguration {
    var configuration = WidgetConfiguration(budgets: .withoutHurry(), locale: "en-GB", timeZone: "Europe/Berlin", seed: 7)
    configuration.fixedTime = time
    let widget = Widget(script: try WidgetScript(path: script.path), services: services, configuration: configuration)
    try await widget.readManifest()
    configuration.given = await widget.requestedPermissions
    await widget.retire()
    return configuration
  }

  private var services: Services {
    get throws {
      let notifier = FakeNotifier()
      let programs = FakeProgramRunner()
      programs.program("/usr/bin/date", "Fri Jan 15 09:00:00 CET 2027\n")
      return Services(
        fetcher: try ReplayingFetcher(folder: Self.folder.appending(path: "\(level)/recordings").path), cache: MemoryCacheStore(),
        defaults: MemoryDefaultsStore(), snapshots: MemorySnapshotStore(), device: FixedDevice(),
        sound: MemorySoundServer([
          AudioDevice(.sink, name: "speakers", description: "Speakers", volume: 0.5, isDefault: true),
          AudioDevice(.sink, name: "hdmi", description: "HDMI", volume: 1, isMuted: true),
          AudioDevice(.source, name: "microphone", description: "Microphone", volume: 0.25, isDefault: true),
        ]),
        containers: MemoryContainerStore(), grants: MemoryGrantStore(), programs: programs, opener: FakeOpener(),
        notifier: notifier, notificationQuota: MemoryNotificationQuota(), environment: ["HOME": "/home/user"],
        clock: ManualClock(Self.start))
    }
  }

  private static func context(_ reason: UpdateReason, _ family: WidgetFamily?) -> WidgetContext {
    var context = WidgetContext(
      reason: reason, size: Size(width: 320, height: 640), family: family, locale: "en-GB", timeZone: "Europe/Berlin",
      host: .test)
    if let family, let host = SurfaceSize.size(of: family) {
      context.size = SurfaceSize.view(in: host, mode: context.displayMode, family: family, on: context.surface)
    }
    return context
  }

  /// Runs the widget, taps each of its controls, and runs it again an hour later; one line of JSON for each step. Then the same in
  /// each family that it names.
  func run() async throws -> [String] {
    let services = try self.services
    let configuration = try await configuration(at: Self.start, services)
    var lines = try await steps(services, configuration, family: nil, taps: true)
    var later = configuration
    later.fixedTime = Self.start + 3600
    (services.clock as? ManualClock)?.advance(by: 3600)
    lines += try await steps(services, later, family: nil, taps: false)
    let widget = Widget(script: try WidgetScript(path: script.path), services: services, configuration: configuration)
    let manifest = try await widget.readManifest()
    await widget.retire()
    for family in manifest.namesFamilies ? manifest.families : [] {
      lines += try await steps(try self.services, configuration, family: family, taps: false)
    }
    return lines
  }

  private func steps(
    _ services: Services, _ configuration: WidgetConfiguration, family: WidgetFamily?, taps: Bool
  ) async throws -> [String] {
    let session = WidgetSession(
      script: try WidgetScript(path: script.path), services: services, configuration: configuration)
    let name = family.map { " in \($0.rawValue)" } ?? ""
    let update = await session.update(Self.context(.launch, family))
    var lines = [await Self.line("update\(name)", "\(update.result.rawValue)", session)]
    if case .failed(let failure, _) = update { lines[0] += " \(failure.message)" }
    guard taps, let view = await session.snapshot?.view else {
      await session.close()
      return lines
    }
    for control in ViewControls(view).all.prefix(8) {
      let step = "tap \(control.digest)"
      do {
        let isDone = try await session.act(on: control, context: Self.context(.action, family))
        lines.append(await Self.line(step, isDone ? "done" : "gone", session))
      } catch {
        lines.append(await Self.line(step, error.message, session))
      }
    }
    await session.close()
    return lines
  }

  private static func line(_ step: String, _ result: String, _ session: WidgetSession) async -> String {
    JSONWriter().text(
      .object([
        .init(key: "step", value: .string(step)), .init(key: "result", value: .string(result)),
        .init(key: "view", value: await session.snapshot?.view?.json ?? .null),
      ]))
  }
}
