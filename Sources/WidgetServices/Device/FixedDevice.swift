/// A machine that answers what it was told.
public struct FixedDevice: DeviceReader {
  /// By path; a path that is not here does not exist.
  public var disks: [String: DiskSpace]
  public var memoryUse: MemoryUse?
  public var loadAverage: LoadAverage?
  public var deviceInfo: DeviceInfo?
  public var uptimeSeconds: Double?
  /// nil: a machine without one.
  public var charge: BatteryCharge?

  /// - Parameters: What is nil is unavailable.
  public init(
    disks: [String: DiskSpace] = ["/": DiskSpace(total: 500_000_000_000, used: 200_000_000_000, free: 275_000_000_000)],
    memory: MemoryUse? = MemoryUse(total: 16_000_000_000, free: 6_000_000_000),
    load: LoadAverage? = LoadAverage(one: 0.5, five: 0.25, fifteen: 0.125, cores: 4),
    info: DeviceInfo? = DeviceInfo(hostname: "fixed", os: "Fixed OS 1.0", kernel: "1.0.0", architecture: "x86_64"),
    uptime: Double? = 3600, battery: BatteryCharge? = nil
  ) {
    self.disks = disks
    memoryUse = memory
    loadAverage = load
    deviceInfo = info
    uptimeSeconds = uptime
    charge = battery
  }

  public func disk(at path: String) throws(DeviceError) -> DiskSpace {
    guard let disk = disks[path] else { throw .noSuchPath(path) }
    return disk
  }

  public func memory() throws(DeviceError) -> MemoryUse { try given(memoryUse) }
  public func load() throws(DeviceError) -> LoadAverage { try given(loadAverage) }
  public func info() throws(DeviceError) -> DeviceInfo { try given(deviceInfo) }
  public func uptime() throws(DeviceError) -> Double { try given(uptimeSeconds) }
  public func battery() throws(DeviceError) -> BatteryCharge? { charge }

  private func given<Figure>(_ figure: Figure?) throws(DeviceError) -> Figure {
    guard let figure else { throw .unavailable }
    return figure
  }
}
