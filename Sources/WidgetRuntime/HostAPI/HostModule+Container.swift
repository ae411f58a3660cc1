import WidgetModel
import WidgetServices

private let group = HostField("name", .string)
private let path = HostField("path", .string, "up to 8 names of letters, digits, `.`, `_` and `-`, with `/` between them")

extension HostModule {
  static let container = HostModule(
    "container", "Files that the widgets of a group share: `local files = container(\"group.x\")`, then `files:read(path)`.",
    [
      HostFunction(
        "container", "The files of a group.", group, returns: [HostField("container", .named("Container"))], needs: .group,
        limits: "4 MiB a file, 64 MiB and 1000 files a group"),
      HostFunction("container.read", "", wire: [group, path]) { call, session throws(HostError) in
        try session.container(call) { name throws(ContainerError) in
          try session.services.containers.read(call.text(1), in: name).map(LuaValue.init(stringBytes:)) ?? .null
        }
      },
      HostFunction("container.write", "", wire: [group, path, HostField("bytes", .string)]) { call, session throws(HostError) in
        try session.container(call) { name throws(ContainerError) in
          try session.services.containers.write(call[2].stringBytes ?? [], to: call.text(1), in: name)
          return .null
        }
      },
      HostFunction("container.list", "", wire: [group, HostField("path", .optional(.string))]) {
        call, session throws(HostError) in
        try session.container(call) { name throws(ContainerError) in
          let path = call[1].isNull ? nil : call.text(1)
          return .array(try session.services.containers.list(path, in: name).map { .string($0) })
        }
      },
      HostFunction("container.exists", "", wire: [group, path]) { call, session throws(HostError) in
        try session.container(call) { name throws(ContainerError) in
          .boolean(try session.services.containers.exists(call.text(1), in: name))
        }
      },
      HostFunction("container.remove", "", wire: [group, path]) { call, session throws(HostError) in
        try session.container(call) { name throws(ContainerError) in
          .boolean(try session.services.containers.remove(call.text(1), in: name))
        }
      },
    ])
}

extension HostSession {
  fileprivate func container(
    _ call: HostCall, _ operation: (String) throws(ContainerError) -> LuaValue
  ) throws(HostError) -> LuaValue {
    let name = call.text(0)
    guard ContainerName.isValid(name) else { throw HostError("container: \(ContainerError.badName(name))") }
    try permit(.group(name))
    do { return try operation(name) } catch { throw HostError("\(call.name): \(error)") }
  }
}
