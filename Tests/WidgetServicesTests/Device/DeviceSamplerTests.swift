import Testing
import WidgetSystem

@testable import WidgetServices

enum ProcessInfoPID { static var current: pid_t { getpid() } }

@Suite struct DeviceSamplerTests {
  private func sample(_ time: Double, _ cores: (busy: UInt64, total: UInt64)...) -> ProcessorSample {
    ProcessorSample(
      time: time, cores: cores.enumerated().map { ProcessorTime(number: $0, busy: $1.busy, total: $1.total) })
  }

  @Test("the load is the share of time between two samples")
  func load() {
    let load = ProcessorLoad(from: sample(0, (100, 1000), (0, 1000)), to: sample(1, (150, 1100), (100, 1100)))
    #expect(load.cores == [0.5, 1])
    #expect(load.total == 0.75)
  }

  @Test("counters that stop or step back give a load of 0, never less")
  func steppingBack() {
    let load = ProcessorLoad(from: sample(0, (100, 1000), (50, 1000)), to: sample(1, (90, 1100), (50, 900)))
    #expect(load.cores == [0, 0])
    #expect(load.total == 0)
    let same = sample(5, (1, 2))
    #expect(ProcessorLoad(from: same, to: same).total == 0)
    #expect(ProcessorLoad(from: sample(0), to: sample(1)).cores == [])
  }

  @Test("a core that came online counts from the next sample on")
  func newCore() {
    let load = ProcessorLoad(from: sample(0, (0, 100)), to: sample(1, (50, 200), (70, 100)))
    #expect(load.cores == [0.5, 0])
    #expect(load.total == 0.5)
  }

  @Test("the first call samples; the next one compares with the call before it")
  func sampling() throws {
    var sampler = DeviceSampler()
    let device = FixedDevice(coreLoads: [0.5, 0.25])
    for _ in 0..<2 {
      let load = try sampler.processorLoad(of: device)
      #expect(load.cores == [0.5, 0.25] && load.total == 0.375)
    }
    #expect(try sampler.processUse(of: device, count: 1).map(\.name) == ["compiler"])
    #expect(try sampler.processUse(of: device, count: 10).map(\.cpu) == [0.75, 0.25])
    #expect(throws: DeviceError.unavailable) { try sampler.processorLoad(of: FixedDevice(coreLoads: nil)) }
  }

  @Test("threads of the kernel and processes that have ended aren't listed: they have no memory")
  func withoutMemory() {
    let list = ProcessSample(
      time: 1,
      processes: [(1, "kworker", 0), (2, "firefox", 9), (3, "zombie", 0)].map { pid, name, memory in
        ProcessReading(pid: pid, name: name, started: 0, processorTime: Double(9 - pid), memory: memory)
      })
    #expect(ProcessUse.list(from: ProcessSample(time: 0, processes: []), to: list).map(\.name) == ["firefox"])
  }

  @Test("a process with a reused number counts from its start")
  func reusedNumber() {
    func process(_ pid: Int, _ started: UInt64, _ seconds: Double, memory: UInt64 = 1) -> ProcessReading {
      ProcessReading(pid: pid, name: "p\(pid)", started: started, processorTime: seconds, memory: memory)
    }
    let before = ProcessSample(time: 10, processes: [process(1, 5, 100), process(2, 5, 50)])
    let after = ProcessSample(
      time: 12, processes: [process(1, 5, 101), process(2, 11, 0.5), process(3, 11, 0, memory: 9), process(4, 11, 0)])
    let list = ProcessUse.list(from: before, to: after)
    #expect(list.map(\.pid) == [1, 2, 3, 4])
    #expect(list.map(\.cpu) == [0.5, 0.25, 0, 0])
    #expect(ProcessUse.list(from: after, to: before).allSatisfy { $0.cpu == 0 })
  }
}
