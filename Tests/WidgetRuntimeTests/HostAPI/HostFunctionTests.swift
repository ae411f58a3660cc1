import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetRuntime

/// The enforcement of all declarations: these tests cover a new host function without a change.
@Suite struct HostFunctionTests {
  private static let implemented = HostAPI.implemented.values.sorted { $0.name < $1.name }

  @Test("every name is declared once") func names() {
    #expect(Set(HostAPI.functions.map(\.name)).count == HostAPI.functions.count)
  }

  @Test("a function that requires a permission is refused without it, and does nothing")
  func refused() async throws {
    let functions = Self.implemented.filter { $0.requires?.kind.isInManifest == true }
    #expect(functions.count > 15)
    for function in functions {
      let test = TestSession()
      var arguments = function.sampleArguments
      // `defaults` without a group is the widget's own.
      if arguments.first == .null, function.takesTextFirst { arguments[0] = "sample" }
      var refusal = ""
      do {
        let result = try await test.callAndWait(function.name, arguments)
        let error = (result.array?.first ?? result)["error"]
        refusal = error["kind"].string == "denied" ? "permission denied" : "\(result)"
      } catch let error as HostError {
        refusal = error.message
      }
      #expect(refusal.hasPrefix("permission denied"), "\(function.name): \(refusal)")
      #expect(test.session.denials.first?.kind == .denied, "\(function.name)")
      #expect(test.programs.calls.isEmpty && test.opener.opened.isEmpty && test.notifier.shown.isEmpty, "\(function.name)")
      #expect(test.fetcher.requests.isEmpty, "\(function.name)")
      #expect(try test.storedOrShown() == TestSession().storedOrShown(), "\(function.name)")
    }
  }

  @Test("with its permission the same call is not refused")
  func granted() async throws {
    let grants: [Permission] = [
      .net("sample.example"), .device("*"), .service(.media, "read"), .service(.media, "control"), .service(.audio, "read"),
      .service(.audio, "control"), .service(.power, "read"),
      .service(.power, "control"), .service(.network, "read"), .service(.brightness, "read"),
      .service(.brightness, "control"), .unit("sample"), .env("sample"), .run("sample"), .group("sample"),
      .openURL("https"), .clipboard, .notify,
    ]
    for function in Self.implemented.filter({ $0.requires?.kind.isInManifest == true }) {
      let test = TestSession(grants: grants)
      var arguments = function.sampleArguments
      if arguments.first == .null, function.takesTextFirst { arguments[0] = "sample" }
      _ = try await test.callAndWait(function.name, arguments)
      #expect(test.session.denials == [], "\(function.name)")
    }
  }

  @Test("every permission that a manifest may request is required by a function")
  func requirements() {
    let required = HostAPI.functions.compactMap(\.requires).flatMap(\.kinds)
    #expect(Set(required) == Set(Permission.Kind.allCases))
    #expect(!HostAPI.metrics.isEmpty && Set(HostAPI.metrics).count == HostAPI.metrics.count)
  }

  @Test("no function stores or shows a secret, wherever it is in an argument")
  func secrets() async throws {
    let secret = TestSession.secret
    let grants: [Permission] = [
      .net("sample.example"), .device("*"), .service(.media, "read"), .service(.media, "control"), .service(.audio, "read"),
      .service(.audio, "control"), .service(.power, "read"),
      .service(.power, "control"), .service(.network, "read"), .service(.brightness, "read"),
      .service(.brightness, "control"), .unit("sample"), .group("sample"), .notify,
    ]
    var stored = 0
    for function in Self.implemented where function.destination != .granted {
      for text in ["\(secret) end", "begin \(secret)", "begin \(secret) end"] {
        let test = TestSession(grants: grants)
        var shown: [LuaValue] = []
        test.session.onRedraw = { record throws(HostError) in shown.append(record) }
        _ = try? await test.callAndWait(function.name, function.arguments(withTexts: .string(text)))
        let bytes = try test.storedOrShown() + MessagePack.encode(.array(shown))
        #expect(!bytes.contains(secret.utf8), "\(function.name)")
        if bytes.contains(SecretMask.mark.utf8) { stored += 1 }
      }
    }
    // cache.set, defaults.set, container.write, notify and redraw at least.
    #expect(stored >= 5 * 3)
  }

