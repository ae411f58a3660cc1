import WidgetModel
import WidgetServices

private let groupName = HostField("name", .string)
private let path = HostField("path", .string, "up to 8 names of letters, digits, `.`, `_` and `-`, separated by `/`")
private let bytes = HostField("bytes", .string)

extension HostModule {
  static let container = HostModule(
    "container", "Files shared by the widgets of a group: `local files = container(\"group.x\")`, then `files:read(path)`.",
    [
      HostFunction(
        "container", "Returns the files of a group.", groupName, returns: [HostField("container", .named("Container"))],
        requires: .group(of: "container"), limits: "4 MiB per file, 64 MiB and 1000 files per group"),
      method(
        "read", "Returns a file's content; nil if there's no such file.", path, returns: [HostField("bytes", .optional(.string))]
      ) { call, store, group throws(ContainerError) in
        try store.read(call.text(1), in: group).map(LuaValue.init(stringBytes:)) ?? .null
      },
      method("write", "Creates or replaces a file.", path, bytes, long: .argument(3)) {
        call, store, group throws(ContainerError) in
        try store.write(call[2].stringBytes ?? [], to: call.text(1), in: group)
        return .null
      },
      method(
        "list", "Returns the names in a folder, sorted; folder names end with `/`.",
        .optional("path", .string, "a folder", default: "the group's root"), returns: [HostField("names", .list(.string))]
      ) { call, store, group throws(ContainerError) in
        .array(try store.list(call[1].isNull ? nil : call.text(1), in: group).map { .string($0) })
      },
      method("exists", "Returns whether there's a file.", path, returns: [HostField("found", .boolean)]) {
        call, store, group throws(ContainerError) in .boolean(try store.exists(call.text(1), in: group))
      },
      method(
        "remove", "Removes a file or an empty folder; false if there's none.", path, returns: [HostField("removed", .boolean)]
      ) {
        call, store, group throws(ContainerError) in .boolean(try store.remove(call.text(1), in: group))
      },
    ])

  /// `container.NAME`, which the prelude calls with the group's name first.
  private static func method(
    _ member: String, _ summary: String, _ parameters: HostField..., returns: [HostField] = [], long: LongArgument? = nil,
    _ operation: @escaping @Sendable (HostCall, any ContainerStore, String) throws(ContainerError) -> LuaValue
  ) -> HostFunction {
    var function = HostFunction(
      "container.\(member)", summary, returns: returns, requires: .group(of: "container"), arguments: .storedOrShown, long: long,
      wire: [groupName] + parameters, method: "Container")
    function.parameters = parameters
    return function.implemented(using: \.containers) { call, containers throws(HostError) in
      try containers.access(call) { (store, group) throws(ContainerError) in try operation(call, store, group) }
    }
  }
}
