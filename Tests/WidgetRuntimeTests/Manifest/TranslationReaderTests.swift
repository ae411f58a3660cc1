import Testing
import WidgetModel

@testable import WidgetRuntime

/// `strings` of a manifest, and files such as `strings/de.json`.
@Suite struct TranslationReaderTests {
  private func problem(_ value: LuaValue) -> String? {
    do throws(ManifestError) {
      _ = try ManifestDecoder.decode(["strings": value])
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("texts and plural forms, by language") func tables() throws {
    let manifest = try ManifestDecoder.decode([
      "strings": ["de_AT": ["a": "x", "b": ["one": "1", "other": "n"]], "EN": [:]], "language": "pt_br",
    ])
    #expect(manifest.strings == ["de-AT": ["a": .text("x"), "b": .plural([.one: "1", .other: "n"])], "en": [:]])
    #expect(manifest.language == "pt-BR")
  }

  @Test(
    "each mistake is named with its place",
    arguments: [
      ("de", "strings: must be a table of languages, got string \"de\""),
      (["german": [:]], "strings: \"german\" is not a language tag such as \"de\" or \"pt-BR\""),
      (["de": "x"], "strings.de: must be a table of texts, got string \"x\""),
      (["de": ["x", "y"]], "strings.de: must be a table of texts, got a list"),
      (["de": ["a": 3]], "strings.de.a: must be a text or a table of plural forms, got number 3"),
      (["de": ["a": ["one": "x"]]], "strings.de.a: needs a form for other"),
      (["de": ["a": ["ones": "x", "other": "y"]]], "strings.de.a: unknown plural category \"ones\"; did you mean \"one\"?"),
      (["de": ["a": ["other": ["other": "y"]]]], "strings.de.a.other: must be a text, got table"),
      (["de": ["": "x"]], "strings.de: a key must have 1 to 1000 bytes, got \"\""),
    ] as [(LuaValue, String)]) func mistakes(value: LuaValue, expected: String)
  {
    #expect(problem(value) == expected)
  }

  @Test("a file's mistakes leave out only what has them") func file() {
    func read(_ json: String) -> (TextTable, [String]) {
      var problems: [ManifestError] = []
      let table = TranslationReader.table(json: Array(json.utf8), problems: &problems)
      return (table, problems.map(\.description))
    }
    #expect(read(#"{"a": "x", "b": 1}"#) == (["a": .text("x")], ["b: must be a text or a table of plural forms, got number 1"]))
    #expect(read("[1]").1 == ["must be a table of texts, got a list"])
    #expect(read("{").1 == ["line 1, column 2: the text ends too early"])
    #expect(read(String(repeating: "[", count: 100_000)).1.count == 1)
    #expect(read("{\"a\": \"\(String(repeating: "x", count: 20_000))\"}").1 == ["a: must have at most 16384 bytes, has 20000"])
  }

  @Test("a manifest can't have more texts than a file") func many() {
    let texts = Dictionary(uniqueKeysWithValues: (0...2000).map { ("\($0)", LuaValue.string("x")) })
    #expect(problem(["de": .table(texts)]) == "strings.de: may have at most 2000 texts")
  }
}
