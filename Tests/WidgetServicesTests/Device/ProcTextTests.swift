import Testing

@testable import WidgetServices

@Suite struct ProcTextTests {
  @Test(
    "the kernel's name is completed from the command line, without arguments",
    arguments: [
      ("/usr/lib/chromium/chromium-browser-stable\0--token=x\0", "chromium-browse", "chromium-browser-stable"),
      ("other\0", "chromium-browse", "chromium-browse"), ("", "kworker/0:1-eve", "kworker/0:1-eve"),
    ])
  func fullNames(_ line: String, _ short: String, _ name: String) {
    #expect(ProcText.fullName(short, commandLine: line) == name)
  }

  @Test("memory comes from MemAvailable, or MemFree without it")
  func memory() {
    #expect(
      ProcText.memory("MemTotal:       1000 kB\nMemFree: 100 kB\nMemAvailable:    400 kB\n")
        == MemoryUse(total: 1_024_000, free: 409_600))
    #expect(ProcText.memory("MemTotal: 10 kB\nMemFree: 4 kB\n") == MemoryUse(total: 10240, free: 4096))
    #expect(ProcText.memory("MemTotal: 10 kB\nMemAvailable: 40 kB\n") == MemoryUse(total: 10240, free: 10240))
    for text in ["", "MemTotal:", "MemTotal: x kB\nMemFree: 1 kB", "MemTotal: 99999999999999999999 kB\nMemFree: 1 kB"] {
      #expect(ProcText.memory(text) == nil, "\(text)")
    }
    #expect(ProcText.memory("MemTotal: 18446744073709551615 kB\nMemFree: 1 kB") == nil)
  }

  @Test("idle and waiting time is not busy; guest time is not counted twice")
  func processors() {
    let text = """
      cpu  300 0 100 1000 200 0 0 0 50 0
      cpu0 100 10 50 700 100 5 5 10 40 0
      cpu2 1 1 1 1
      intr 123 0 0
      """
    #expect(
      ProcText.processors(text) == [
        ProcessorTime(number: 0, busy: 180, total: 980), ProcessorTime(number: 2, busy: 3, total: 4),
      ])
  }

  @Test(
    "hostile lines of processors are ignored",
    arguments: [
      "", "cpu", "cpu0", "cpu0 1 2 3", "cpu0 1 2 3 x", "cpu0 1 2 -3 4 5", "cpux 1 2 3 4", "cpu-1 1 2 3 4",
      "cpu0 18446744073709551615 18446744073709551615 1 1", "cpu99999999999999999999 1 2 3 4", "\0\0\0", "cpu0\t1\t2\t3\t4",
    ])
  func hostileProcessors(_ text: String) {
    #expect(ProcText.processors(text) == [])
  }

  private let devices = """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
        lo:  999       9    0    0    0     0          0         0      999       9    0    0    0     0       0          0
     wlan0:  10 1 0 0 0 0 0 0 20 2 0 0 0 0 0 0
      eth0:1000       9    0    0    0     0          0         0      2000       9    0    0    0     0       0          0

    """

  @Test("interfaces are sorted, without loopback")
  func interfaces() {
    #expect(
      ProcText.interfaces(devices, up: ["eth0"], loopback: ["lo"]) == [
        NetworkInterface(name: "eth0", received: 1000, sent: 2000, isUp: true),
        NetworkInterface(name: "wlan0", received: 10, sent: 20, isUp: false),
      ])
  }

  @Test(
    "hostile lines of interfaces are ignored",
    arguments: [
      "", ":", "x:", "x: 1 2 3", "x: a 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0", "x: 1 0 0 0 0 0 0 0 -1 0 0 0 0 0 0 0",
      "x: 18446744073709551616 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0", ": 1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0",
    ])
  func hostileInterfaces(_ text: String) {
    #expect(ProcText.interfaces(text, up: [], loopback: []) == [])
  }

  private func process(_ text: String) -> ProcessReading? {
    ProcText.process(text, pid: 7, ticksPerSecond: 100, pageSize: 4096)
  }

  private let fields = "S 1 7 7 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 1 0 8888 1000000 256 18446744073709551615"

  @Test(
    "a process may have any name",
    arguments: ["bash", "a b", "a) R 9 (b", ")", "(", "", "x\n(y", "\u{FFFD}", "7 (fake) S"])
  func names(_ name: String) {
    #expect(
      process("7 (\(name)) \(fields)\n")
        == ProcessReading(pid: 7, name: name, started: 8888, processorTime: 2, memory: 1 << 20))
  }

  @Test(
    "a hostile process line is ignored",
    arguments: [
      "", "7", "7 (x", "7 )x(", "7 (x)", "7 (x) S 1 2 3", "7 (x) S 1 7 7 0 -1 0 1 2 3 4 a 50 0 0 20 0 1 0 8888 1 256",
      "7 (x) S 1 7 7 0 -1 0 1 2 3 4 1 50 0 0 20 0 1 0 8888 1 18446744073709551615",
      "7 (x) S 1 7 7 0 -1 0 1 2 3 4 1 50 0 0 20 0 1 0 8888 1 -5",
    ])
  func hostileProcess(_ text: String) {
    #expect(process(text) == nil)
  }

  @Test(
    "the system's name is the one for display",
    arguments: [
      ("NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n", "Debian GNU/Linux 12 (bookworm)"),
      ("NAME=Arch\nVERSION='rolling'", "Arch rolling"), ("NAME=Void", "Void"), ("PRETTY_NAME=\"\"\nNAME=X", "X"), ("", nil),
      ("PRETTY_NAME", nil), ("=\n\"", nil), ("NAME=\"", "\""),
    ])
  func osRelease(_ text: String, _ name: String?) {
    #expect(ProcText.systemName(text) == name)
  }
}
