import Testing

@testable import WidgetRuntime

@Suite struct LuaBlocksTests {
  @Test(
    "the block without an end is found by indentation",
    arguments: [
      ("function f()\n  if a then\n    g()\nend\n", "if", 2),
      ("function f()\n  for i = 1, 3 do\n    g()\nend\nfunction h()\nend\n", "for", 2),
      ("function f()\n  g()\n", "function", 1),
      ("function f()\n  g()\n\nfunction h()\nend\n", "function", 1),
      ("if a then\n  -- end\n  g('end')\n", "if", 1),
      ("do\n  repeat\n    g()\nend\n", "repeat", 2),
      ("while a do\n  g()\n", "while", 1),
    ])
  func unclosed(_ source: String, _ keyword: String, _ line: Int) {
    #expect(LuaBlocks.unclosed(in: LuaSource(source)) == LuaBlocks.Block(keyword: keyword, line: line))
  }

  @Test("a source without mistakes has no open block")
  func closed() {
    let source = "local function f()\n  for i = 1, 3 do if i then g() end end\n  return function() end\nend\n"
    #expect(LuaBlocks.unclosed(in: LuaSource(source)) == nil)
  }

  @Test(
    "texts and comments are not code",
    arguments: [
      ("local a = \"x != y\" -- b++", "local a = \"\" "), ("f('\\'', 1)", "f(\"\", 1)"), ("x = [[ a ]] + 1", "x = \"\" + 1"),
    ])
  func code(_ line: String, _ code: String) { #expect(LuaSource(line).code(1) == code) }

  @Test(
    "lines are those of Lua: what only Unicode calls a line break begins none",
    arguments: [
      ("a\nb", 2), ("a\r\nb", 2), ("a\n\rb", 2), ("a\rb", 2), ("a\r\n\r\nb", 3), ("a\n\nb", 3), ("a\r\rb", 3),
      ("a\u{2028}b", 1), ("a\u{2029}b", 1), ("a\u{85}b", 1), ("a\u{0B}b", 1), ("a\u{0C}b", 1),
      ("-- x\u{2028}y\nb", 2), ("'x\u{2029}y' b", 1), ("[[x\u{0B}\u{0C}\u{85}y]]\r\nb", 2), ("\u{2028}\u{2028}", 1),
    ])
  func lines(_ text: String, _ count: Int) {
    let source = LuaSource(text)
    #expect(source.lines.count == count && source.code.count == count)
    if let last = source.tokens.last, last.text == "b" { #expect(last.line == count) }
  }

  @Test("lines are counted across long texts")
  func longText() { #expect(LuaSource("a = [[\n1\n2]]\nb = 1").tokens.last?.line == 4) }
}
