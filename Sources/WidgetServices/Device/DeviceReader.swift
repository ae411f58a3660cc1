/// Figures of the machine that a widget runs on.
///
/// Each call reads anew and may block for a moment (a volume of a network, for instance).
public protocol DeviceReader: Sendable {
  /// - Parameter path: Any file or folder on the volume that is meant.
  func disk(at path: String) throws(DeviceError) -> DiskSpace
  func memory() throws(DeviceError) -> MemoryUse
  func load() throws(DeviceError) -> LoadAverage
  func info() throws(DeviceError) -> DeviceInfo
  /// Seconds since the machine started, sleep included.
  func uptime() throws(DeviceError) -> Double
  /// - Returns: nil for a machine without one.
  func battery() throws(DeviceError) -> BatteryCharge?
}

/// All batteries of the machine together.
public struct BatteryCharge: Sendable, Equatable {
  /// 0...1.
  public var level: Double
  public var isCharging: Bool

  public init(level: Double, isCharging: Bool) {
    self.level = level
    self.isCharging = isCharging
  }
}

/// Bytes of a volume.
public struct DiskSpace: Sendable, Equatable {
  public var total: UInt64
  /// In use, by anybody.
  public var used: UInt64
  /// That an ordinary user may still fill. `used + free` is less than `total` where the system keeps a reserve.
  public var free: UInt64

  public init(total: UInt64, used: UInt64, free: UInt64) {
    self.total = total
    self.used = used
    self.free = free
  }
}

/// Bytes of working memory.
public struct MemoryUse: Sendable, Equatable {
  public var total: UInt64
  /// `total` without `free`.
  public var used: UInt64
  /// That programs can still have, caches that would be given up for them included.
  public var free: UInt64

  public init(total: UInt64, free: UInt64) {
    self.total = total
    self.free = min(free, total)
    used = total - self.free
  }
}

/// Processes that ran or waited to run, averaged over minutes.
public struct LoadAverage: Sendable, Equatable {
  public var one: Double
  public var five: Double
  public var fifteen: Double
  /// Processors in use by the system: what a load of 1.0 is a share of.
  public var cores: Int

  public init(one: Double, five: Double, fifteen: Double, cores: Int) {
    self.one = one
    self.five = five
    self.fifteen = fifteen
    self.cores = cores
  }
}

/// What the machine is. Nothing about its user.
public struct DeviceInfo: Sendable, Equatable {
  public var hostname: String
  /// Name and version: `Debian GNU/Linux 12 (bookworm)`.
  public var os: String
  /// The kernel's release: `6.1.0-18-amd64`.
  public var kernel: String
  /// `x86_64`, `aarch64`, `arm64`.
  public var architecture: String

  public init(hostname: String, os: String, kernel: String, architecture: String) {
    self.hostname = hostname
    self.os = os
    self.kernel = kernel
    self.architecture = architecture
  }
}

/// Why a figure could not be read.
public enum DeviceError: Error, Sendable, Equatable {
  case noSuchPath(String)
  case notPermitted(String)
  /// The system does not say, here.
  case unavailable
}

extension DeviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchPath(let path): "there is no \"\(path)\""
    case .notPermitted(let path): "\"\(path)\" may not be read"
    case .unavailable: "this machine does not say"
    }
  }
}
