/// What one worker may spend. Defaults are the product's; a manifest may lower them, the user may raise them.
public struct Budgets: Sendable, Equatable {
  /// Bytes of Lua heap.
  public var memory: Int
  /// Processor time of a phase, in milliseconds.
  public var cpuMilliseconds: [Phase: Int]
  /// Wall clock of an update, fetches included, in seconds.
  public var updateTime: Double

  public init(
    memory: Int = 32 << 20, cpuMilliseconds: [Phase: Int] = [.load: 500, .update: 1000, .tap: 500, .content: 100],
    updateTime: Double = 30
  ) {
    self.memory = memory
    self.cpuMilliseconds = cpuMilliseconds
    self.updateTime = updateTime
  }

  /// How long the broker waits for a sign of life while Lua runs, in seconds: twice the processor time that the call may use
  /// in all its phases, and half a second.
  func overdue(_ phase: Phase) -> Double {
    let own = cpuMilliseconds[phase] ?? 0
    let view = phase == .load ? 0 : cpuMilliseconds[.content] ?? 0
    return 2 * Double(own + view) / 1000 + 0.5
  }
}

/// A part of a widget's life that has a processor budget of its own.
public enum Phase: String, Sendable, CaseIterable {
  case load, update, tap, content
}
