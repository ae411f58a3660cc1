import Synchronization
public import WidgetServices

/// A program runner that gives programmed results and records its calls.
public final class FakeProgramRunner: ProgramRunner {
  private let state = Mutex<(calls: [[String]], results: [String: ProgramResult])>(([], [:]))

  public init() {}

  /// Path and arguments of each run.
  public var calls: [[String]] { state.withLock { $0.calls } }

  public func program(_ path: String, _ output: String, status: Int = 0) {
    state.withLock { $0.results[path] = ProgramResult(status: status, output: Array(output.utf8), errors: []) }
  }

  public func resolve(_ name: String) -> String? { name.hasPrefix("/") ? name : "/usr/bin/\(name)" }

  public func run(
    _ path: String, _ arguments: [String], deadline: Double, isCancelled: () -> Bool
  ) throws(ProgramError) -> ProgramResult {
    let result = state.withLock {
      $0.calls.append([path] + arguments)
      return $0.results[path]
    }
    guard let result else { throw .cannotStart(path: path, reason: "no such file") }
    return result
  }

  public func run(
    _ path: String, _ arguments: [String], input: [UInt8], deadline: Double
  ) throws(ProgramError) -> ProgramResult {
    try run(path, arguments, deadline: deadline, isCancelled: { false })
  }

  public func launch(_ path: String, _ arguments: [String], patience: Double) throws(ProgramError) {
    let status = try run(path, arguments, deadline: patience, isCancelled: { false }).status
    if status != 0 { throw .failed(path: path, status: status) }
  }
}

/// Records opened URLs.
public final class FakeOpener: URLOpener {
  private let urls = Mutex<[String]>([])
  private let handles: Bool

  /// - Parameter handles: Whether there's a program for widgets' schemes.
  public init(handles: Bool = true) { self.handles = handles }

  public func opens(_ scheme: String) -> Bool { handles }

  public var opened: [String] { urls.withLock { $0 } }
  public func open(_ url: String, for instance: String?) throws(ProgramError) { urls.withLock { $0.append(url) } }
}

/// Records notifications.
public final class FakeNotifier: Notifier {
  private let state = Mutex<(shown: [UserNotification], cancelled: [String])>(([], []))
  private let failure: NotificationError?

  /// - Parameter failure: Thrown for every notification.
  public init(failure: NotificationError? = nil) { self.failure = failure }

  public var shown: [UserNotification] { state.withLock { $0.shown } }
  /// The keys of cancelled notifications.
  public var cancelled: [String] { state.withLock { $0.cancelled } }

  public func post(_ notification: UserNotification) throws(NotificationError) {
    if let failure { throw failure }
    state.withLock { $0.shown.append(notification) }
  }

  public func cancel(_ key: String) throws(NotificationError) { state.withLock { $0.cancelled.append(key) } }

  public func resume() throws(NotificationError) {}
}
