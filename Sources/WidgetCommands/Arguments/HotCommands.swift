/// The commands that start often, which `luawidget` runs itself. `luawidget-commands` describes them, in this order.
package enum HotCommands {
  package static let arguments: [any CommandArguments.Type] = [
    RunArguments.self, OpenArguments.self, TodayArguments.self, ServeArguments.self, DesktopArguments.self, UpdateArguments.self,
    TapArguments.self, PopupArguments.self,
  ]
}
