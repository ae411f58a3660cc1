import WidgetModel
import WidgetServices

private let sampling = "the first call, and one less than 100 ms after another, samples for 100 ms"

extension HostModule {
  static let device = HostModule(
    "device", "System metrics.",
    [
      metric(
        .disk, "Returns the disk space on the volume containing `path`, as `df` counts it: `used + free == total`.",
        .optional("path", .string, default: "\"/\""),
        returns: HostField(
          "space",
          .record([
            HostField("total", .integer, "bytes, without blocks reserved by the system"),
            HostField("free", .integer, "bytes you can still use"), HostField("used", .integer, "bytes"),
          ]))
      ) { call, device throws(DeviceError) in
        let disk = try device.reader.disk(at: call[0].isNull ? "/" : call.text(0))
        return ["total": bytes(disk.total), "free": bytes(disk.free), "used": bytes(disk.used)]
      },
      metric(
        .memory, "Main memory.",
        returns: HostField(
          "memory",
          .record([
            HostField("total", .integer, "bytes"), HostField("used", .integer, "bytes"),
            HostField("free", .integer, "bytes available to programs"),
          ]))
      ) { _, device throws(DeviceError) in
        let memory = try device.reader.memory()
        return ["total": bytes(memory.total), "free": bytes(memory.free), "used": bytes(memory.used)]
      },
      metric(
        .cpu, "Returns the share of time the processor was busy since this widget's previous call.",
        returns: HostField(
          "load",
          .record([
            HostField("total", .number, "all cores together, 0 to 1"), HostField("cores", .list(.number), "each core, 0 to 1"),
          ])),
        limits: sampling
      ) { _, device throws(DeviceError) in
        let load = try device.processorLoad()
        return ["total": .number(load.total), "cores": .array(load.cores.map { .number($0) })]
      },
      metric(
        .load, "Load averages over 1, 5 and 15 minutes, and the number of processor cores.",
        returns: HostField(
          "load",
          .record([
            HostField("one", .number), HostField("five", .number), HostField("fifteen", .number), HostField("cores", .integer),
          ]))
      ) { _, device throws(DeviceError) in
        let load = try device.reader.load()
        return [
          "one": .number(load.one), "five": .number(load.five), "fifteen": .number(load.fifteen),
          "cores": .integer(Int64(load.cores)),
        ]
      },
      processes,
      metric(
        .network, "Returns a list of the network interfaces other than loopback.",
        returns: HostField(
          "interfaces",
          .list(
            .record([
              HostField("name", .string, "such as `eth0`"), HostField("received", .integer, "bytes since boot"),
              HostField("sent", .integer, "bytes since boot"), HostField("up", .boolean, "enabled, with a link"),
            ])))
      ) { _, device throws(DeviceError) in
        .array(
          try device.reader.network().map {
            ["name": .string($0.name), "received": bytes($0.received), "sent": bytes($0.sent), "up": .boolean($0.isUp)]
          })
      },
      metric(
        .uptime, "Time since the machine was started, time asleep included.", returns: HostField("seconds", .number)
      ) { _, device throws(DeviceError) in .number(try device.reader.uptime()) },
      metric(
        .battery, "The charge of all batteries together; nil on a machine without one.",
        returns: HostField(
          "battery", .optional(.record([HostField("level", .number, "0 to 1"), HostField("charging", .boolean)])))
      ) { _, device throws(DeviceError) in
        try device.reader.battery().map { ["level": .number($0.level), "charging": .boolean($0.isCharging)] } ?? .null
      },
      metric(
        .info, "The machine's name and operating system.",
        returns: HostField(
          "info",
          .record([
            HostField("hostname", .string), HostField("os", .string), HostField("kernel", .string),
            HostField("architecture", .string),
          ]))
      ) { _, device throws(DeviceError) in
        let info = try device.reader.info()
        return [
          "hostname": .string(info.hostname), "os": .string(info.os), "kernel": .string(info.kernel),
          "architecture": .string(info.architecture),
        ]
      },
    ])

  private static let processes = HostFunction(
    "device.processes",
    """
    Returns a list of the processes that used the processor most since this widget's previous call, busiest first. Threads of the \
    kernel are left out: they have no memory of their own.
    """,
    .optional("count", .integer, "1 to 1000", default: "10"),
    returns: [
      HostField(
        "processes",
        .list(
          .record([
            HostField("name", .string), HostField("pid", .integer),
            HostField("cpu", .number, "share of one processor core; more than 1 for a process using several"),
            HostField("memory", .integer, "bytes"),
          ])))
    ], requires: .device(DeviceMetric.processes.rawValue), limits: sampling
  ).implemented(using: \.device) { call, device throws(HostError) in
    let count = call[0].isNull ? 10 : call[0].integer ?? 0
    guard (1...1000).contains(count) else {
      throw HostError("device.processes: count must be an integer from 1 to 1000, got \(call[0].shown)")
    }
    do {
      return .array(
        try device.processUse(count: Int(count)).map {
          ["name": .string($0.name), "pid": .integer(Int64($0.pid)), "cpu": .number($0.cpu), "memory": bytes($0.memory)]
        })
    } catch { throw HostError("device.processes: \(error)") }
  }

  /// `device.NAME`, which requires the permission with that name.
  private static func metric(
    _ metric: DeviceMetric, _ summary: String, _ parameters: HostField..., returns result: HostField, limits: String? = nil,
    _ read: @escaping @Sendable (HostCall, DeviceAccess) throws(DeviceError) -> LuaValue
  ) -> HostFunction {
    var function = HostFunction(
      "device.\(metric.rawValue)", summary, returns: [result], requires: .device(metric.rawValue), limits: limits)
    function.parameters = parameters
    return function.implemented(using: \.device) { call, device throws(HostError) in
      do { return try read(call, device) } catch { throw HostError("\(call.name): \(error)") }
    }
  }
}

private func bytes(_ count: UInt64) -> LuaValue { .integer(Int64(clamping: count)) }

/// Reads system metrics for `device`, using the counters from the widget's previous calls.
struct DeviceAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  var reader: any DeviceReader { session.services.device }

  /// The processor's load since the widget's previous call.
  func processorLoad() throws(DeviceError) -> ProcessorLoad { try session.deviceSampler.processorLoad(of: reader) }

  /// The busiest processes since the widget's previous call.
  func processUse(count: Int) throws(DeviceError) -> [ProcessUse] {
    try session.deviceSampler.processUse(of: reader, count: count)
  }
}
