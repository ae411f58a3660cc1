import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@Suite struct SecretMaskTests {
  @Test(
    "a secret is masked in each of its forms, and nothing else is",
    arguments: [
      ("s3cr3t!", "Bearer s3cr3t!", "Bearer •••"),
      ("s3cr3t!", "s3cr3t!s3cr3t!", "••••••"),
      ("s3cr3t!", "s3cr3t", "s3cr3t"),
      ("aaaa", "xaaaaaay", "x•••y"),
      ("a b/c+é", "q=a%20b%2Fc%2B%C3%A9&x", "q=•••&x"),
      ("a b/c+é", "q=a%20b%2fc%2b%c3%a9", "q=•••"),
      ("a b/c+é", "q=a+b%2Fc%2B%C3%A9", "q=•••"),
      ("a b/c+é", "/a%20b/c+%C3%A9/", "/•••/"),
      ("say \"hi\"", #"{"x":"say \"hi\""}"#, #"{"x":"•••"}"#),
      ("ab/cd", #"["ab\/cd"]"#, #"["•••"]"#),
      (#"K/9="q\"#, #"{"data":"{\"t\":\"K/9=\\\"q\\\\\"}"}"#, #"{"data":"{\"t\":\"•••\"}"}"#),
      (#"K/9="q"#, #"{"data":"{\"t\":\"K\\/9=\\\"q\"}"}"#, #"{"data":"{\"t\":\"•••\"}"}"#),
      (#"K/9="q"#, #"{"data":"{\"t\":\"K\\\/9=\\\"q\"}"}"#, #"{"data":"{\"t\":\"•••\"}"}"#),
      (#"K/9="q"#, #"{"data":"{\"t\":\"K\/9=\\\"q\"}"}"#, #"{"data":"{\"t\":\"•••\"}"}"#),
      // user:s3cr3t!
      ("s3cr3t!", "Basic dXNlcjpzM2NyM3Qh", "Basic dXNlcj•••"),
      // s3cr3t!, xs3cr3t!, xxs3cr3t!, followed by text
      ("s3cr3t!", "czNjcjN0IQ==", "•••=="),
      ("s3cr3t!", "eHMzY3IzdCE=", "e•••="),
      ("s3cr3t!", "eHhzM2NyM3Qh", "eH•••"),
      ("s3cr3t!", "czNjcjN0IXh4", "•••h4"),
      ("abc", "abc abc", "abc abc"),
      ("", "text", "text"),
    ])
  func forms(_ secret: String, _ text: String, _ masked: String) {
    #expect(SecretMask([secret]).masked(text) == masked)
  }

  @Test(
    "a secret interrupted by characters that nobody sees is masked with them",
    arguments: [
      "\u{200B}", "\u{200C}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{2060}", "\u{E0041}", "\u{180E}", "\u{200E}", "\u{61C}",
      "\u{34F}",
      "\u{FE0F}", "\u{202E}", "\u{2066}", "\u{301}", "\u{0}", "\u{1B}", "\u{85}", "\u{FFF9}", "\u{2028}", "\u{115F}", "\u{3164}",
    ])
  func hidden(_ character: String) {
    let mask = SecretMask(["s3cr3t&é9"])
    #expect(mask.masked("a s3cr\(character)3t&é9 b") == "a ••• b")
    let stretched = "s3cr3t&é9".map(String.init).joined(separator: String(repeating: character, count: 500))
    #expect(mask.masked("a \(stretched) b") == "a ••• b")
    #expect(mask.masked(Array("a \(stretched) b".utf8), limit: 100) == "a ••• b")
    let long = String(repeating: "x", count: (256 << 10) - 6)
    #expect(mask.masked("\(long)\(stretched) b") == "\(long)••• b")
    #expect(mask.masked(Array("\(long)\(stretched)".utf8), limit: (256 << 10) + 3).hasSuffix("xx•••"))
    // Encoded, and inside an encoding.
    let percent = character.utf8.map { "%" + String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
    #expect(mask.masked("q=s3cr\(percent)3t%26%C3%A9\(character)9") == "q=•••")
    #expect(mask.masked("q=s3cr3t%\(character)26é9") == "q=•••")
    let units = character.utf16.map { "\\u" + String(Int($0) + 0x10000, radix: 16).dropFirst() }.joined()
    #expect(mask.masked("{\"s3c\(units)r3t\\u0026é9\"}") == "{\"•••\"}")
    #expect(mask.masked("x\(character)y") == "x\(character)y")
  }

  @Test("a secret that has such characters is masked with and without them")
  func hiddenInSecret() {
    let mask = SecretMask(["pass\u{200D}w\u{F6}rd"])
    #expect(mask.masked("a pass\u{200D}w\u{F6}rd b") == "a ••• b")
    #expect(mask.masked("a pass\u{200D}w\u{200B}\u{F6}rd b") == "a ••• b")
    #expect(mask.masked("a passw\u{F6}rd b") == "a ••• b")
  }

  @Test("line breaks, tabs and bytes that aren't text are seen: they split a secret", arguments: ["\n", "\r\n", "\t"])
  func seen(_ character: String) {
    #expect(SecretMask(["s3cr3t9"]).masked("s3cr\(character)3t9") == "s3cr\(character)3t9")
    let broken = Array("s3cr".utf8) + [0xFF] + Array("3t9".utf8)
    #expect(SecretMask(["s3cr3t9"]).masked(broken) == broken)
  }

  @Test(
    "a secret echoed by a server is masked, whatever its escapes and case",
    arguments: [
      ("schlüssel&1", #"{"k":"schl\u00fcssel\u00261"}"#, #"{"k":"•••"}"#),
      ("schlüssel&1", #"{"k":"\u0073chl\u00FCssel&1"}"#, #"{"k":"•••"}"#),
      ("schlüssel&1", #"{"k":"{\"k\":\"schl\\u00fcssel\\u00261\"}"}"#, #"{"k":"{\"k\":\"•••\"}"}"#),
      ("clef😀1", #"["clef\ud83d\ude001"]"#, #"["•••"]"#),
      ("Hunter22", "no such host hunter22.example", "no such host •••.example"),
      ("hunter22", "%68unter%32%32 and %68%75%6E%74%65%72%32%32", "••• and •••"),
      ("schlüssel&1", #"x\\u0073chl\u00fcssel\u00261"#, "x•••"),
    ])
  func echoes(_ secret: String, _ text: String, _ masked: String) {
    #expect(SecretMask([secret]).masked(text) == masked)
  }

  @Test(
    "a beginning of a secret is masked where a message has cut it",
    arguments: [
      (#"got string "S3cr3tVA..."# + "\"", #"got string "•••..."# + "\""),
      ("no resource S3cr3tVALUE9…", "no resource •••…"),
      ("path.S3cr3tVA ... .x", "path.••• ... .x"),
      ("host s3cr3tvalue...", "host •••..."),
      ("S3cr3tV...", "S3cr3tV..."),
      ("S3cr3tVALUE and more...", "S3cr3tVALUE and more..."),
      // A part of an escape.
      ("S3cr3tVA%4...", "•••%4..."),
      (#"S3cr3tVA\u00..."#, #"•••\u00..."#),
      // The form in which a message quotes a control character.
      (#""S3cr3tVALUE99\u{9}abcd""#, #""•••""#),
    ])
  func cut(_ text: String, _ masked: String) {
    #expect(SecretMask(["S3cr3tVALUE99\tabcd"]).masked(text) == masked)
  }

  @Test("a text is masked before it is truncated, in every encoding and at every position of the limit")
  func limit() throws {
    let secret = "S3cr3t/é99abcd"
    let mask = SecretMask([secret])
    var random = SeededGenerator(seed: 5)
    for form in Self.encodings(of: secret, &random) + [Data("u:\(secret)".utf8).base64EncodedString()] {
      for count in 0...form.utf8.count + 1 {
        let text = Array(String(repeating: "x", count: 50 - min(50, count)).utf8) + Array("=\(form)=tail".utf8)
        let shown = mask.masked(text, limit: 50)
        #expect(shown.utf8.count <= 50)
        for length in 4...form.count where !form.hasPrefix("dT") {
          #expect(!shown.contains(form.prefix(length)), "\(form.prefix(length)) in \(shown)")
        }
        #expect(!shown.contains("•=") || shown.contains("•••="), "\(shown)")
      }
    }
    #expect(mask.masked(Array("äääää".utf8), limit: 5) == "ää")
    #expect(SecretMask().masked(Array("äääää".utf8), limit: 5) == "ää")
    // Many secrets in a row, with shorter marks.
    #expect(mask.masked(Array(String(repeating: secret, count: 100).utf8), limit: 30) == "••••••")
  }

  @Test("a secret is masked anywhere in a long text, whatever surrounds it")
  func longText() throws {
    let secret = "K/9=\"q\\s3cr3t"
    let mask = SecretMask([secret])
    let json = #"K\/9=\"q\\s3cr3t"#
    let twice = #"K\\/9=\\\"q\\\\s3cr3t"#
    let percent = "K%2f9%3d%22q%5cs3cr3t"
    // A long text is searched in overlapping parts of 256 KiB.
    for filler in [#"\u0041%41\\"#, "aaaa"] {
      for (index, form) in [secret, json, twice, percent].enumerated() {
        for offset in [(256 << 10) - 20 - index, (256 << 10) + 1500] {
          var text = Array(String(repeating: filler, count: offset / filler.utf8.count).utf8) + Array(" ".utf8)
          text += Array(form.utf8) + Array(String(repeating: filler, count: 1000).utf8)
          let masked = mask.masked(text)
          #expect(
            masked.count == text.count - form.utf8.count + SecretMask.mark.utf8.count, "\(form) after \(offset) of \(filler)")
        }
      }
    }
  }

  @Test("a random secret does not survive in any documented encoding")
  func property() throws {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array("abcXYZ019 +/%&\"\\äß€😀=-_.~".unicodeScalars)
    for _ in 0..<300 {
      var secret = "k7"
      for _ in 0..<Int(random.next() % 10 + 4) {
        secret.unicodeScalars.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
      }
      let mask = SecretMask([secret])
      for form in Self.encodings(of: secret, &random) {
        let text = "before=" + form + "&after"
        #expect(mask.masked(text) == "before=•••&after", "\(secret) as \(form)")
      }
      for offset in 0..<3 {
        let longer =
          Array("user"[..<"user".index("user".startIndex, offsetBy: offset)].utf8) + Array(secret.utf8) + Array(":x".utf8)
        let encoded = Data(longer).base64EncodedString()
        #expect(mask.masked(encoded) != encoded, "\(secret) at \(offset)")
      }
    }
  }

  /// The forms listed in docs/secrets.md, with random choices where an encoder has one.
  private static func encodings(of secret: String, _ random: inout SeededGenerator) -> [String] {
    func percent(_ text: String, _ all: Bool) -> String {
      text.utf8.map { byte in
        let isPlain = (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter) || (48...57).contains(byte)
        let digits = String(byte, radix: 16)
        return isPlain && !all ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }
    func json(_ text: String, _ random: inout SeededGenerator) -> String {
      text.unicodeScalars.map { scalar in
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        guard random.next() % 2 == 0 else { return String(scalar) }
        return String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }.joined()
    }
    let once = json(secret, &random)
    return [
      secret, secret.lowercased(), percent(secret, false), percent(secret, true).uppercased(), once, json(once, &random),
      percent(secret, false).replacingOccurrences(of: "%20", with: "+"),
    ]
  }

  @Test(
    "the beginning of a secret is masked where a text was cut off",
    arguments: [
      ("hunter22-and-more", "error: hunter22-an", "error: •••"),
      ("hunter22-and-more", "error: hunter2", "error: hunter2"),
      ("hunter22-and-more", "hunter22-an\u{2026} is invalid", "•••\u{2026} is invalid"),
      ("hunter22-and-more", "[string \"hunter22-and...\"]", "[string \"•••...\"]"),
      ("hunter22-and-more", "hunter22-and other", "hunter22-and other"),
      ("hunter22/and/more", "?q=hunter22%2Fand%2", "?q=•••%2"),
      ("hunter22\"and", "{\"k\":\"hunter22\\u002", "{\"k\":\"•••\\u002"),
    ])
  func beginnings(_ secret: String, _ text: String, _ masked: String) {
    #expect(SecretMask([secret]).masked(text) == masked)
  }

  @Test(
    "hexadecimal, character references and repeated encodings are masked",
    arguments: [
      ("hunter22", "68756e7465723232 68756E7465723232", "••• •••"),
      ("a<b&c>d", "<p>a&lt;b&amp;c&gt;d</p>", "<p>•••</p>"),
      ("it's \"so\"", "it&#39;s &quot;so&#x22;", "•••"),
      ("a b/c+é", "u=a%2520b%252Fc%252B%25C3%25A9", "u=•••"),
      ("a<b&c>d", #"{"h":"a\u0026lt;b\u0026amp;c\u0026gt;d"}"#, #"{"h":"•••"}"#),
      ("a b/c+é", "&amp;q=a%20b%2Fc%2B%C3%A9&amp;", "&amp;q=•••&amp;"),
    ])
  func moreForms(_ secret: String, _ text: String, _ masked: String) {
    #expect(SecretMask([secret]).masked(text) == masked)
  }

  @Test("overlapping and nested secrets are masked completely")
  func overlapping() {
    let mask = SecretMask(["abcdef", "cdefgh", "cdef"])
    #expect(mask.masked("1abcdefgh2cdef3") == "1•••2•••3")
  }

  @Test("invalid UTF-8 keeps everything but the secret")
  func bytes() {
    let mask = SecretMask(["s3cr3t!"])
    #expect(mask.masked([0xFF, 0] + Array("s3cr3t!".utf8) + [0xFE]) == [0xFF, 0] + Array("•••".utf8) + [0xFE])
    #expect(mask.masked([UInt8]()) == [])
  }

  @Test("a value is masked at every depth, including field names")
  func record() {
    let mask = SecretMask(["s3cr3t!"])
    let record: LuaValue = ["a": ["x s3cr3t!", 5, true], "s3cr3t!": .bytes([0xFF] + Array("s3cr3t!".utf8))]
    #expect(mask.masked(record) == ["a": ["x •••", 5, true], "•••": .bytes([0xFF] + Array("•••".utf8))])
    #expect(SecretMask().masked(record) == record)
  }

  @Test(
    "a secret split over the spans of a text is masked where it begins",
    arguments: [
      (["s3c", "r3t!"], ["•••", ""]), (["a s3", "cr3", "t! b"], ["a •••", "", " b"]),
      (["s", "3", "c", "r", "3", "t", "!"], ["•••"]),
      (["s3cr3t!s3", "cr3t!"], ["••••••", ""]), (["s3cr3t!", "x"], ["•••", "x"]), (["s3cr%3", "3t%21x"], ["•••", "x"]),
      (["", "s3cr", "", "3t!", ""], ["", "•••", "", "", ""]), (["s3cr", "3t?"], ["s3cr", "3t?"]), ([], []),
    ])
  func spans(_ texts: [String], _ masked: [String]) {
    let mask = SecretMask(["s3cr3t!"])
    let masked = masked + Array(repeating: "", count: texts.count - masked.count)
    let found = mask.masked(together: texts.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    #expect(found == masked)
    func record(_ texts: [String]) -> LuaValue {
      ["spans": .array(texts.enumerated().map { $0 % 2 == 0 ? ["text": .string($1), "italic": true] : .string($1) })]
    }
    #expect(mask.masked(record(texts)) == record(masked))
  }

  @Test("a failure's messages and locations are masked")
  func failure() {
    let place = SourceLocation(file: "s3cr3t!.lua", line: 2)
    let failure = SecretMask(["s3cr3t!"]).masked(Failure(.script, "no s3cr3t!", at: place, traceback: [place], remedy: "s3cr3t!"))
    let masked = SourceLocation(file: "•••.lua", line: 2)
    #expect(failure == Failure(.script, "no •••", at: masked, traceback: [masked], remedy: "•••"))
  }

  @Test("a text that nearly matches everywhere takes linear time")
  func hostile() {
    let mask = SecretMask([String(repeating: "a", count: 4000) + "b"])
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000) + [UInt8(ascii: "c")]
    #expect(mask.masked(text) == text)
  }
}
