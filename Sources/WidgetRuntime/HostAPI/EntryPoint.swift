import WidgetModel

/// A global function a script defines and the host calls.
struct EntryPoint: Sendable, LeveledDeclaration {
  let name: String
  let summary: String
  let parameters: [HostField]
  let returns: HostField?
  var availability = Availability()

  static let all: [EntryPoint] = [
    EntryPoint(
      name: "perform_update",
      summary:
        """
        Called when an update is due. Return `update_result.new_data` if the view has changed: luawidget then calls `content`, \
        and draws and stores the new view. Return `update_result.no_data` if nothing has changed: nothing else happens. Return \
        `update_result.failed`, or `update_result.failed(reason)` with a text or an `err`, if the update failed: the last good \
        view stays, with its age and the reason. Raising an error counts as failing, and drops the update's writes. Without this \
        function, a widget shows what `content` returns when an update is due.
        """,
      parameters: [context], returns: HostField("result", .named("UpdateResult"))),
    EntryPoint(
      name: "content",
      summary:
        """
        Return the view, made with the functions of `ui`. Called after an update with new data, and whenever the size or the \
        appearance changes. Without this function, a widget shows what `perform_update` printed.
        """, parameters: [context],
      returns: HostField("view", .named("View"))),
    EntryPoint(
      name: "margin_insets",
      summary:
        """
        Return the margins around the view, in points. You receive the default margins and can return them changed; nil and \
        missing sides keep the defaults, and 0 lets the view reach the edge.
        """,
      parameters: [HostField("default", .named("MarginInsets"))], returns: HostField("insets", .named("MarginInsets"))),
    EntryPoint(
      name: "on_open",
      summary:
        """
        Called with a link to this widget, such as `myflight://LY315`, when the user opens one with the command `open`. \
        `content` is called afterwards. You need this function if your manifest has `url_schemes`.
        """,
      parameters: [HostField("url", .string)], returns: nil),
    EntryPoint(
      name: "on_notification",
      summary:
        """
        Called with the user's response to a notification of this widget: a tap on one of its actions, or on the notification \
        itself. `content` is called afterwards. If the widget is no longer running, luawidget starts it first. You need this \
        function if you call `notify.category`.
        """,
      parameters: [HostField("event", .named("NotificationEvent"))], returns: nil),
    EntryPoint(
      name: "on_event",
      summary:
        """
        Called with what has arrived since the last call, in a list, once a second at most: events of the streams that \
        `perform_update` subscribed to, and those sent with the command `push`. It's an update like `perform_update`, with the same \
        limits and results, `context.reason` is `event`, and the next update stays where it was. If the widget isn't running, \
        luawidget starts it first, with the reason `restart` and stored responses, so keep what you collect in `defaults`. \
        `events.dropped` is the number of older events that were dropped because too many were waiting.
        """,
      parameters: [HostField("events", .list(.named("Event"))), context], returns: HostField("result", .named("UpdateResult"))),
  ]

  private static let context = HostField("context", .named("Context"))
}
