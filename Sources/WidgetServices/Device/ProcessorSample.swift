/// How long each processor core has been busy, at one moment. The load is the difference between two samples.
public struct ProcessorSample: Sendable, Equatable {
  /// Seconds on a clock that only moves forward.
  public var time: Double
  public var cores: [ProcessorTime]

  public init(time: Double, cores: [ProcessorTime]) {
    self.time = time
    self.cores = cores
  }
}

/// A processor core's time since the machine started, in ticks of any length.
public struct ProcessorTime: Sendable, Equatable {
  /// The core's number. Cores can go offline and come back.
  public var number: Int
  public var busy: UInt64
  public var total: UInt64

  public init(number: Int, busy: UInt64, total: UInt64) {
    self.number = number
    self.busy = busy
    self.total = total
  }
}

/// The share of time the processor was busy.
public struct ProcessorLoad: Sendable, Equatable {
  /// All cores together, 0...1.
  public var total: Double
  /// Each core, 0...1, in the order of their numbers.
  public var cores: [Double]

  /// The load between two samples.
  ///
  /// The kernel's counters aren't exact and can step back a little, so shares are clamped; a core without any progress counts as
  /// idle.
  public init(from earlier: ProcessorSample, to later: ProcessorSample) {
    let before = Dictionary(earlier.cores.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    var busySum = 0.0
    var totalSum = 0.0
    cores = later.cores.map { core in
      guard let start = before[core.number], core.total > start.total else { return 0 }
      let total = Double(core.total - start.total)
      let busy = min(Double(core.busy) - Double(start.busy), total)
      busySum += max(busy, 0)
      totalSum += total
      return max(busy, 0) / total
    }
    total = totalSum > 0 ? busySum / totalSum : 0
  }
}
