import Synchronization
import WidgetSystem

extension LiveTerminal {
  /// Queries the terminal's features, once, without waiting. ``TerminalEvent/features(_:)`` reports them when the responses are
  /// complete or time is up: after 0.2 seconds, or one second over SSH. Late responses are reported when they arrive.
  ///
  /// - Parameters:
  ///   - preference: How to show images.
  ///   - subjects: The features to query.
  /// - Returns: The features if there's nothing to query, in which case no event follows.
  public func query(_ preference: GraphicsPreference, _ subjects: TerminalQueries.Subjects) -> TerminalFeatures? {
    let known = shared.screen.withLock { (screen: inout Screen) -> TerminalFeatures? in
      if screen.isClosed || screen.detection.hasBegun { return nil }
      let canRespond = isTerminal(source) && isTerminal(output) && !screen.isAway && isForeground(output)
      let queries = screen.detection.begin(preference, subjects, canRespond: canRespond, now: MonotonicTime.now())
      if queries.isEmpty { return screen.detection.features(measured: TerminalFeatures.CellSize(of: output)) }
      // The next call of `show` reports that the terminal is gone.
      try? LiveTerminal.write(queries, to: output)
      return nil
    }
    input.wake()
    return known
  }

  /// Starts using the features confirmed by the responses.
  static func settle(_ screen: inout Screen, _ rawMode: RawMode, _ output: Int32) -> TerminalFeatures {
    let features = screen.detection.features(measured: TerminalFeatures.CellSize(of: output))
    screen.writer.synchronizes = features.synchronizedOutput
    let old = screen.modes
    screen.modes.synchronizes = features.synchronizedOutput
    screen.modes.enablesGraphemeClusters = screen.detection.enablesGraphemeClusters
    screen.modes.reportsColorScheme = screen.detection.reportsColorScheme
    if !screen.isClosed { rawMode.use(screen.modes, replacing: old) }
    return features
  }

  /// Reports clicks and the wheel from now on. Does nothing in a terminal without mouse reporting.
  ///
  /// To select text the user then has to hold a modifier key, so call this only if there's something to click or scroll.
  public func reportMouse() {
    guard capabilities.reportsMouse else { return }
    shared.screen.withLock { screen in
      guard !screen.modes.reportsMouse, !screen.isClosed else { return }
      let old = screen.modes
      screen.modes.reportsMouse = true
      rawMode.use(screen.modes, replacing: old)
    }
  }

  /// Waits for outstanding responses and discards them, so they don't end up in the shell's command line.
  func awaitResponses() {
    while let deadline = shared.screen.withLock({ $0.detection.deadline }), MonotonicTime.now() < deadline + 0.1 {
      usleep(1000)
    }
    if shared.screen.withLock({ $0.detection.isOutstanding }) { rawMode.discardInput() }
  }
}

extension LiveTerminal {
  /// Lends the terminal to another program in the same process group, such as an editor: it gets the earlier modes, no key is
  /// read, and Ctrl-C ends at most that program. Afterwards the last frame is drawn again.
  ///
  /// - Parameter body: Returns once the program has ended.
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
