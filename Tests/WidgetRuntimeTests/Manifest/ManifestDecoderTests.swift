import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

@Suite struct ManifestDecoderTests {
  static let flight: LuaValue = [
    "name": "Flight", "icon": "airplane", "description": "Where it is", "author": "Ada", "version": 1.2, "requires": 1.0,
    "refresh": "5m", "timeout": "10s", "families": ["small", "medium", "small"], "largest_display_mode": "compact",
    "settings": [
      "number": ["type": "string", "default": "LY315", "label": "Flight number", "description": "As on the ticket"],
      "count": ["type": "integer", "default": 3.0], "ratio": ["type": "number", "default": 2], "token": ["type": "secret"],
      "loud": ["type": "boolean", "default": false], "unit": ["type": "choice", "choices": ["km", "mi"], "default": "km"],
    ],
    "url_schemes": ["MyFlight"],
    "permissions": [
      "net": ["api.example.com", "b.example:8443"], "run": ["git"], "env": ["HOME"], "groups": ["group.x"], "notify": true,
      "open_url": ["myflight", "https"], "device": ["disk", "battery"], "private_net": ["192.168.1.4:80"],
    ], "limits": ["memory": "16MB", "cpu": "500ms", "time": "10s", "fetches": 5],
  ]

  @Test("settings given by name are sorted by their labels; a list keeps its order")
  func order() throws {
    let fields: [String: LuaValue] = [
      "b": ["type": "string", "label": "Apples"], "a": ["type": "string", "label": "bananas"], "c": ["type": "string"],
    ]
    #expect(try ManifestDecoder.decode(["settings": .table(fields)]).settings.map(\.name) == ["b", "a", "c"])
    let list: LuaValue = [["name": "z", "type": "string"], ["name": "a", "type": "integer", "label": "A"]]
    let settings = try ManifestDecoder.decode(["settings": list]).settings
    #expect(settings.map(\.name) == ["z", "a"] && settings[1].kind == .integer && settings[1].label == "A")
  }

