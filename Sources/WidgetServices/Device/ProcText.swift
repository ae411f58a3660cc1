/// Reads the text files Linux uses to publish system metrics: proc(5), os-release(5).
///
/// The text isn't trusted: a process chooses its own name, and a container can put anything there. Unreadable lines are left out;
/// a number that doesn't fit makes its line unreadable.
package enum ProcText {
  /// `/proc/meminfo`. Free is `MemAvailable`, the kernel's estimate of what's left for programs.
  static func memory(_ text: String) -> MemoryUse? {
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

  /// The lines `cpu0 user nice system idle iowait irq softirq steal ...` of `/proc/stat`. Guest time is part of user time.
  static func processors(_ text: String) -> [ProcessorTime] {
    var cores: [ProcessorTime] = []
    for line in text.split(separator: "\n") where line.hasPrefix("cpu") {
      let words = line.split(separator: " ")
      guard let number = words.first.flatMap({ Int($0.dropFirst(3)) }), number >= 0, words.count >= 5 else { continue }
      var ticks: [UInt64] = []
      for word in words.dropFirst().prefix(8) {
        // Adding eight of these can't overflow.
        guard let count = UInt64(word), count < 1 << 60 else { break }
        ticks.append(count)
      }
      guard ticks.count == min(words.count - 1, 8) else { continue }
      let total = ticks.reduce(0, +)
      let idle = ticks[3] + (ticks.count > 4 ? ticks[4] : 0)
      cores.append(ProcessorTime(number: number, busy: total - idle, total: total))
      if cores.count == 4096 { break }
    }
    return cores
  }

  /// The lines `name: received ... sent ...` of `/proc/net/dev`, sorted by name.
  static func interfaces(_ text: String, up: Set<String>, loopback: Set<String>) -> [NetworkInterface] {
    var interfaces: [NetworkInterface] = []
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon].drop(while: { $0 == " " }))
      let counts = line[line.index(after: colon)...].split(separator: " ")
      guard !name.isEmpty, !loopback.contains(name), counts.count >= 16, let received = UInt64(counts[0]),
        let sent = UInt64(counts[8])
      else { continue }
      interfaces.append(NetworkInterface(name: name, received: received, sent: sent, isUp: up.contains(name)))
      if interfaces.count == 1000 { break }
    }
    return interfaces.sorted { $0.name < $1.name }
  }

  /// The interfaces of default routes: `/proc/net/route` and `/proc/net/ipv6_route`.
  package static func defaultInterfaces(_ ipv4: String, ipv6: String) -> Set<String> {
    let isUp = 1
    var names: Set<String> = []
    for line in ipv4.split(separator: "\n").dropFirst() {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000" else { continue }
      if let flags = Int(fields[3], radix: 16), flags & isUp != 0 { names.insert(String(fields[0])) }
    }
    for line in ipv6.split(separator: "\n") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 9, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00", fields[9] != "lo" else { continue }
      if let flags = Int(fields[8], radix: 16), flags & isUp != 0 { names.insert(String(fields[9])) }
    }
    return names
  }

  /// `/proc/PID/stat`: `pid (name) state ...`. The name can contain anything, even parentheses and line breaks.
  static func process(_ text: String, pid: Int, ticksPerSecond: Double, pageSize: UInt64) -> ProcessReading? {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
    // Fields from the third on: state, ppid ...; utime is the 14th, stime the 15th, starttime the 22nd, rss the 24th.
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count >= 22, let user = UInt64(fields[11]), let system = UInt64(fields[12]), let started = UInt64(fields[19]),
      let pages = UInt64(fields[21])
    else { return nil }
    let memory = pages.multipliedReportingOverflow(by: pageSize)
    guard !memory.overflow else { return nil }
    return ProcessReading(
      pid: pid, name: String(text[text.index(after: open)..<close]), started: started,
      processorTime: (Double(user) + Double(system)) / ticksPerSecond, memory: memory.partialValue)
  }

  /// A process's name from `/proc/PID/cmdline`, if that continues the kernel's short one. Arguments may hold secrets: only the
  /// file's name is used.
  static func fullName(_ short: String, commandLine: String) -> String {
    let file = commandLine.prefix { $0 != "\0" }.split(separator: "/").last.map(String.init) ?? ""
    return file.hasPrefix(short) ? String(file.prefix(100)) : short
  }

  /// `os-release`: `PRETTY_NAME`, or `NAME` and `VERSION`.
  static func systemName(_ text: String) -> String? {
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
}
