import Testing

@testable import WidgetServices

@Suite struct DeviceTests {
  private let device = SystemDevice()

  @Test("a volume's figures fit together")
  func disk() throws {
    let disk = try device.disk(at: "/")
    #expect(disk.total > 0)
    #expect(disk.used <= disk.total)
    #expect(disk.free <= disk.total - disk.used)
  }

  @Test(
    "a path that is not there is an error, not a trap",
    arguments: ["", "/no/such/path", "/etc/passwd/x", "/\0etc", String(repeating: "a/", count: 9999)])
  func noSuchPath(_ path: String) {
    #expect(throws: DeviceError.noSuchPath(path)) { try device.disk(at: path) }
  }

  @Test("memory, load and uptime are there")
  func figures() throws {
    let memory = try device.memory()
    #expect(memory.total > 0 && memory.free > 0 && memory.used + memory.free == memory.total)
    let load = try device.load()
    #expect(load.one >= 0 && load.five >= 0 && load.fifteen >= 0 && load.cores >= 1)
    let uptime = try device.uptime()
    #expect(try device.uptime() >= uptime && uptime > 0)
  }

  @Test("info names the machine")
  func info() throws {
    let info = try device.info()
    #expect(![info.hostname, info.os, info.kernel, info.architecture].contains(""))
  }

  #if os(Linux)
    @Test("memory is read from meminfo, whatever stands in it")
    func meminfo() {
      #expect(
        SystemDevice.memory(meminfo: "MemTotal:       1000 kB\nMemFree: 100 kB\nMemAvailable:    400 kB\n")
          == MemoryUse(total: 1_024_000, free: 409_600))
      #expect(SystemDevice.memory(meminfo: "MemTotal: 10 kB\nMemFree: 4 kB\n") == MemoryUse(total: 10240, free: 4096))
      #expect(SystemDevice.memory(meminfo: "MemTotal: 10 kB\nMemAvailable: 40 kB\n") == MemoryUse(total: 10240, free: 10240))
      for text in ["", "MemTotal:", "MemTotal: x kB\nMemFree: 1 kB", "MemTotal: 99999999999999999999 kB\nMemFree: 1 kB"] {
        #expect(SystemDevice.memory(meminfo: text) == nil, "\(text)")
      }
      #expect(SystemDevice.memory(meminfo: "MemTotal: 18446744073709551615 kB\nMemFree: 1 kB") == nil)
    }

    @Test(
      "the system's name is the one for display",
      arguments: [
        ("NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n", "Debian GNU/Linux 12 (bookworm)"),
        ("NAME=Arch\nVERSION='rolling'", "Arch rolling"), ("NAME=Void", "Void"), ("PRETTY_NAME=\"\"\nNAME=X", "X"), ("", nil),
        ("PRETTY_NAME", nil), ("=\n\"", nil), ("NAME=\"", "\""),
      ])
    func osRelease(_ text: String, _ name: String?) {
      #expect(SystemDevice.systemName(osRelease: text) == name)
    }
  #endif

  @Test("a fixed machine says what it was told, and nothing else")
  func fixed() throws {
    let fixed = FixedDevice(load: nil)
    #expect(try fixed.disk(at: "/").total == 500_000_000_000)
    #expect(throws: DeviceError.noSuchPath("/data")) { try fixed.disk(at: "/data") }
    #expect(throws: DeviceError.unavailable) { try fixed.load() }
    #expect(DeviceError.noSuchPath("/data").description == "there is no \"/data\"")
  }
}
