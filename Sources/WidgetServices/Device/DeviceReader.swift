/// Reads system metrics of the machine that a widget runs on.
///
/// Each call takes a new reading and may block briefly (for example on a network volume).
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
  func processes() throws(DeviceError) -> ProcessSample
  /// Waits between two samples.
  func pause(seconds: Double)
}
