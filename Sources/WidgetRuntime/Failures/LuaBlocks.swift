/// Finds the block of a Lua source whose `end` is missing, by indentation: Lua itself can only name the outermost one.
struct LuaBlocks {
  /// A block and the line of its keyword.
  struct Block: Equatable {
    var keyword: String
    var line: Int
  }

  /// The block that isn't closed; nil if all are.
  static func unclosed(in source: LuaSource) -> Block? {
    var open: [(block: Block, indentation: Int)] = []
    var previousLine = 0
    // The `do` of `for` and `while` belongs to them.
    var awaitsDo = false
    for token in source.tokens {
      let isFirst = token.line != previousLine
      previousLine = token.line
      guard token.kind == .name else { continue }
      let indentation = source.indentation(token.line)
      switch token.text {
      case "function":
        // A function never begins to the left of the block containing it, nor at the margin within one.
        if isFirst, let last = open.last, indentation <= last.indentation, last.block.keyword != "repeat" { return last.block }
        open.append((Block(keyword: "function", line: token.line), indentation))
      case "local":
        if isFirst, let last = open.last, indentation < last.indentation { return last.block }
      case "if", "repeat": open.append((Block(keyword: String(token.text), line: token.line), indentation))
      case "for", "while":
        open.append((Block(keyword: String(token.text), line: token.line), indentation))
        awaitsDo = true
      case "do":
        if awaitsDo { awaitsDo = false } else { open.append((Block(keyword: "do", line: token.line), indentation)) }
      case "end", "until":
        // An `end` to the left of the innermost block closes an outer one.
        if isFirst, let last = open.last, indentation < last.indentation { return last.block }
        _ = open.popLast()
      case "return":
        // The last statement of the block around one that was never closed.
        if isFirst, let last = open.last, last.block.line != token.line, indentation <= last.indentation, open.count > 1 {
          return last.block
        }
      default: break
      }
    }
    return open.last?.block
  }
}
