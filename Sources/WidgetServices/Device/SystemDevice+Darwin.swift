#if canImport(Darwin)
  import WidgetSystem

  extension SystemDevice {
    /// Free pages and those that hold only what could be read again.
    public func memory() throws(DeviceError) -> MemoryUse {
      var total: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      guard sysctlbyname("hw.memsize", &total, &size, nil, 0) == 0 else { throw .unavailable }
      var statistics = vm_statistics64()
      var count = mach_msg_type_number_t(MemoryLayout<vm_statistics64>.size / MemoryLayout<integer_t>.size)
      let status = withUnsafeMutablePointer(to: &statistics) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          host_statistics64(mach_host_self(), HOST_VM_INFO64, $0, &count)
        }
      }
      guard status == KERN_SUCCESS else { throw .unavailable }
      let pages = UInt64(statistics.free_count) + UInt64(statistics.inactive_count) + UInt64(statistics.purgeable_count)
      return MemoryUse(total: total, free: pages * UInt64(getpagesize()))
    }

    public func battery() throws(DeviceError) -> BatteryCharge? { throw .unavailable }

    func systemName() -> String? {
      var size = 0
      guard sysctlbyname("kern.osproductversion", nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.osproductversion", &bytes, &size, nil, 0) == 0 else { return nil }
      return "macOS " + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
