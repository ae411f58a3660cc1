#if os(Linux)
  import WidgetSystem

  extension SystemDevice {
    /// `MemAvailable` of proc_meminfo(5): the kernel's own guess of what programs can still have.
    public func memory() throws(DeviceError) -> MemoryUse {
      guard let text = smallFile("/proc/meminfo"), let memory = Self.memory(meminfo: text) else { throw .unavailable }
      return memory
    }

    static func memory(meminfo text: String) -> MemoryUse? {
      func bytes(_ field: String) -> UInt64? {
        for line in text.split(separator: "\n") where line.hasPrefix(field + ":") {
          let words = line.split(separator: " ")
          guard words.count >= 2, let kibibytes = UInt64(words[1]) else { return nil }
          let product = kibibytes.multipliedReportingOverflow(by: 1024)
          return product.overflow ? nil : product.partialValue
        }
        return nil
      }
      guard let total = bytes("MemTotal"), let free = bytes("MemAvailable") ?? bytes("MemFree") else { return nil }
      return MemoryUse(total: total, free: free)
    }

    /// What the kernel says of power supplies (sysfs-class-power). Batteries of other devices, such as a mouse, do not count.
    public func battery() throws(DeviceError) -> BatteryCharge? { battery(supplies: "/sys/class/power_supply") }

    func battery(supplies folder: String) -> BatteryCharge? {
      guard let names = try? Directory.names(at: folder) else { return nil }
      var levels: [Double] = []
      var isCharging = false
      for name in names.sorted() where levels.count < 16 {
        func field(_ field: String) -> String? {
          smallFile("\(folder)/\(name)/\(field)").map { String($0.prefix { $0 != "\n" }) }
        }
        guard !name.hasPrefix("."), field("type") == "Battery", field("scope") != "Device",
          let percent = field("capacity").flatMap({ Double($0) }), (0...100).contains(percent)
        else { continue }
        levels.append(percent / 100)
        if field("status") == "Charging" { isCharging = true }
      }
      guard !levels.isEmpty else { return nil }
      return BatteryCharge(level: levels.reduce(0, +) / Double(levels.count), isCharging: isCharging)
    }

    /// Name and version as os-release(5) has them for display.
    func systemName() -> String? {
      (smallFile("/etc/os-release") ?? smallFile("/usr/lib/os-release")).flatMap(Self.systemName(osRelease:))
    }

    static func systemName(osRelease text: String) -> String? {
      var fields: [Substring: String] = [:]
      for line in text.split(separator: "\n") {
        guard let equals = line.firstIndex(of: "=") else { continue }
        var value = line[line.index(after: equals)...]
        if value.count >= 2, let quote = value.first, quote == "\"" || quote == "'", value.last == quote {
          value = value.dropFirst().dropLast()
        }
        fields[line[..<equals]] = String(value)
      }
      if let name = fields["PRETTY_NAME"], !name.isEmpty { return name }
      return fields["NAME"].map { name in fields["VERSION"].map { "\(name) \($0)" } ?? name }
    }

    private func smallFile(_ path: String) -> String? {
      guard let bytes = try? RegularFile.read(path, limit: 16 << 10), !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
