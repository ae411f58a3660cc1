import Synchronization
package import WidgetSystem

/// `luawidget-server`, which is started again when it ends. The listeners stay open in between: clients wait, and none is refused.
package final class ServerProcess: Sendable {
  private struct State {
    var session: ServerSession?
    var isShutDown = false
    var starts = 0
  }

  private let executable: String
  private let listeners: [FileDescriptor]
  private let handler: @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  private let onNotice: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Starts nothing.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-server`.
  ///   - listeners: Bound, and listening.
  ///   - onNotice: Receives why the server ended, before it is started again.
  ///   - handler: Called on the thread of the server's messages: it must not block.
  package init(
    executable: String, listeners: [FileDescriptor], onNotice: @escaping @Sendable (String) -> Void,
    handler: @escaping @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  ) {
    self.executable = executable
    self.listeners = listeners
    self.onNotice = onNotice
    self.handler = handler
  }

  /// Starts the server, and again whenever it ends.
  package func start() throws(SystemError) {
    let session = try makeSession()
    try DetachedThread.start(stackBytes: 512 << 10) { self.run(session) }
  }

  /// Completes the running responses, for at most a second, and ends the server.
  package func shutdown() async {
    let session = state.withLock { state in
      state.isShutDown = true
      return state.session
    }
    session?.drain()
    for _ in 0..<100 where processID != nil { try? await Task.pause(seconds: 0.01) }
    session?.stop()
  }

  /// Ends the server at once.
  package func stop() {
    let session = state.withLock { state in
      state.isShutDown = true
      return state.session
    }
    session?.stop()
  }

  /// The process id of the server, if it is running. For measurements and tests.
  package var processID: Int32? { state.withLock { $0.session?.processID } }

  package var isReady: Bool { state.withLock { $0.session?.isReady ?? false } }

  /// How often it was started.
  package var starts: Int { state.withLock { $0.starts } }

  private func makeSession() throws(SystemError) -> ServerSession {
    let session = try ServerSession(executable: executable, listeners: listeners, handler: handler)
    let isShutDown = state.withLock { state in
      state.session = session
      state.starts += 1
      return state.isShutDown
    }
    if isShutDown { session.stop() }
    return session
  }

  private func run(_ first: ServerSession) {
    var next: ServerSession? = first
    var delay = RestartDelay()
    while let session = next {
      let started = MonotonicTime.now()
      let problem = session.run()
      state.withLock { $0.session = nil }
      if state.withLock({ $0.isShutDown }) { return }
      onNotice(problem)
      delay.ended(started: started)
      next = nil
      while next == nil {
        delay.wait()
        if state.withLock({ $0.isShutDown }) { return }
        do throws(SystemError) { next = try makeSession() } catch {
          onNotice("luawidget-server does not start: \(error)")
          delay.failedToStart()
        }
      }
    }
  }
}
