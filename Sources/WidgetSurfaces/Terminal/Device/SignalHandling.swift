import Synchronization
import WidgetSystem

/// Installs and removes the process's signal handlers. `TerminalRestoration` implements them.
///
/// Handlers are counted, because raw mode and the input both need SIGINT. A signal ignored at the start stays ignored (`nohup`,
/// background jobs of a plain `sh`).
enum SignalHandling {
  /// Requests to end or to stop.
  private static let requests = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  /// Faults and `abort`.
  private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS]
  /// The other signals that end a process by default. The program ignores SIGPIPE.
  private static let others = [SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ] + platformSignals
  /// All catchable signals that end or stop a process.
  static let exits = requests + crashes + others
  /// Signals that only inform.
  static let notifications = [SIGWINCH, SIGCONT]

  #if os(Linux)
    /// Real-time signals have the numbers 34 to 64. A C library refuses handlers for those it uses itself.
    private static let platformSignals = [SIGPOLL, SIGPWR, SIGSTKFLT] + Array(Int32(34)...64)
  #else
    private static let platformSignals: [Int32] = []
  #endif

  private static let owners = Mutex<[Int32: Int]>([:])

  static func acquire(_ signals: [Int32]) {
    owners.withLock { owners in
      for signal in signals {
        owners[signal, default: 0] += 1
        if owners[signal] == 1 { install(signal) }
      }
    }
  }

  static func release(_ signals: [Int32]) {
    owners.withLock { owners in
      for signal in signals {
        guard let count = owners[signal] else { continue }
        owners[signal] = count > 1 ? count - 1 : nil
        if count == 1 { uninstall(signal) }
      }
    }
  }

  /// Unblocks signals for this thread. Concurrency pool threads block all signals, and new threads inherit that.
  static func accept(_ signals: [Int32]) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    _ = pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  private static func install(_ signal: Int32) {
    var current = sigaction()
    guard sigaction(signal, nil, &current) == 0, !isIgnored(current) else { return }
    TerminalRestoration.previous[Int(signal)] = current
    TerminalRestoration.isHandled[Int(signal)] = true
    setHandler(signal)
  }

  private static func uninstall(_ signal: Int32) {
    guard TerminalRestoration.isHandled[Int(signal)] else { return }
    TerminalRestoration.isHandled[Int(signal)] = false
    // It may still be set for the end of the program.
    if signal == SIGALRM { _ = alarm(0) }
    _ = sigaction(signal, TerminalRestoration.previous + Int(signal), nil)
  }

  /// Async-signal-safe.
  static func setHandler(_ signal: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = TerminalRestoration.handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = TerminalRestoration.handler
    #else
      action.__sigaction_handler.sa_sigaction = TerminalRestoration.handler
    #endif
    // An alternate stack, if there is one, survives an overflow of the normal stack.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK
    sigemptyset(&action.sa_mask)
    _ = sigaction(signal, &action, nil)
  }

  /// Async-signal-safe.
  static func setDefault(_ signal: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = SIG_DFL
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = SIG_DFL
    #else
      action.__sigaction_handler.sa_handler = SIG_DFL
    #endif
    sigemptyset(&action.sa_mask)
    _ = sigaction(signal, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Whether the input thread leaves the keys to another program.
final class PauseState: Sendable {
  private static let running = 0, requested = 1, paused = 2
  private let state = Atomic<Int>(running)

  var isPaused: Bool { state.load(ordering: .sequentiallyConsistent) == Self.paused }

  func request() { state.store(Self.requested, ordering: .sequentiallyConsistent) }

  func end() { state.store(Self.running, ordering: .sequentiallyConsistent) }

  /// Called while the input thread isn't reading.
  ///
  /// - Returns: Whether reading isn't allowed.
  func acknowledge() -> Bool {
    let (_, old) = state.compareExchange(expected: Self.requested, desired: Self.paused, ordering: .sequentiallyConsistent)
    return old != Self.running
  }
}
