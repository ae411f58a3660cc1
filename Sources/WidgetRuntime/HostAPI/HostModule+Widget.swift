import WidgetModel

extension HostModule {
  /// The widget's manifest, size and view.
  static let widget = HostModule(
    "", title: "widget", "The widget itself.",
    [
      HostFunction(
        "widget",
        """
        Declares the manifest, at most once. Before anything else, luawidget runs your file up to this call without any function \
        or global variable except `widget`. So you can use only literal values, operators and local variables in the table and \
        before it.
        """,
        HostField("manifest", .named("Manifest"))),
      HostFunction(
        "preferred_size", "Requests a size in points; 0 lets the host decide. Without arguments, returns the current request.",
        .optional("width", .number), .optional("height", .number),
        returns: [HostField("width", .number), HostField("height", .number)]),
      HostFunction(
        "has_content",
        "Hides the widget with false and shows it again with true. Without an argument, returns whether it's shown.",
        .optional("shown", .boolean), returns: [HostField("shown", .boolean)]),
      HostFunction(
        "refresh_after", "Sets when the next update is due, instead of `refresh`: earlier or later.",
        HostField("delay", .duration()),
        limits: "at least 5 s, on battery 30 s; not earlier than the delay after failures"
      ).implemented { call throws(HostError) in
        let seconds = try call.seconds(0)
        guard seconds <= 366 * 86_400 else {
          throw HostError("refresh_after: the delay must be at most 366 days, in seconds; divide milliseconds by 1000")
        }
        return .number(seconds)
      },
      HostFunction(
        "refresh_at", "Like `refresh_after`, with the time of the next update.", HostField("time", .time),
        limits: "at least 5 s from now, on battery 30 s; not earlier than the delay after failures"),
      HostFunction(
        "redraw", "Shows the view that `content` returns now, during an update or an action. It's never stored.",
        arguments: .storedOrShown, wire: [HostField("record", .table)]
      ).implemented(using: \.redraw) { call, redraw throws(HostError) in
        try redraw(call[0])
        return .null
      },
    ])

  /// Views made by functions.
  static let canvas = HostModule(
    "", title: "canvas", "Shapes drawn for a size.",
    [
      HostFunction(
        "ui.canvas",
        """
        Views that `draw` returns for a size: the canvas's own `width` and `height`, or the space for the widget's view \
        (`context.size`). They're on top of each other, from the top leading corner; `offset` moves them. Where there's less \
        space, the canvas gets smaller as a whole. It also has the fields of any view.
        """,
        HostField(
          "canvas",
          .record([
            HostField("draw", .function, "Gets the width and the height in points, and returns a list of views."),
            HostField("width", .optional(.number), "Points."), HostField("height", .optional(.number), "Points."),
          ])), returns: [HostField("view", .named("View"))])
    ])

  /// Modules of the widget's own folder.
  static let module = HostModule(
    "require", "Modules of the widget's own folder.",
    [
      HostFunction(
        "require",
        "Loads a module of the widget's own folder: beside `flight.lua`, `require(\"times\")` loads `flight/times.lua`.",
        HostField("name", .string), returns: [HostField("module", .any)], limits: "text only, 512 KiB"),
      // The prelude calls it for `require`.
      HostFunction("module.source", "", wire: [HostField("name", .string)])
        .implemented(using: \.resources) { call, resources throws(HostError) in
          let name = call.text(0)
          guard let module = try resources.module(name) else {
            return ["missing": .array(resources.moduleFiles(name).map { .string(resources.chunkName(of: $0)) })]
          }
          return ["source": LuaValue(stringBytes: module.source), "chunk": .string(module.chunk)]
        },
    ])

  static let json = HostModule(
    "json", "JSON (RFC 8259), strict. Integers stay integers. `json.null` is null: in Lua, nil would remove the field.",
    [
      HostFunction(
        "json.decode", "Returns the value, or nil and an error with line and column. Lone surrogates become U+FFFD.",
        HostField("text", .string),
        .options(.optional("null", .choice(["drop"]), "leaves null members out of objects")),
        returns: [HostField("value", .any), .error], limits: "128 levels of nesting"),
      HostFunction(
        "json.encode", "JSON text with keys in a stable order.", HostField("value", .any),
        .options(HostField("pretty", .boolean, "with line breaks and indentation", default: "false")),
        returns: [HostField("text", .string)]),
      HostFunction(
        "json.array",
        """
        Marks a table as a list, so it's encoded as `[]` when empty; any other empty table is encoded as `{}`. Lists from \
        `json.decode` are marked. `cache` and `defaults` don't keep the mark.
        """,
        .optional("list", .list(.any), default: "{}"),
        returns: [HostField("list", .list(.any))]),
    ])

  static let log = HostModule(
    "log", "The development console, where `print` writes too.",
    ConsoleLine.Level.allCases.filter { $0 != .print }.map {
      HostFunction(
        "log.\($0.rawValue)", "Writes a line of level \($0.rawValue).", HostField("...", .any), arguments: .storedOrShown,
        limits: "200 lines per call, 1 KiB each")
    } + [
      HostFunction(
        "print",
        "Writes a line. If you define no `content`, the widget shows what `perform_update` printed.", HostField("...", .any),
        arguments: .storedOrShown)
    ])
}
