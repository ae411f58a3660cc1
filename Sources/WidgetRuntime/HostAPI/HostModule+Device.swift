import WidgetModel
import WidgetServices

extension HostModule {
  static let device = HostModule(
    "device", "What this machine is doing.",
    [
      HostFunction(
        "device.disk", "Space on the volume that holds `path`.", HostField("path", .optional(.string), "the root without it"),
        returns: [
          HostField(
            "space",
            .record([
              HostField("total", .integer, "bytes"), HostField("free", .integer, "bytes that may still be used"),
              HostField("used", .integer, "bytes"),
            ]))
        ],
        needs: .device("disk")
      ) { call, session throws(HostError) in
        let path = call[0].isNull ? "/" : call.text(0)
        let disk = try session.reading("disk") { () throws(DeviceError) in try session.services.device.disk(at: path) }
        return ["total": bytes(disk.total), "free": bytes(disk.free), "used": bytes(disk.used)]
      },
      HostFunction(
        "device.memory", "Working memory.",
        returns: [
          HostField(
            "memory",
            .record([
              HostField("total", .integer, "bytes"), HostField("used", .integer, "bytes"),
              HostField("free", .integer, "bytes that programs can still have"),
            ]))
        ], needs: .device("memory")
      ) { _, session throws(HostError) in
        let memory = try session.reading("memory") { () throws(DeviceError) in try session.services.device.memory() }
        return ["total": bytes(memory.total), "free": bytes(memory.free), "used": bytes(memory.used)]
      },
      HostFunction(
        "device.load", "Load averages of 1, 5 and 15 minutes, and the number of processor cores.",
        returns: [
          HostField(
            "load",
            .record([
              HostField("one", .number), HostField("five", .number), HostField("fifteen", .number),
              HostField("cores", .integer),
            ]))
        ], needs: .device("load")
      ) { _, session throws(HostError) in
        let load = try session.reading("load") { () throws(DeviceError) in try session.services.device.load() }
        return [
          "one": .number(load.one), "five": .number(load.five), "fifteen": .number(load.fifteen),
          "cores": .integer(Int64(load.cores)),
        ]
      },
      HostFunction(
        "device.uptime", "How long this machine has been running, sleep included.",
        returns: [HostField("seconds", .number)], needs: .device("uptime")
      ) { _, session throws(HostError) in
        .number(try session.reading("uptime") { () throws(DeviceError) in try session.services.device.uptime() })
      },
      HostFunction(
        "device.battery", "The charge of all batteries together; nil for a machine without one.",
        returns: [
          HostField("battery", .optional(.record([HostField("level", .number, "0 to 1"), HostField("charging", .boolean)])))
        ], needs: .device("battery")
      ) { _, session throws(HostError) in
        let battery = try session.reading("battery") { () throws(DeviceError) in try session.services.device.battery() }
        return battery.map { ["level": .number($0.level), "charging": .boolean($0.isCharging)] } ?? .null
      },
      HostFunction(
        "device.info", "What this machine is.",
        returns: [
          HostField(
            "info",
            .record([
              HostField("hostname", .string), HostField("os", .string), HostField("kernel", .string),
              HostField("architecture", .string),
            ]))
        ], needs: .device("info")
      ) { _, session throws(HostError) in
        let info = try session.reading("info") { () throws(DeviceError) in try session.services.device.info() }
        return [
          "hostname": .string(info.hostname), "os": .string(info.os), "kernel": .string(info.kernel),
          "architecture": .string(info.architecture),
        ]
      },
    ])
}

private func bytes(_ count: some BinaryInteger) -> LuaValue { .integer(Int64(clamping: count)) }

extension HostSession {
  /// Reads a figure of the machine, when the manifest declares it.
  fileprivate func reading<Result>(_ what: String, _ read: () throws(DeviceError) -> Result) throws(HostError) -> Result {
    if !grants.isAllowed(.device("*")) { try permit(.device(what)) }
    do { return try read() } catch { throw HostError("device.\(what): \(error)") }
  }
}
