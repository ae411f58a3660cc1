#if canImport(Darwin)
  import WidgetSystem

  extension SystemDevice {
    /// Free pages, and those whose contents could be read again.
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

    public func processors() throws(DeviceError) -> ProcessorSample {
      var coreCount: natural_t = 0
      var ticks: processor_info_array_t?
      var tickCount: mach_msg_type_number_t = 0
      guard host_processor_info(mach_host_self(), PROCESSOR_CPU_LOAD_INFO, &coreCount, &ticks, &tickCount) == KERN_SUCCESS,
        let ticks
      else { throw .unavailable }
      defer {
        let size = vm_size_t(tickCount) * vm_size_t(MemoryLayout<integer_t>.stride)
        vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: ticks)), size)
      }
      let states = Int(CPU_STATE_MAX)
      let cores = (0..<min(Int(coreCount), Int(tickCount) / states)).map { core in
        func count(_ state: Int32) -> UInt64 { UInt64(UInt32(bitPattern: ticks[core * states + Int(state)])) }
        let busy = count(CPU_STATE_USER) + count(CPU_STATE_SYSTEM) + count(CPU_STATE_NICE)
        return ProcessorTime(number: core, busy: busy, total: busy + count(CPU_STATE_IDLE))
      }
      return ProcessorSample(time: Self.monotonicTime(), cores: cores)
    }

    public func network() throws(DeviceError) -> [NetworkInterface] {
      var first: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&first) == 0 else { throw .unavailable }
      defer { freeifaddrs(first) }
      let flags = Self.interfaceFlags()
      var interfaces: [NetworkInterface] = []
      var next = first
      while let address = next {
        next = address.pointee.ifa_next
        let name = String(cString: address.pointee.ifa_name)
        guard let socket = address.pointee.ifa_addr, socket.pointee.sa_family == UInt8(AF_LINK), !flags.loopback.contains(name),
          let data = address.pointee.ifa_data?.assumingMemoryBound(to: if_data.self).pointee
        else { continue }
        interfaces.append(
          NetworkInterface(
            name: name, received: UInt64(data.ifi_ibytes), sent: UInt64(data.ifi_obytes), isUp: flags.up.contains(name)))
      }
      return interfaces.sorted { $0.name < $1.name }
    }

    public func processes() throws(DeviceError) -> ProcessSample {
      let expected = proc_listallpids(nil, 0)
      guard expected > 0 else { throw .unavailable }
      // Some more, for processes starting meanwhile.
      var pids = [pid_t](repeating: 0, count: Int(expected) + 64)
      let count = proc_listallpids(&pids, Int32(pids.count * MemoryLayout<pid_t>.stride))
      guard count > 0 else { throw .unavailable }
      var timebase = mach_timebase_info()
      guard mach_timebase_info(&timebase) == KERN_SUCCESS, timebase.denom > 0 else { throw .unavailable }
      let secondsPerTick = Double(timebase.numer) / Double(timebase.denom) / 1e9
      let processes = pids.prefix(Int(count)).compactMap { pid -> ProcessReading? in
        var info = proc_taskallinfo()
        let size = Int32(MemoryLayout<proc_taskallinfo>.size)
        // Fails for other users' processes.
        guard pid > 0, proc_pidinfo(pid, PROC_PIDTASKALLINFO, 0, &info, size) == size else { return nil }
        let name = withUnsafeBytes(of: info.pbsd.pbi_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let ticks = Double(info.ptinfo.pti_total_user) + Double(info.ptinfo.pti_total_system)
        return ProcessReading(
          pid: Int(pid), name: name, started: info.pbsd.pbi_start_tvsec &* 1_000_000 &+ info.pbsd.pbi_start_tvusec,
          processorTime: ticks * secondsPerTick, memory: info.ptinfo.pti_resident_size)
      }
      guard !processes.isEmpty else { throw .unavailable }
      return ProcessSample(time: Self.monotonicTime(), processes: processes)
    }

    func systemName() -> String? {
      var size = 0
      guard sysctlbyname("kern.osproductversion", nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.osproductversion", &bytes, &size, nil, 0) == 0 else { return nil }
      return "macOS " + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
