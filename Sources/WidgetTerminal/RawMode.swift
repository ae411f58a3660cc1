import Synchronization
import WidgetSystem

/// Why a terminal could not be used.
public enum TerminalError: Error, Sendable, Equatable {
  /// Another part of the program has it already: there is one terminal, and one raw mode, a process.
  case inUse
  /// A system call failed; its name and `errno`.
  case system(call: String, code: Int32)
}

/// A terminal that hands over each key at once and shows none: canonical mode and echo are off, the cursor is hidden.
///
/// Ctrl-C, Ctrl-\\ and Ctrl-Z stay signals (`ISIG`), so that a program that hangs can still be ended.
///
/// The terminal is given back on every way out: ``restore()``, `exit`, SIGINT, SIGTERM, SIGHUP, SIGQUIT, a crash (SIGSEGV, SIGABRT,
/// SIGBUS, SIGILL, SIGTRAP, SIGFPE), and while stopped by SIGTSTP. After giving it back, a signal takes its normal course. Only
/// SIGKILL, `_exit` and a stack that has run over (its handler has nowhere to run) leave it as it is.
public final class RawMode: Sendable {
  private static let current = Mutex<ObjectIdentifier?>(nil)

  private let input: Int32
  private let output: Int32
  private let enterSequence: [UInt8]
  private let leaveSequence: [UInt8]
  private let dropsInput: Bool

  /// - Parameters:
  ///   - input: The descriptor whose modes are changed. When it is no terminal, none are; the sequences are written anyway.
  ///   - enterSequence: Written to `output` on entering, for example to hide the cursor. At most 128 bytes.
  ///   - leaveSequence: Written to `output` on leaving. At most 128 bytes; must undo the other.
  ///   - dropsInput: Forget on leaving what was typed and not yet read. For when the mouse is reported.
  public init(
    input: Int32 = 0, output: Int32 = 1, enterSequence: [UInt8] = Array("\u{1B}[?25l".utf8),
    leaveSequence: [UInt8] = Array("\u{1B}[0m\u{1B}[?25h".utf8), dropsInput: Bool = false
  ) {
    self.input = input
    self.output = output
    self.enterSequence = Array(enterSequence.prefix(TerminalRestoration.sequenceCapacity))
    self.leaveSequence = Array(leaveSequence.prefix(TerminalRestoration.sequenceCapacity))
    self.dropsInput = dropsInput
  }

  deinit { restore() }

  /// Whether the terminal is in raw mode now: entered, not restored, not paused.
  public var isActive: Bool {
    RawMode.current.withLock {
      $0 == ObjectIdentifier(self) && TerminalRestoration.isActive.load(ordering: .sequentiallyConsistent)
    }
  }

  /// Enters raw mode. Entering twice is not an error.
  public func enter() throws(TerminalError) {
    try RawMode.current.withLock { (current: inout ObjectIdentifier?) throws(TerminalError) in
      if current == ObjectIdentifier(self) { return }
      guard current == nil else { throw .inUse }
      TerminalRestoration.prepare()
      let state = TerminalRestoration.state
      state.pointee = TerminalRestoration.State()
      state.pointee.output = output
      state.pointee.dropsInput = dropsInput
      TerminalRestoration.use(enter: enterSequence, leave: leaveSequence)
      if isTerminal(input) {
        guard tcgetattr(input, &state.pointee.saved) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        state.pointee.raw = raw(state.pointee.saved)
        state.pointee.terminal = input
      }
      current = ObjectIdentifier(self)
      SignalHandling.acquire(SignalHandling.requests + SignalHandling.crashes)
      // Active before the modes change: a signal in between restores what is still there, which does no harm.
      TerminalRestoration.isActive.store(true, ordering: .sequentiallyConsistent)
      if isForeground(input) {
        TerminalRestoration.enter()
      } else {
        TerminalRestoration.isActive.store(false, ordering: .relaxed)
      }
    }
  }

  /// Gives the terminal back for good. Doing it twice does no harm.
  public func restore() {
    RawMode.current.withLock { current in
      guard current == ObjectIdentifier(self) else { return }
      TerminalRestoration.leave()
      SignalHandling.release(SignalHandling.requests + SignalHandling.crashes)
      current = nil
    }
  }

  /// Raw mode for as long as `body` runs, whether it returns or throws.
  public func run<Value>(_ body: () throws -> Value) throws -> Value {
    try enter()
    defer { restore() }
    return try body()
  }

  /// More modes: written now, when the terminal is ours, again on entering, and undone on every way out.
  ///
  /// - Parameters:
  ///   - enter: Follows what is written on entering already, as far as there is room for all of it.
  ///   - leave: Precedes what is written on leaving already.
  func add(enter: [UInt8], leave: [UInt8]) {
    RawMode.current.withLock { current in
      let all = (enter: enterSequence + enter, leave: leave + leaveSequence)
      guard current == ObjectIdentifier(self), max(all.enter.count, all.leave.count) <= TerminalRestoration.sequenceCapacity
      else {
        return
      }
      // What undoes a mode is known before it is set.
      TerminalRestoration.use(enter: all.enter, leave: all.leave)
      if TerminalRestoration.isActive.load(ordering: .sequentiallyConsistent) { try? writeAll(enter, to: output) }
    }
  }

  /// What comes from the terminal and is not read is not for the shell.
  func dropInput() {
    RawMode.current.withLock { current in
      if current == ObjectIdentifier(self) { TerminalRestoration.state.pointee.dropsInput = true }
    }
  }

  /// Gives the terminal back for a while: before the process stops.
  func pause() {
    RawMode.current.withLock { if $0 == ObjectIdentifier(self) { TerminalRestoration.leave() } }
  }

  /// The terminal has become someone else's without our doing: there is nothing to give back until `resume()`.
  func abandon() {
    RawMode.current.withLock { current in
      if current == ObjectIdentifier(self) { TerminalRestoration.isActive.store(false, ordering: .sequentiallyConsistent) }
    }
  }

  /// Enters raw mode again after `pause()`, unless the process is in the background, where the terminal is someone else's.
  ///
  /// - Returns: Whether the terminal is ours.
  func resume() -> Bool {
    RawMode.current.withLock { current in
      guard current == ObjectIdentifier(self), isForeground(input) else { return false }
      // What the shell set while we were stopped is what it wants back.
      var now = termios()
      let state = TerminalRestoration.state
      if state.pointee.terminal >= 0, !TerminalRestoration.isActive.load(ordering: .sequentiallyConsistent),
        tcgetattr(input, &now) == 0, now.c_lflag & tcflag_t(ICANON) != 0
      {
        state.pointee.saved = now
        state.pointee.raw = raw(now)
      }
      TerminalRestoration.enter()
      return true
    }
  }

  private func raw(_ modes: termios) -> termios {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // Reads never wait: poll does. So a reader that is told to end cannot hang and steal a key from the shell.
    withUnsafeMutableBytes(of: &modes.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    return modes
  }
}

/// Whether this process may use the terminal: false for a job in the background. True for a descriptor that is no controlling
/// terminal, because then nobody else has a better claim.
func isForeground(_ terminal: Int32) -> Bool {
  let group = tcgetpgrp(terminal)
  return group < 0 || group == getpgrp()
}
