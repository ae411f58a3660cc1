import WidgetModel
import WidgetServices

/// A class in the API: the fields of a table that a script gets or gives. Its methods are the host functions naming it as
/// receiver, and those in the prelude.
struct HostClass: Sendable, LeveledDeclaration {
  /// Where the reference describes a class.
  enum Section: CaseIterable { case entryPoints, manifest, values }

  let name: String
  var title: String?
  var section = Section.values
  let summary: String
  let fields: [HostField]
  var methods: [HostFunction] = []
  var availability = Availability()

  static let all: [HostClass] = [
    HostClass(
      name: "Context", section: .entryPoints, summary: "The argument of `perform_update` and `content`.",
      fields: ContextField.all.map(\.documentation)),
    HostClass(
      name: "UpdateResult", section: .entryPoints,
      summary:
        """
        A value of `update_result`: `new_data`, `no_data` or `failed`, in the order of `NCUpdateResult`. Call \
        `update_result.failed` with a text or an `err` to give a reason.
        """, fields: []),
    HostClass(
      name: "MarginInsets", section: .entryPoints, summary: "Margins in points.",
      fields: ["top", "left", "bottom", "right"].map { HostField.optional($0, .number) }),
    HostClass(
      name: "Error", summary: "The second result of functions that don't raise. `tostring(err)` gives you its message.",
      fields: [
        HostField(
          "kind", .choice(FetchError.Kind.allCases.map(\.rawValue) + [ServiceError.unavailableKind]),
          "the cause, for the script to act on"),
        HostField("message", .string), .optional("target", .string, "of a request: the host and port"),
        .optional("remedy", .string, "what to do next"), .optional("line", .integer, "in an undecodable document"),
        .optional("column", .integer, "in bytes, from 1"),
      ]),
    HostClass(
      name: "Response", summary: "A response of `fetch`. A status of 400 or more is a response too.",
      fields: [
        HostField("status", .integer), HostField("ok", .boolean, "whether the status is from 200 to 299"),
        HostField("url", .string, "after redirects"),
        HostField(
          "headers", .named("table<string, string>"),
          "by name, in any case; the values of a repeated field are joined by `\", \"`, those of `set-cookie` by a line feed"),
        HostField("body", .string, "the bytes"),
        HostField("source", .choice(FetchResponse.Source.allCases.map(\.rawValue)), "where the response came from"),
        HostField("age", .number, "seconds since the response was generated or validated"),
        HostField(
          "elapsed", .number,
          "seconds until the whole response was there, with redirects and retries; about 0 for a stored one"),
      ],
      methods: [
        HostFunction(
          "response:text", "Returns the body as UTF-8, whatever charset it came in.",
          returns: [HostField("text", .optional(.string)), .error],
          method: "Response"),
        HostFunction(
          "response:json", "The body decoded as JSON.", .options(.optional("null", .choice(["drop"]), "as in json.decode")),
          returns: [HostField("value", .any), .error], method: "Response"),
        HostFunction(
          "response:xml", "The root element of the body decoded as XML.",
          returns: [HostField("root", .optional(.named("Element"))), .error], method: "Response"),
        HostFunction(
          "response:header", "Returns a header field; nil if it's absent.", HostField("name", .string, "in any case"),
          returns: [HostField("value", .optional(.string))], method: "Response"),
      ]),
    HostClass(
      name: "MediaPlayer", summary: "A media player, from `media.players()`. Fields that the player doesn't tell are nil.",
      fields: [
        HostField("id", .string, "for the functions of `media`"), HostField("name", .string, "what it calls itself"),
        HostField("status", .choice(MediaPlayer.Status.allCases.map(\.rawValue))), .optional("title", .string),
        .optional("artist", .string, "several are joined by `\", \"`"), .optional("album", .string),
        .optional("length", .number, "seconds"), .optional("position", .number, "seconds since the start, when you asked"),
        .optional("cover", .string, "the name of the cover, for `ui.image` and wherever a view takes an image"),
        HostField("can_play", .boolean), HostField("can_pause", .boolean), HostField("can_next", .boolean),
        HostField("can_previous", .boolean), HostField("can_seek", .boolean),
      ]),
    HostClass(
      name: "AudioDevice", summary: "A sink or a source of the sound server, from `audio.sinks()` and `audio.sources()`.",
      fields: [
        HostField("name", .string, "for the functions of `audio`"), HostField("description", .string, "its name for people"),
        HostField("volume", .number, "0 to 1; up to 1.5, or more if another program has amplified it"),
        HostField("muted", .boolean), HostField("is_default", .boolean, "whether new streams use it"),
      ]),
    HostClass(
      name: "Battery", summary: "The machine's batteries together, from `power.battery()`. Times that aren't known are nil.",
      fields: [
        HostField("level", .number, "0 to 1"), HostField("charging", .boolean),
        HostField("state", .choice(Battery.State.allCases.map(\.rawValue)), "`waiting` is neither charging nor discharging"),
        .optional("time_to_empty", .number, "seconds, while it's discharging"),
        .optional("time_to_full", .number, "seconds, while it's charging"), .optional("power", .number, "watts"),
      ]),
    HostClass(
      name: "NetworkConnection", summary: "A connection of the machine, from `network.connections()`.",
      fields: [
        HostField("name", .string, "the name in the user's settings, else of the Wi-Fi network or of the interface"),
        HostField("type", .choice(NetworkConnection.Kind.allCases.map(\.rawValue))),
        HostField("state", .choice(NetworkConnection.State.allCases.map(\.rawValue))),
        HostField("default", .boolean, "whether other machines are reached through it"),
        .optional("interface", .string, "such as `wlan0`"), .optional("ssid", .string, "the name of the Wi-Fi network"),
        .optional("strength", .number, "of the Wi-Fi signal, 0 to 1"),
      ]),
    HostClass(
      name: "Unit", summary: "A unit of systemd, from `units.state(name)`.",
      fields: [
        HostField("name", .string, "its own name"), HostField("state", .choice(UnitState.Activity.allCases.map(\.rawValue))),
        HostField("scope", .choice(UnitState.Scope.allCases.map(\.rawValue)), "whose it is; only the user's can be controlled"),
        HostField("enabled", .boolean, "whether it starts with the session or the machine"),
        .optional("detail", .string, "systemd's finer state, such as `running`"), .optional("description", .string),
        .optional("since", .time, "when its state changed"),
      ]),
    HostClass(
      name: "Element", summary: "An element of an XML document.",
      fields: [
        HostField("name", .string, "with its prefix"), HostField("attributes", .named("table<string, string>")),
        HostField("text", .string, "the element's own text, trimmed"),
        HostField("children", .list(.named("Element"))),
        .optional("content", .list(.either([.string, .named("Element")])), "texts and elements in order, where they are mixed"),
      ],
      methods: [
        HostFunction(
          "element:first", "The first element at the end of a path.", elementPath,
          returns: [HostField("element", .optional(.named("Element")))], method: "Element"),
        HostFunction(
          "element:all", "All elements at the end of a path.", elementPath,
          returns: [HostField("elements", .list(.named("Element")))], method: "Element"),
        HostFunction(
          "element:value", "The text of the first element at the end of a path.", elementPath,
          returns: [HostField("text", .optional(.string))], method: "Element"),
      ]),
    HostClass(
      name: "NotificationEvent", section: .entryPoints, summary: "The user's response to a notification.",
      fields: [
        HostField("action", .string, "the id of the action; `\"default\"` for a tap on the notification itself"),
        .optional("id", .string, "as in `notify`"), .optional("category", .string, "as in `notify`"),
        .optional("text", .string, "the text for an action with `text_input`; nil if the desktop has no field for it"),
      ]),
    HostClass(
      name: "Event", section: .entryPoints, summary: "Something that arrived for the widget.",
      fields: [
        HostField(
          "source", .string, "the URL, the program's name, the setting's value for a file, a service such as `media`, or `push`"),
        HostField("name", .string, "the server's type of the event, `message` without one; `line`, `exit`, `changed` or `push`"),
        HostField("data", .string, "the text"), .optional("id", .string, "the server's id of the event"),
        HostField("time", .time, "when it arrived"),
      ]),
    HostClass(
      name: "Container", summary: "The files of a group, from `container(name)`.", fields: [],
      methods: HostModule.container.functions.filter { $0.receiver == "Container" }),
    HostClass(
      name: "TextSpan", summary: "A styled part of a text: `{ \"Berlin\", weight = \"bold\" }`.",
      fields: SpanReader.fields.map { HostField.optional($0.name, .named($0.type.lua), $0.documentation) }),
    HostClass(
      name: "Manifest", section: .manifest, summary: "The table of `widget { ... }`. Every field is optional.",
      fields: ManifestDecoder.fields.map(\.documentation)),
    HostClass(
      name: "Setting", title: "Settings", section: .manifest,
      summary: "A field of `settings`: something the user can choose with `--set NAME=VALUE`.",
      fields: [SettingReader.name] + SettingReader.fields.map(\.documentation)),
    HostClass(
      name: "PluralForms", section: .manifest,
      summary: "A text for each plural category of Unicode CLDR that its language has; see [tr](#tr).",
      fields: PluralCategory.allCases.map {
        $0 == .other ? HostField($0.rawValue, .string) : .optional($0.rawValue, .string, default: "`other`")
      }),
    HostClass(
      name: "Permissions", section: .manifest, summary: "A widget can use only what its manifest requests.",
      fields: PermissionReader.fields.map(\.documentation)),
    HostClass(
      name: "Limits", section: .manifest, summary: "You can only lower the host's limits in a manifest, never raise them.",
      fields: LimitReader.fields.map(\.documentation)),
  ]

  private static let elementPath = HostField(
    "path", .string, "names separated by `/`, such as `\"channel/item\"`; `*` is any name")
}
