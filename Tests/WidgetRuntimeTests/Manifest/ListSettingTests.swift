import Testing
import WidgetFormats
import WidgetModel
import WidgetServices

@testable import WidgetRuntime

/// Settings of the types `list` and `location`.
@Suite struct ListSettingTests {
  private static let manifest: LuaValue = [
    "settings": [
      "tags": ["type": "list", "of": "string", "default": ["a"]], "days": ["type": "list", "of": "integer"],
      "feeds": ["type": "list", "of": "url", "default": ["https://a.example/x"]],
      "stops": [
        "type": "list",
        "of": [
          "name": ["type": "string"], "walk": ["type": "integer", "default": 5, "max": 60], "page": ["type": "url"],
          "express": ["type": "boolean"],
        ],
      ], "place": ["type": "location", "default": "52.52,13.40"],
    ]
  ]

  private func settings() throws -> [Setting] { try ManifestDecoder.decode(Self.manifest).settings }

  private func values(_ assignments: (String, String)..., place: Place? = nil) throws -> [String: LuaValue] {
    try SettingsResolver.resolve(try settings(), assignments: assignments, place: place)
  }

  private func message(_ assignments: (String, String)...) throws -> String? {
    let settings = try settings()
    do throws(SettingsError) { _ = try SettingsResolver.resolve(settings, assignments: assignments) } catch {
      return error.message
    }
    return nil
  }

