/// Computes shares from counters. It stores a widget's previous reading.
public struct DeviceSampler: Sendable {
  /// Seconds between two samples at least: the kernel counts in hundredths of a second.
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

  /// Two samples that are far enough apart to be compared.
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
