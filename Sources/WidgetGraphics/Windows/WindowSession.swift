import Synchronization
import WidgetHelpers
import WidgetSystem

/// One running `luawidget-desktop`, from its start to its end.
package final class WindowSession: Sendable {
  package typealias Handler = @Sendable (WindowMessage, WindowSession) -> Void

  /// How a session ended.
  package enum End: Sendable, Equatable {
    /// The text is for the user. It can be started again.
    case crashed(String)
    /// No window can be shown.
    case failed(String)
    /// It was asked to end.
    case closed
  }

  /// Seconds for the first message: a cold start of the toolkit.
  private static let readyTime = 30.0

  private struct State {
    var readyDeadline: Double?
    var isWrongVersion = false
    var end: End?
  }

  private let process: WorkerProcess
  private let link: FrameLink
  private let handler: Handler
  private let state: Mutex<State>

  /// Starts the program.
  init(executable: String, environment: [String], hello: HostToDesktopMessage, handler: @escaping Handler) throws(SystemError) {
    let ends = try FrameChannel.pair()
    let socket = FileDescriptor(rawValue: ends.theirs)
    defer { socket.close() }
    link = try FrameLink(descriptor: ends.ours, maximumIncoming: WindowProtocol.maximumReply)
    process = WorkerProcess(
      pid: try Spawner.start(
        ProcessLaunch(
          executable, ["luawidget-desktop"], environment: environment, descriptors: [0: socket], directory: "/",
          closesOthers: true)))
    self.handler = handler
    state = Mutex(State(readyDeadline: MonotonicTime.now() + Self.readyTime))
    link.send(hello.encoded)
  }

  package var processID: Int32 { process.pid }

  package func send(_ message: HostToDesktopMessage) { link.send(message.encoded) }

  /// Ends it at once.
  func stop() {
    link.stop()
    process.kill()
  }

  /// Passes on messages until the program ends.
  func run() -> End {
    let end = link.run(until: { state.withLock { $0.readyDeadline } }, receive: receive)
    let status = end == .closed ? process.waitOrKill(after: 1) : nil
    process.kill()
    _ = process.wait()
    let (known, isWrongVersion) = state.withLock { ($0.end, $0.isWrongVersion) }
    if let known { return known }
    if isWrongVersion { return .failed("luawidget-desktop is from another version of luawidget") }
    switch (end, status) {
    case (.deadline, _): return .crashed("luawidget-desktop did not respond")
    case (_, .signalled(let number)?): return .crashed("luawidget-desktop was ended by signal \(number)")
    case (_, .exited(let status)?): return .crashed("luawidget-desktop ended with status \(status)")
    case (.tooLarge(let length), _): return .crashed("luawidget-desktop sent a frame of \(length) bytes")
    case (.closed, nil), (.stopped, nil): return .crashed("luawidget-desktop sent an invalid message")
    }
  }

  /// - Returns: Whether the program keeps to the protocol, and goes on.
  private func receive(_ payload: [UInt8]) -> Bool {
    guard let message = try? WindowMessage(decoding: payload) else { return false }
    switch message {
    case .ready(let version):
      let isValid = state.withLock { state in
        guard state.readyDeadline != nil else { return false }
        state.readyDeadline = nil
        state.isWrongVersion = version != WindowProtocol.version
        return !state.isWrongVersion
      }
      guard isValid else { return false }
    case .failed(let reason):
      state.withLock { $0.end = .failed(reason) }
      return false
    case .closing:
      state.withLock { $0.end = .closed }
      return false
    case .appearance, .tap, .gesture, .command, .settings, .drawn:
      guard state.withLock({ $0.readyDeadline == nil }) else { return false }
    }
    handler(message, self)
    return true
  }
}

/// A running program that shows cards: `luawidget-desktop`, or the double of a test.
package protocol CardProgram: AnyObject, Sendable {
  func send(_ message: HostToDesktopMessage)
}

extension WindowSession: CardProgram {}