  @Test("a list has its default until it's set, and is empty without one; elements have the declared type")
  func lists() throws {
    let values = try values(("days", #"[1, "2", 3.0]"#), ("stops", #"[{"name":"Home","walk":"7","express":true},{"name":"x"}]"#))
    #expect(values["tags"] == ["a"] && values["days"] == [1, 2, 3])
    #expect(values["stops"] == [["name": "Home", "walk": 7, "express": true], ["name": "x", "walk": 5]])
    #expect(try self.values()["days"] == .array([]))
    #expect(try self.values(("tags", ""))["tags"] == .array([]) && self.values(("tags", "[]"))["tags"] == .array([]))
  }

  @Test("what's added follows what's there: the default, a board's list, or that of --set")
  func additions() throws {
    let added = Assignment.additions([
      Assignment("tags", "b"), Assignment("stops", #"{"name":"Home"}"#), Assignment("tags", "[c]"),
    ])
    #expect(added == [Assignment("tags+", #"["b","[c]"]"#), Assignment("stops+", #"["{\"name\":\"Home\"}"]"#)])
    let pairs = added.map { ($0.name, $0.value) }
    let values = try SettingsResolver.resolve(try settings(), assignments: pairs)
    #expect(values["tags"] == ["a", "b", "[c]"] && values["stops"] == [["name": "Home", "walk": 5]])
    #expect(try SettingsResolver.resolve(try settings(), assignments: [("tags", "[]")] + pairs)["tags"] == ["b", "[c]"])
    let written = Assignment.written([Assignment("days", "[ 1 ]")] + added, for: try settings())
    #expect(
      written == [
        Assignment("days", "[1]"), Assignment("tags", #"["a","b","[c]"]"#), Assignment("stops", #"[{"name":"Home"}]"#),
      ])
    #expect(try message(("place+", #"["x"]"#)) == "--set-add place=...: place is no list; use --set")
    #expect(try message(("tgas+", #"["x"]"#))?.contains(#"no setting "tgas"; did you mean "tags"?"#) == true)
  }

  @Test(
    "a wrong element is named",
    arguments: [
      ("tags", "a", #"--set tags=a: tags must be a list such as ["a", "b"]; to add to it: --set-add tags=..."#),
      ("tags", "[1,", #"--set tags=[1,: tags must be a list such as ["a", "b"]; to add to it: --set-add tags=..."#),
      ("tags", "[null]", "--set tags: element 1 must be a string"), ("tags", "[[]]", "--set tags: element 1 must be a string"),
      ("days", "[1,1.5]", "--set days: element 2 must be an integer"),
      ("feeds", #"["https://a.example","ftp://x"]"#, "--set feeds: element 2 must be a URL beginning with https:// or http://"),
      ("stops", #"["x"]"#, #"--set stops: element 1 must be a table, as JSON: {"express":true,"name":"..."}"#),
      ("stops", #"[{"nme":"x"}]"#, #"--set stops: element 1 has no field "nme"; did you mean "name"?"#),
      ("stops", #"[{"walk":61}]"#, "--set stops: element 1 (walk) must be 60 or less"),
      ("stops", #"[{"name":[1]}]"#, "--set stops: element 1 (name) must be a string"),
      (
        "place", "Atlantis",
        #"--set place=Atlantis: place must be a place such as "Berlin", or coordinates such as "52.52,13.40"; there is no "Atlantis" in the tz database"#
      ),
      (
        "place", "Berln",
        #"--set place=Berln: place must be a place such as "Berlin", or coordinates such as "52.52,13.40"; did you mean "Berlin"?"#
      ),
      ("place", "nan,1", "--set place=nan,1: place must have a latitude from -90 to 90"),
    ])
  func mistakes(_ name: String, _ text: String, _ expected: String) throws { #expect(try message((name, text)) == expected) }

  @Test("a list has limits") func limits() throws {
    let many = "[" + Array(repeating: "1", count: 65).joined(separator: ",") + "]"
    #expect(try message(("days", many)) == "--set days=...: days must have at most 64 elements, has 65")
    let text = String(repeating: "x", count: 4000)
    let long = "[" + Array(repeating: "\"\(text)\"", count: 5).joined(separator: ",") + "]"
    #expect(try message(("tags", long)) == "--set tags=...: tags must have at most 16 KiB in all")
    let huge = "[" + String(repeating: "[", count: 1 << 20)
    #expect(try message(("tags", huge)) != nil)
    let more = Array(repeating: Assignment("tags", "x"), count: 64)
    #expect(
      try message(Assignment.additions(more).map { ($0.name, $0.value) }[0])?.contains("at most 64 elements, has 65") == true)
  }

  @Test("a location is the user's own choice, else the user's place, else the default") func locations() throws {
    let home = Place(name: "Home", latitude: 1, longitude: 2, timeZone: "UTC")
    #expect(try values()["place"]?["latitude"] == 52.52)
    #expect(try values(place: home)["place"] == ["name": "Home", "latitude": 1.0, "longitude": 2.0, "time_zone": "UTC"])
    #expect(try values(("place", "Oslo"), place: home)["place"]?["time_zone"] == "Europe/Oslo")
  }

  @Test(
    "a mistake in the manifest names its place",
    arguments: [
      (["type": "list"], "settings.x.of must say what's in the list, such as \"string\""),
      (["type": "string", "of": "string"], "settings.x.of belongs to a setting of type \"list\""),
      (["type": "list", "of": "strng"], "settings.x.of must be \"string\""),
      (["type": "list", "of": "secret"], "settings.x.of must be"),
      (["type": "list", "of": .array([])], "settings.x.of must have a field at least"),
      (["type": "list", "of": ["a": ["type": "list", "of": "string"]]], "settings.x.of.a.type must not be \"list\" in a list"),
      (["type": "list", "of": ["a": ["type": "secret"]]], "settings.x.of.a.type must not be \"secret\" in a list"),
      (["type": "list", "of": ["a": ["type": "url", "secret": true]]], "settings.x.of.a.secret doesn't work in a list"),
      (["type": "list", "of": "integer", "default": [1, "b"]], "settings.x.default[2] must be an integer"),
      (
        ["type": "list", "of": ["a": ["type": "integer"]], "default": [["a": "b"]]], "settings.x.default[1].a must be an integer"
      ),
      (["type": "list", "of": "string", "default": "a"], "settings.x.default must be a list"),
      (["type": "location", "default": "95,0"], "settings.x.default must have a latitude from -90 to 90"),
      (["type": "location", "default": ["lat": 1]], "settings.x.default has no key \"lat\""),
    ] as [(LuaValue, String)])
  func manifests(_ setting: LuaValue, _ expected: String) throws {
    let error = #expect(throws: ManifestError.self) { try ManifestDecoder.decode(["settings": ["x": setting]]) }
    let text = error.map { "\($0.path) \($0.message)" } ?? ""
    #expect(text.hasPrefix(expected))
  }
}
