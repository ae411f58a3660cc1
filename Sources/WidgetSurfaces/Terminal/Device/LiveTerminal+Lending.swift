import Synchronization
import WidgetSystem

extension LiveTerminal {
  /// Lends the terminal to another program in the same process group, such as an editor: the modes are those from before, no key is read,
  /// and Ctrl-C ends at most that program. Afterwards the last frame is drawn again.
  ///
  /// - Parameter body: Returns when the program has ended.
  public func lend<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
    await input.pause()
    TerminalRestoration.isLent.store(true, ordering: .sequentiallyConsistent)
    shared.screen.withLock { screen in
      screen.isLent = true
      rawMode.pause()
    }
    let value = await body()
    shared.screen.withLock { screen in
      screen.isLent = false
      screen.isAway = true
      _ = LiveTerminal.comeBack(&screen, rawMode, output)
    }
    TerminalRestoration.isLent.store(false, ordering: .sequentiallyConsistent)
    input.unpause()
    return value
  }
}
