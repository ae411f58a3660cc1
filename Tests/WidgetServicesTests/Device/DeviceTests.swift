import Testing

@testable import WidgetServices

@Suite struct DeviceTests {
  private let device = SystemDevice()

  @Test("used and free space add up to the total")
  func disk() throws {
    let disk = try device.disk(at: "/")
    #expect(disk.used > 0)
    #expect(disk.used + disk.free == disk.total)
  }

  @Test("reserved blocks are neither used nor free, as in df")
  func reservedBlocks() {
    // A quota: of 1000 blocks, 250 are used and 250 are available.
    let space = SystemDevice.space(blockSize: 4096, blocks: 1000, unused: 750, available: 250)
    #expect(space == DiskSpace(used: 250 * 4096, free: 250 * 4096))
    #expect(space.total == 500 * 4096)
    #expect(Double(space.used) / Double(space.total) == 0.5)
  }

  @Test("a volume with nonsensical counts does not overflow")
  func hostileVolume() {
    #expect(SystemDevice.space(blockSize: .max, blocks: .max, unused: 0, available: .max).total == .max)
    #expect(SystemDevice.space(blockSize: 512, blocks: 10, unused: 20, available: 30) == DiskSpace(used: 0, free: 5120))
    #expect(SystemDevice.space(blockSize: 0, blocks: 0, unused: 0, available: 0).total == 0)
  }

  @Test(
    "a path that does not exist is an error",
    arguments: ["", "/no/such/path", "/etc/passwd/x", "/\0etc", String(repeating: "a/", count: 9999)])
  func noSuchPath(_ path: String) {
    #expect(throws: DeviceError.noSuchPath(path)) { try device.disk(at: path) }
  }

  @Test("memory, load and uptime have plausible values")
  func metrics() throws {
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

  @Test("every core's counters move forward")
  func processors() throws {
    let before = try device.processors()
    // The kernel counts in ticks.
    var after = before
    while after.cores == before.cores { after = try device.processors() }
    #expect(!before.cores.isEmpty && before.cores.map(\.number) == after.cores.map(\.number))
    #expect(after.time > before.time)
    let load = ProcessorLoad(from: before, to: after)
    #expect(load.cores.count == before.cores.count)
    #expect((0...1).contains(load.total) && load.cores.allSatisfy((0...1).contains))
  }

  @Test("the list of processes contains this one")
  func processes() throws {
    let pid = Int(ProcessInfoPID.current)
    let sample = try device.processes()
    let this = try #require(sample.processes.first { $0.pid == pid })
    #expect(this.memory > 1 << 20 && this.processorTime >= 0 && !this.name.isEmpty)
  }

  @Test("loopback is not listed as a network interface")
  func network() throws {
    let interfaces = try device.network()
    #expect(!interfaces.contains { $0.name == "lo" || $0.name == "lo0" })
    #expect(interfaces == interfaces.sorted { $0.name < $1.name })
  }

  @Test("a fixed machine has the metrics it was given and no others")
  func fixed() throws {
    let fixed = FixedDevice(load: nil, coreLoads: nil, interfaces: nil, processes: nil)
    #expect(try fixed.disk(at: "/").total == 475_000_000_000)
    #expect(throws: DeviceError.noSuchPath("/data")) { try fixed.disk(at: "/data") }
    #expect(throws: DeviceError.unavailable) { try fixed.load() }
    #expect(throws: DeviceError.unavailable) { try fixed.processors() }
    #expect(throws: DeviceError.unavailable) { try fixed.network() }
    #expect(throws: DeviceError.unavailable) { try fixed.processes() }
    #expect(DeviceError.noSuchPath("/data").description == "there is no \"/data\"")
  }
}