  @Test("every field is decoded") func whole() throws {
    var permissions = PermissionSet()
    permissions.net = ["api.example.com", "b.example:8443"]
    permissions.run = ["git"]
    permissions.env = ["HOME"]
    permissions.groups = ["group.x"]
    permissions.notify = true
    permissions.openURL = ["myflight", "https"]
    permissions.device = ["disk", "battery"]
    permissions.privateNet = ["192.168.1.4:80"]
    var manifest = try ManifestDecoder.decode(Self.flight)
    #expect(manifest.namesFamilies)
    manifest.namesFamilies = false
    #expect(manifest.requires == 1)
    manifest.requires = nil
    #expect(
      manifest
        == Manifest(
          name: "Flight", icon: "airplane", description: "Where it is", author: "Ada", version: "1.2",
          refresh: .every(seconds: 300),
          timeout: 10, families: [.small, .medium], largestDisplayMode: .compact,
          settings: [
            Setting(name: "count", kind: .integer, defaultValue: 3),
            Setting(
              name: "number", kind: .string, defaultValue: "LY315", label: "Flight number", description: "As on the ticket"),
            Setting(name: "loud", kind: .boolean, defaultValue: false), Setting(name: "ratio", kind: .number, defaultValue: 2),
            Setting(name: "token", kind: .secret),
            Setting(name: "unit", kind: .choice, defaultValue: "km", choices: ["km", "mi"]),
          ], urlSchemes: ["myflight"], permissions: permissions,
          limits: ManifestLimits(memory: 16 << 20, cpu: 0.5, time: 10, fetches: 5)))
  }

  @Test("an unknown icon is a warning")
  func unknownIcon() throws {
    let manifest = try ManifestDecoder.decode(["icon": "airplan"])
    #expect(manifest.icon == "airplan" && manifest.warnings == [#"icon: unknown icon "airplan"; did you mean "airplane"?"#])
  }

  @Test("a widget for a newer API level is refused before its other fields are read")
  func newerLevel() {
    for level: LuaValue in [2, 1_000_000, .integer(.max), 1e15] {
      #expect(
        throws: ManifestError(
          path: "requires",
          message: "the widget needs level \(level.integer ?? 0) of the API, but this luawidget has level 1",
          remedy: "upgrade luawidget, or use an earlier version of the widget")
      ) { try ManifestDecoder.decode(["requires": level, "hologram": true]) }
    }
  }

  @Test("an empty manifest has the defaults") func empty() throws {
    #expect(try ManifestDecoder.decode([]) == Manifest())
    #expect(try ManifestDecoder.decode(["@line": 3, "settings": [], "permissions": [], "limits": []]) == Manifest())
  }

  @Test("refresh in all its forms") func refresh() throws {
    func refresh(_ value: LuaValue) throws -> Refresh { try ManifestDecoder.decode(["refresh": value]).refresh }
    #expect(try refresh("1d") == .every(seconds: 86_400))
    #expect(try refresh(90) == .every(seconds: 90))
    #expect(try refresh("never") == .never)
    #expect(try refresh(["cron": " 0  7 * * mon-fri "]) == .cron("0 7 * * mon-fri"))
  }

  @Test("device = true requests every metric; limits use powers of 1024") func shorthands() throws {
    #expect(try ManifestDecoder.decode(["permissions": ["device": true]]).permissions.device == ["*"])
    #expect(try ManifestDecoder.decode(["permissions": ["device": false]]).permissions.device == [])
    for (value, bytes) in [("4096KB", 4 << 20), ("32 MiB", 32 << 20), ("32mb", 32 << 20), (1_048_576, 1 << 20)]
      as [(LuaValue, Int)]
    {
      #expect(try ManifestDecoder.decode(["limits": ["memory": value]]).limits.memory == bytes)
    }
  }

  @Test(
    "an error has the path and the nearest valid name",
    arguments: [
      ("x", #"must be a table, got string "x""#),
      (["a", "b"], "must be a table, got a list"),
      (["nam": "x"], #"unknown key "nam"; did you mean "name"?"#),
      (
        ["zzz": 1],
        #"unknown key "zzz"; keys are name, icon, description, author, version, requires, refresh, timeout, families, largest_display_mode, "#
          + "settings, strings, language, url_schemes, permissions, limits"
      ),
      (["requires": 0], "requires: must be an API level such as 1, got number 0"),
      (["requires": 1.5], "requires: must be an API level such as 1, got number 1.5"),
      (["requires": "1"], #"requires: must be an API level such as 1, got string "1""#),
      (["name": 5], "name: must be a string, got number 5"),
      (["name": "  "], "name: must not be empty"),
      (["name": .string(String(repeating: "x", count: 81))], "name: must have at most 80 characters, has 81"),
      (["name": .bytes([0xFF])], "name: must be a string, got string \"\u{FFFD}\""),
      (["description": .string(String(repeating: "x", count: 1001))], "description: must have at most 1000 characters, has 1001"),
      (
        ["refresh": "soon"],
        #"refresh: "soon" is not a duration; write "30s", "5m", "1h", "1d", "1w" or a number of seconds"#
      ),
      (["refresh": "500ms"], #"refresh: must be from one second to 366 days, got string "500ms""#),
      (["refresh": 0], "refresh: must be from one second to 366 days, got number 0"),
      (["refresh": true], #"refresh: must be a duration such as "5m", "never" or { cron = "0 7 * * *" }, got boolean true"#),
      (["refresh": ["cron": "0 25 * * *"]], "refresh.cron: the hour must be from 0 to 23, got 25"),
      (["refresh": ["crom": "0 7 * * *"]], #"refresh: unknown key "crom"; did you mean "cron"?"#),
      (["timeout": "1m"], #"timeout: must be from 1 to 30 seconds, got string "1m""#),
      (["families": "small"], #"families: must be a list of families, got string "small"; write { "small" }"#),
      (
        ["families": ["smal"]],
        #"families[1]: must be "small", "medium", "large", "extra_large", "inline", "circular" or "rectangular", got "smal"; did you mean "small"?"#
      ),
      (
        ["families": []],
        #"families: must name at least one of "small", "medium", "large", "extra_large", "inline", "circular" or "rectangular""#
      ),
      (
        ["largest_display_mode": "compct"],
        #"largest_display_mode: must be "compact" or "expanded", got "compct"; did you mean "compact"?"#
      ),
      (["settings": 5], "settings: must be a table of settings by name, or a list of them, got number 5"),
      (
        ["settings": ["a b": ["type": "string"]]],
        #"settings: "a b" is not a name (a letter or _, then letters, digits and _; at most 64)"#
      ),
      (
        ["settings": [["type": "string"]]],
        #"settings[1]: must be a table such as { name = "number", type = "string" }"#
      ),
      (
        ["settings": [["name": "a", "type": "string"], ["name": "a", "type": "string"]]],
        #"settings[2].name: another setting has the name "a""#
      ),
      (
        ["settings": [["name": "1", "type": "string"]]],
        #"settings[1].name: must be a name (a letter or _, then letters, digits and _; at most 64), got "1""#
      ),
      (["settings": ["n": "string"]], #"settings.n: must be a table such as { type = "string" }, got string "string""#),
      (
        ["settings": ["n": []]],
        #"settings.n.type: must be "string", "number", "integer", "boolean", "choice", "secret", "url", "file", "folder", "color", "date", "location" or "list", got nil"#
      ),
      (
        ["settings": ["n": ["type": "int"]]],
        #"settings.n.type: must be "string", "number", "integer", "boolean", "choice", "secret", "url", "file", "folder", "color", "date", "location" or "list", got "int""#
      ),
      (
        ["settings": ["n": ["type": "secret", "default": "x"]]],
        "settings.n.default: is not allowed for a secret: this file is no place for one"
      ),
      (
        ["settings": ["n": ["type": "string", "required": true]]],
        #"settings.n.required: belongs to a setting of type "secret", or a secret "url""#
      ),
      (["settings": ["n": ["type": "secret", "required": 1]]], "settings.n.required: must be true or false, got number 1"),
      (["settings": ["n": ["type": "string", "defualt": 1]]], #"settings.n: unknown key "defualt"; did you mean "default"?"#),
      (["settings": ["n": ["type": "integer", "default": 1.5]]], "settings.n.default: must be an integer, got number 1.5"),
      (
        ["settings": ["n": ["type": "number", "default": .number(.nan)]]], "settings.n.default: must be a number, got number nan"
      ),
      (
        ["settings": ["n": ["type": "boolean", "default": "yes"]]],
        #"settings.n.default: must be true or false, got string "yes""#
      ),
      (
        ["settings": ["n": ["type": "choice"]]],
        #"settings.n.choices: must list what can be chosen, because the type is "choice""#
      ),
      (
        ["settings": ["n": ["type": "choice", "choices": ["km", "mi"], "default": "kn"]]],
        #"settings.n.default: must be one of the choices, got "kn"; did you mean "km"?"#
      ),
      (
        ["settings": ["n": ["type": "string", "secret": true]]],
        #"settings.n.secret: belongs to a setting of type "url"; the type "secret" is for other texts"#
      ),
      (
        ["settings": ["n": ["type": "url", "secret": true, "default": "https://a.example"]]],
        "settings.n.default: is not allowed for a secret: this file is no place for one"
      ),
      (
        ["settings": ["n": ["type": "string", "min": 1]]], #"settings.n.min: belongs to a setting of type "number" or "integer""#
      ),
      (["settings": ["n": ["type": "integer", "min": "1"]]], #"settings.n.min: must be a number, got string "1""#),
      (["settings": ["n": ["type": "integer", "min": 5, "max": 1]]], "settings.n.max: must not be less than min"),
      (["settings": ["n": ["type": "integer", "max": 5, "default": 6]]], "settings.n.default: must be 5 or less, got number 6"),
      (
        ["settings": ["n": ["type": "date", "pattern": "x"]]],
        #"settings.n.pattern: belongs to a setting of type "string", "secret" or "url""#
      ),
      (
        ["settings": ["n": ["type": "string", "pattern": "[a"]]],
        "settings.n.pattern: is not a pattern: it ends in the middle of a class"
      ),
      (
        ["settings": ["n": ["type": "string", "pattern": "%d+", "default": "x"]]],
        #"settings.n.default: must match the pattern "%d+", got string "x""#
      ),
      (
        ["settings": ["alerts": ["type": "boolean"], "n": ["type": "string", "depends_on": "alert"]]],
        #"settings.n.depends_on: names no setting: there is no "alert"; did you mean "alerts"?"#
      ),
      (
        ["settings": ["a": ["type": "string", "depends_on": "b"], "b": ["type": "string", "depends_on": "a"]]],
        "settings.a.depends_on: leads back to the setting itself"
      ),
      (
        ["settings": ["n": ["type": "string", "depends_on": ["a", "b"]]]],
        #"settings.n.depends_on: must be the name of a setting, or a table such as { unit = "km" }, got table"#
      ),
      (["settings": ["n": ["type": "string", "choices": ["a"]]]], #"settings.n.choices: belong to a setting of type "choice""#),
      (["url_schemes": ["https"]], "url_schemes[1]: a widget cannot claim https:"),
      (["url_schemes": ["1a"]], #"url_schemes[1]: "1a" is not a URL scheme (a letter, then letters, digits, + . -)"#),
      (["permissions": ["nett": []]], #"permissions: unknown key "nett"; did you mean "net"?"#),
      (["permissions": ["net": ["a.example", 5]]], "permissions.net[2]: must be a string, got number 5"),
      (
        ["permissions": ["net": ["https://a.example"]]],
        #"permissions.net[1]: write the host alone, without a scheme such as "https://": "https://a.example""#
      ),
      (
        ["permissions": ["run": ["s\u{200B}h"]]],
        "permissions.run[1]: \"s\\u{200B}h\" has the invisible character U+200B; leave it out"
      ),
      (
        ["permissions": ["private_net": ["*"]]],
        #"permissions.private_net[1]: name every private address, such as "192.168.1.10:8080"; only net takes "*""#
      ),
      (
        ["permissions": ["net": [["setting": "n"]]]],
        #"permissions.net: there is no setting "n" of type "url", and no list of URLs with that name"#
      ),
      (
        ["permissions": ["net": ["a.example", ["seting": "n"]]]],
        #"permissions.net[2]: unknown key "seting"; did you mean "setting"?"#
      ),
      (
        ["permissions": ["groups": ["../x"]]],
        #"permissions.groups[1]: "../x" is not a valid container name (letters, digits, dots and dashes)"#
      ),
      (["permissions": ["notify": "yes"]], #"permissions.notify: must be true or false, got string "yes""#),
      (
        ["permissions": ["device": ["dsk"]]],
        "permissions.device[1]: must be \(alternatives(HostAPI.metrics)), got \"dsk\"; did you mean \"disk\"?"
      ),
      (["permissions": ["open_url": ["javascript"]]], "permissions.open_url[1]: javascript: URLs are never opened"),
      (
        ["permissions": ["open_url": ["myflight:"]]],
        #"permissions.open_url[1]: "myflight:" is not a URL scheme; write it without the colon"#
      ),
      (["limits": ["memory": "1GB"]], #"limits.memory: must be from 1MB to 128MB, got string "1GB""#),
      (
        ["limits": ["memory": "lots"]],
        #"limits.memory: must be bytes or text such as "16MB", from 1MB to 128MB, got string "lots""#
      ),
      (["limits": ["cpu": "2h"]], #"limits.cpu: must be from 1ms to 60s, got string "2h""#),
      (["limits": ["fetches": -1]], "limits.fetches: must be an integer from 0 to 1000, got number -1"),
    ] as [(LuaValue, String)])
  func problems(_ value: LuaValue, _ expected: String) {
    do {
      _ = try ManifestDecoder.decode(value)
      Issue.record("nothing was wrong")
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test("20 000 random tables: a manifest within its ranges, or an error") func random() throws {
    let keys =
      ManifestDecoder.fields.map(\.name) + [
        "net", "device", "notify", "memory", "cpu", "fetches", "cron", "type", "default", "choices", "label", "n",
      ]
    var values = RandomValues(generator: SeededGenerator(seed: 2), keys: keys)
    var accepted = 0
    for round in 0..<20_000 {
      var value = round.isMultiple(of: 2) ? Self.flight : LuaValue.table(values.table(depth: 4))
      if round.isMultiple(of: 2) { value = values.mutated(value) }
      do {
        let manifest = try ManifestDecoder.decode(value)
        accepted += 1
        if case .every(let seconds) = manifest.refresh { #expect(seconds >= 1 && seconds.isFinite) }
        #expect((1...30).contains(manifest.timeout ?? 1) && !manifest.families.isEmpty)
        #expect((1 << 20...128 << 20).contains(manifest.limits.memory ?? 1 << 20))
      } catch {
        #expect(!error.message.isEmpty && error.message.utf8.count < 1000 && !error.description.hasControlCharacters)
      }
    }
    #expect(accepted > 200 && accepted < 15_000)
  }
}
