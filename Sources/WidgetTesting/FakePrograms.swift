import Synchronization
public import WidgetServices
import WidgetSystem

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

  /// A pipe with the program's whole output.
  public func start(_ path: String, _ arguments: [String]) throws(ProgramError) -> any ProgramOutput {
    FakeProgramOutput(try run(path, arguments, deadline: 0, isCancelled: { false }))
  }

  public func launch(_ path: String, _ arguments: [String], patience: Double) throws(ProgramError) {
    let status = try run(path, arguments, deadline: patience, isCancelled: { false }).status
    if status != 0 { throw .failed(path: path, status: status) }
  }
}

/// A program that has written everything and ended.
private final class FakeProgramOutput: ProgramOutput {
  let descriptor: Int32
  private let status: Int

  init(_ result: ProgramResult) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    _ = result.output.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    (descriptor, status) = (ends[0], result.status)
  }

  func read(_ count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let read = WidgetSystem.read(descriptor, &buffer, count)
    return read < 0 ? nil : Array(buffer.prefix(read))
  }

  func waitForStatus(seconds: Double) -> Int { status }
  func end() { close(descriptor) }
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

/// Records what is put onto it.
public final class FakeClipboard: Clipboard {
  private let texts = Mutex<[String]>([])
  private let problem: ClipboardProblem?

  /// - Parameter problem: Thrown for every text.
  public init(problem: ClipboardProblem? = nil) { self.problem = problem }

  public var written: [String] { texts.withLock { $0 } }

  public func write(_ text: String, for instance: String) throws(ClipboardProblem) {
    if let problem { throw problem }
    texts.withLock { $0.append(text) }
  }
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
