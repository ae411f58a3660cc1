import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct CodecTests {
  @Test(
    "the fields of a query: names in order, lists in order, numbers in the shortest form that is exact",
    arguments: [
      (["b": 1, "a": ["x", 2, true]], "a=x&a=2&a=true&b=1"),
      (
        ["d": .number(9_007_199_254_740_992), "e": .number(1e15), "f": 0.1, "g": .number(1e300)],
        "d=9007199254740992&e=1000000000000000&f=0.1&g=1e%2B300"
      ),
      (["a": []], ""), (["é": .bytes([0xFF])], "%C3%A9=%FF"),
    ] as [([String: LuaValue], String)])
  func queryFields(_ fields: [String: LuaValue], _ text: String) throws {
    #expect(try QueryFields.encode(fields, what: "fields") == text)
  }

  @Test(
    "a value that a query cannot contain is named by its path",
    arguments: [
      (["a": ["b": 1]], "fields.a must be text, a number, a boolean or a list of them, got table"),
      (["a": [1, [2]]], "fields.a[2] must be text, a number, a boolean or a list of them, got table"),
      (["a": .null], "fields.a must be text, a number, a boolean or a list of them, got json.null"),
      (["a": [.number(-.nan)]], "fields.a[1] must be text, a number, a boolean or a list of them, got number nan"),
      (["a": .number(.infinity)], "fields.a must be text, a number, a boolean or a list of them, got number inf"),
    ] as [([String: LuaValue], String)])
  func wrongQueryFields(_ fields: [String: LuaValue], _ message: String) {
    #expect(throws: HostError(message)) { try QueryFields.encode(fields, what: "fields") }
  }

  // MARK: URLs

  private func parsed(_ text: String) -> String {
    do throws(URLParts.Problem) {
      let value = try URLParts(parsing: Array(text.utf8)).luaValue
      return (value.table ?? [:]).filter { $0.key != "query" || $0.value.table?.isEmpty == false }.sorted { $0.key < $1.key }
        .map { "\($0.key)=\(words($0.value))" }.joined(separator: " ")
    } catch { return error.text }
  }

  private func words(_ value: LuaValue) -> String {
    switch value {
    case .table(let fields):
      "{" + fields.sorted { $0.key < $1.key }.map { "\($0.key):\(words($0.value))" }.joined(separator: ",") + "}"
    case .array(let values): "[" + values.map(words).joined(separator: ",") + "]"
    case .integer(let number): "\(number)"
    default: value.string ?? "?"
    }
  }

  @Test(
    "a URL is split into its parts",
    arguments: [
      (
        "https://user:p%40ss@Example.com:8443/a%20b/c?q=x+y&tag=1&tag=2&e#top",
        "fragment=top host=example.com password=p@ss path=/a%20b/c port=8443 query={e:,q:x y,tag:[1,2]} scheme=https user=user"
      ),
      ("https://example.com", "host=example.com path=/ scheme=https"),
      ("https://[::1]:80/x", "host=[::1] path=/x port=80 scheme=https"),
      ("https://[::1]", "host=[::1] path=/ scheme=https"),
      ("mailto:me@example.com?subject=Hi%20there", "path=me@example.com query={subject:Hi there} scheme=mailto"),
      ("/only/a/path?x=1", "path=/only/a/path query={x:1}"), ("a:b", "path=b scheme=a"), ("1:b", "path=1:b"), ("", "path="),
      ("//host/x", "host=host path=/x"), ("http://h:/x", "host=h path=/x scheme=http"),
      ("http://a b", "character 9 may not be in a URL; encode it with url.encode"),
      ("http://h:99999/", "the port is not a number from 0 to 65535"),
      ("http://h:8x/", "the port is not a number from 0 to 65535"),
      ("http://h/%zz", "character 10: % is not followed by two hexadecimal digits"),
      ("http://h/?a=%4", "character 13: % is not followed by two hexadecimal digits"), ("http://%2F/", "the host is not valid"),
      ("http://h/a%2Fb", "host=h path=/a%2Fb scheme=http"), ("file:///etc", "host= path=/etc scheme=file"),
      ("http://", "there is no host after //"), ("http:///x", "there is no host after //"),
      ("//", "there is no host after //"),
      ("http://:80/", "there is no host after //"),
    ])
  func parse(_ text: String, _ expected: String) { #expect(parsed(text) == expected) }

  @Test(
    "a URL that is parsed and built again is the same",
    arguments: [
      "https://example.com/", "https://user:p%40ss@example.com:8443/a%20b/c?q=x%20y&tag=1&tag=2#top",
      "mailto:me@example.com?subject=Hi",
      "/a/b%2520?x=1", "https://[::1]:80/x", "http://h/a%2Fb", "http://h/a;b=(1),2&c+d", "file:///etc/hosts", "a:b", "./a:b",
      "http://h//x", "/a:b",
    ])
  func roundTrip(_ text: String) throws {
    #expect(try URLParts.build(try URLParts(parsing: Array(text.utf8)).luaValue) == text)
  }

  private func buildError(_ parts: LuaValue) -> String {
    do throws(HostError) {
      return try TestSession().call("url.build", [parts]).string ?? ""
    } catch { return error.message }
  }

  @Test("the error names the part that cannot be built")
  func buildErrors() {
    #expect(buildError(["hots": "x"]).hasPrefix("url.build: unknown field \"hots\"; did you mean \"host\"?"))
    #expect(buildError(["host": "a/b"]) == "url.build: the host is not valid")
    #expect(buildError(["host": "a", "port": 70000]) == "url.build: port must be an integer from 0 to 65535, got number 70000")
    #expect(buildError(["scheme": "ht tp"]) == "url.build: scheme is letters, digits, +, - and .")
    #expect(
      buildError(["query": ["x": ["y": 1]]])
        == "url.build: query.x must be text, a number, a boolean or a list of them, got table")
    #expect(buildError(["host": "h", "path": "x y"]) == "//h/x%20y")
    #expect(buildError(["host": "h", "path": "100%/é%2f"]) == "//h/100%25/%C3%A9%2f")
    #expect(buildError(["scheme": "http", "host": "::1", "path": "/"]) == "http://[::1]/")
    #expect(buildError(["host": "a:80"]) == "url.build: the host contains a colon; use the field port")
    #expect(buildError(["host": "[::1"]) == "url.build: the host is not valid")
    #expect(buildError(["scheme": "http", "host": ""]) == "url.build: host is empty")
    #expect(buildError(["path": "//evil"]).hasPrefix("url.build: a path beginning with // would name a host"))
    #expect(buildError(["path": "a:b"]) == "./a:b")
  }

  @Test("fuzz: any bytes give parts or an error", arguments: 0..<4)
  func fuzz(_ seed: Int) {
    var state = UInt64(seed + 1)
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let alphabet = Array("http:/?#[]@%&=;a1.~ \u{e9}".utf8) + [0, 255]
    for _ in 0..<2500 {
      let bytes = (0..<random(30)).map { _ in alphabet[random(alphabet.count)] }
      if let parts = try? URLParts(parsing: bytes) { _ = parts.luaValue }
    }
  }
}
