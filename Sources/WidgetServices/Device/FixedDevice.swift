import Synchronization
import WidgetModel

/// The in-memory implementation: a machine with fixed metrics.
public struct FixedDevice: DeviceReader {
  /// Disks by path; any other path doesn't exist.
  public var disks: [String: DiskSpace]
  public var memoryUse: MemoryUse?
  public var loadAverage: LoadAverage?
  public var deviceInfo: DeviceInfo?
  public var uptimeSeconds: Double?
  /// nil for a machine without a battery.
  public var charge: BatteryCharge?
  /// nil for a machine without a screen of its own.
  public var screen: Backlight?
  /// The load of each core, 0...1.
  public var coreLoads: [Double]?
  public var interfaces: [NetworkInterface]?
  /// The share of a core used by each process.
  public var processUses: [ProcessUse]?
  private let clock = StepClock()

  /// - Parameters: Metrics that are nil are unavailable.
  public init(
    disks: [String: DiskSpace] = ["/": DiskSpace(used: 200_000_000_000, free: 275_000_000_000)],
    memory: MemoryUse? = MemoryUse(total: 16_000_000_000, free: 6_000_000_000),
    load: LoadAverage? = LoadAverage(one: 0.5, five: 0.25, fifteen: 0.125, cores: 4),
    info: DeviceInfo? = DeviceInfo(hostname: "fixed", os: "Fixed OS 1.0", kernel: "1.0.0", architecture: "x86_64"),
    uptime: Double? = 3600, battery: BatteryCharge? = nil, coreLoads: [Double]? = [0.5, 0.25],
    interfaces: [NetworkInterface]? = [NetworkInterface(name: "eth0", received: 2_000_000, sent: 500_000, isUp: true)],
    processes: [ProcessUse]? = [
      ProcessUse(pid: 42, name: "compiler", cpu: 0.75, memory: 300_000_000),
      ProcessUse(pid: 7, name: "browser", cpu: 0.25, memory: 900_000_000),
    ]
  ) {
    self.disks = disks
    memoryUse = memory
    loadAverage = load
    deviceInfo = info
    uptimeSeconds = uptime
    charge = battery
    self.coreLoads = coreLoads
    self.interfaces = interfaces
    processUses = processes
  }

  public func disk(at path: String) throws(DeviceError) -> DiskSpace {
    guard let disk = disks[path] else { throw .noSuchPath(path) }
    return disk
  }

  public func memory() throws(DeviceError) -> MemoryUse { try available(memoryUse) }
  public func load() throws(DeviceError) -> LoadAverage { try available(loadAverage) }
  public func info() throws(DeviceError) -> DeviceInfo { try available(deviceInfo) }
  public func uptime() throws(DeviceError) -> Double { try available(uptimeSeconds) }
  public func battery() throws(DeviceError) -> BatteryCharge? { charge }
  public func backlight() throws(DeviceError) -> Backlight? { screen }
  public func network() throws(DeviceError) -> [NetworkInterface] { try available(interfaces) }

  public func processors() throws(DeviceError) -> ProcessorSample {
    let loads = try available(coreLoads)
    let step = clock.next()
    return ProcessorSample(
      time: Double(step),
      cores: loads.enumerated().map { ProcessorTime(number: $0, busy: UInt64(saturating: $1 * 1000) * step, total: 1000 * step) })
  }

  public func processes() throws(DeviceError) -> ProcessSample {
    let uses = try available(processUses)
    let step = clock.next()
    return ProcessSample(
      time: Double(step),
      processes: uses.map {
        ProcessReading(pid: $0.pid, name: $0.name, started: 1, processorTime: $0.cpu * Double(step), memory: $0.memory)
      })
  }

  public func pause(seconds: Double) {}

  private func available<Metric>(_ metric: Metric?) throws(DeviceError) -> Metric {
    guard let metric else { throw .unavailable }
    return metric
  }
}

/// Advances by a second with each sample.
private final class StepClock: Sendable {
  private let step = Mutex<UInt64>(0)

  func next() -> UInt64 {
    step.withLock {
      $0 += 1
      return $0
    }
  }
}
