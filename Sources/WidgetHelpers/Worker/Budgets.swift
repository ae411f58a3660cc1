public import WidgetModel
public import WidgetSystem

/// A worker's limits. A manifest can lower the defaults, the user can raise them.
public struct Budgets: Sendable, Equatable {
  /// Bytes of Lua heap.
  public var memory: Int
  /// Processor time of a phase, in milliseconds.
  public var cpuMilliseconds: AssociationList<Phase, Int>
  /// Wall-clock time of an update, fetches included, in seconds.
  public var updateTime: Double

  public init(
    memory: Int = 32 << 20, cpuMilliseconds: AssociationList<Phase, Int> = [.load: 500, .update: 1000, .tap: 500, .content: 100],
    updateTime: Double = 30
  ) {
    self.memory = memory
    self.cpuMilliseconds = cpuMilliseconds
    self.updateTime = updateTime
  }

  /// These budgets, lowered by a manifest, which can't raise them.
  public func lowered(by limits: ManifestLimits) -> Budgets {
    var lowered = self
    lowered.memory = min(memory, limits.memory ?? memory)
    lowered.updateTime = min(updateTime, limits.time ?? updateTime)
    for (phase, most) in Budgets.cpuMilliseconds(update: limits.cpu).entries {
      lowered.cpuMilliseconds[phase] = min(cpuMilliseconds[phase] ?? most, most)
    }
    return lowered
  }

  /// These budgets, set by the user to higher or lower values.
  public func set(to limits: ManifestLimits) -> Budgets {
    var set = self
    set.memory = limits.memory ?? memory
    set.updateTime = limits.time ?? updateTime
    for (phase, most) in Budgets.cpuMilliseconds(update: limits.cpu).entries { set.cpuMilliseconds[phase] = most }
    return set
  }

  /// The budgets of all phases given the update's: as in the defaults, half for loading and taps, a tenth for a view.
  private static func cpuMilliseconds(update seconds: Double?) -> AssociationList<Phase, Int> {
    guard let seconds, let update = Int(exactly: (seconds * 1000).rounded(.up)) else { return [:] }
    return [.update: update, .load: max(1, update / 2), .tap: max(1, update / 2), .content: max(1, update / 10)]
  }

  /// The budgets in the form sent to the worker.
  var wire: [String: LuaValue] {
    var phases: [String: LuaValue] = [:]
    for (phase, milliseconds) in cpuMilliseconds.entries { phases[phase.rawValue] = .integer(Int64(milliseconds)) }
    return ["memory": .integer(Int64(memory)), "budgets": .table(phases)]
  }

  /// Processor time of a call in all its phases, in milliseconds.
  private func callMilliseconds(_ phase: Phase) -> Int {
    let view = phase == .load ? 0 : cpuMilliseconds[.content] ?? 0
    return (cpuMilliseconds[phase] ?? 0) + view
  }

  /// Processor time the broker spends on the host calls of a call, in milliseconds: as much as the call itself may use, but not so
  /// little that opening a store counts.
  func hostMilliseconds(_ phase: Phase) -> Int { max(callMilliseconds(phase), Self.leastHostMilliseconds) }

  private static let leastHostMilliseconds = 2000

  /// How long the broker waits for a message while Lua runs, in seconds: twice the processor time the call may use in all its
  /// phases, plus half a second.
  func overdue(_ phase: Phase) -> Double {
    2 * Double(callMilliseconds(phase)) / 1000 + 0.5
  }
}

/// A part of the lifecycle with its own processor budget.
public enum Phase: String, Sendable, CaseIterable {
  case load, update, tap, content
}
