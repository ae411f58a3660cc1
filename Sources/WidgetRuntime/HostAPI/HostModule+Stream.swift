import WidgetModel
import WidgetServices

extension HostModule {
  static let stream = HostModule(
    "", title: "streams",
    """
    What arrives between updates. Call these functions in `perform_update`, and define `on_event(events)` to receive what arrived, \
    once a second at most. A stream is open while a host shows the widget (`run --watch`, `today`, `serve`, `desktop`, a status \
    bar), once for all of them, until an update no longer calls for it. You can have four. Of the events waiting for your \
    widget the newest 256 are kept. The command `push` and `POST /push/ID` send events to any widget that defines `on_event`.
    """,
    [
      HostFunction(
        "subscribe",
        """
        Subscribes to server-sent events, `subscribe { url = "https://a.example/prices", event = "price" }`, to the messages of a \
        WebSocket, `subscribe { url = "wss://a.example/prices", send = '{"subscribe":"gold"}' }`, to the lines appended to a file \
        the user chose, `subscribe { file = settings.log }`, to changes of the files in a folder, \
        `subscribe { folder = settings.notes }`, or to changes of a service of the machine, `subscribe { media = true }`, whose events say in `data` what has changed. A lost connection is made again, with \
        `Last-Event-ID`, after the time the server asked for or 1, 4, 9, 16 and then 25 seconds. A file is read from its end; one \
        that is replaced or truncated is read from its start. Returns true, or nil and an error.
        """,
        HostField(
          "options",
          .record([
            .optional("url", .string),
            .optional(
              "kind", .choice(["sse", "websocket"]), "how the server sends them; a URL with `wss://` is a WebSocket",
              default: "\"sse\""),
            .optional("send", .either([.string, .list(.string)]), "the messages a WebSocket begins with, each time it's opened"),
            .optional("event", .string, "only events of this type"),
            .optional("headers", .table, "as in `fetch`"), .optional("file", .string, "a setting of type `file`"),
            .optional("folder", .string, "changes of files in a setting of type `folder`; they don't say which"),
            .optional("media", .boolean, "changes of media players; `data` is the player's id", default: "false"),
            .optional("audio", .boolean, "changes of `\"sinks\"`, `\"sources\"` and `\"defaults\"`", default: "false"),
            .optional("brightness", .boolean, "changes of the screen's `\"brightness\"`", default: "false"),
            .optional("network", .boolean, "changes of `\"connections\"`", default: "false"),
            .optional("units", .boolean, "changes of the units in `permissions.units`; `data` is the name", default: "false"),
            .optional("power", .boolean, "changes of `\"battery\"` and `\"profile\"`", default: "false"),
          ])),
        returns: [HostField("subscribed", .optional(.boolean)), .error],
        requires: .of(.net, exception: "for a file or a folder; for a service `\"read\"` of its own") { call in
          StreamAccess.services(call[0]).first.map { .service($0, AccessLevel.read.rawValue) }
        }, arguments: .granted,
        limits: "4 streams; 64 KiB per event"
      ).implemented(using: \.streams) { call, streams throws(HostError) in try streams.subscribe(call[0]) },
      HostFunction(
        "run.lines",
        """
        Starts a program and passes each line of its standard output to `on_event`: `run.lines { "journalctl", "-f", "-o", "cat" }`. \
        It's started as by `run`. When it ends, an event named `exit` has its status, and the next update that calls this starts it \
        again. Returns true, or nil and an error.
        """,
        HostField("words", .list(.string), "the program's name and its arguments"),
        returns: [HostField("started", .optional(.boolean)), .error],
        requires: .of(.run) { call throws(HostError) in .run(try ProgramWords(call).name) }, arguments: .granted,
        limits: "4 streams; 64 KiB per line"
      ).implemented(using: \.streams) { call, streams throws(HostError) in try streams.lines(try ProgramWords(call)) },
    ])
}
