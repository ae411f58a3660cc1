import Testing
import WidgetModel
import WidgetServices

@testable import WidgetRuntime

@Suite struct SettingsResolverTests {
  private static let settings = [
    Setting(name: "number", kind: .string, defaultValue: "LY315"), Setting(name: "count", kind: .integer, defaultValue: 3),
    Setting(name: "ratio", kind: .number), Setting(name: "loud", kind: .boolean, defaultValue: false),
    Setting(name: "unit", kind: .choice, defaultValue: "km", choices: ["km", "mi"]), Setting(name: "token", kind: .secret),
  ]

  @Test("defaults apply until the user sets a value") func defaults() throws {
    let values = try SettingsResolver.resolve(Self.settings, assignments: [])
    #expect(values == ["number": "LY315", "count": 3, "loud": false, "unit": "km"])
  }

  @Test(
    "text becomes the declared type",
    arguments: [
      ("number", "5", "5"), ("number", "", ""), ("number", "a=b", "a=b"), ("count", "-7", -7), ("ratio", "2", 2),
      ("ratio", "2.5e3", 2500.0), ("loud", "Yes", true), ("loud", "1", true), ("loud", "on", true), ("loud", "TRUE", true),
      ("loud", "off", false), ("loud", "no", false), ("loud", "0", false), ("loud", "false", false), ("unit", "mi", "mi"),
    ] as [(String, String, LuaValue)])
  func typed(_ name: String, _ text: String, _ value: LuaValue) throws {
    #expect(try SettingsResolver.resolve(Self.settings, assignments: [(name, "mi"), (name, text)].suffix(1))[name] == value)
  }

  @Test("a secret on the command line is refused, and no message repeats it")
  func secret() throws {
    let error = #expect(throws: SettingsError.secret(name: "token", .plain)) {
      try SettingsResolver.resolve(Self.settings, assignments: [("token", "s3cret")])
    }
    #expect(error?.message == "--set token=...: a secret must not be given on the command line, where other users can see it")
    #expect(
      error?.remedy(for: "a b.lua")
        == "use --set token=env:VARIABLE or file:PATH, or keep it: luawidget secret set 'a b.lua' token")
    #expect(try SettingsResolver.resolve(Self.settings, assignments: [("token", "env:T")])["token"] == nil)
  }

  @Test(
    "a value is within the limits, and matches the pattern",
    arguments: [
      ("count", "0", "--set count=0: count must be from 1 to 12"), ("count", "13", "--set count=13: count must be from 1 to 12"),
      ("count", "12", nil), ("ratio", "-0.5", "--set ratio=-0.5: ratio must be 0 or more"), ("ratio", "1e300", nil),
      ("flight", "LY", #"--set flight=LY: flight must match the pattern "%u%u%d+""#), ("flight", "LY315", nil),
      ("flight", "", nil),
    ] as [(String, String, String?)])
  func limits(_ name: String, _ text: String, _ problem: String?) {
    var count = Setting(name: "count", kind: .integer)
    (count.minimum, count.maximum) = (1, 12)
    var ratio = Setting(name: "ratio", kind: .number)
    ratio.minimum = 0
    var flight = Setting(name: "flight", kind: .string)
    flight.pattern = "%u%u%d+"
    let error: SettingsError?
    do throws(SettingsError) {
      _ = try SettingsResolver.resolve([count, ratio, flight], assignments: [(name, text)])
      error = nil
    } catch let problem { error = problem }
    #expect(error?.message == problem)
  }

  @Test("a URL that's a secret is kept like one, and has to be a URL") func secretURL() throws {
    var feed = Setting(name: "feed", kind: .url, isRequired: true)
    feed.isSecretURL = true
    #expect(throws: SettingsError.secret(name: "feed", .plain)) {
      try SettingsResolver.resolve([feed], assignments: [("feed", "https://a.example/private")])
    }
    #expect(throws: SettingsError.secretType(name: "feed", kind: .url)) {
      try SettingsResolver.check(secret: "ftp://x", of: feed)
    }
    #expect(
      SettingsError.secretType(name: "feed", kind: .url).message
        == #"the secret "feed" must be a URL beginning with https:// or http://"#)
    try SettingsResolver.check(secret: "https://a.example/private", of: feed)
  }

  @Test("a required secret isn't needed while the setting it depends on is off") func dependentSecret() throws {
    var token = Setting(name: "token", kind: .secret, isRequired: true)
    token.dependency = SettingDependency(name: "source", value: "cloud")
    let source = Setting(name: "source", kind: .choice, choices: ["local", "cloud"])
    func resolve(_ value: LuaValue) throws(SettingsError) {
      let resolver = SecretResolver(environment: [:], store: MemorySecretStore(), widget: "w", values: ["source": value])
      _ = try resolver.resolve([source, token], assignments: [])
    }
    try resolve("local")
    #expect(throws: SettingsError.missingSecret(name: "token")) { try resolve("cloud") }
  }

  @Test("the last assignment wins") func last() throws {
    #expect(try SettingsResolver.resolve(Self.settings, assignments: [("count", "1"), ("count", "2")])["count"] == 2)
  }

  @Test(
    "an error quotes the invalid assignment as it was typed",
    arguments: [
      ("count", "abc", "--set count=abc: count must be an integer"),
      ("count", "1.5", "--set count=1.5: count must be an integer"),
      ("count", "99999999999999999999", "--set count=99999999999999999999: count must be an integer"),
      ("ratio", "nan", "--set ratio=nan: ratio must be a number"),
      ("ratio", "1e999", "--set ratio=1e999: ratio must be a number"),
      ("loud", "maybe", "--set loud=maybe: loud must be true or false (yes, no, on, off, 1, 0)"),
      ("unit", "km/h", #"--set unit=km/h: unit must be "km" or "mi"; did you mean "km"?"#),
      (
        "numbr", "1",
        #"--set: there is no setting "numbr"; did you mean "number"? (settings: number, count, ratio, loud, unit, token)"#
      ),
      ("\u{1B}", "1", #"--set: there is no setting "\u{1B}" (settings: number, count, ratio, loud, unit, token)"#),
      ("count", "\u{1B}[2J", #"--set count=\u{1B}[2J: count must be an integer"#),
    ])
  func problems(_ name: String, _ text: String, _ expected: String) {
    do {
      _ = try SettingsResolver.resolve(Self.settings, assignments: [(name, text)])
      Issue.record("nothing was wrong")
    } catch {
      #expect(error.message == expected)
    }
  }

  @Test("an assignment to a widget without settings is refused") func none() {
    #expect(throws: SettingsError.unknown(name: "x", known: [])) { try SettingsResolver.resolve([], assignments: [("x", "1")]) }
    #expect(
      SettingsError.unknown(name: "x", known: []).message == #"--set: there is no setting "x"; this widget has no settings"#)
  }
}
