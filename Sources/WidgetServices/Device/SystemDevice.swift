import WidgetSystem

/// This machine.
public struct SystemDevice: DeviceReader {
  public init() {}

  /// As `df` counts: what is free is what an ordinary user may still fill.
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
    let block = UInt64(volume.f_frsize)
    func bytes(_ blocks: some BinaryInteger) -> UInt64 {
      let product = UInt64(clamping: blocks).multipliedReportingOverflow(by: block)
      return product.overflow ? .max : product.partialValue
    }
    let total = bytes(volume.f_blocks)
    return DiskSpace(total: total, used: total - min(bytes(volume.f_bfree), total), free: bytes(volume.f_bavail))
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
    var time = timespec()
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    guard clock_gettime(clock, &time) == 0 else { throw .unavailable }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The text in a C array of fixed size, which may lack its zero.
private func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
