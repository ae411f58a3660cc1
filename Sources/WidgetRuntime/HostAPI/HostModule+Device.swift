import WidgetModel
import WidgetServices

extension HostModule {
  static let device = HostModule(
    "device", "System metrics.",
    [
      metric(
        "disk", "Disk space on the volume that contains `path`.", .optional("path", .string, default: "\"/\""),
        returns: HostField(
          "space",
          .record([
            HostField("total", .integer, "bytes"), HostField("free", .integer, "bytes that can still be used"),
            HostField("used", .integer, "bytes"),
          ]))
      ) { call, device throws(DeviceError) in
        let disk = try device.disk(at: call[0].isNull ? "/" : call.text(0))
        return ["total": bytes(disk.total), "free": bytes(disk.free), "used": bytes(disk.used)]
      },
      metric(
        "memory", "Main memory.",
        returns: HostField(
          "memory",
          .record([
            HostField("total", .integer, "bytes"), HostField("used", .integer, "bytes"),
            HostField("free", .integer, "bytes that are available to programs"),
          ]))
      ) { _, device throws(DeviceError) in
        let memory = try device.memory()
        return ["total": bytes(memory.total), "free": bytes(memory.free), "used": bytes(memory.used)]
      },
      metric(
        "load", "Load averages over 1, 5 and 15 minutes, and the number of processor cores.",
        returns: HostField(
          "load",
          .record([
            HostField("one", .number), HostField("five", .number), HostField("fifteen", .number), HostField("cores", .integer),
          ]))
      ) { _, device throws(DeviceError) in
        let load = try device.load()
        return [
          "one": .number(load.one), "five": .number(load.five), "fifteen": .number(load.fifteen),
          "cores": .integer(Int64(load.cores)),
        ]
      },
      metric(
        "uptime", "Time since the machine was started, time asleep included.", returns: HostField("seconds", .number)
      ) { _, device throws(DeviceError) in .number(try device.uptime()) },
      metric(
        "battery", "The charge of all batteries together; nil on a machine without one.",
        returns: HostField("battery", .optional(.record([HostField("level", .number, "0 to 1"), HostField("charging", .boolean)])))
      ) { _, device throws(DeviceError) in
        try device.battery().map { ["level": .number($0.level), "charging": .boolean($0.isCharging)] } ?? .null
      },
      metric(
        "info", "The machine's name and operating system.",
        returns: HostField(
          "info",
          .record([
            HostField("hostname", .string), HostField("os", .string), HostField("kernel", .string),
            HostField("architecture", .string),
          ]))
      ) { _, device throws(DeviceError) in
        let info = try device.info()
        return [
          "hostname": .string(info.hostname), "os": .string(info.os), "kernel": .string(info.kernel),
          "architecture": .string(info.architecture),
        ]
      },
    ])

  /// `device.NAME`, which requires the permission of that name.
  private static func metric(
    _ name: String, _ summary: String, _ parameters: HostField..., returns result: HostField,
    _ read: @escaping @Sendable (HostCall, any DeviceReader) throws(DeviceError) -> LuaValue
  ) -> HostFunction {
    var function = HostFunction("device.\(name)", summary, returns: [result], requires: .device(name))
    function.parameters = parameters
    return function.implemented(using: \.device) { call, device throws(HostError) in
      do { return try read(call, device) } catch { throw HostError("\(call.name): \(error)") }
    }
  }
}

private func bytes(_ count: some BinaryInteger) -> LuaValue { .integer(Int64(clamping: count)) }
