/// The machine's processes at one moment. Processor shares are the difference between two samples.
public struct ProcessSample: Sendable, Equatable {
  /// Seconds on a clock that only moves forward.
  public var time: Double
  public var processes: [ProcessReading]

  public init(time: Double, processes: [ProcessReading]) {
    self.time = time
    self.processes = processes
  }
}

/// One process in a ``ProcessSample``.
public struct ProcessReading: Sendable, Equatable {
  public var pid: Int
  public var name: String
  /// When it started, in any unit: distinguishes it from an earlier process with the same number.
  public var started: UInt64
  /// Seconds of processor time, user and system, used so far.
  public var processorTime: Double
  /// Bytes of main memory in use.
  public var memory: UInt64

  public init(pid: Int, name: String, started: UInt64, processorTime: Double, memory: UInt64) {
    self.pid = pid
    self.name = name
    self.started = started
    self.processorTime = processorTime
    self.memory = memory
  }
}

/// A process and the share of a processor core it used.
public struct ProcessUse: Sendable, Equatable {
  public var pid: Int
  public var name: String
  /// 1 is one core all the time; processes with several threads can exceed it.
  public var cpu: Double
  /// Bytes.
  public var memory: UInt64

  public init(pid: Int, name: String, cpu: Double, memory: UInt64) {
    self.pid = pid
    self.name = name
    self.cpu = cpu
    self.memory = memory
  }

  /// The later sample's programs, the busiest first; ties by memory, then by number. The kernel's own threads, and processes that
  /// have ended, have no memory.
  public static func list(from earlier: ProcessSample, to later: ProcessSample) -> [ProcessUse] {
    let elapsed = later.time - earlier.time
    let before = Dictionary(earlier.processes.map { ($0.pid, $0) }, uniquingKeysWith: { first, _ in first })
    return later.processes.filter { $0.memory > 0 }.map { process in
      let start = before[process.pid].flatMap { $0.started == process.started ? $0.processorTime : nil } ?? 0
      let used = max(0, process.processorTime - start)
      return ProcessUse(
        pid: process.pid, name: process.name, cpu: elapsed > 0 ? used / elapsed : 0, memory: process.memory)
    }.sorted { ($1.cpu, $1.memory, $0.pid) < ($0.cpu, $0.memory, $1.pid) }
  }
}
