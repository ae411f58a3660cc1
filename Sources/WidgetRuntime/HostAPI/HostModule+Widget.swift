import WidgetModel

extension HostModule {
  /// What a script says of itself, its size and its result.
  static let widget = HostModule(
    "", "The widget itself.",
    [
      HostFunction(
        "widget", "The manifest: the first statement, with literal values, at most once.",
        HostField("manifest", .named("Manifest"))),
      HostFunction(
        "preferred_size", "Asks for a size in points; 0 lets the host decide. Without arguments: the current request.",
        HostField("width", .optional(.number)), HostField("height", .optional(.number)),
        returns: [HostField("width", .number), HostField("height", .number)]),
      HostFunction("has_content", "false hides the widget.", HostField("shown", .boolean)),
      HostFunction("refresh_after", "The earliest next update.", HostField("delay", .duration)),
      HostFunction(
        "redraw", "Shows `content` now, in the middle of an update. Never stored.", wire: [HostField("record", .table)]
      ) { call, session throws(HostError) in
        try session.onRedraw(call[0])
        return .null
      },
    ])

  /// What the prelude asks for on a script's behalf; a script sees `require`.
  static let module = HostModule(
    "require", "Modules of the widget's own folder.",
    [
      HostFunction(
        "require", "Loads a module of the widget's own folder: `require(\"times\")` is `flight/times.lua` beside `flight.lua`.",
        HostField("name", .string), returns: [HostField("module", .any)], limits: "text only, 64 KiB"),
      HostFunction("module.source", "", wire: [HostField("name", .string)]) { call, session throws(HostError) in
        let folder = session.script.resources
        let file = call.text(0).split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/") + ".lua"
        session.noteRead(folder.path + "/" + file)
        do throws(ResourceFolder.Problem) {
          return [
            "source": LuaValue(stringBytes: try folder.read(file, limit: WidgetScript.maximumSize)),
            "chunk": .string(folder.chunkPrefix + "/" + file),
          ]
        } catch {
          switch error {
          case .notFound, .badName: return .null
          case .tooLarge(let size):
            throw HostError("require: \(file) has \(size) bytes; a module may have \(WidgetScript.maximumSize)")
          case .unreadable(let reason): throw HostError("require: \(file): \(reason)")
          }
        }
      },
    ])

  static let json = HostModule(
    "json", "RFC 8259, strict, both ways. Integers stay integers.",
    [
      HostFunction(
        "json.decode", "The value, or nil and an error with line and column.", HostField("text", .string),
        returns: [HostField("value", .any), HostField("err", .optional(.named("Error")))]),
      HostFunction(
        "json.encode", "JSON text with keys in a stable order.", HostField("value", .any),
        HostField("options", .optional(.record([HostField("pretty", .boolean)]))), returns: [HostField("text", .string)]),
      HostFunction(
        "json.array",
        "Marks a table as a list, so that it is `[]` when it is empty; `json.decode` does so itself. Any other empty table is `{}`. "
          + "The mark is not kept by `cache` and `defaults`.", HostField("list", .optional(.list(.any))),
        returns: [HostField("list", .list(.any))]),
    ])

  static let log = HostModule(
    "log", "The development console; so is `print`.",
    ["debug", "info", "warning", "error"].map {
      HostFunction(
        "log.\($0)", "Writes a line of level \($0).", HostField("...", .any), limits: "200 lines an update, 1 KiB each")
    } + [HostFunction("print", "Writes a line. A widget without `content` shows what it printed.", HostField("...", .any))])
}
