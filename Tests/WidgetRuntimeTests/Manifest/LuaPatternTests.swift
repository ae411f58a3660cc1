import Testing

@testable import WidgetRuntime

@Suite struct LuaPatternTests {
  @Test(
    "a text matches as in string.match, but as a whole",
    arguments: [
      ("%u%u%d+", "LY315", true), ("%u%u%d+", "ly315", false), ("%u%u%d+", "LY315x", false), ("%d+", "", false),
      ("%d*", "", true),
      ("^%d+$", "12", true), ("[^%s]+", "a b", false), ("[a-z_]+", "snake_case", true), ("[]]+", "]]", true), ("[%]]", "]", true),
      ("a-b", "aaab", true), ("a?b?", "ab", true), (".-@.-%..+", "ann@example.org", true),
      (".-@.-%..+", "ann.example.org", false),
      ("%b()x", "(a(b))x", true), ("%b()x", "(a(b)x", false), ("(%a+) %1", "la la", true), ("(%a+) %1", "la lo", false),
      ("THE%f[%W] .*", "THE end", true), ("THE%f[%W] .*", "THEN end", false), ("%%", "%", true), ("%S+", "größe", true),
      ("a$b", "a$b", true), ("", "", true), ("", "x", false), ("%x%x%x%x", "0aF9", true), ("[%w-]+", "a-b", true),
    ])
  func matching(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
    #expect(try LuaPattern(pattern).matches(text) == isMatch)
  }

  @Test(
    "a malformed pattern is refused when the manifest is read",
    arguments: [
      ("%", LuaPattern.Problem.incomplete), ("[a", .incomplete), ("[]", .incomplete), ("[%", .incomplete), ("(a", .unbalanced),
      ("a)", .unbalanced), ("%b(", .missingArgument("b")), ("%fa", .missingArgument("f")), ("%1", .noCapture),
      ("(%1)", .noCapture),
      ("%0", .noCapture), (String(repeating: "a", count: 201), .tooLong),
    ])
  func malformed(_ pattern: String, _ problem: LuaPattern.Problem) { #expect(throws: problem) { try LuaPattern(pattern) } }

  @Test("a pattern that would take for ever matches nothing", arguments: ["a*a*a*a*a*a*b", ".-.-.-.-.-.-b", "(a*)*%1b"])
  func expensive(_ pattern: String) throws {
    #expect(try !LuaPattern(pattern).matches(String(repeating: "a", count: 4096)))
  }
}
