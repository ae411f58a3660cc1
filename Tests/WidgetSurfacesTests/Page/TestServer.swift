import Foundation
import Synchronization
import Testing
import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem
import WidgetTesting

/// A board, the real server program, and browsers without JavaScript.
final class TestServer: Sendable {
  let folder: TestFolder
  let board: Board
  let server: BoardServer
  let process: ServerProcess
  let port: Int
  let stores: Stores
  let root: CompositionRoot
  let fetcher = FakeFetcher()
  let notifier = FakeNotifier()
  let media = MemoryMediaPlayers()
  private let listener: Listener
  private let addresses = AddressLog()
  /// The board's own name with the port.
  let host: String

  private final class AddressLog: Sendable { let list = Mutex<[String]>([]) }

  /// - Parameter widgets: The Lua text of each widget, by the name of its file.
  init(
    _ widgets: [String: String], stores: Stores = .inMemory(), names: [String] = [], clock: any WidgetClock = SystemClock(),
    origins: [String] = [], family: String? = nil, keys: [String: String] = [:], layoutPainter: String? = nil,
    isDeveloper: Bool = false, language: String = "C"
  )
    async throws
  {
    let folder = TestFolder()
    self.folder = folder
    self.stores = stores
    let environment = [
      "HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"), "XDG_RUNTIME_DIR": folder("run"), "LANG": language,
    ]
    let location = try #require(BoardLocation(environment: environment))
    for name in ["config/luawidget/boards", "home"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    for (name, source) in widgets { try source.write(toFile: folder(name), atomically: true, encoding: .utf8) }
    let entries = widgets.keys.sorted().map {
      "[[widget]]\nfile = \"\(folder($0))\"\n" + (family.map { "family = \"\($0)\"\n" } ?? "")
        + (keys[$0].map { $0 + "\n" } ?? "")
    }.joined(separator: "\n")
    try entries.write(toFile: location.path, atomically: true, encoding: .utf8)
    let relay = TapRelay()
    root = CompositionRoot(
      environment: environment, configuration: UserConfiguration(), stores: stores,
      services: Services(
        fetcher: CountingFetcher(fetcher), cache: stores.cache, defaults: stores.defaults, snapshots: stores.snapshots,
        device: FixedDevice(disks: ["/": DiskSpace(used: 400, free: 600)]), media: media, containers: stores.containers,
        grants: stores.grants, programs: FakeProgramRunner(), opener: relay, clipboard: relay, notifier: notifier,
        notificationQuota: stores.notificationQuota, secrets: stores.secrets, environment: environment, clock: clock))
    board = Board(location, root: root, host: .serve)
    listener = try Listener(address: "127.0.0.1", port: 0)
    port = listener.port
    let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    server = BoardServer(
      board: board, location: location, root: root, relay: relay,
      address: ServerAddress(port: port, names: names, origins: origins),
      accessFile: nil, keyFile: ProgramKeyFile(board: location.name, environment: environment),
      painter: PainterProcess(executable: programs.appending(path: "luawidget-painter").path, environment: environment),
      layoutPainter: PainterProcess(
        executable: layoutPainter ?? programs.appending(path: "luawidget-painter").path, environment: environment),
      isDeveloper: isDeveloper
    ) { [addresses] address in addresses.list.withLock { $0.append(address) } }
    host = String(try #require(await server.newAddress().firstMatch(of: #/^http://([^/]+)/#)).1)
    process = ServerProcess(
      executable: programs.appending(path: "luawidget-server").path, listeners: [listener.descriptor], onNotice: { _ in },
      handler: server.handle)
    await server.start()
    await board.start()
    try process.start()
  }

  func stop() async {
    await server.stop()
    await process.shutdown()
    listener.descriptor.close()
    await board.close()
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder(name), atomically: true, encoding: .utf8)
  }

  /// Addresses printed after others were used.
  var printed: [String] { addresses.list.withLock { $0 } }

  // MARK: Requests

  /// Sends raw text on a new connection, and reads one response.
  func raw(_ text: String) async throws -> RawConnection.Response {
    try await onOwnThread { [port] in
      let connection = try RawConnection(port: port)
      connection.send(text)
      return try connection.response()
    }
  }