  @Test("a secret in a long argument is masked at the start, across the boundaries of the parts, and at the end")
  func longSecrets() throws {
    let secret = Array(TestSession.secret.utf8)
    let half = secret.count / 2
    for function in Self.implemented where function.destination == .storedOrShown && function.requires?.kind != .files {
      guard case .argument(let position)? = function.longArgument else { continue }
      for offset in [0, 100 - half, 100 - 1, 200 - half, 300 - half, 400 - secret.count] {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: 400)
        text.replaceSubrange(offset..<(offset + secret.count), with: secret)
        let test = TestSession(grants: [.group("sample")])
        for start in stride(from: 0, to: 300, by: 100) {
          _ = try test.call(
            ArgumentParts.callName, [LuaValue(stringBytes: Array(text[start..<(start + 100)])), .integer(Int64(position))])
        }
        var arguments = function.sampleArguments
        arguments[position - 1] = LuaValue(stringBytes: Array(text[300...]))
        _ = try test.call(function.name, arguments)
        let bytes = try test.storedOrShown()
        #expect(!bytes.contains(secret) && bytes.contains(SecretMask.mark.utf8), "\(function.name) at \(offset)")
      }
    }
  }

  @Test("arguments go to a server or a program only where the user has granted it")
  func destinations() {
    for function in HostAPI.functions where function.destination == .granted {
      #expect(function.requires != nil, "\(function.name)")
    }
  }

  @Test("parts that a function does not expect are refused, and forgotten")
  func strayParts() throws {
    let test = TestSession()
    _ = try test.call(ArgumentParts.callName, ["beginning", 1])
    #expect(throws: HostError("date.now: parts of an argument it doesn't have")) { try test.call("date.now", []) }
    #expect(try test.call("date.now", []) == 1_800_000_000.0)
    _ = try test.call(ArgumentParts.callName, ["beginning", 3])
    #expect(throws: HostError("hash.md5: parts of an argument it doesn't have")) { try test.call("hash.md5", ["end"]) }
    #expect(throws: HostError("argument.part: expected bytes and a position")) {
      try test.call(ArgumentParts.callName, ["a", "b"])
    }
    #expect(throws: HostError("argument.part: the argument is too large")) {
      let megabyte = LuaValue(stringBytes: [UInt8](repeating: 0, count: 1 << 20))
      for _ in 0...8 { _ = try test.call(ArgumentParts.callName, [megabyte, 1]) }
    }
    #expect(throws: HostError("argument.part: the argument is too large")) {
      for position in 0..<1000 { _ = try test.call(ArgumentParts.callName, ["", .integer(Int64(position))]) }
    }
    #expect(test.session.argumentParts.isEmpty)
  }

  @Test("a group whose name contains a secret is refused rather than renamed")
  func secretGroup() throws {
    let test = TestSession(grants: [.group("sample")])
    test.session.mask = SecretMask(["sample"])
    #expect(throws: HostError.self) { try test.call("defaults.set", ["sample", "k", 1]) }
    #expect(try test.defaults.suites().isEmpty)
  }

  @Test("the API that the prelude receives is derived from the declarations")
  func prelude() throws {
    let functions = try #require(HostAPI.prelude["functions"].table)
    #expect(functions["csv.decode"] == ["served": true, "forwarded": true, "returns_error": true, "long_argument": 1])
    #expect(functions["container.write"] == ["served": true, "long_argument": 3])
    #expect(functions["json.encode"] == ["options": ["pretty"]])
    #expect(functions["fetch"]?["options"].array?.contains("timeout") == true)
    #expect(functions.count == HostAPI.functions.count)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: some Collection<UInt8>) -> Bool {
    let text = Array(text)
    return count >= text.count && (0...(count - text.count)).contains { self[$0..<($0 + text.count)].elementsEqual(text) }
  }
}
