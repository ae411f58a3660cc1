import WidgetModel

/// A field of the `context` argument: its documentation and its value.
struct ContextField: Sendable {
  let documentation: HostField
  let value: @Sendable (WidgetContext) -> LuaValue?

  init(
    _ name: String, _ type: HostType, _ documentation: String, _ value: @escaping @Sendable (WidgetContext) -> LuaValue?
  ) {
    self.documentation = HostField(name, type, documentation)
    self.value = value
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ documentation: String, _ choice: @escaping @Sendable (WidgetContext) -> Choice
  ) -> ContextField {
    ContextField(name, .choice(Choice.allCases.map(\.rawValue)), documentation) { .string(choice($0).rawValue) }
  }

  /// Turns whole points into integers: Lua writes the float 320 as `320.0`.
  private static func points(_ length: Double) -> LuaValue { Int64(exactly: length).map { .integer($0) } ?? .number(length) }

  static let all: [ContextField] = [
    choice(
      "reason",
      "why the host is asking: the program was started, an update is due, the user pressed `r` or Refresh, the file was saved, "
        + "a control was pressed, the machine woke up, the network is back after a failure, a failed update is being retried, the widget is being "
        + "reloaded because a control on its last view was pressed, or something has arrived (`on_event`)"
    ) { $0.reason },
    ContextField(
      "size", .record([HostField("width", .number), HostField("max_height", .number)]),
      "points available to the view: the width is exact, the height a maximum"
    ) { ["width": points($0.size.width), "max_height": points($0.size.height)] },
    choice("display_mode", "compact is at most 110 points high") { $0.displayMode },
    ContextField(
      "family", .optional(.choice(WidgetFamily.allCases.map(\.rawValue))),
      "the size requested by the host; nil if there's none"
    ) { $0.family.map { .string($0.rawValue) } },
    choice("color_scheme", "light or dark appearance") { $0.colorScheme },
    choice("text_size", "the user's preferred text size") { $0.textSize },
    ContextField("locale", .string, "BCP 47, such as `en-GB`") { .string($0.locale) },
    ContextField("time_zone", .string, "a name of the time zone database, such as `Europe/Berlin`") { .string($0.timeZone) },
    choice(
      "surface", "where the view is shown; `\"picture\"` is PNG, SVG, PDF and the desktop, `\"bar\"` a status bar"
    ) { $0.surface },
    choice("host", "the command showing it; `\"bar\"` is `run` for a status bar") { $0.host },
    ContextField("visible", .boolean, "whether the user can see the widget now") { .boolean($0.isVisible) },
    ContextField("preview", .boolean, "whether this is a preview, shown once and never updated") {
      .boolean($0.isPreview)
    },
    ContextField("last_update", .optional(.time), "when the view last changed; nil before the first update") {
      $0.lastUpdate.map { .number($0) }
    },
  ]
}

extension WidgetContext {
  /// The table the script sees. Fields without a value are left out: a table can't contain nil.
  var luaValue: LuaValue {
    var fields: [String: LuaValue] = [:]
    for field in ContextField.all { fields[field.documentation.name] = field.value(self) }
    return .table(fields)
  }
}
