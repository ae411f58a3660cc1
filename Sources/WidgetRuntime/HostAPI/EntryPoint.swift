/// A global function that a script defines and the host calls.
struct EntryPoint: Sendable {
  let name: String
  let summary: String
  let parameters: [HostField]
  let returns: HostField?

  static let all: [EntryPoint] = [
    EntryPoint(
      name: "perform_update",
      summary:
        "Called when an update is due. Returns `update_result.new_data` when the view has changed: `content` is then called, and the "
        + "new view is drawn and stored. Returns `update_result.no_data` when nothing has changed: nothing else happens. Returns "
        + "`update_result.failed`, or `update_result.failed(reason)` with a text or an `err`, when the update failed: the last good view "
        + "stays, with its age and the reason. An error that is raised counts as failed, and the writes of the update are dropped. A widget "
        + "without this function shows what `content` returns when an update is due.",
      parameters: [context], returns: HostField("result", .named("UpdateResult"))),
    EntryPoint(
      name: "content",
      summary:
        "Returns the view, made with the functions of `ui`. Called after an update with new data, and whenever the size or the appearance "
        + "changes. A widget without this function shows what `perform_update` printed.", parameters: [context],
      returns: HostField("view", .named("View"))),
    EntryPoint(
      name: "margin_insets",
      summary:
        "Returns the margins around the view, in points. It receives the default margins and may return them changed; nil and "
        + "missing sides keep the defaults, and 0 lets the view reach the edge.",
      parameters: [HostField("default", .named("MarginInsets"))], returns: HostField("insets", .named("MarginInsets"))),
    EntryPoint(
      name: "on_open",
      summary:
        "Called with a link to this widget, such as `myflight://LY315`, when the user opens one with the command `open`. `content` is "
        + "called afterwards. A widget with `url_schemes` in its manifest needs this function.",
      parameters: [HostField("url", .string)], returns: nil),
    EntryPoint(
      name: "on_notification",
      summary:
        "Called with the user's response to a notification of this widget: a tap on one of its actions, or on the notification itself. "
        + "`content` is called afterwards. If the widget no longer runs, luawidget starts it first. A widget that calls "
        + "`notify.category` needs this function.",
      parameters: [HostField("event", .named("NotificationEvent"))], returns: nil),
  ]

  private static let context = HostField("context", .named("Context"))
}
