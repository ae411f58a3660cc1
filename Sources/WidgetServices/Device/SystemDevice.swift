import WidgetModel
import WidgetSystem

/// The machine this program is running on.
public struct SystemDevice: DeviceReader {
  public init() {}

  /// Counts like `df`: blocks reserved for the system are neither used nor free.
  public func disk(at path: String) throws(DeviceError) -> DiskSpace {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .noSuchPath(path) }
    var volume = statvfs()
    guard statvfs(path, &volume) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: throw .noSuchPath(path)
      case EACCES, EPERM: throw .notPermitted(path)
      default: throw .unavailable
      }
    }
    return Self.space(
      blockSize: UInt64(volume.f_frsize), blocks: UInt64(volume.f_blocks), unused: UInt64(volume.f_bfree),
      available: UInt64(volume.f_bavail))
  }

  /// - Parameters:
  ///   - unused: Blocks without data, including reserved ones.
  ///   - available: Blocks an ordinary user can fill.
  static func space(blockSize: UInt64, blocks: UInt64, unused: UInt64, available: UInt64) -> DiskSpace {
    func bytes(_ blocks: UInt64) -> UInt64 {
      let product = blocks.multipliedReportingOverflow(by: blockSize)
      return product.overflow ? .max : product.partialValue
    }
    return DiskSpace(used: bytes(blocks - min(unused, blocks)), free: bytes(min(available, blocks)))
  }

  public func load() throws(DeviceError) -> LoadAverage {
    var averages = [0.0, 0.0, 0.0]
    guard getloadavg(&averages, 3) == 3 else { throw .unavailable }
    return LoadAverage(
      one: averages[0], five: averages[1], fifteen: averages[2], cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  public func info() throws(DeviceError) -> DeviceInfo {
    var names = utsname()
    guard uname(&names) == 0 else { throw .unavailable }
    let kernel = text(of: names.release)
    return DeviceInfo(
      hostname: text(of: names.nodename), os: systemName() ?? "\(text(of: names.sysname)) \(kernel)", kernel: kernel,
      architecture: text(of: names.machine))
  }

  public func uptime() throws(DeviceError) -> Double {
    #if canImport(Darwin)
      guard let seconds = Self.seconds(of: CLOCK_MONOTONIC) else { throw .unavailable }
    #else
      guard let seconds = Self.seconds(of: CLOCK_BOOTTIME) else { throw .unavailable }
    #endif
    return seconds
  }

  public func pause(seconds: Double) {
    guard seconds > 0, seconds <= 1 else { return }
    usleep(UInt32(saturating: seconds * 1e6))
  }

  /// Seconds on a clock that only moves forward and stops during sleep.
  static func monotonicTime() -> Double { seconds(of: CLOCK_MONOTONIC) ?? 0 }

  private static func seconds(of clock: clockid_t) -> Double? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The interfaces that are enabled and have a link (`IFF_RUNNING`), and the loopback ones; see getifaddrs(3).
  static func interfaceFlags() -> (up: Set<String>, loopback: Set<String>) {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return ([], []) }
    defer { freeifaddrs(first) }
    var up: Set<String> = []
    var loopback: Set<String> = []
    var next = first
    while let address = next {
      let name = String(cString: address.pointee.ifa_name)
      let flags = Int(address.pointee.ifa_flags)
      if flags & Int(Self.upFlag) != 0, flags & Int(Self.runningFlag) != 0 { up.insert(name) }
      if flags & Int(Self.loopbackFlag) != 0 { loopback.insert(name) }
      next = address.pointee.ifa_next
    }
    return (up, loopback)
  }

  // Enumerators on Linux and macros on macOS, with the same values: netdevice(7).
  private static let upFlag = 0x1
  private static let loopbackFlag = 0x8
  private static let runningFlag = 0x40
}

/// The text in a C array of fixed size, which may lack its terminating NUL.
private func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
