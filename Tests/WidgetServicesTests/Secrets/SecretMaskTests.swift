import Testing
import WidgetModel
import WidgetServices

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

  @Test("overlapping and nested secrets leave nothing of either")
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
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    #expect(mask.masked(text) == text)
  }
}
