import Synchronization
import WidgetCommands
import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget serve`
struct ServeCommand: Command {
  var arguments: ServeArguments

  var serviceOptions: ServiceOptions { ServiceOptions() }
  /// Problems of the stores are said even with `--quiet`, with which it starts at login: its log is the only place.
  var isQuiet: Bool { false }

  /// The reasons why it ends.
  private enum Ending: Sendable {
    case signal(Int32)
    case upgrade(UpgradeRestart)
  }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    if let problem = arguments.problem { throw CommandFailure(problem) }
    let name = arguments.board ?? BoardLocation.defaultName
    let location = try BoardArgument.existing(name, environment: root.environment)
    let signIn = SignInFile(board: name, environment: root.environment)
    if arguments.showsAddress {
      guard let address = signIn.read() else {
        throw CommandFailure("no luawidget serve shows the board \"\(terminalSafe(name, limit: 80))\"", .failed)
      }
      try Console.standardOutput.print(address + "\n")
      return .success
    }
    guard let executable = HelperProgram.server.path else {
      throw CommandFailure("\(HelperProgram.server.missing)\n  try: \(HelperProgram.installation)", .internalError)
    }
    let listeners = try listen()
    // Only its own: somebody may have put another file there meanwhile.
    let own = socket.flatMap { try? FileStatus(path: $0, followsLinks: false) }
    defer {
      if let socket, let own, let now = try? FileStatus(path: socket, followsLinks: false), now.inode == own.inode,
        now.kind == own.kind
      {
        unlink(socket)
      }
    }
    let signals = EndingSignals()
    let relay = TapRelay()
    var services = root.services
    (services.opener, services.clipboard) = (relay, relay)
    services.fetcher = CountingFetcher(services.fetcher)
    let notifier = PageNotifier()
    services.notifier = NotificationChannels([notifier, services.notifier], scheduled: root.stores.scheduledNotifications)
    let root = CompositionRoot(
      environment: root.environment, configuration: root.configuration, stores: root.stores, services: services)
    let board = Board(location, root: root, host: .serve)
    let isQuiet = arguments.isQuiet
    let exposed = arguments.exposed.flatMap { $0 == "0.0.0.0" || $0 == "::" ? nil : $0 }
    let address = ServerAddress(
      port: socket == nil ? listeners[0].port : arguments.port, names: arguments.names, exposed: exposed,
      origins: arguments.origins,
      isSocket: socket != nil)
    let service = ServiceManager(environment: root.environment)
    let isJournal = service.isJournal(.standardOutput)
    let unstored = OneNotice()
    let server = BoardServer(
      board: board, location: location, root: root, relay: relay, notifier: notifier, address: address,
      accessFile: AccessFile(board: name, environment: root.environment),
      keyFile: ProgramKeyFile(board: name, environment: root.environment),
      painter: HelperProgram.painter.path.map {
        PainterProcess(executable: $0, environment: root.environment)
      },
      layoutPainter: HelperProgram.painter.path.map {
        PainterProcess(executable: $0, environment: root.environment)
      }, isDeveloper: arguments.isWatching,
      onUnstoredAccess: { error in
        let remedy = error.remedy.map { "  try: \(terminalSafe($0)), then start luawidget serve again\n" } ?? ""
        unstored.write(
          "luawidget: sessions and the board's address are not stored, and end with this program: \(terminalSafe("\(error)"))\n"
            + remedy)
      }
    ) { address in
      signIn.write(address)
      if !isJournal { Console.standardOutput.write(isQuiet ? "\(address)\n" : "For another browser:  \(address)\n") }
    }
    let process = ServerProcess(
      executable: executable, listeners: listeners.map(\.descriptor),
      onNotice: { Console.standardError.write(HelperProblem.startedAgain($0)) }, handler: server.handle)
    let upgrade = OneNotice()
    let restart = UpgradeRestart(arguments.upgradeAction)
    let (endings, post) = AsyncStream<Ending>.makeStream()
    board.events.observe { event in
      guard case .restartNeeded = event else { return }
      if let restart, restart.isTrusted { return _ = post.yield(.upgrade(restart)) }
      upgrade.write("luawidget: \(Board.upgraded(.serve)); its widgets are no longer updated\n")
    }
    reportSockets(in: root.environment)
    await server.start()
    await board.start()
    do throws(SystemError) { try process.start() } catch {
      throw CommandFailure(HelperProblem.cannotStart("\(error)").text(of: .server), .internalError)
    }
    let url = await server.newAddress()
    signIn.write(url)
    defer { signIn.remove() }
    try await greet(isJournal ? nil : url, board, location)
    if !isQuiet { ThemeWarning.write(await board.theme, environment: root.environment) }
    service.ready()
    // The board answers, so it isn't stuck.
    let watchdog = Task { await service.watch { _ = await board.widgets } }
    Task { post.yield(.signal(await signals.first())) }
    var ending = Ending.signal(SIGTERM)
    for await first in endings {
      ending = first
      break
    }
    watchdog.cancel()
    if case .signal = ending { service.stopping() }
    await server.stop()
    await process.shutdown()
    await board.close()
    await root.services.fetcher.settle()
    switch ending {
    case .signal(let signal): return Exit(signal: signal)
    case .upgrade(let restart):
      signIn.remove()
      try restart.perform()
    }
  }

  /// Says what doesn't work without the folder for sockets.
  private func reportSockets(in environment: [String: String]) {
    let folder = RuntimeFolder(environment: environment)
    do throws(SystemError) { try folder.create() } catch {
      let path = terminalSafe(folder.path, limit: 200)
      let reason = error.code == EACCES ? "it has to be a folder of your own that nobody else can enter" : "\(error)"
      Console.standardError.write(
        """
        luawidget: \(path) can't be used for sockets: \(reason); serve --address finds nothing, and other hosts wait for this one's widgets
          try: remove it, then start luawidget serve again

        """)
    }
  }

  private var socket: String? { arguments.socket }

  /// The Unix socket; or both loopback addresses, so `localhost` is this page whatever it resolves to, then the exposed one.
  private func listen() throws -> [Listener] {
    if let socket { return [try listener(atSocket: socket)] }
    var listeners = [try listener("127.0.0.1", port: arguments.port)]
    let port = listeners[0].port
    do throws(Listener.Failure) { listeners.append(try Listener(address: "::1", port: port)) } catch {
      // A machine without IPv6 lacks this address.
      if error == .inUse { throw inUse(port) }
    }
    if let exposed = arguments.exposed, !["127.0.0.1", "::1"].contains(exposed) {
      if exposed == "0.0.0.0" || exposed == "::" {
        for listener in listeners { listener.descriptor.close() }
        listeners = [try listener(exposed, port: port)]
      } else {
        listeners.append(try listener(exposed, port: port))
      }
    }
    return listeners
  }

  private func listener(_ address: String, port: Int) throws -> Listener {
    do throws(Listener.Failure) { return try Listener(address: address, port: port) } catch {
      switch error {
      case .inUse: throw inUse(port)
      case .notAnAddress:
        throw CommandFailure("--expose takes an address such as 192.168.1.20, got \"\(terminalSafe(address, limit: 80))\"")
      case .system(let error):
        throw CommandFailure("cannot listen at \(terminalSafe(address, limit: 80)) port \(port): \(error)", .failed)
      }
    }
  }

  private func listener(atSocket path: String) throws -> Listener {
    let name = terminalSafe(path, limit: 200)
    // Whoever can replace the socket gets what browsers and proxies send to it, sessions included.
    if let folder = FileStatus.folderOfOthers(above: path) {
      let chmod = "chmod go-w \(terminalSafe(ShellWord.quoted(folder), limit: 200))"
      throw CommandFailure(
        """
        --socket: others can write to \(terminalSafe(folder, limit: 200)), so they could replace the socket
          try: a socket in a folder of your own, or \(chmod)
        """)
    }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else { throw CommandFailure("--socket: \(name) exists and isn't a socket") }
      // A killed server's socket stays, and nobody is listening.
      do throws(SystemError) {
        close(try LocalSocket.connection(to: path))
        throw SystemError(code: EADDRINUSE)
      } catch {
        guard error.code == ECONNREFUSED else {
          throw CommandFailure("\(name) is in use, perhaps by another luawidget serve", .failed)
        }
      }
      unlink(path)
    }
    do throws(SystemError) {
      return Listener(unixSocket: FileDescriptor(rawValue: try LocalSocket.listener(at: path)))
    } catch {
      throw CommandFailure("cannot listen at \(name): \(error)", .failed)
    }
  }

  private func inUse(_ port: Int) -> CommandFailure {
    CommandFailure(
      """
      port \(port) is in use, perhaps by another luawidget serve
        try: luawidget serve --port \(port == 65_535 ? 8630 : port + 1)
      """, .failed)
  }

  /// - Parameter url: nil if others may read the output.
  private func greet(_ url: String?, _ board: Board, _ location: BoardLocation) async throws {
    guard let url else {
      return try Console.standardOutput.print("To sign in:  luawidget serve --address\(location.flag)\n")
    }
    if arguments.isQuiet { return try Console.standardOutput.print("\(url)\n") }
    let count = await board.widgets.count
    let next =
      if let problem = await board.fileProblem {
        "\(terminalSafe("\(problem)")). \(BoardFileError.meanwhile(hasWidgets: count > 0))"
      } else if count == 0 {
        "The board is empty. Add a widget on the page, or:  \(location.addCommand)"
      } else {
        "\(count == 1 ? "1 widget" : "\(count) widgets") on the board. Add another:  \(location.addCommand)"
      }
    try Console.standardOutput.print(
      """
      Open this address in a browser. It works once; the browser stays signed in.

        \(url)

      \(next)
      \(reach) Ctrl-C ends it.

      """)
  }

  private var reach: String {
    if let socket {
      let name = terminalSafe(socket, limit: 200)
      return """
        Only you can reach the page, at \(name). From another machine:
          ssh -L \(arguments.port):\(name) THIS-MACHINE
        """ + "\n"
    }
    if arguments.exposed == nil { return "Only this machine can reach the page." }
    let signIn = arguments.names.isEmpty ? " To sign in from them, give the page a name of its own with --name." : ""
    return "Other machines can reach the page.\(signIn) The connection is not encrypted."
  }
}

/// A message on standard error that is written once.
private final class OneNotice: Sendable {
  private let isWritten = Mutex(false)

  func write(_ text: String) {
    if isWritten.withLock({ isWritten in
      defer { isWritten = true }; return !isWritten
    }) {
      Console.standardError.write(text)
    }
  }
}
