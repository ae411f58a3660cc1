import Foundation
import Synchronization
import Testing
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetTesting

/// A program that keeps the messages it receives. It draws at once.
final class FakeProgram: CardProgram {
  private struct State {
    var cards: [String: CardWindow] = [:]
    var sent: [String: Int] = [:]
    var images: [String: [Int64: DecodedImage]] = [:]
    var places: [CardPlace] = []
    var forms: [SettingsForm] = []
    var copied: [String] = []
  }

  private let state = Mutex(State())
  private let draws: Bool
  /// A text in the views that it never draws.
  private let deadly: String?
  private let reply = Mutex<(@Sendable (WindowMessage) -> Void)?>(nil)

  /// - Parameters:
  ///   - draws: Whether it reports that cards are on the screen.
  ///   - deadly: A text in the views for which it doesn't.
  init(draws: Bool = true, deadly: String? = nil) { (self.draws, self.deadly) = (draws, deadly) }

  func onReply(_ body: @escaping @Sendable (WindowMessage) -> Void) { reply.withLock { $0 = body } }

  func send(_ message: HostToDesktopMessage) {
    state.withLock { state in
      switch message {
      case .card(let card):
        state.cards[card.id] = card
        state.sent[card.id, default: 0] += 1
      case .image(let card, let number, let image): state.images[card, default: [:]][number] = image
      case .arrange(let places, _): state.places = places
      case .form(let form): state.forms.append(form)
      case .clipboard(let text): state.copied.append(text)
      case .hello: break
      }
    }
    if draws, case .card(let card) = message, deadly.map(texts(card.id).contains) != true {
      reply.withLock { $0 }?(.drawn(card: card.id, generation: card.generation, drawings: 1))
    }
  }

  func card(_ id: String) -> CardWindow? { state.withLock { $0.cards[id] } }
  /// How often a card was sent.
  func count(_ id: String) -> Int { state.withLock { $0.sent[id] ?? 0 } }
  func images(of id: String) -> [Int64: DecodedImage] { state.withLock { $0.images[id] ?? [:] } }
  var places: [CardPlace] { state.withLock { $0.places } }
  var copied: [String] { state.withLock { $0.copied } }
  var forms: [SettingsForm] { state.withLock { $0.forms } }

  /// The texts and titles of a card.
  func texts(_ id: String) -> [String] { card(id)?.request.snapshot.view.map(Self.texts) ?? [] }

  /// The number of a control, by its title.
  func action(_ title: String, of id: String) -> Int? {
    card(id)?.request.snapshot.view.flatMap { Self.action(title, in: $0) }
  }

  private static func texts(_ view: ViewNode) -> [String] {
    let own: [String] =
      switch view.content {
      case .text(let text), .button(let text, _): [text]
      default: []
      }
    return own + view.children.flatMap(texts)
  }

  private static func action(_ title: String, in view: ViewNode) -> Int? {
    if case .button(title, _) = view.content { return view.action }
    if let field = view.textField, field.label == title { return view.action }
    return view.children.lazy.compactMap { action(title, in: $0) }.first
  }
}

/// A board with real workers and in-memory stores, shown by the test's own program.
final class TestDesktop: Sendable {
  let folder = TestFolder()
  let board: Board
  let desktop: DesktopBoard
  let program: FakeProgram
  let location: BoardLocation
  let opener = FakeOpener()
  let notifier = FakeNotifier()
  let fetcher = FakeFetcher([:])
  let stores = Stores.inMemory()
  let root: CompositionRoot

  /// - Parameters:
  ///   - widgets: Each widget's Lua text, by file name, and its resources.
  ///   - keys: Further lines of every entry.
  init(
    _ widgets: [String: String], keys: String = "", program: FakeProgram = FakeProgram(), clock: any WidgetClock = SystemClock(),
    textSize: TextSize = .large
  ) async throws {
    self.program = program
    let environment = ["HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"), "XDG_RUNTIME_DIR": folder("r")]
    location = try #require(BoardLocation(environment: environment))
    for name in ["config/luawidget/boards", "home"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    for (name, source) in widgets {
      if let slash = name.lastIndex(of: "/") {
        try FileManager.default.createDirectory(atPath: folder(String(name[..<slash])), withIntermediateDirectories: true)
      }
      try source.write(toFile: folder(name), atomically: true, encoding: .utf8)
    }
    let folder = folder
    let entries = widgets.keys.filter { $0.hasSuffix(".lua") }.sorted().map {
      "[[widget]]\nfile = \"\(folder($0))\"\n\(keys)\n"
    }
    try entries.joined(separator: "\n").write(toFile: location.path, atomically: true, encoding: .utf8)
    let clipboard = TapRelay()
    root = CompositionRoot(
      environment: environment, configuration: UserConfiguration(), stores: stores,
      services: Services(
        fetcher: fetcher, cache: stores.cache, defaults: stores.defaults, snapshots: stores.snapshots,
        device: FixedDevice(disks: ["/": DiskSpace(used: 400, free: 600)]), containers: stores.containers,
        grants: stores.grants, programs: FakeProgramRunner(), opener: opener, clipboard: clipboard, notifier: notifier,
        notificationQuota: stores.notificationQuota, secrets: stores.secrets, environment: environment, clock: clock))
    board = Board(location, root: root, host: .desktop)
    let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    desktop = DesktopBoard(
      board: board, root: root, clipboard: clipboard,
      painter: PainterProcess(executable: programs.appending(path: "luawidget-painter").path, environment: environment),
      textSize: textSize, onNotice: { _ in })
    await desktop.start()
    await board.start()
    connect(program)
  }

  func connect(_ program: FakeProgram) {
    program.onReply { [desktop, weak program] message in if let program { desktop.handle(message, program) } }
    desktop.handle(.ready(version: 1), program)
    desktop.handle(.appearance(.light), program)
  }

  /// The user does something.
  func perform(_ message: WindowMessage) { desktop.handle(message, program) }

  func tap(_ title: String, of id: String) throws {
    let card = try #require(program.card(id))
    perform(.tap(card: id, generation: card.generation, action: try #require(program.action(title, of: id))))
  }

  /// The question on a card.
  func question(_ id: String) -> String? { program.texts(id).first { $0.hasPrefix("Allow ") } }

  /// Presses an answer until the question is gone.
  func answer(_ title: String, of id: String) async -> Bool {
    let question = question(id)
    return await eventually {
      guard self.question(id) == question else { return true }
      if let card = self.program.card(id), let action = self.program.action(title, of: id) {
        self.perform(.tap(card: id, generation: card.generation, action: action))
      }
      return false
    }
  }

  func shows(_ text: String, _ id: String, on program: FakeProgram? = nil) async -> Bool {
    await eventually { (program ?? self.program).texts(id).contains { $0.contains(text) } }
  }

  func close() async {
    await desktop.stop()
    await board.close()
  }
}

func withDesktop(
  _ widgets: [String: String], keys: String = "", program: FakeProgram = FakeProgram(), clock: any WidgetClock = SystemClock(),
  textSize: TextSize = .large, _ body: (TestDesktop) async throws -> Void
) async throws {
  let desktop = try await TestDesktop(widgets, keys: keys, program: program, clock: clock, textSize: textSize)
  do { try await body(desktop) } catch {
    await desktop.close()
    throw error
  }
  await desktop.close()
}

/// Waits for a condition.
func eventually(_ condition: () async -> Bool) async -> Bool {
  for _ in 0..<12_000 {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return await condition()
}
