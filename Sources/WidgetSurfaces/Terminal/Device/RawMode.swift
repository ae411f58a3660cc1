import Synchronization
import WidgetSystem

/// Why a terminal can't be used.
public enum TerminalError: Error, Sendable, Equatable {
  /// Another part of the process is using it. A process has only one raw mode.
  case inUse
  /// A system call failed, with its `errno`.
  case system(call: String, code: Int32)
}

/// A terminal without canonical mode and echo, with a hidden cursor: each key arrives at once.
///
/// Ctrl-C, Ctrl-\\ and Ctrl-Z remain signals (`ISIG`), so you can end a hanging program.
///
/// Every exit restores the terminal: ``restore()``, `exit`, and every signal that ends or stops a process by default (see
/// `SignalHandling`), which then has its default effect. Only SIGKILL, SIGSTOP, `_exit` and a stack overflow (the handler has no
/// stack) leave it in raw mode.
public final class RawMode: Sendable {
  private static let current = Mutex<ObjectIdentifier?>(nil)

  private let input: Int32
  private let output: Int32
  private let enterSequence: [UInt8]
  private let leaveSequence: [UInt8]
  private let discardsInput: Bool

  /// - Parameters:
  ///   - input: The descriptor whose modes change, if it's a terminal. The sequences are written in any case.
  ///   - enterSequence: Written to `output` on entering, for example to hide the cursor. At most 128 bytes.
  ///   - leaveSequence: Written to `output` on leaving, to undo the other one. At most 128 bytes.
  ///   - discardsInput: Whether to discard unread input on leaving.
  public init(
    input: Int32 = 0, output: Int32 = 1, enterSequence: [UInt8] = Array("\u{1B}[?25l".utf8),
    leaveSequence: [UInt8] = Array("\u{1B}[0m\u{1B}[?25h".utf8), discardsInput: Bool = false
  ) {
    self.input = input
    self.output = output
    self.enterSequence = Array(enterSequence.prefix(TerminalRestoration.sequenceCapacity))
    self.leaveSequence = Array(leaveSequence.prefix(TerminalRestoration.sequenceCapacity))
    self.discardsInput = discardsInput
  }

  convenience init(input: Int32, output: Int32, modes: TerminalModes) {
    self.init(input: input, output: output, enterSequence: modes.enter, leaveSequence: modes.leave)
  }

  deinit { restore() }

  /// Whether the terminal is in raw mode now.
  public var isActive: Bool {
    RawMode.current.withLock {
      $0 == ObjectIdentifier(self) && TerminalRestoration.isActive.load(ordering: .sequentiallyConsistent)
    }
  }

  /// Enters raw mode. You can call it twice.
  public func enter() throws(TerminalError) {
    try RawMode.current.withLock { (current: inout ObjectIdentifier?) throws(TerminalError) in
      if current == ObjectIdentifier(self) { return }
      guard current == nil else { throw .inUse }
      TerminalRestoration.prepare()
      let state = TerminalRestoration.state
      state.pointee = TerminalRestoration.State()
      state.pointee.output = output
      state.pointee.discardsInput = discardsInput
      TerminalRestoration.use(enter: enterSequence, leave: leaveSequence)
      if isTerminal(input) {
        guard tcgetattr(input, &state.pointee.saved) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        state.pointee.raw = raw(state.pointee.saved)
        state.pointee.terminal = input
      }
      current = ObjectIdentifier(self)
      SignalHandling.acquire(SignalHandling.exits)
      // Active before the modes change: a signal in between restores unchanged modes, which does no harm.
      TerminalRestoration.isActive.store(true, ordering: .sequentiallyConsistent)
      if isForeground(input) {
        TerminalRestoration.enter()
      } else {
        TerminalRestoration.isActive.store(false, ordering: .relaxed)
      }
    }
  }

  /// Restores the terminal for good. You can call it twice.
  public func restore() {
    RawMode.current.withLock { current in
      guard current == ObjectIdentifier(self) else { return }
      TerminalRestoration.leave()
      SignalHandling.release(SignalHandling.exits)
      current = nil
    }
  }

  /// Runs `body` in raw mode.
  public func run<Value>(_ body: () throws -> Value) throws -> Value {
    try enter()
    defer { restore() }
    return try body()
  }

  /// Changes the terminal modes: sets them now if the process owns the terminal, again on entering, and resets them on every
  /// exit.
  ///
  /// - Parameter old: The modes currently set.
  func use(_ modes: TerminalModes, replacing old: TerminalModes) {
    RawMode.current.withLock { current in
      let (enter, leave) = (modes.enter, modes.leave)
      guard current == ObjectIdentifier(self), max(enter.count, leave.count) <= TerminalRestoration.sequenceCapacity else {
        return
      }
      // The sequence for resetting a mode is in place before the mode is set.
      TerminalRestoration.use(enter: enter, leave: leave)
      // Mouse reports still on their way mustn't end up in the shell's command line.
      if modes.reportsMouse { TerminalRestoration.state.pointee.discardsInput = true }
      let additions = modes.additions(to: old)
      if TerminalRestoration.isActive.load(ordering: .sequentiallyConsistent) { try? LiveTerminal.write(additions, to: output) }
    }
  }

  /// Discards unread input on leaving.
  func discardInput() {
    RawMode.current.withLock { current in
      if current == ObjectIdentifier(self) { TerminalRestoration.state.pointee.discardsInput = true }
    }
  }

  /// Restores the terminal before the process stops.
  func pause() {
    RawMode.current.withLock { if $0 == ObjectIdentifier(self) { TerminalRestoration.leave() } }
  }

  /// Another process has taken the terminal: there's nothing to restore until `resume()`.
  func abandon() {
    RawMode.current.withLock { current in
      if current == ObjectIdentifier(self) { TerminalRestoration.isActive.store(false, ordering: .sequentiallyConsistent) }
    }
  }

  /// Enters raw mode again after `pause()`, unless the process is in the background.
  ///
  /// - Returns: Whether the process owns the terminal.
  func resume() -> Bool {
    RawMode.current.withLock { current in
      guard current == ObjectIdentifier(self), isForeground(input) else { return false }
      // Restore the modes set by the shell while the process was stopped.
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
    // Reads don't block, `poll` does. So a reader about to end can't hang and take a key from the shell.
    withUnsafeMutableBytes(of: &modes.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    return modes
  }
}

/// Whether this process may use the terminal: false for a background job, true for a descriptor other than a controlling
/// terminal.
func isForeground(_ terminal: Int32) -> Bool {
  let group = tcgetpgrp(terminal)
  return group < 0 || group == getpgrp()
}
