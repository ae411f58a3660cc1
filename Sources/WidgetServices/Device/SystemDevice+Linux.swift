#if os(Linux)
  import WidgetSystem

  extension SystemDevice {
    public func memory() throws(DeviceError) -> MemoryUse {
      guard let memory = Self.contents("/proc/meminfo").flatMap(ProcText.memory) else { throw .unavailable }
      return memory
    }

    public func processors() throws(DeviceError) -> ProcessorSample {
      // Cores come first; a line of interrupts after them can be long.
      guard let text = Self.contents("/proc/stat", limit: 1 << 20) else { throw .unavailable }
      let cores = ProcText.processors(text)
      guard !cores.isEmpty else { throw .unavailable }
      return ProcessorSample(time: Self.monotonicTime(), cores: cores)
    }

    public func network() throws(DeviceError) -> [NetworkInterface] {
      guard let text = Self.contents("/proc/net/dev", limit: 1 << 20) else { throw .unavailable }
      let flags = Self.interfaceFlags()
      return ProcText.interfaces(text, up: flags.up, loopback: flags.loopback.union(["lo"]))
    }

    public func links() throws(DeviceError) -> [NetworkLink] {
      let wifi = WifiLinks.current()
      let routes = Self.contents("/proc/net/route", limit: 1 << 20) ?? ""
      let defaults = ProcText.defaultInterfaces(routes, ipv6: Self.contents("/proc/net/ipv6_route", limit: 1 << 20) ?? "")
      return try network().filter(\.isUp).map { interface in
        let folder = "/sys/class/net/\(interface.name)"
        let isEthernet = Self.contents("\(folder)/type")?.hasPrefix("1\n") == true
        let kind = NetworkConnection.Kind(uevent: Self.contents("\(folder)/uevent") ?? "", isEthernet: isEthernet)
        return NetworkLink(
          interface: interface.name, kind: wifi[interface.name] == nil ? kind : .wifi,
          isDefault: defaults.contains(interface.name), ssid: wifi[interface.name]?.ssid,
          strength: wifi[interface.name]?.strength)
      }
    }

    public func processes() throws(DeviceError) -> ProcessSample {
      guard let names = Self.names(in: "/proc", limit: 100_000) else { throw .unavailable }
      let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
      let pageSize = UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))
      let processes = names.compactMap { name -> ProcessReading? in
        // A process can end between listing and reading.
        guard let pid = Int(name), pid > 0, let text = Self.contents("/proc/\(pid)/stat", limit: 4096) else { return nil }
        var process = ProcText.process(text, pid: pid, ticksPerSecond: ticks, pageSize: pageSize)
        // The kernel keeps 15 bytes of a name.
        if let short = process?.name, short.utf8.count >= 15, let line = Self.contents("/proc/\(pid)/cmdline", limit: 4096) {
          process?.name = ProcText.fullName(short, commandLine: line)
        }
        return process
      }
      guard !processes.isEmpty else { throw .unavailable }
      return ProcessSample(time: Self.monotonicTime(), processes: processes)
    }

    /// Reads the kernel's power supplies (sysfs-class-power). Batteries in other devices, such as a mouse, don't count.
    public func battery() throws(DeviceError) -> BatteryCharge? { battery(supplies: "/sys/class/power_supply") }

    func battery(supplies folder: String) -> BatteryCharge? {
      var levels: [Double] = []
      var states: Set<String> = []
      for name in (Self.names(in: folder, limit: 64) ?? []).sorted() {
        func field(_ field: String) -> String? {
          Self.contents("\(folder)/\(name)/\(field)").map { String($0.prefix { $0 != "\n" }) }
        }
        guard field("type") == "Battery", field("scope") != "Device",
          let percent = field("capacity").flatMap({ Double($0) }), (0...100).contains(percent)
        else { continue }
        levels.append(percent / 100)
        if let state = field("status") { states.insert(state) }
      }
      guard !levels.isEmpty else { return nil }
      // One after the other is charged, or used.
      let order: [(String, Battery.State)] = [
        ("Charging", .charging), ("Discharging", .discharging), ("Not charging", .waiting), ("Full", .full),
      ]
      return BatteryCharge(
        level: levels.reduce(0, +) / Double(levels.count), state: order.first { states.contains($0.0) }?.1 ?? .unknown)
    }

    public func backlight() throws(DeviceError) -> Backlight? { backlight(devices: "/sys/class/backlight") }

    /// Several devices can control one screen; the kernel's documentation says which is best.
    func backlight(devices folder: String) -> Backlight? {
      let order = ["firmware", "platform", "raw"]
      var found: [(rank: Int, backlight: Backlight)] = []
      for name in (Self.names(in: folder, limit: 64) ?? []).sorted() where Backlight.isName(name) {
        func field(_ field: String) -> String? {
          Self.contents("\(folder)/\(name)/\(field)").map { String($0.prefix { $0 != "\n" }) }
        }
        guard let maximum = field("max_brightness").flatMap({ UInt32($0) }), maximum > 0,
          let value = (field("actual_brightness").flatMap { UInt32($0) }) ?? (field("brightness").flatMap { UInt32($0) })
        else { continue }
        let files = ["actual_brightness", "brightness"].map { "\(folder)/\(name)/\($0)" }
        found.append(
          (
            field("type").flatMap { order.firstIndex(of: $0) } ?? order.count,
            Backlight(name: name, value: value, maximum: maximum, files: files)
          ))
      }
      return found.min { $0.rank < $1.rank }?.backlight
    }

    /// Name and version for display, from os-release(5).
    func systemName() -> String? {
      (Self.contents("/etc/os-release") ?? Self.contents("/usr/lib/os-release")).flatMap(ProcText.systemName)
    }

    /// The names in a folder, without hidden ones. nil if it can't be read.
    private static func names(in folder: String, limit: Int) -> [String]? {
      (try? Directory.names(at: folder, limit: limit))?.filter { !$0.hasPrefix(".") }
    }

    /// The text of a file. nil if it can't be read, is empty or exceeds the limit.
    private static func contents(_ path: String, limit: Int = 16 << 10) -> String? {
      guard let bytes = try? RegularFile.read(path, limit: limit), !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