  /// - Parameter fields: Lines besides `Host`.
  func get(_ path: String, _ fields: String...) async throws -> RawConnection.Response {
    try await raw("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  func post(_ path: String, _ body: String, _ fields: String...) async throws -> RawConnection.Response {
    try await raw(
      """
      POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/x-www-form-urlencoded\r\n\
      Content-Length: \(body.utf8.count)\r\n
      """ + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }

  /// The text of `/metrics`, with a key for this one request.
  func metrics() async throws -> String {
    let file = try #require(ProgramKeyFile(board: BoardLocation.defaultName, environment: root.environment))
    let key = try #require(try file.edit { $0.add("metrics", .metrics, now: 1) })
    let text = try await get("/metrics", "Authorization: Bearer \(key)").text
    _ = try file.edit { $0.revoke("metrics") }
    return text
  }

  var origin: String { "Origin: http://\(host)" }

  /// Opens an address and returns a browser with its cookie.
  func browser() async throws -> TestBrowser {
    let token = try #require(await server.newAddress().split(separator: "=").last)
    let response = try await post("/login", "token=\(token)", origin)
    #expect(response.status == 303)
    let cookie = try #require(response.field("set-cookie")?.split(separator: ";").first)
    return TestBrowser(server: self, cookie: "Cookie: \(cookie)")
  }
}

/// A browser signed in.
struct TestBrowser {
  let server: TestServer
  let cookie: String

  func get(_ path: String = "/", _ field: String = "X-Test: 1") async throws -> RawConnection.Response {
    try await server.get(path, cookie, field)
  }

  /// Sends a form from the newest page.
  func submit(_ path: String, _ fields: String, _ extra: String = "Accept: text/html") async throws -> RawConnection.Response {
    try await server.post(path, "token=\(try await token())&\(fields)", cookie, server.origin, extra)
  }

  func token() async throws -> String {
    let text = try await get("/access").text
    return String(try #require(text.firstMatch(of: #/name="token" value="([^"]+)"/#)).1)
  }

  /// The value of the button with a title in the page.
  func control(_ title: String) async throws -> String {
    let text = try await get().text
    let pattern = try Regex<(Substring, Substring)>(
      #"name="control" value="([^"]+)"(?:(?!</button>)[\s\S])*?<span[^>]*>"# + title + "<")
    return String(try #require(text.firstMatch(of: pattern)).1).replacing(" ", with: "+")
  }

  /// The value of a button below a question, such as `Always: showing notifications`.
  func answer(_ label: String) async throws -> String {
    let text = try await get().text
    let words = label.replacing("\"", with: "&quot;")
    let pattern = try Regex<(Substring, Substring)>(#"name="decision" value="([^"]+)" aria-label=""# + words)
    return String(try #require(text.firstMatch(of: pattern), "\(text)").1).replacing(" ", with: "+")
  }

  /// Presses a button below a question until it's gone.
  func decide(_ label: String) async throws {
    #expect(try await shows(label.replacing("\"", with: "&quot;")))
    let answer = try await answer(label)
    #expect(
      try await eventually {
        _ = try await submit("/permissions", "decision=\(answer)")
        return try await !get().text.contains(answer.replacing("+", with: " "))
      })
  }

  /// Waits until the page contains a text.
  func shows(_ text: String) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if try await get().text.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}

/// Waits for a condition for up to two minutes.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return try await condition()
}

func withServer(
  _ widgets: [String: String], stores: Stores = .inMemory(), names: [String] = [], clock: any WidgetClock = SystemClock(),
  origins: [String] = [], family: String? = nil, keys: [String: String] = [:], layoutPainter: String? = nil,
  isDeveloper: Bool = false, language: String = "C", _ body: (TestServer) async throws -> Void
) async throws {
  let server = try await TestServer(
    widgets, stores: stores, names: names, clock: clock, origins: origins, family: family, keys: keys,
    layoutPainter: layoutPainter, isDeveloper: isDeveloper, language: language)
  do {
    try await body(server)
    await server.stop()
  } catch {
    await server.stop()
    throw error
  }
}

/// Widgets for the tests.
enum Sample {
  static let text = "function content() return ui.text { \"the view\" } end"
  static let counter = """
    local count = 0
    function content()
      return ui.vstack {
        ui.text { "count " .. count },
        ui.button { "Add", action = function() count = count + 1 end },
      }
    end
    """
  static let loop = "function content() while true do end end"
}
