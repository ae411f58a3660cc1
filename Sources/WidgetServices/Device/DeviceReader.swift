/// Reads system metrics of the machine the widget runs on.
///
/// Each call takes a new reading and can block briefly (for example on a network volume).
public protocol DeviceReader: Sendable {
  /// - Parameter path: Any file or folder on the volume.
  func disk(at path: String) throws(DeviceError) -> DiskSpace
  func memory() throws(DeviceError) -> MemoryUse
  func load() throws(DeviceError) -> LoadAverage
  func info() throws(DeviceError) -> DeviceInfo
  /// Seconds since the machine started, including sleep.
  func uptime() throws(DeviceError) -> Double
  /// - Returns: nil for a machine without a battery.
  func battery() throws(DeviceError) -> BatteryCharge?
  func processors() throws(DeviceError) -> ProcessorSample
  /// Network interfaces other than loopback, sorted by name.
  func network() throws(DeviceError) -> [NetworkInterface]
  /// The interfaces other than loopback that are enabled and have a link.
  func links() throws(DeviceError) -> [NetworkLink]
  /// - Returns: nil for a machine without a screen of its own.
  func backlight() throws(DeviceError) -> Backlight?
  func processes() throws(DeviceError) -> ProcessSample
  /// Waits between two samples.
  func pause(seconds: Double)
}

/// The system metrics a widget can request, under the names used in `permissions.device`.
public enum DeviceMetric: String, Sendable, CaseIterable {
  case disk, memory, cpu, load, battery, uptime, network, processes, info

  /// Grants every metric: `device = true` in a manifest.
  public static let wildcard = "*"

  /// Whether a manifest or `--allow` can name this.
  public static func isValidPermission(_ name: String) -> Bool { name == wildcard || DeviceMetric(rawValue: name) != nil }
}

/// Why a system metric couldn't be read.
public enum DeviceError: Error, Sendable, Equatable {
  case noSuchPath(String)
  case notPermitted(String)
  /// The operating system doesn't provide this metric here.
  case unavailable
}

extension DeviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchPath(let path): "there is no \"\(path)\""
    case .notPermitted(let path): "no permission to read \"\(path)\""
    case .unavailable: "not available on this machine"
    }
  }
}

/// Computes shares from counters. It keeps a widget's previous reading.
public struct DeviceSampler: Sendable {
  /// The least number of seconds between two samples: the kernel counts in hundredths of a second.
  public static let interval = 0.1

  private var processors: ProcessorSample?
  private var processes: ProcessSample?

  public init() {}

  /// The processor's load since the previous call; the first call samples for ``interval``.
  public mutating func processorLoad(of device: any DeviceReader) throws(DeviceError) -> ProcessorLoad {
    let (earlier, later) = try Self.pair(processors, of: device, time: \.time) { () throws(DeviceError) in try device.processors()
    }
    processors = later
    return ProcessorLoad(from: earlier, to: later)
  }

  /// The busiest processes since the previous call; the first call samples for ``interval``.
  public mutating func processUse(of device: any DeviceReader, count: Int) throws(DeviceError) -> [ProcessUse] {
    let (earlier, later) = try Self.pair(processes, of: device, time: \.time) { () throws(DeviceError) in try device.processes() }
    processes = later
    return Array(ProcessUse.list(from: earlier, to: later).prefix(max(0, count)))
  }

  /// Two samples far enough apart to compare.
  private static func pair<Sample>(
    _ previous: Sample?, of device: any DeviceReader, time: KeyPath<Sample, Double>, read: () throws(DeviceError) -> Sample
  ) throws(DeviceError) -> (earlier: Sample, later: Sample) {
    let now = try read()
    let earlier = previous ?? now
    let elapsed = now[keyPath: time] - earlier[keyPath: time]
    if elapsed >= interval { return (earlier, now) }
    device.pause(seconds: interval - max(0, elapsed))
    return (earlier, try read())
  }
}
