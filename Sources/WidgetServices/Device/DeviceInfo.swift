/// Describes the machine, not its user.
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

/// The charge of all the machine's batteries together.
public struct BatteryCharge: Sendable, Equatable {
  /// 0...1.
  public var level: Double
  public var state: Battery.State

  public var isCharging: Bool { state == .charging }

  public init(level: Double, state: Battery.State) {
    self.level = level
    self.state = state
  }
}

/// A volume's space in bytes, as counted by `df`: `used + free == total`.
public struct DiskSpace: Sendable, Equatable {
  public var used: UInt64
  /// Available to ordinary users. Blocks reserved by the system don't count, not even in ``total``.
  public var free: UInt64

  /// The most an ordinary user can use.
  public var total: UInt64 {
    let (sum, overflow) = used.addingReportingOverflow(free)
    return overflow ? .max : sum
  }

  public init(used: UInt64, free: UInt64) {
    self.used = used
    self.free = free
  }
}

/// The number of processes running or waiting to run, averaged over minutes.
public struct LoadAverage: Sendable, Equatable {
  public var one: Double
  public var five: Double
  public var fifteen: Double
  /// Processor cores online: a load of this size uses all of them.
  public var cores: Int

  public init(one: Double, five: Double, fifteen: Double, cores: Int) {
    self.one = one
    self.five = five
    self.fifteen = fifteen
    self.cores = cores
  }
}

/// Main memory in use, in bytes.
public struct MemoryUse: Sendable, Equatable {
  public var total: UInt64
  /// `total` minus `free`.
  public var used: UInt64
  /// Available to programs, including caches the system would give up for them.
  public var free: UInt64

  public init(total: UInt64, free: UInt64) {
    self.total = total
    self.free = min(free, total)
    used = total - self.free
  }
}

/// A network interface and the bytes it has carried since the machine started.
public struct NetworkInterface: Sendable, Equatable {
  /// `eth0`, `wlan0`, `en0`.
  public var name: String
  public var received: UInt64
  public var sent: UInt64
  /// Whether it's enabled and has a link.
  public var isUp: Bool

  public init(name: String, received: UInt64, sent: UInt64, isUp: Bool) {
    self.name = name
    self.received = received
    self.sent = sent
    self.isUp = isUp
  }
}
